"""A newcomer's first two minutes, in a real browser."""

import pytest
from django.core.management import call_command

from notifications.inbound import pipeline
from notifications.models import Inbound
from notifications.outbound import deliver
from notifications.staff import local_backend
from pbem.models import Game
from tests.browser.conftest import CUT_IN_THE_HEAD

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def demo(settings, tmp_path, site, request):
    settings.EMAIL_BACKEND = local_backend.BACKEND
    settings.VAR = tmp_path
    settings.PARSEC_RULESETS = [request.param]
    call_command("demo")
    _post_office()
    return Game.objects.get(status="running")


def _post_office() -> None:
    """What workers do: read mail that came, send mail that waits."""
    for pk in Inbound.objects.filter(state=Inbound.State.NEW).values_list("pk", flat=True):
        pipeline.read_and_play(pk)
    for pk in list(deliver.due_rows().values_list("pk", flat=True)):
        deliver.deliver(pk)


@pytest.mark.parametrize(
    ("demo", "window", "asked", "answered"),
    [
        ("rules.ti4.ruleset.TI4", {}, "Your turn", "received (receipt"),
        (
            "rules.eclipse.ruleset.ECLIPSE",
            {"viewport": {"width": 390, "height": 844}, "locale": "pl-PL"},
            "Twoja tura",
            "przyjęto (pokwitowanie",
        ),
    ],
    indirect=["demo"],
    ids=["desk", "polish-phone"],
)
def test_from_the_printed_address_to_a_changed_board(demo, person, window, asked, answered):
    """Two clicks: a seat, and the first answer of its mail; pages and mails speak the language of
    the browser."""
    page = person(**window)
    page.goto("/")
    page.locator(f"form[action='/demo/{demo.pk}/play'] button").click()
    page.locator("#mails").wait_for()
    _post_office()
    page.get_by_role("heading", name=asked).wait_for()
    table = page.frame_locator("#beside")
    table.locator("#map svg:visible").first.wait_for()
    assert table.locator("header.site").count() == 0
    before = table.locator("#map .picture").first.inner_html()
    page.locator("#mails button.whole").first.click()
    page.get_by_role("status").first.wait_for()
    head = demo.head_seq
    _post_office()
    demo.refresh_from_db()
    assert demo.head_seq > head
    page.locator(f'#mails[data-state^="{demo.head_seq}."]').wait_for()
    page.get_by_role("status").get_by_role("link", name=answered).wait_for()
    page.wait_for_function(
        "old => { const page = document.getElementById('beside').contentDocument;"
        " const map = page && page.querySelector('#map .picture');"
        " return Boolean(map) && map.innerHTML !== old; }",
        arg=before,
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(CUT_IN_THE_HEAD) == []
