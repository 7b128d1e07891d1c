"""Where the server listens, and which addresses it tells."""

import socket
import threading
from typing import NamedTuple

import ifaddr
import pytest

from companion import serve as server


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
    server.announce("0.0.0.0", 8000)
    said = capsys.readouterr().out
    assert said.startswith("Companion is ready on this machine: http://127.0.0.1:8000/\n")
    assert "http://192.168.1.20:8000/ (wlan0)\n" in said
    assert "▀" in said


def test_every_address_is_told_with_what_it_belongs_to_and_a_vpn_comes_last(machine):
    machine(LOOPBACK, VPN, WIFI, adapter("docker0", "172.17.0.1"))
    here, places = server.addresses("0.0.0.0")
    assert (here, [place.adapter for place in places]) == ("127.0.0.1", ["wlan0", "tun0", "docker0"])


def test_no_address_is_told_that_only_the_cable_itself_knows(machine):
    machine(LOOPBACK, adapter("eth0", "fe80::1", "169.254.3.4", "10.0.0.5", "2001:db8::5"))
    assert [place.address for place in server.addresses("0.0.0.0")[1]] == ["10.0.0.5"]
    assert [place.address for place in server.addresses("::")[1]] == ["10.0.0.5", "2001:db8::5"]


def test_an_address_that_was_told_is_the_only_one(machine):
    machine(LOOPBACK, WIFI, VPN)
    assert server.addresses("10.8.0.2") == ("10.8.0.2", [("10.8.0.2", "tun0")])
    assert server.addresses("127.0.0.1") == ("127.0.0.1", [])


def test_without_a_network_it_says_that_phones_cant_come(capsys, machine):
    machine(LOOPBACK)
    server.announce("0.0.0.0", 8000)
    assert "Phones can't reach it" in capsys.readouterr().out


def test_an_ipv6_address_stands_in_brackets(capsys):
    server.announce("::1", 8000)
    assert "http://[::1]:8000/" in capsys.readouterr().out


def test_where_no_port_is_told_the_next_one_that_is_free_will_do(taken, monkeypatch):
    monkeypatch.setattr(server, "USUAL_PORT", taken)
    with server.listen("127.0.0.1", None) as listener:
        assert taken < listener.getsockname()[1] < taken + 20


def test_a_port_that_was_told_is_waited_for_while_the_server_before_stops():
    """Phones that know its address must find it there: after a restart it is the same."""
    with socket.create_server(("127.0.0.1", 0)) as before:
        port = before.getsockname()[1]
        stops = threading.Timer(0.3, before.close)
        stops.start()
        with server.listen("127.0.0.1", port) as listener:
            assert listener.getsockname()[1] == port
        stops.join()


def test_a_port_that_stays_taken_is_an_error(taken, monkeypatch):
    monkeypatch.setattr(server, "PATIENCE", 0.2)
    with pytest.raises(server.NoServer, match=f"port {taken} is taken: stop what listens there"):
        server.listen("127.0.0.1", taken)


def test_a_server_that_hung_up_on_a_phone_starts_again_on_the_same_port():
    with server.listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)) as phone:
            listener.accept()[0].close()
            assert phone.recv(1) == b""
    with server.listen("127.0.0.1", port) as again:
        assert again.getsockname()[1] == port
