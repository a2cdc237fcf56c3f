"""Web push as the standards have it: a message only one browser can read, signed by the operator.

RFC 8291 encrypts for the browser's key, RFC 8188 is the shape of the body, and RFC 8292 (VAPID)
proves to the push service who sends.
"""

import json
import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CURVE = ec.SECP256R1()
RECORD = 4096
"""The size of the one record that a message is; a push service takes no more."""
LONGEST = RECORD - 103
"""Bytes of a message: the head of the body, the end mark and the proof take the rest."""
PROVEN_FOR = 12 * 3600
"""Seconds for which a signature holds; a service refuses more than 24 hours."""


class Refused(Exception):
    """Raised when a push service does not take a message. `status`: its answer."""

    def __init__(self, status: int) -> None:
        super().__init__(f"answered {status}")
        self.status = status


class Operator(NamedTuple):
    """Who sends: the private key of VAPID and how to reach its owner, as `mailto:`."""

    private: str
    contact: str


def new_keys() -> tuple[str, str]:
    """Return a new pair for PARSEC_VAPID_PUBLIC and PARSEC_VAPID_PRIVATE."""
    made = ec.generate_private_key(CURVE)
    number = made.private_numbers().private_value
    return encoded(_point(made.public_key())), encoded(number.to_bytes(32, "big"))


def public_of(private: str) -> str:
    """Return the public half of a private key. Raises ValueError if it is none."""
    return encoded(_point(_private_key(private).public_key()))


def send(
    endpoint: str,
    p256dh: str,
    auth: str,
    message: bytes,
    operator: Operator,
    *,
    ttl: int,
    timeout: float,
) -> None:
    """Hand a message for a browser to its push service, which keeps it for `ttl` seconds.

    Raises Refused, OSError if the service cannot be reached, ValueError for keys that are none. A
    service that points elsewhere is not followed.
    """
    import requests  # takes a while to import, and few need it

    headers = {
        "Authorization": proof(endpoint, operator, int(time.time()) + PROVEN_FOR),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(ttl),
    }
    body = sealed(message, decoded(p256dh), decoded(auth))
    answer = requests.post(
        endpoint, data=body, headers=headers, timeout=timeout, allow_redirects=False
    )
    if not 200 <= answer.status_code < 300:
        raise Refused(answer.status_code)


def sealed(
    message: bytes,
    browser: bytes,
    secret: bytes,
    salt: bytes | None = None,
    own: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Return the message as a body that only this browser can read (RFC 8291, section 3).

    `browser`: its public point; `secret`: what it shares with whoever may write to it. `salt` and
    `own` are drawn anew for each message.
    """
    if len(message) > LONGEST:
        raise ValueError("too long for one push")
    salt = salt or os.urandom(16)
    own = own or ec.generate_private_key(CURVE)
    point = _point(own.public_key())
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser))
    material = _derived(secret, shared, b"WebPush: info\0" + browser + point, 32)
    key = _derived(salt, material, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, material, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(point)]) + point
    return head + AESGCM(key).encrypt(nonce, message + b"\x02", None)


def proof(endpoint: str, operator: Operator, until: int) -> str:
    """Return the header that proves who sends (RFC 8292), to this service and until then."""
    where = urlsplit(endpoint)
    origin = f"{where.scheme}://{where.netloc}"
    claims: dict[str, str | int] = {"aud": origin, "exp": until, "sub": operator.contact}
    said = f"{_as_json({'typ': 'JWT', 'alg': 'ES256'})}.{_as_json(claims)}"
    key = _private_key(operator.private)
    r, s = utils.decode_dss_signature(key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
    signature = encoded(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={said}.{signature}, k={encoded(_point(key.public_key()))}"


def encoded(raw: bytes) -> str:
    """Write bytes as all keys of web push are written: base64 for addresses, without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _private_key(text: str) -> ec.EllipticCurvePrivateKey:
    raw = decoded(text)
    if len(raw) != 32:
        raise ValueError("a private key of VAPID has 32 bytes")
    return ec.derive_private_key(int.from_bytes(raw, "big"), CURVE)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def _derived(salt: bytes, material: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(material)


def _as_json(part: Mapping[str, str | int]) -> str:
    return encoded(json.dumps(part, separators=(",", ":")).encode())
