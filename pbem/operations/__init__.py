"""Running a server: is it well, what does it count, what does it log, how is it saved."""
