"""The order lines of a mail: how they are read, kept, judged and used."""
