"""The files a real server is started with, read and tried as far as no engine is needed.

All of them start the same processes: Procfile, systemd's units, the containers. Where systemd,
nginx or Caddy are installed, their own checkers look at the files, too.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from honcho.environ import parse_procfile
from waitress.adjustments import Adjustments

from notifications.inbound import webhook
from pbem.services.environment import ROOT

UNITS = sorted((ROOT / "contrib/systemd").glob("*.service"))
BIN = Path(sys.executable).parent
OWN = ("web", "people", "worker", "beat", "door")


def compose() -> dict[str, Any]:
    return yaml.safe_load((ROOT / "compose.yaml").read_text())


def unit(path: Path) -> ConfigParser:
    parsed = ConfigParser(strict=False, interpolation=None, delimiters="=")
    parsed.optionxform = str  # type: ignore[assignment,method-assign]
    parsed.read(path)
    return parsed


def of_procfile() -> dict[str, list[str]]:
    text = (ROOT / "Procfile").read_text()
    text = re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", text)
    return {name: shlex.split(line)[1:] for name, line in parse_procfile(text).processes.items()}


def of_units() -> dict[str, list[str]]:
    found = {}
    for path in UNITS:
        service = unit(path)["Service"]
        given = dict(re.findall(r"(PARSEC_\w+)=(\S+)", path.read_text()))
        line = service["ExecStart"].replace("%%", "%")
        for name, value in given.items():
            line = line.replace(f"${{{name}}}", value)
        words = shlex.split(line)
        found[path.stem.removeprefix("parsec-")] = [Path(words[0]).name, *words[1:]]
    return found


def of_compose() -> dict[str, list[str]]:
    services = compose()["services"]
    return {name: services[name]["command"] for name in OWN}


def test_they_all_start_the_same_processes():
    procfile, units, containers = of_procfile(), of_units(), of_compose()
    assert tuple(procfile) == OWN
    assert {name: units[name] for name in OWN} == procfile
    assert units["poll"] == ["python", "manage.py", "imappoll"]
    there = ("--listen=", "--trusted-proxy=")
    for name in OWN:
        mine, theirs = (
            [word for word in words[name] if not word.startswith(there)]
            for words in (procfile, containers)
        )
        assert mine == theirs
    assert len(containers["web"]) == len(procfile["web"])


HELPS = {
    "waitress-serve": ["waitress-serve", "--help"],
    "celery worker": ["celery", "-A", "pbem", "worker", "--help"],
    "celery beat": ["celery", "-A", "pbem", "beat", "--help"],
    "python smtpdoor": ["python", "manage.py", "smtpdoor", "--help"],
    "python imappoll": ["python", "manage.py", "imappoll", "--help"],
    "python migrate": ["python", "manage.py", "migrate", "--help"],
    "python collectstatic": ["python", "manage.py", "collectstatic", "--help"],
}


def commands() -> list[list[str]]:
    services = compose()["services"]
    prepare = services["prepare"]["command"][2].split(" && ")
    return [*of_procfile().values(), *of_units().values(), *map(shlex.split, prepare)]


def kind(words: list[str]) -> str:
    subcommand = next(
        (w for w in words[1:] if w in ("worker", "beat")), words[min(2, len(words) - 1)]
    )
    return words[0] if words[0] == "waitress-serve" else f"{words[0]} {subcommand}"


@pytest.mark.parametrize("name", HELPS)
def test_every_command_exists_and_knows_its_options(name):
    command = HELPS[name]
    done = subprocess.run(
        [BIN / command[0], *command[1:]], cwd=ROOT, capture_output=True, text=True, env=os.environ
    )
    assert done.returncode == 0, done.stderr
    used = {
        option.partition("=")[0]
        for words in commands()
        if kind(words) == name
        for option in words[1:]
        if option.startswith("-")
    }
    if name == "waitress-serve":  # whose help leaves some out
        for words in commands():
            if kind(words) == name:
                Adjustments.parse_args(words[1:])
        return
    known = set(re.findall(r"(?<![\w-])--?[\w-]+", done.stdout)) | {"-A", "-q"}
    assert used <= known, used - known


def test_no_command_is_left_untried():
    assert {kind(words) for words in commands()} == set(HELPS)


@pytest.mark.parametrize("path", UNITS, ids=lambda p: p.stem)
def test_units_restart_are_bounded_and_hardened(path):
    service = unit(path)["Service"]
    assert service["Restart"] == "always"
    assert unit(path)["Unit"]["StartLimitIntervalSec"] == "0"
    assert {"MemoryMax", "TasksMax", "LimitNOFILE"} <= set(service)
    assert service["ProtectSystem"] == "strict"
    assert service["NoNewPrivileges"] == service["PrivateDevices"] == "yes"
    assert service["CapabilityBoundingSet"] == ""
    assert service["User"] == "parsec"


def test_systemd_finds_no_fault(tmp_path):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze here")
    for path in (ROOT / "contrib/systemd").glob("parsec*"):
        text = path.read_text().replace("/srv/parsec/.venv/bin", str(BIN))
        (tmp_path / path.name).write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", *map(str, tmp_path.iterdir())], capture_output=True, text=True
    )
    ours = [line for line in done.stderr.splitlines() if "parsec" in line]
    assert ours == []


def test_containers_restart_are_bounded_and_reach_only_what_they_need():
    made = compose()
    services = made["services"]
    assert set(services) == {*OWN, "prepare", "postgres", "redis", "proxy"}
    for name, service in services.items():
        assert service["restart"] == ("no" if name == "prepare" else "always")
        assert "mem_limit" in service
        assert service["logging"]["options"]["max-size"]
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in made["volumes"] or (ROOT / source).exists()
        assert set(service.get("depends_on", ())) <= set(services)
        if "build" not in service:
            assert re.fullmatch(r"[\w/]+:\d[\w.-]*", service["image"]), "a version is named"
    published = {name for name, service in services.items() if "ports" in service}
    assert published == {"door", "proxy"}
    assert all(port.startswith("127.0.0.1:") for port in services["door"]["ports"])
    for name in OWN:
        assert services[name]["cap_drop"] == ["ALL"]
        assert services[name]["read_only"] is True


def test_the_image_is_made_of_what_is_there_and_runs_as_nobody_special():
    lines = (ROOT / "Dockerfile").read_text().replace("\\\n", " ").splitlines()
    steps = [line.split(None, 1) for line in lines if line and not line.startswith("#")]
    images = [what.split()[0] for step, what in steps if step == "FROM"]
    assert all(re.fullmatch(r"python:3\.1[1-4]-slim-\w+", image) for image in images)
    for step, what in steps:
        if step == "COPY" and not what.startswith("--from"):
            for source in what.split()[:-1]:
                assert (ROOT / source).exists(), source
                assert source not in (ROOT / ".dockerignore").read_text().split()
    assert [what for step, what in steps if step == "USER"] == ["parsec"]
    command = json.loads(next(what for step, what in steps if step == "CMD"))
    assert kind(command) == "waitress-serve"
    runtime = (ROOT / "requirements.txt").read_text().partition("# --- Tests")[0]
    assert "Django==" in runtime
    assert "pytest" not in runtime


LIMIT = webhook.MOST_OF_A_WEBHOOK


def test_bodies_are_bounded_alike_everywhere():
    for words in (of_procfile()["web"], of_units()["web"], of_compose()["web"]):
        assert f"--max-request-body-size={LIMIT}" in words
    nginx = (ROOT / "contrib/proxy/nginx.conf").read_text()
    assert re.findall(r"client_max_body_size (\d+)m", nginx) == ["3", str(LIMIT // 2**20)]
    assert "max_size 16MiB" in (ROOT / "contrib/proxy/Caddyfile").read_text()
    assert webhook.MOST_OF_A_FORM < 3_000_000


def test_nginx_finds_no_fault(tmp_path):
    if shutil.which("nginx") is None:
        pytest.skip("no nginx here")
    certificates = ROOT / "tests/notifications/inbound/tls/localhost.pem"
    text = (ROOT / "contrib/proxy/nginx.conf").read_text()
    text = re.sub(r"(ssl_certificate(?:_key)?) \S+;", rf"\1 {certificates};", text)
    (tmp_path / "nginx.conf").write_text(
        f"pid {tmp_path}/pid; error_log {tmp_path}/log; events {{}}\n"
        f"http {{ access_log off; {text} }}"
    )
    done = subprocess.run(
        ["nginx", "-t", "-q", "-p", tmp_path, "-c", tmp_path / "nginx.conf"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def test_caddy_finds_no_fault(tmp_path):
    if shutil.which("caddy") is None:
        pytest.skip("no caddy here")
    done = subprocess.run(
        ["caddy", "adapt", "--config", ROOT / "contrib/proxy/Caddyfile", "--validate"],
        env={**os.environ, "PARSEC_SITE": "localhost", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
