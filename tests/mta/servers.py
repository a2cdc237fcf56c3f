"""A real Postfix and a real Dovecot in temporary folders, with the lines of docs/mail.md."""

from __future__ import annotations

import os
import re
import shutil
import smtplib
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem.services.environment import ROOT

TLS = ROOT / "tests/notifications/inbound/tls"
PASSWORD = "pa55word"
SERVICES = """
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
proxywrite unix - - n - 1 proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""


def needed(*programs: str) -> None:
    """Skip, with a word, where a mail server is missing or may not be started."""
    missing = [name for name in programs if shutil.which(name, path=_path()) is None]
    if missing:
        pytest.skip(f"no {' and no '.join(missing)} here; CI installs them")
    if os.geteuid() != 0:
        pytest.skip("only root can start a mail server; CI does")


def _path() -> str:
    return os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/lib/postfix/sbin"])


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until(true: Callable[[], object], patience: float = 30.0) -> None:
    deadline = time.monotonic() + patience
    while not true():
        assert time.monotonic() < deadline, "not in time"
        time.sleep(0.1)


def listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except OSError:
        return False
    return True


def documented_lines(heading: str) -> str:
    """The indented lines of a section of docs/mail.md that are main.cf's."""
    text = (ROOT / "docs/mail.md").read_text()
    section = text.partition(f"### {heading}\n")[2].partition("\n### ")[0]
    found = re.search(r"(?:^    \S.*\n|^        \S.*\n)+", section, re.MULTILINE)
    assert found is not None
    return re.sub(r"^    ", "", found[0], flags=re.MULTILINE)


@contextmanager
def _open_folder() -> Iterator[Path]:
    """A folder that the servers' own users may enter, which pytest's are not."""
    with tempfile.TemporaryDirectory(prefix="parsec-mta-") as made:
        folder = Path(made)
        folder.chmod(0o755)
        try:
            yield folder
        finally:
            log = folder / "log"
            print(log.read_text()[-3000:] if log.exists() else "no log")


@contextmanager
def postfix(domain: str, lmtp: int) -> Iterator[int]:
    """Its port. Nobody is of its network, as the outside world is not; its short memory is
    shorter still, for who cannot wait for minutes."""
    needed("postfix", "postconf")
    with _open_folder() as folder:
        yield from _postfix(folder, domain, lmtp)


def _postfix(folder: Path, domain: str, lmtp: int) -> Iterator[int]:
    port = free_port()
    config, queue, data = folder / "etc", folder / "queue", folder / "data"
    for made in (config, queue, data):
        made.mkdir()
    shutil.chown(data, "postfix")
    documented = documented_lines("With Postfix, LMTP").replace("post.example.org", domain)
    for minutes, seconds in (("1m", "8s"), ("30s", "4s"), ("5m", "6s")):
        documented = documented.replace(f"_time = {minutes}", f"_time = {seconds}")
    (config / "main.cf").write_text(
        f"compatibility_level = 3.6\nqueue_directory = {queue}\ndata_directory = {data}\n"
        "mail_owner = postfix\nsetgid_group = postdrop\ninet_interfaces = 127.0.0.1\n"
        "inet_protocols = ipv4\nmyhostname = mx.localhost\nmydestination =\n"
        "mynetworks = 192.0.2.0/24\nsmtp_dns_support_level = disabled\n"
        f"maillog_file = {folder}/log\nmaillog_file_prefixes = {folder}\n"
        + documented.replace("127.0.0.1:8024", f"127.0.0.1:{lmtp}")
    )
    smtpd = f"127.0.0.1:{port} inet n - n - - smtpd\n"
    (config / "master.cf").write_text(smtpd + SERVICES.lstrip())
    command = ["postfix", "-c", str(config)]
    env = {**os.environ, "PATH": _path()}
    started = subprocess.run([*command, "start"], capture_output=True, text=True, env=env)
    try:
        assert started.returncode == 0, started.stderr
        until(lambda: listens(port))
        yield port
    finally:
        subprocess.run([*command, "stop"], capture_output=True, env=env)


@contextmanager
def dovecot(certificate: str) -> Iterator[int]:
    """Its port, for IMAP over TLS."""
    needed("dovecot")
    with _open_folder() as folder:
        yield from _dovecot(folder, certificate)


def _dovecot(folder: Path, certificate: str) -> Iterator[int]:
    port = free_port()
    mails = folder / "mails"
    mails.mkdir()
    shutil.chown(mails, "nobody")
    (folder / "dovecot.conf").write_text(
        f"""
base_dir = {folder}/run
log_path = {folder}/log
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <{TLS / certificate}
ssl_key = <{TLS / certificate}
mail_location = maildir:{mails}
first_valid_uid = 1
passdb {{
  driver = static
  args = password={PASSWORD}
}}
userdb {{
  driver = static
  args = uid=nobody gid=nogroup home={mails}
}}
service imap-login {{
  inet_listener imap {{
    port = 0
  }}
  inet_listener imaps {{
    port = {port}
    ssl = yes
  }}
}}
"""
    )
    process = subprocess.Popen(["dovecot", "-F", "-c", folder / "dovecot.conf"])
    try:
        until(lambda: listens(port))
        yield port
    finally:
        process.terminate()
        process.wait(20)


@contextmanager
def door(lmtp: int, env: dict[str, str]) -> Iterator[None]:
    """The project's own process that takes mail in."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "smtpdoor"],
        cwd=ROOT,
        env={
            **env,
            "PARSEC_LMTP_DOOR": f"127.0.0.1:{lmtp}",
            "PARSEC_SMTP_DOOR": f"127.0.0.1:{free_port()}",
        },
    )
    try:
        until(lambda: listens(lmtp))
        yield
    finally:
        process.terminate()
        process.wait(20)


def offered(port: int, recipient: str) -> tuple[int, str]:
    """What a mail server says to a recipient, asked from the outside."""
    with smtplib.SMTP("127.0.0.1", port, timeout=60) as client:
        client.ehlo("mail.example.org")
        client.mail("ada@example.org")
        code, said = client.rcpt(recipient)
        return code, said.decode()
