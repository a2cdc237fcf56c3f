"""Laws and directives."""
