"""People's mails and clicks have a lane of their own."""

import re

from celery import current_app

from pbem.celery import app
from pbem.services import lanes
from pbem.services.environment import ROOT


def lane_of(task: str) -> str:
    return app.amqp.router.route({}, task)["queue"].name


def test_every_task_has_a_lane_and_every_lane_a_worker():
    app.loader.import_default_modules()
    ours = {name for name in current_app.tasks if name.startswith(("pbem.", "notifications."))}
    assert ours == set(lanes.ROUTES)
    assert {lane_of(name) for name in ours} == set(lanes.ALL)
    procfile = (ROOT / "Procfile").read_text()
    served = [line.partition("-Q ")[2].split()[0] for line in procfile.splitlines() if "-Q" in line]
    assert served == [lanes.PEOPLE, ",".join(lanes.ALL[1:])]


def test_nobody_who_waits_stands_behind_clocks_post_or_bots():
    waiting = {name for name in lanes.ROUTES if lane_of(name) == lanes.PEOPLE}
    assert waiting == {
        "notifications.tasks.answer",
        "notifications.tasks.read_inbound",
        "pbem.tasks.advance_game",
        "pbem.tasks.pulse",
    }


def test_a_worker_that_is_told_of_no_lane_takes_all():
    assert set(app.amqp.queues) == set(lanes.ALL)


def test_the_manual_has_a_worker_for_every_lane():
    manual = (ROOT / "docs" / "operating.md").read_text()
    told = re.findall(r"^    celery -A pbem worker -n (\w+)@%h +-Q (\w+) ", manual, re.MULTILINE)
    assert told == [(lane, lane) for lane in lanes.ALL]
