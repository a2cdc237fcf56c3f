"""Every address of the site with every role; an address without a stated rule fails."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from pbem.models import Game, Player, Refereeing
from pbem.ports import Rule
from pbem.referee import disputes
from pbem.table.openness import Openness
from pbem.web.permissions import rule_of, rules
from tests.pbem.tables import new_table, seat_of

pytestmark = pytest.mark.django_db

ROLES = ("anonymous", "player", "other", "organiser", "referee", "staff", "superuser")
EVERYBODY = frozenset(ROLES)
PEOPLE = EVERYBODY - {"anonymous"}
MAY: dict[Rule, frozenset[str]] = {
    Rule.ANYBODY: EVERYBODY,
    Rule.LINK: EVERYBODY,
    Rule.DEMO: frozenset(),
    Rule.SIGNED_IN: PEOPLE,
    Rule.TABLE: frozenset({"player", "organiser", "staff", "superuser"}),
    Rule.SEAT: frozenset({"player"}),
    Rule.ORGANISER: frozenset({"organiser", "staff", "superuser"}),
}
GIVEN = {
    "name": "map",
    "ruleset": "skirmish",
    "action": "openness",
    "id": "abc",
    "address": "ada@example.org",
    "token": "forged",
}


def addresses(resolver: URLResolver, space: str = "") -> list[tuple[str, tuple[str, ...]]]:
    """Every named address, with what it wants to be told."""
    found = []
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            inner = ":".join(part for part in (space, entry.namespace) if part)
            found += addresses(entry, inner)
        else:
            assert isinstance(entry, URLPattern)
            name = f"{space}:{entry.name}" if space else entry.name
            found.append((name or str(entry.pattern), tuple(entry.pattern.converters)))
    return found


ALL = addresses(get_resolver())
OURS = [(name, wants) for name, wants in ALL if rule_of(name) in MAY]


def test_every_address_has_a_rule():
    assert [name for name, _ in ALL if rule_of(name) is None] == []


def test_every_rule_has_an_address():
    names = {name for name, _ in ALL}
    assert [name for name in rules() if not name.endswith(":") and name not in names] == []


@pytest.fixture
def table():
    """A closed table: the organiser has no seat."""
    return new_table(2)


def browser(role: str, game: Game) -> Client:
    client = Client()
    if role == "anonymous":
        return client
    if role in ("referee", "staff", "superuser"):
        user = User.objects.create_user(
            role, is_staff=role != "referee", is_superuser=role == "superuser"
        )
        Player.objects.create(name=role, email=f"{role}@example.org", user=user)
        if role == "referee":
            Refereeing.objects.create(game=game, user=user)
        client.force_login(user)
        return client
    if role == "organiser":
        player = game.organiser
    elif role == "player":
        player = seat_of(game, 0).player
    else:
        elsewhere = new_table(2)
        player = Player.objects.create(name="other", email="other@example.org")
        elsewhere.seats.filter(number=0).update(player=player)
    session = client.session
    session["player"] = player.pk
    session.save()
    return client


def turned_away(answer) -> bool:
    where = answer.get("Location", "")
    return answer.status_code in (403, 404) or where.startswith(
        ("/in/", "/admin/login/", "/desk/sign-in")
    )


def test_every_address_with_every_role(table):
    """Whom the rule lets in gets an answer, be it "405, post it"; everybody else gets nothing."""
    joinable = new_table(2, start=False)
    Openness.objects.create(game=joinable, joinable=True)
    finished = new_table(2)
    Game.objects.filter(pk=finished.pk).update(status=Game.Status.OVER)
    games = {"join": joinable, "report": finished, "record": finished, "verify": finished}
    clients = {role: browser(role, table) for role in ROLES}
    everything = list(Game.objects.values_list("pk", "status", "head_seq"))
    wrong = []
    for role, client in clients.items():
        for name, wants in OURS:
            if wants == ("token",) or name in ("sign-in", "staff-sign-in"):
                continue
            game = games.get(name, table)
            path = reverse(name, kwargs={w: GIVEN.get(w, game.pk) for w in wants})
            may = role in MAY[rule_of(name)]
            if turned_away(client.get(path)) is may:
                wrong.append((role, "GET", name))
            if not may and not turned_away(client.post(path, {"lines": "1", "key": "12345678"})):
                wrong.append((role, "POST", name))
    assert wrong == []
    assert list(Game.objects.values_list("pk", "status", "head_seq")) == everything


def test_forged_links_open_nothing(table):
    links = [reverse(name, args=["forged"]) for name, wants in OURS if wants == ("token",)]
    assert links
    for role in ROLES:
        client = browser(role, table)
        for link in links:
            assert client.get(link).status_code in (400, 403, 404, 410), (role, link)


AT_THE_DESK = frozenset({"referee", "staff", "superuser"})


def test_the_desk_is_for_referees(table):
    """A referee's own game; the same pages for a game of somebody else are not there."""
    dispute = disputes.open_dispute(table, seat_of(table, 0).player, 1, "Look at this.")
    elsewhere = new_table(2)
    foreign = disputes.open_dispute(elsewhere, seat_of(elsewhere, 0).player, 1, "And at this.")
    pages = [(name, wants) for name, wants in ALL if name.startswith("desk:")]
    assert pages
    wrong = []
    for role in ROLES:
        client = browser(role, table)
        for name, wants in pages:
            if name in ("desk:sign-in", "desk:sign-out"):
                continue
            for about, may in ((dispute, AT_THE_DESK), (foreign, AT_THE_DESK - {"referee"})):
                if not wants:
                    may = AT_THE_DESK
                path = reverse(name, kwargs={w: about.pk if w == "pk" else 1 for w in wants})
                if role in may:
                    wrong += [(role, name)] if turned_away(client.get(path)) else []
                    continue
                answers = [client.get(path), client.post(path)]
                answers = [answer for answer in answers if answer.status_code != 405]
                wrong += [] if answers and all(map(turned_away, answers)) else [(role, name)]
    assert wrong == []


def test_the_admin_is_for_staff(table):
    lists = [name for name, wants in ALL if not wants and name.endswith("_changelist")]
    assert len(lists) > 10
    for role in ROLES:
        client = browser(role, table)
        for name in ("admin:index", *lists):
            may = role == "superuser" or (role == "staff" and name == "admin:index")
            assert turned_away(client.get(reverse(name))) is not may, (role, name)


def test_namespaces_ask_for_themselves():
    assert {rule for name, rule in rules().items() if name.endswith(":")} == {Rule.OWN}


def test_a_watchable_table_is_for_everybody(table):
    Openness.objects.create(game=table, watchable=True)
    for role in ROLES:
        client = browser(role, table)
        assert client.get(reverse("table", args=[table.pk])).status_code == 200, role
        assert client.get(reverse("history", args=[table.pk])).status_code == 200, role
        seated = role == "player"
        posted = client.post(reverse("orders", args=[table.pk]), {"lines": "1", "key": "1" * 8})
        assert turned_away(posted) is not seated, role


def test_tables_that_do_not_exist_look_like_closed_ones(table):
    for role in ("anonymous", "other"):
        client = browser(role, table)
        closed = client.get(f"/t/{table.pk}/")
        nothing = client.get("/t/999999/")
        assert closed.status_code == nothing.status_code
        assert turned_away(closed)


def test_a_mail_link_never_makes_anybody_staff(table):
    user = User.objects.create_user("boss", is_staff=True, is_superuser=True)
    boss = Player.objects.create(name="Boss", email="boss@example.org", user=user)
    client = Client()
    session = client.session
    session["player"] = boss.pk
    session.save()
    assert turned_away(client.get(f"/t/{table.pk}/"))
    assert turned_away(client.get("/admin/"))
