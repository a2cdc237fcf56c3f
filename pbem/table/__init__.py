"""The life of a table: lobby, agreement, press, one-click links, who may look; and its people."""
