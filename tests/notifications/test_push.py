"""Web push: offered only where keys are set, to known services only, and never a secret."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.contrib.staticfiles import finders
from django.core.management import call_command

from notifications import push, tasks, web_push, worker_hints
from notifications.models import PushSubscription
from notifications.outbound import browsers
from notifications.staff import checks
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

    def send(endpoint, p256dh, auth, message, operator, **more):
        heard.said.append((endpoint, json.loads(message), operator))
        if heard.status:
            raise web_push.Refused(heard.status)

    monkeypatch.setattr(web_push, "send", send)
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
    (endpoint, said, operator), *rest = pushed.said
    assert rest == []
    assert endpoint == BROWSER
    assert said["title"] == f"{game.name} needs you"
    assert said["url"] == f"/t/{game.pk}/"
    assert set(said) == {"title", "body", "url", "tag"}
    assert operator.contact.startswith("mailto:")
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


encoded, decoded = web_push.encoded, web_push.decoded


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decoded(text), "big"), ec.SECP256R1())


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def opened(body: bytes, browser: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """What a browser does with a push: RFC 8188 and 8291, from the other side."""
    salt, length = body[:16], body[20]
    sender, sealed = body[21 : 21 + length], body[21 + length :]
    known = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)

    def derived(salt: bytes, material: bytes, info: bytes, size: int) -> bytes:
        return HKDF(hashes.SHA256(), size, salt, info).derive(material)

    info = b"WebPush: info\0" + point_of(browser) + sender
    material = derived(auth, browser.exchange(ec.ECDH(), known), info, 32)
    key = derived(salt, material, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(salt, material, b"Content-Encoding: nonce\0", 12)
    plain = AESGCM(key).decrypt(nonce, sealed, None)
    assert plain.endswith(b"\x02"), "the last record ends with its mark"
    return plain[:-1]


RFC_8291 = {
    "message": b"When I grow up, I want to be a watermelon",
    "own": "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
    "browser": (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    ),
    "salt": "DGv6ra1nlYgDCS1FRnbzlw",
    "secret": "BTBZMqHH6r4Tts7J_aSIgg",
    "body": (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6"
        "TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy"
        "4a-fN"
    ),
}
"""Section 5 of the standard, with the keys of its appendix A."""


def test_a_message_is_sealed_as_the_standard_shows_it():
    body = web_push.sealed(
        RFC_8291["message"],
        decoded(RFC_8291["browser"]),
        decoded(RFC_8291["secret"]),
        salt=decoded(RFC_8291["salt"]),
        own=private_key(RFC_8291["own"]),
    )
    assert encoded(body) == RFC_8291["body"]


def test_no_two_pushes_are_sealed_alike():
    keys = decoded(RFC_8291["browser"]), decoded(RFC_8291["secret"])
    assert web_push.sealed(b"a", *keys)[:86] != web_push.sealed(b"a", *keys)[:86]


def test_what_is_too_long_for_a_push_is_not_sealed():
    keys = decoded(RFC_8291["browser"]), decoded(RFC_8291["secret"])
    assert len(web_push.sealed(b"a" * web_push.LONGEST, *keys)) == web_push.RECORD
    with pytest.raises(ValueError, match="too long"):
        web_push.sealed(b"a" * (web_push.LONGEST + 1), *keys)


def test_the_command_makes_keys_that_fit():
    out = StringIO()
    call_command("vapid_keys", stdout=out)
    made = dict(line.split("=", 1) for line in out.getvalue().split())
    assert web_push.public_of(made["PARSEC_VAPID_PRIVATE"]) == made["PARSEC_VAPID_PUBLIC"]


def test_the_doctor_knows_keys_that_do_not_fit(settings):
    settings.PARSEC_VAPID_PUBLIC = settings.PARSEC_VAPID_PRIVATE = ""
    assert checks.push_keys().level == "OK"
    settings.PARSEC_VAPID_PUBLIC, settings.PARSEC_VAPID_PRIVATE = web_push.new_keys()
    assert checks.push_keys().level == "OK"
    settings.PARSEC_VAPID_PUBLIC, _private = web_push.new_keys()
    assert checks.push_keys().level == "FAIL"
    settings.PARSEC_VAPID_PRIVATE = "no key"
    assert checks.push_keys().level == "FAIL"
    settings.PARSEC_VAPID_PRIVATE = ""
    assert checks.push_keys().level == "WARN"


@pytest.fixture
def service():
    """A push service on this machine: what was posted to it, and how it answers."""
    heard = SimpleNamespace(posted=[], status=201)

    class Service(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            heard.posted.append((self.path, self.headers, body))
            self.send_response(heard.status)
            if heard.status in (301, 302, 307, 308):
                self.send_header("Location", f"{heard.origin}/elsewhere")
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
    browser = ec.generate_private_key(ec.SECP256R1())
    settings.PARSEC_VAPID_PUBLIC, settings.PARSEC_VAPID_PRIVATE = web_push.new_keys()
    operator = private_key(settings.PARSEC_VAPID_PRIVATE)
    auth = b"sixteen bytes ok"
    PushSubscription.objects.create(
        player=red.player,
        endpoint=f"{service.origin}/send/abc",
        p256dh=encoded(point_of(browser)),
        auth=encoded(auth),
    )
    prompt = Prompt.objects.filter(seat=red, waiting=True).first()
    push.your_turn(prompt.pk)
    [(path, headers, body)] = service.posted
    assert path == "/send/abc"
    assert headers["Content-Encoding"] == "aes128gcm"
    assert headers["TTL"] == str(push.KEPT_SECONDS)
    assert red.game.name.encode() not in body, "the service cannot read it"
    said = json.loads(opened(body, browser, auth))
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

    for moved in (302, 307, 308):
        service.status = moved
        push.your_turn(prompt.pk)
    assert [path for path, _headers, _body in service.posted] == ["/send/abc"] * 4
    assert PushSubscription.objects.get().failures == 3, "nothing is posted where a service points"
    service.status = 410
    push.your_turn(prompt.pk)
    assert not PushSubscription.objects.exists(), "a browser that is gone is forgotten"
