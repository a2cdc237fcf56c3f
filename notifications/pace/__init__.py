"""How long a game by mail takes: whole games through the server's own code on a virtual clock."""
