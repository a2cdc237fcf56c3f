"""The actions of a turn (ECL 6.1.8, 7): each order with its questions and what is done."""
