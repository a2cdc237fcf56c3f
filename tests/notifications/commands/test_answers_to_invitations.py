"""Yes and no as people write them to an invitation, in each language."""

import pytest

from notifications.commands.yes_or_no import Reply, reply_to_invitation

YES = (
    ("YES", "", "en"),
    ("yes heron", "heron", "en"),
    ("Sure, count me in!", "", "en"),
    ("Hi Ada,\n\nof course, I'd love to!\n\nBest,\nBruno", "", "en"),
    ("Hey Ada, absolutely! When do we start?", "", "en"),
    ("No problem, I'm in.", "", "en"),
    ("Sorry for the late answer. Yes, gladly.", "", "en"),
    ("I would love to play", "", "en"),
    ("JOIN heron", "heron", ""),
    ("Thanks for asking, I'll join.", "", "en"),
    ("Tak", "", "pl"),
    ("TAK czapla", "czapla", "pl"),
    ("Cześć Ada, jasne, wchodzę w to!", "", "pl"),
    ("Nie ma sprawy, gram!", "", "pl"),
    ("Pewnie, z przyjemnością", "", "pl"),
    ("Bardzo chętnie zagram", "", "pl"),
    ("Igen!", "", "hu"),
    ("Szia Ada, persze, benne vagyok! Üdv, Csaba", "", "hu"),
    ("Naná, jövök!", "", "hu"),
    ("Nem gond, játszom.", "", "hu"),
    ("Örömmel", "", "hu"),
    ("CSATLAKOZOM gém", "gém", "hu"),
)
NO = (
    "NO",
    "No, thanks",
    "Sorry, I can't this month. Have fun!",
    "Hi Ada,\nunfortunately I cannot make it this time.",
    "Thanks for the invitation, but no",
    "count me out",
    "Nie, dziękuję",
    "Niestety nie dam rady",
    "Przykro mi, tym razem odpadam",
    "Nem, köszönöm",
    "Sajnos most nem érek rá",
    "Bocs, most kihagyom",
)
NEITHER = (
    "Who else plays?",
    "Yes? When does it start?",
    "Yes, but not this month: I can't.",
    "Let me think about it",
    "Maybe",
    "I know of no reason to decline",
    "Jeszcze nie wiem",
    "Még nem tudom",
    "",
)


@pytest.mark.parametrize(("text", "word", "language"), YES, ids=[text for text, *_more in YES])
def test_yes(text, word, language):
    assert reply_to_invitation(text) == Reply(True, word, language)


@pytest.mark.parametrize("text", NO)
def test_no(text):
    assert reply_to_invitation(text).yes is False


@pytest.mark.parametrize("text", NEITHER)
def test_what_says_neither_is_asked_back(text):
    assert reply_to_invitation(text).yes is None
