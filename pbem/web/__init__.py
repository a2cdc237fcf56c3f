"""The table on the web: comfort beside the mail, never a must.

Pages are composed from views, descriptions and events as a seat sees them; nothing here reads
state, parses an order or changes a game but through `pbem.orders`, `pbem.play` and `pbem.table`.
Every page works without script.
"""
