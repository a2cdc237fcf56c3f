"""What is refused can be told in another language: words are made of sentences with fields."""

from rules.kernel.decisions import Problem
from rules.lexicon import BadCount, LexiconError, Verbs, filled, read_page, say


def test_words_are_the_sentences_filled_in():
    near = say("Did you mean %(near)s?", near=("BID", "PASS", "RAISE"))
    error = LexiconError([say("%(word)s is not an order here.", word="“BIS”"), near])
    assert error.words == "“BIS” is not an order here. Did you mean BID, PASS or RAISE?"
    assert str(error) == error.words
    assert Problem.of(error).said == error.said
    assert filled("Erre gondoltál: %(near)s?", near.fields, "vagy").endswith("PASS vagy RAISE?")


def test_plain_words_stay_as_they_are():
    error = BadCount("50 % is no number.")
    assert (error.words, error.said) == ("50 % is no number.", ())


def test_a_page_keeps_what_its_errors_are_made_of():
    (wrong,) = read_page("BIS 2", Verbs({"bid": ("bid", "bet")})).errors
    assert " ".join(one.words for one in wrong.said) == wrong.words
