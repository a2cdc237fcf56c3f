"""Mail texts. Everything here is worded from a seat's view; nothing reads state or writes rows."""
