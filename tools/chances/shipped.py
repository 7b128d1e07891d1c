"""The files that the rules ship: what was learnt as float16, and the record of the run that learnt it."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import numpy as np

from companion.rules.fiasko import chances
from tools.chances.net import Net
from tools.chances.players import MOST, PARTS, Nets, usual_hands

SHIPPED = Path(chances.__file__).with_name("chances.bin")
RECORD = Path(__file__).with_name("record.json")


def packed(nets: Mapping[int, Nets]) -> bytes:
    """A line of how many usual hands there are, and of each net its seats and how wide it is; then all the numbers."""
    shapes, numbers = [f"{MOST + 1} 6 {PARTS} 5"], [usual_hands().astype("<f2").tobytes()]
    for seats, both in sorted(nets.items()):
        for net in (both.public, both.own):
            wide = [net.layers[0][0].shape[0], *(bias.size for _, bias in net.layers)]
            shapes.append(" ".join(map(str, (seats, *wide))))
            for weights, bias in net.layers:
                numbers += [weights.astype("<f2").tobytes(), bias.astype("<f2").tobytes()]
    return ";".join(shapes).encode("ascii") + b"\n" + b"".join(numbers)


def unpacked(data: bytes) -> dict[int, Nets]:
    head, numbers = data.split(b"\n", 1)
    hands, *shapes = ([int(it) for it in part.split()] for part in head.decode("ascii").split(";"))
    flat, at = np.frombuffer(numbers, dtype="<f2").astype(np.float32), int(np.prod(hands))
    found: dict[int, list[Net]] = {}
    for seats, *wide in shapes:
        net = Net((), np.random.default_rng(0))
        for into, out in pairwise(wide):
            weights, bias = flat[at : at + into * out], flat[at + into * out : at + into * out + out]
            net.layers.append((weights.reshape(into, out).copy(), bias.copy()))
            at += into * out + out
        found.setdefault(seats, []).append(net)
    return {seats: Nets(*both) for seats, both in found.items()}


def digest(data: bytes) -> str:
    return sha256(data).hexdigest()
