"""Export, verification and the management commands about records and simulations."""

import json
from functools import cache
from io import StringIO

import msgspec
import pytest
from django.core.management import CommandError, call_command

from pbem.models import Game
from pbem.referee import records
from rules.kernel.records.history import read_record
from rules.kernel.records.record import Record, sealed
from tests.pbem.tables import new_table, play_to_the_end, sampling, send

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished() -> Game:
    return finished_game()


@pytest.fixture
def raw() -> bytes:
    return finished_record()


@cache
def finished_record() -> bytes:
    """Played once: it takes a second, and a record does not need its rows."""
    return records.export(finished_game())


def finished_game() -> Game:
    """A finished game with an undone branch in it."""
    game = new_table(2, rounds=1, seed="record")
    for text in ("1", "BID 0"):
        for number in (0, 1):
            send(game, number, text)
    send(game, 0, "RAISE 1 fighter")
    send(game, 0, "UNDO")
    play_to_the_end(game, sampling(7))
    return game


def test_a_finished_game_with_branches_verifies(raw):
    found = records.verify(raw)
    assert found.ok
    assert "1 more on branches" in found.words


def test_a_running_game_is_exported_for_staff_only():
    game = new_table(2)
    with pytest.raises(records.ExportRefused, match="not over"):
        records.export(game)
    assert records.verify(records.export(game, staff=True)).ok


def test_a_lobby_has_no_record():
    with pytest.raises(records.ExportRefused, match="not started"):
        records.export(new_table(2, start=False), staff=True)


def changed(raw: bytes, n: int, *, reseal: bool = False, **fields) -> bytes:
    """The record with ruling `n` changed, and, if asked, every hash made to fit again."""
    record = read_record(raw)
    rulings = list(record.rulings)
    rulings[n - 1] = msgspec.structs.replace(rulings[n - 1], **fields)
    if reseal:
        from rules.kernel.dice import Secret

        key = Secret(record.seed, record.words).key("chain")
        prev = ""
        for i, ruling in enumerate(rulings):
            rulings[i] = sealed(msgspec.structs.replace(ruling, prev=prev), key)
            prev = rulings[i].hash
    return msgspec.json.encode(msgspec.structs.replace(record, rulings=tuple(rulings)))


def test_a_changed_ruling_is_named(raw):
    found = records.verify(changed(raw, 5, reveals=True))
    assert (found.ok, found.n) == (False, 5)
    assert "changed after it was ruled" in found.words


def test_a_changed_ruling_with_hashes_made_to_fit_is_named(raw):
    found = records.verify(changed(raw, 3, reseal=True, events=()))
    assert (found.ok, found.n) == (False, 3)


def test_a_ruling_left_out_or_swapped(raw):
    record = read_record(raw)
    fewer = msgspec.structs.replace(record, rulings=record.rulings[:3] + record.rulings[4:])
    assert "wrong place" in records.verify(msgspec.json.encode(fewer)).words


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"seed": "another"}, "does not fit the commitment"),
        ({"seed": ""}, "no seed"),
        ({"words": ("lucky",)}, "Ruling 1 differs"),
        ({"ruleset": "skirmishh"}, "Did you mean skirmish"),
        ({"options": {"player": 2}}, "Did you mean players"),
        ({"rulings": ()}, "no ruling"),
    ],
)
def test_a_record_that_does_not_fit(raw, fields, words):
    record: Record = read_record(raw)
    found = records.verify(msgspec.json.encode(msgspec.structs.replace(record, **fields)))
    assert not found.ok
    assert words in found.words


@pytest.mark.parametrize("raw", [b"", b"not json", b"{}", b"\xff\xfe", b"[1]"])
def test_a_file_that_is_no_record(raw):
    found = records.verify(raw)
    assert not found.ok
    assert "not a Parsec Post record" in found.words


# -- commands ------------------------------------------------------------------------------------


def run(*args):
    out = StringIO()
    call_command(*args, stdout=out)
    return out.getvalue()


def test_export_and_verify_commands(finished, tmp_path):
    path = tmp_path / "game.json"
    assert "written" in run("export_game", str(finished.pk), "--out", str(path))
    assert path.read_bytes() == records.export(finished)
    assert run("export_game", str(finished.pk)).encode() == records.export(finished)
    assert run("verify_game", str(path), "--game", str(finished.pk)).count("OK ") == 2
    bad = tmp_path / "bad.json"
    bad.write_bytes(changed(path.read_bytes(), 4, reveals=True))
    with pytest.raises(CommandError, match="1 of 2 did not verify"):
        run("verify_game", str(path), str(bad))


def test_commands_say_what_is_wrong(tmp_path):
    game = new_table(2)
    for args, words in (
        (("export_game", "999"), "no game 999"),
        (("export_game", str(game.pk)), "not over"),
        (("export_game", str(game.pk), "--staff", "--out", "/no/such/folder/x"), "Cannot write"),
        (("verify_game",), "Name record files"),
        (("verify_game", str(tmp_path / "none")), "Cannot read"),
        (("verify_game", "--game", "999"), "no game 999"),
        (("simulate", "skirmsh"), "Did you mean skirmish"),
        (("simulate", "skirmish", "--players", "77"), "1 to 8"),
        (("simulate", "skirmish", "--option", "gold"), "NAME=VALUE"),
        (("simulate", "skirmish", "--option", "starting_glod=3"), "Did you mean starting_gold"),
        (("simulate", "skirmish", "--games", "0"), "at least 1"),
    ):
        with pytest.raises(CommandError, match=words):
            run(*args)


def test_simulate_in_one_line_of_json():
    out = run("simulate", "skirmish", "--games", "3", "--seed", "x", "--players", "4", "--json")
    assert out.count("\n") == 1
    report = json.loads(out)
    assert list(report) == [
        "games",
        "finished",
        "rounds",
        "decisions",
        "steps",
        "decisions_per_second",
        "violations",
    ]
    assert (report["games"], report["finished"], report["violations"]) == (3, 3, 0)


def test_simulate_for_people():
    assert "finished              2" in run("simulate", "skirmish", "--games", "2")


def test_a_crash_names_the_seed_and_how_to_repeat_it(monkeypatch):
    def fail(t):
        raise ValueError("boom")

    monkeypatch.setattr("tests.skirmish.steps.final", fail)
    monkeypatch.setattr("tests.skirmish.steps.crown", fail)
    with pytest.raises(CommandError) as trouble:
        run("simulate", "skirmish", "--seed", "s", "--players", "3", "--option", "starting_gold=5")
    words = str(trouble.value).splitlines()
    assert "game s/0 crashed: ValueError" in words[0]
    command = "simulate skirmish --repeat s/0 --players 3 --option starting_gold=5"
    assert words[1] == f"Repeat it: python manage.py {command}"
    with pytest.raises(CommandError, match="s/0 crashed"):
        run(*command.split())
    monkeypatch.undo()
    assert "s/0 ended after" in run(*command.split())


def test_a_broken_promise_fails(monkeypatch):
    monkeypatch.setattr("tests.skirmish.ruleset.Skirmish.invariants", lambda self, state: ["odd"])
    with pytest.raises(CommandError, match="violations"):
        run("simulate", "skirmish", "--games", "1", "--json")
