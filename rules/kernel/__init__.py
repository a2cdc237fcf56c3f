"""What a game is: steps, questions, dice, events and the record of a match; knows no game."""
