"""The life of a table and of its people: lobby, press, addresses, sign-in, one-click links."""
