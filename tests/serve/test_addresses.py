"""Where the server listens, and which addresses it tells."""

import socket
import threading
from typing import NamedTuple

import ifaddr
import pytest

from companion.serve import addresses as server
from companion.serve import listener as ports


class Adapter(NamedTuple):
    """As ifaddr finds them."""

    nice_name: str
    ips: list[ifaddr.IP]


def adapter(name, *addresses):
    return Adapter(name, [ifaddr.IP((ip, 0, 0) if ":" in ip else ip, 24, name) for ip in addresses])


@pytest.fixture
def machine(monkeypatch):
    """A machine with these adapters."""
    return lambda *adapters: monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters)


LOOPBACK, WIFI, VPN = adapter("lo", "127.0.0.1", "::1"), adapter("wlan0", "192.168.1.20"), adapter("tun0", "10.8.0.2")


def test_phones_get_an_address_and_its_qr_code(capsys, machine):
    machine(LOOPBACK, WIFI)
    server.announce(("0.0.0.0", 8000), {})
    said = capsys.readouterr().out
    assert said.startswith("Companion is ready on this machine: http://127.0.0.1:8000/\n")
    assert "http://192.168.1.20:8000/ (wlan0)\n" in said
    assert "▀" in said


def test_every_address_is_told_with_what_it_belongs_to_and_a_vpn_comes_last(machine):
    machine(LOOPBACK, VPN, WIFI, adapter("docker0", "172.17.0.1"))
    here, places = server.addresses_of("0.0.0.0")
    assert (here, [place.adapter for place in places]) == ("127.0.0.1", ["wlan0", "tun0", "docker0"])


def test_no_address_is_told_that_only_the_cable_itself_knows(machine):
    machine(LOOPBACK, adapter("eth0", "fe80::1", "169.254.3.4", "10.0.0.5", "2001:db8::5"))
    assert [place.address for place in server.addresses_of("0.0.0.0")[1]] == ["10.0.0.5"]
    assert [place.address for place in server.addresses_of("::")[1]] == ["10.0.0.5", "2001:db8::5"]


def test_an_address_that_was_told_is_the_only_one(machine):
    machine(LOOPBACK, WIFI, VPN)
    assert server.addresses_of("10.8.0.2") == ("10.8.0.2", [("10.8.0.2", "tun0")])
    assert server.addresses_of("127.0.0.1") == ("127.0.0.1", [])


GUESTS = ("docker0", "podman0", "lxcbr0", "cni-podman0", "virbr0", "incusbr0", "br-5f3a", "veth12ab")


@pytest.mark.parametrize("guests", GUESTS)
def test_the_bridges_of_a_machines_guests_come_after_its_own_network(machine, guests):
    machine(LOOPBACK, adapter(guests, "10.88.0.1"), WIFI)
    assert [place.adapter for place in server.addresses_of("0.0.0.0")[1]] == ["wlan0", guests]


@pytest.fixture
def said_of(monkeypatch, tmp_path):
    """What the system says of an adapter."""
    monkeypatch.setattr(server, "ADAPTERS", tmp_path)

    def write(name, **what):
        (tmp_path / name).mkdir()
        for kind, text in what.items():
            (tmp_path / name / kind).write_text(f"{text}\n")

    return write


def test_an_adapter_that_is_down_is_not_told(machine, said_of):
    machine(LOOPBACK, adapter("eth0", "10.0.0.5"), WIFI, VPN)
    said_of("eth0", operstate="down")
    said_of("wlan0", operstate="up")
    said_of("tun0", operstate="unknown")
    assert [place.adapter for place in server.addresses_of("0.0.0.0")[1]] == ["wlan0", "tun0"]


@pytest.mark.parametrize(("container", "link"), [(True, 12), (False, 12), (True, 2)])
def test_in_a_container_its_own_side_of_the_bridge_is_not_told(
    capsys, machine, said_of, monkeypatch, tmp_path, container, link
):
    """Where it has the machine's own network, that is."""
    machine(LOOPBACK, adapter("eth0", "172.17.0.2"))
    said_of("eth0", iflink=link, ifindex=2)
    monkeypatch.setattr(server, "CONTAINER", (tmp_path if container else tmp_path / "no",))
    server.announce(("0.0.0.0", 8000), {})
    said = capsys.readouterr().out
    bridged = container and link != 2
    assert ("172.17.0.2" in said, "set COMPANION_ADDRESS to it" in said) == (not bridged, bridged)


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_the_public_address_is_told_with_its_code_and_no_other(capsys, machine, host):
    machine(LOOPBACK, WIFI)
    server.announce((host, 8000), {"ADDRESS": "https://cards.example.org"})
    said = capsys.readouterr().out
    assert "For the phones: https://cards.example.org/\n" in said
    assert "▀" in said
    assert "192.168" not in said


def test_behind_a_proxy_it_does_not_say_that_phones_cant_come(capsys, machine):
    machine(LOOPBACK, WIFI)
    server.announce(("127.0.0.1", 8000), {"PROXIES": 1})
    said = capsys.readouterr().out
    assert "Phones can't" not in said
    assert "Set COMPANION_ADDRESS" in said


def test_without_a_network_it_says_that_phones_cant_come(capsys, machine, monkeypatch):
    monkeypatch.setattr(server, "CONTAINER", ())
    machine(LOOPBACK)
    server.announce(("0.0.0.0", 8000), {})
    assert "Phones can't reach it" in capsys.readouterr().out


def test_an_ipv6_address_stands_in_brackets(capsys):
    server.announce(("::1", 8000), {})
    assert "http://[::1]:8000/" in capsys.readouterr().out


def test_where_no_port_is_told_the_next_one_that_is_free_will_do(taken, monkeypatch):
    monkeypatch.setattr(ports, "USUAL_PORT", taken)
    with ports.at_port("127.0.0.1", None) as listener:
        assert taken < listener.getsockname()[1] < taken + 20


def test_a_port_that_was_told_is_waited_for_while_the_server_before_stops():
    """Phones that know its address must find it there: after a restart it is the same."""
    with socket.create_server(("127.0.0.1", 0)) as before:
        port = before.getsockname()[1]
        stops = threading.Timer(0.3, before.close)
        stops.start()
        with ports.at_port("127.0.0.1", port) as listener:
            assert listener.getsockname()[1] == port
        stops.join()


def test_a_port_that_stays_taken_is_an_error(taken, monkeypatch):
    monkeypatch.setattr(ports, "PATIENCE", 0.2)
    with pytest.raises(ports.NoServer, match=f"port {taken} is taken: stop what listens there"):
        ports.at_port("127.0.0.1", taken)


def test_a_server_that_hung_up_on_a_phone_starts_again_on_the_same_port():
    with ports.at_port("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)) as phone:
            listener.accept()[0].close()
            assert phone.recv(1) == b""
    with ports.at_port("127.0.0.1", port) as again:
        assert again.getsockname()[1] == port
