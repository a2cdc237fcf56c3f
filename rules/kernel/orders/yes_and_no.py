"""Words that say yes or no to a question, and nothing else, in three languages."""

from typing import Final

YES: Final = frozenset({
    "yes", "y", "yep", "yeah", "yes please", "ok", "okay", "sure", "please do", "do it", "go ahead",
    "tak", "jasne", "pewnie", "zgoda", "oczywiscie", "prosze bardzo", "okej",
    "igen", "oke", "rendben", "persze", "kerem", "csak tessek",
})  # fmt: skip
NO: Final = frozenset({
    "no", "n", "nope", "no thanks", "no thank you", "not now",
    "nothing", "none", "nie",
    "nie dziekuje", "nic", "nie teraz", "nem", "nem koszonom", "most nem", "semmi", "semmit",
})  # fmt: skip
