"""Pages about mail: preferences, confirming a held mail, the demo mailbox."""
