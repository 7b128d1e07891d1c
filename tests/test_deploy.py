"""The files in deploy/ and the pages about hosting say what Companion understands, and are run as far as can be."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from urllib.parse import urlencode

import pytest
import yaml

from companion import settings
from companion.cli import _parser
from load.served import served

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
PAGES = [*sorted(DEPLOY.iterdir()), *(ROOT / "docs" / f"{name}.md" for name in ("hosting", "updating"))]
COMPANION = [sys.executable, "-m", "companion"]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_what_is_set_there_is_a_setting(page):
    known = {f"COMPANION_{setting.name}" for setting in settings.SETTINGS}
    assert set(re.findall(r"COMPANION_[A-Z_]+", page.read_text(encoding="utf-8"))) <= known


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_what_is_typed_there_is_a_command(page):
    text = page.read_text(encoding="utf-8")
    typed = re.findall(r"(?:bin/companion|^companion) ([a-z][^`\n#|>]*)", text, re.M)
    for command in typed:
        _parser().parse_args(command.replace("…", "x").split())
    if page.suffix == ".service":
        assert typed


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd isn't there")
def test_systemd_understands_its_units(tmp_path):
    for unit in (path for path in DEPLOY.iterdir() if path.suffix in (".service", ".timer")):
        text = re.sub(r"(?m)^ExecStart=\S+", "ExecStart=/bin/true", unit.read_text())
        (tmp_path / unit.name).write_text(text)
    for unit in tmp_path.iterdir():
        done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, ""), unit.name


def test_caddy_passes_on_no_hundreds_of_requests_that_came_by_one_connection(missing):
    if not shutil.which("caddy"):
        missing("caddy")
    command = ["caddy", "adapt", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    adapted = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    servers = json.loads(adapted.stdout)["apps"]["http"]["servers"]
    assert [server["protocols"] for server in servers.values()] == [["h1"]]


@pytest.mark.parametrize("name", ["compose.yaml", "compose-club.yaml"])
def test_what_a_compose_file_names_is_there(name):
    said = yaml.safe_load((DEPLOY / name).read_text())
    for service in said["services"].values():
        if "build" in service:
            assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
        assert set(service.get("depends_on", ())) <= said["services"].keys()
        # Debian 12's podman-compose leaves ${NAME:-} as it stands, and hands that on
        assert not re.search(r":?-\}", str(service.get("environment")))
        for volume in service.get("volumes", ()):
            place = volume.partition(":")[0]
            assert (DEPLOY / place).exists() if place.startswith(".") else place in said["volumes"]


def test_what_is_typed_for_a_container_names_one_that_there_is():
    """Through podman-compose it would not do: Debian 12's writes its own lines into a backup."""
    said = [yaml.safe_load((DEPLOY / name).read_text()) for name in ("compose.yaml", "compose-club.yaml")]
    services = [service for one in said for service in one["services"].values()]
    page = (ROOT / "docs" / "hosting.md").read_text()
    named = re.findall(r"^podman exec (?:-i )?(\S+)", page, re.M)
    assert len(named) == 3
    assert set(named) <= {service.get("container_name") for service in services}
    assert "compose exec" not in re.sub(r" -f \S+", "", page)
    (volume, image) = re.search(r"^podman run .*-v (\S+):/data (\S+) restore", page, re.M).groups()
    assert volume == said[0]["volumes"]["data"]["name"]
    assert image == said[0]["services"]["companion"]["image"]


def test_a_container_runs_as_nobody_special_and_asks_how_it_is():
    text = (DEPLOY / "Containerfile").read_text()
    assert re.search(r"^USER companion$", text, re.M)
    assert 'CMD ["companion", "health"]' in text
    assert not re.search(r"apt-get|gcc|build-essential", text)
    ignored = (ROOT / ".containerignore").read_text().split()
    assert {".git", ".venv", "instance", "tests"} <= set(ignored)


# Run


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_systemd_is_told_that_it_is_ready_and_goes_on_answering(tmp_path, workers):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(20)
        told = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "400000"}
        command = [*COMPANION, "--host", "127.0.0.1", "--port", "0", "--instance", str(tmp_path), "--workers", workers]
        with served(command, told) as server:
            heard = []
            while heard.count(b"WATCHDOG=1") < 2:
                heard.append(systemd.recv(200).split(b"\n")[0])
            server.stop()
            while b"STOPPING=1" not in heard:
                heard.append(systemd.recv(200).split(b"\n")[0])
    assert heard.index(b"READY=1") < heard.index(b"WATCHDOG=1")


@pytest.fixture
def free_ports():
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as other:
        return one.getsockname()[1], other.getsockname()[1]


@pytest.mark.slow
@pytest.mark.parametrize(("proxy", "path"), [("nginx", ""), ("nginx", "/cards"), ("caddy", "")])
def test_by_a_proxy_as_it_is_described_the_server_knows_its_address(tmp_path, free_ports, missing, proxy, path):
    """And `companion doctor` finds nothing to do about it."""
    program = shutil.which(proxy)
    if not program:
        missing(proxy)
    ours, theirs = free_ports
    if proxy == "nginx":
        places = (DEPLOY / "nginx.conf").read_text().replace("127.0.0.1:8000", f"127.0.0.1:{ours}")
        temporary = " ".join(
            f"{kind}_temp_path {tmp_path}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        (tmp_path / "conf").write_text(
            f"pid {tmp_path}/pid; error_log stderr; daemon off; events {{}}\n"
            f"http {{ access_log off; {temporary} server {{ listen 127.0.0.1:{theirs};\n{places}\n}} }}"
        )
        command = [program, "-c", str(tmp_path / "conf"), "-p", str(tmp_path)]
    else:
        command = [program, "run", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    public = f"http://127.0.0.1:{theirs}{path}"
    told = {
        **os.environ,
        **{"CLUB": f"http://127.0.0.1:{theirs}", "COMPANION": f"127.0.0.1:{ours}", "HOME": str(tmp_path)},
        **{"COMPANION_PROXIES": "1", "COMPANION_ADDRESS": public, "COMPANION_INSTANCE": str(tmp_path / "data")},
        **{"COMPANION_HOST": "127.0.0.1", "COMPANION_PORT": str(ours)},
    }
    server = subprocess.Popen(COMPANION, env=told, stdout=subprocess.PIPE, text=True)
    before = subprocess.Popen(command, env=told, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while "Ctrl+C" not in server.stdout.readline():
            pass
        until = time.monotonic() + 20
        while time.monotonic() < until and before.poll() is None:
            health = subprocess.run([*COMPANION, "health", public], env=told, capture_output=True, text=True)
            if health.returncode == 0:
                break
            time.sleep(0.2)
        assert health.returncode == 0, health.stderr
        said = subprocess.run([*COMPANION, "doctor"], env=told, capture_output=True, text=True).stdout
        assert f"fine: phones open {public}/, and the server knows it by that name" in said
        names = [
            (field, "😀" * 23 + str(seat)) for field, many in (("player", 6), ("shapes", 9)) for seat in range(many)
        ]
        asked = urllib.request.Request(f"{public}/new/pasta?{urlencode(names)}", headers={"HX-Request": "true"})
        with urllib.request.urlopen(asked, timeout=20) as answer:
            assert len(answer.headers["HX-Replace-Url"]) > 4096, "it has come through the proxy with all that was typed"
    finally:
        for process in (before, server):
            process.terminate()
            process.communicate(timeout=20)
