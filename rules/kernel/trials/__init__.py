"""Tables in memory: rule cases, random play, games between players that think."""
