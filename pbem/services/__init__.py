"""What runs around Django: the environment's words, embedded servers, the supervisor.

Nothing here imports Django, so that it can work before, after and without it.
"""
