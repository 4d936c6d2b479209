"""Which kernel a search runs on: the wavefront, or the compiled one where it is installed and gains.

Both give the same answers, and the same paths, since those are walked back from the answers.
"""

import os
from functools import cache
from typing import TYPE_CHECKING, Any

from ..geometry.bitboard import Bitboard
from .bitboard_search import MoveLayer, SearchResult, search_levels

if TYPE_CHECKING:
    from .numba_search import FastFlood

WORTH_LOADING = 400_000
"""Bits times levels of a search from which it pays to load the compiled kernel."""

MOST_LEVELS = 64
"""Levels that count at most: a search without limit leaves most of its levels empty."""

WORTH_CALLING = 6_000
"""The same, once it is loaded."""


@cache
def compiled() -> Any:
    """The compiled kernel's module; None where numba is not installed."""
    if os.environ.get("FIVEFOOT_KERNEL") == "wavefront":
        return None
    try:
        from . import numba_search
    except ImportError:
        return None
    return numba_search


def search(
    first: int, layers: list[MoveLayer], store: dict[object, object], shut: Bitboard, bits: int, limit: int, level: int
) -> "SearchResult | FastFlood":
    """Everything reachable from bit `first`, by whichever kernel suits; `store` lives as long as the moves."""
    size = bits * min(max(limit - level, 1), MOST_LEVELS)
    loaded = compiled.cache_info().currsize > 0
    if size >= (WORTH_CALLING if loaded else WORTH_LOADING) or os.environ.get("FIVEFOOT_KERNEL") == "fast":
        kernel = compiled()
        if kernel is not None:
            arcs = []
            for layer in layers:
                made = store.get(id(layer.moves))
                if made is None:
                    made = store[id(layer.moves)] = kernel.Arcs(layer, bits)
                arcs.append(made)
            found: FastFlood | None = kernel.fast_flood(first, layers, arcs, shut, bits, limit, level)
            if found is not None:
                return found
    return search_levels(1 << first, layers, shut, limit, level)
