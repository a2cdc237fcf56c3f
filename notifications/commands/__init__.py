"""What a mail can ask of the server itself: one class a command (`base.Command`), one file each.

`reading` finds the commands in a text, `dispatch` carries them out and answers them, `registry`
lists them. A question is answered from the position at the time the reply is written. Whatever
changes something is done when the mail is read, in the same transaction. Every line that is no
command is an order for the game.
"""
