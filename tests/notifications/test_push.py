"""Web push: offered only where keys are set, to known services only, and never a secret."""

import base64
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import SimpleNamespace

import http_ece
import pytest
import pywebpush
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from django.contrib.staticfiles import finders

from notifications import push, tasks, worker_hints
from notifications.models import PushSubscription
from notifications.outbound import browsers
from pbem.models import Prompt
from tests.pbem.tables import new_table, seat_of

KEYS = {"p256dh": "BPpublic", "auth": "secret"}
BROWSER = "https://fcm.googleapis.com/fcm/send/abc"


@pytest.fixture
def keys(settings):
    settings.PARSEC_VAPID_PUBLIC = "BPkey"
    settings.PARSEC_VAPID_PRIVATE = "private"


@pytest.fixture
def pushed(monkeypatch):
    """What would have been posted, and the status with which it is refused, if it is."""
    heard = SimpleNamespace(said=[], status=0)

    def webpush(info, data, **more):
        heard.said.append((info["endpoint"], json.loads(data), more))
        if heard.status:
            answer = SimpleNamespace(status_code=heard.status, text="")
            raise pywebpush.WebPushException("no", response=answer)

    monkeypatch.setattr(pywebpush, "webpush", webpush)
    return heard


def subscribed(client, **more):
    return client.post("/push/", {"endpoint": BROWSER, **KEYS, **more})


@pytest.fixture
def red(db):
    game = new_table(3, mode="ask")
    return seat_of(game, 0)


def signed_in(client, player):
    session = client.session
    session["player"] = player.pk
    session.save()
    return client


def test_nothing_is_offered_without_keys(client, red):
    signed_in(client, red.player)
    assert 'id="push"' not in client.get("/me/").content.decode()
    assert subscribed(client).status_code == 404
    assert client.get("/push-worker.js").status_code == 404


def test_a_browser_is_kept_and_forgotten(client, red, keys):
    assert subscribed(client).status_code == 404, "nobody is signed in"
    signed_in(client, red.player)
    page = client.get("/me/").content.decode()
    assert 'data-key="BPkey"' in page
    assert "private" not in page
    assert client.get("/push-worker.js")["Content-Type"] == "text/javascript"
    assert subscribed(client).json() == {"kept": True}
    assert subscribed(client).json() == {"kept": True}
    assert PushSubscription.objects.get().player == red.player
    assert subscribed(client, forget="1").json() == {"kept": False}
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://127.0.0.1/x",
        "https://example.org/x",
        "https://fcm.googleapis.com.example.org/x",
        "",
    ],
)
def test_nothing_is_ever_posted_elsewhere(client, red, keys, endpoint):
    signed_in(client, red.player)
    assert subscribed(client, endpoint=endpoint).status_code == 400
    assert not PushSubscription.objects.exists()


def test_a_turn_is_told_without_a_secret(
    red, keys, pushed, monkeypatch, django_capture_on_commit_callbacks
):
    push.subscribe(red.player, BROWSER, **KEYS)
    hints = []
    monkeypatch.setattr(worker_hints, "_hint", lambda task, row: hints.append((task.name, row)))
    with django_capture_on_commit_callbacks(execute=True):
        game = new_table(3, mode="ask")
        game.seats.filter(number=0).update(player=red.player)
        prompt = Prompt.objects.filter(game=game, seat__number=0, waiting=True).first()
        browsers.on_advanced(game, [prompt])
    assert ("notifications.tasks.push_turn", prompt.pk) in hints
    tasks.push_turn(prompt.pk)
    (endpoint, said, more), *rest = pushed.said
    assert rest == []
    assert endpoint == BROWSER
    assert said["title"] == f"{game.name} needs you"
    assert said["url"] == f"/t/{game.pk}/"
    assert set(said) == {"title", "body", "url", "tag"}
    assert more["vapid_claims"]["sub"].startswith("mailto:")
    prompt.waiting = False
    prompt.save()
    tasks.push_turn(prompt.pk)
    assert len(pushed.said) == 1, "answered meanwhile"


def test_a_failing_endpoint_is_forgotten(red, keys, pushed):
    prompt = Prompt.objects.filter(seat=red, waiting=True).first()
    push.subscribe(red.player, BROWSER, **KEYS)
    pushed.status = 500
    push.your_turn(prompt.pk)
    assert PushSubscription.objects.get().failures == 1
    pushed.status = 0
    push.your_turn(prompt.pk)
    assert PushSubscription.objects.get().failures == 0
    pushed.status = 410
    push.your_turn(prompt.pk)
    assert not PushSubscription.objects.exists()
    push.subscribe(red.player, BROWSER, **KEYS)
    pushed.status = 503
    for _ in range(push.FORGOTTEN_AFTER):
        push.your_turn(prompt.pk)
    assert not PushSubscription.objects.exists()


def test_the_site_can_be_installed(client, db):
    assert "manifest.webmanifest" in client.get("/").content.decode()
    manifest = json.loads(Path(finders.find("web/manifest.webmanifest")).read_text("utf-8"))
    for icon in manifest["icons"]:
        assert finders.find(f"web/{icon['src']}")


# -- the protocol itself, against a push service of our own ------------------------------------


def encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def public_point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


@pytest.fixture
def service():
    """A push service on this machine: what was posted to it, and how it answers."""
    heard = SimpleNamespace(posted=[], status=201)

    class Service(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            heard.posted.append((self.path, self.headers, body))
            self.send_response(heard.status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *args):
            pass

    server = HTTPServer(("127.0.0.1", 0), Service)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    heard.origin = f"http://127.0.0.1:{server.server_port}"
    yield heard
    server.shutdown()
    thread.join()
    server.server_close()


def test_only_the_browser_can_read_what_is_pushed(red, service, settings, monkeypatch):
    """The message is encrypted for the browser's key, and signed with the operator's."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    operator, browser = (
        ec.generate_private_key(ec.SECP256R1()),
        ec.generate_private_key(ec.SECP256R1()),
    )
    settings.PARSEC_VAPID_PUBLIC = encoded(public_point(operator))
    number = operator.private_numbers().private_value
    settings.PARSEC_VAPID_PRIVATE = encoded(number.to_bytes(32, "big"))
    auth = b"sixteen bytes ok"
    PushSubscription.objects.create(
        player=red.player,
        endpoint=f"{service.origin}/send/abc",
        p256dh=encoded(public_point(browser)),
        auth=encoded(auth),
    )
    prompt = Prompt.objects.filter(seat=red, waiting=True).first()
    push.your_turn(prompt.pk)
    [(path, headers, body)] = service.posted
    assert path == "/send/abc"
    assert headers["Content-Encoding"] == "aes128gcm"
    assert headers["TTL"] == str(push.KEPT_SECONDS)
    assert red.game.name.encode() not in body, "the service cannot read it"
    said = json.loads(http_ece.decrypt(body, private_key=browser, auth_secret=auth))
    assert said["title"] == f"{red.game.name} needs you"
    assert said["url"] == f"/t/{red.game_id}/"

    scheme, _space, rest = headers["Authorization"].partition(" ")
    given = dict(part.split("=", 1) for part in rest.replace(" ", "").split(","))
    assert scheme == "vapid"
    assert given["k"] == settings.PARSEC_VAPID_PUBLIC
    head, claims, signature = given["t"].split(".")
    raw = decoded(signature)
    r, s = (int.from_bytes(half, "big") for half in (raw[:32], raw[32:]))
    signed = utils.encode_dss_signature(r, s)
    operator.public_key().verify(signed, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    claimed = json.loads(decoded(claims))
    assert claimed["aud"] == service.origin
    assert claimed["sub"].startswith("mailto:")
    assert time.time() < claimed["exp"] <= time.time() + 24 * 3600

    service.status = 410
    push.your_turn(prompt.pk)
    assert not PushSubscription.objects.exists(), "a browser that is gone is forgotten"
