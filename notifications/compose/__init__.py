"""The texts of mails, made from a seat's view; nothing here reads a game's state or writes rows."""
