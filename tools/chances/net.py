"""A small net: it learns by Adam from shares of victories, and says a chance for each seat."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from tools.chances.simulator import Array


class Net:
    def __init__(self, sizes: Sequence[int], rng: np.random.Generator) -> None:
        self.layers = [
            (rng.normal(0, np.sqrt(2 / into), (into, out)).astype(np.float32), np.zeros(out, dtype=np.float32))
            for into, out in pairwise(sizes)
        ]

    def chances(self, inputs: Array) -> Array:
        return softmax(self._forward(inputs)[-1])

    def _forward(self, inputs: Array) -> list[Array]:
        passed = [inputs]
        for at, (weights, bias) in enumerate(self.layers):
            out = passed[-1] @ weights + bias
            passed.append(np.maximum(out, 0) if at < len(self.layers) - 1 else out)
        return passed

    def learn(self, inputs: Array, shares: Array, rng: np.random.Generator, epochs: int, rate: float = 0.004) -> None:
        batch, moments = 2048, [np.zeros_like(it) for layer in self.layers for it in layer]
        squares = [np.zeros_like(it) for it in moments]
        step, steps = 0, epochs * (len(inputs) // batch)
        for _ in range(epochs):
            order = rng.permutation(len(inputs))
            for start in range(0, len(inputs) - batch + 1, batch):
                rows = order[start : start + batch]
                step += 1
                pace = rate * (1 - step / steps) + 1e-5
                gradients = self._gradients(inputs[rows].astype(np.float32), shares[rows])
                for at, (it, gradient) in enumerate(zip(self._flat(), gradients, strict=True)):
                    moments[at] += 0.1 * (gradient - moments[at])
                    squares[at] += 0.001 * (gradient**2 - squares[at])
                    mean, square = moments[at] / (1 - 0.9**step), squares[at] / (1 - 0.999**step)
                    it -= pace * mean / (np.sqrt(square) + 1e-8)

    def _flat(self) -> list[Array]:
        return [it for layer in self.layers for it in layer]

    def _gradients(self, inputs: Array, shares: Array) -> list[Array]:
        passed = self._forward(inputs)
        error, found = (softmax(passed[-1]) - shares) / len(inputs), []
        for at in reversed(range(len(self.layers))):
            found += [error.sum(0), passed[at].T @ error]
            error = (error @ self.layers[at][0].T) * (passed[at] > 0)
        return found[::-1]


def softmax(out: Array) -> Array:
    risen = np.exp(out - out.max(1, keepdims=True))
    return np.asarray(risen / risen.sum(1, keepdims=True))


def log_loss(chances: Array, shares: Array) -> float:
    return float(-(shares * np.log(np.maximum(chances, 1e-9))).sum(1).mean())
