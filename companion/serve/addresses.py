"""The addresses of this machine: which of them a phone can open, the likeliest first, and what is printed of them."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import segno

NO_WIFI = (  # a phone in the kitchen is hardly in a VPN, nor among a machine's own guests
    *("docker", "podman", "lxcbr", "lxdbr", "cni", "incusbr", "virbr", "br-", "veth", "vmnet", "vboxnet"),
    *("tun", "tap", "utun", "wg", "tailscale", "zt", "ppp"),
)
DOWN = ("down", "lowerlayerdown", "notpresent")
ADAPTERS = Path("/sys/class/net")  # of Linux
CONTAINER = (Path("/.dockerenv"), Path("/run/.containerenv"))


class Address(NamedTuple):
    """An address of this machine, and the adapter that it belongs to."""

    address: str
    adapter: str


def announce(listens: tuple[str, int] | str, settings: Mapping[str, Any]) -> None:
    """Flushed, since scripts and tests wait for these lines. A server that listens at a socket has its path."""
    if isinstance(listens, str):
        print(f"Companion is ready on this machine, at the socket {listens}", flush=True)
    else:
        here, reachable = addresses_of(listens[0])
        print(f"Companion is ready on this machine: {url_of(here, listens[1])}/", flush=True)
    if public := settings.get("ADDRESS"):
        print(f"For the phones: {public}/", flush=True)
        _print_code(f"{public}/")
    elif isinstance(listens, str) or settings.get("PROXIES"):
        print("Phones come by the proxy. Set COMPANION_ADDRESS to its address, and it stands here with its code.")
    elif reachable:
        for address, adapter in reachable:
            print(f"For the phones on the same network: {url_of(address, listens[1])}/ ({adapter})", flush=True)
        _print_code(f"{url_of(reachable[0].address, listens[1])}/")
    elif not ipaddress.ip_address(listens[0]).is_loopback and _in_container():
        print("Phones come by the address of the machine that runs this container: set COMPANION_ADDRESS to it.")
    else:
        print("Phones can't reach it: it listens on this machine only, or there is no network.")
    print("Stop it with Ctrl+C.", flush=True)


def _print_code(address: str) -> None:
    try:
        segno.make(address, error="l").terminal(compact=True)
    except UnicodeEncodeError:  # a terminal without block characters still has the address above
        print("(this terminal can't show the QR code)")


def addresses_of(host: str) -> tuple[str, list[Address]]:
    """Where this machine finds a listener on `host`, and where phones do, the likeliest first."""
    address = ipaddress.ip_address(host)
    if address.is_loopback:
        return host, []
    known = _reachable()
    if not address.is_unspecified:
        return host, [one for one in known if one.address == host] or [Address(host, "as told")]
    here = "127.0.0.1" if address.version == 4 else "::1"
    return here, sorted((one for one in known if address.version == 6 or ":" not in one.address), key=_unlikely)


def _reachable() -> list[Address]:
    """Every address of this machine that another one could reach, whether or not there is a way to the internet."""
    import ifaddr  # which looks for the C library in a process of its own: a tenth of a start that nobody else needs

    found, in_container = [], _in_container()
    for adapter in ifaddr.get_adapters():
        if _said_of(adapter.nice_name, "operstate") in DOWN or (in_container and _is_bridged(adapter.nice_name)):
            continue
        for ip in adapter.ips:
            address = str(ip.ip if ip.is_IPv4 else ip.ip[0])
            parsed = ipaddress.ip_address(address)
            if not parsed.is_loopback and not parsed.is_link_local:
                found.append(Address(address, adapter.nice_name))
    return found


def _in_container() -> bool:
    return any(file.exists() for file in CONTAINER)


def _is_bridged(adapter: str) -> bool:
    """Its other end is in the machine that runs the container: no phone finds it by an address of this side."""
    return _said_of(adapter, "iflink") != _said_of(adapter, "ifindex") and "DEVTYPE" not in _said_of(adapter, "uevent")


def _said_of(adapter: str, what: str) -> str:
    """Nothing, where the system doesn't say."""
    try:
        return (ADAPTERS / adapter / what).read_text().strip()
    except (OSError, ValueError):
        return ""


def _unlikely(one: Address) -> tuple[bool, bool]:
    """IPv4 is shorter to type."""
    return one.adapter.lower().startswith(NO_WIFI), ":" in one.address


def url_of(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
