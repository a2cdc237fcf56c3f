"""People: who they are at a table, their addresses, how they sign in, what they have played."""
