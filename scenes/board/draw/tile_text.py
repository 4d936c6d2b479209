"""A square described in a few words."""

from ....engine.board.board import Board


def ground_words(board: Board, square: tuple[int, int]) -> str:
    """The square and its ground, in words."""
    x, y = square
    tile = board.tile(x, y)
    words: list[str] = []
    if tile.solid:
        words.append(f"{tile.ground or 'stone'} to the ceiling")
    elif tile.terrain == "blocked":
        words.append("wall" if tile.fills else "pillar")
    elif tile.pit:
        words.append(f"pit, {abs(tile.floor)} squares deep")
    elif tile.water:
        words.append(f"water, {tile.water} squares deep")
    elif tile.terrain != "normal":
        words.append(f"{tile.terrain} terrain")
    if tile.floor and not tile.water and not tile.pit and tile.terrain != "blocked":
        words.append(f"floor {tile.floor:+d}")
    for flag, word in (
        (tile.obstacle, "obstacle"),
        (tile.ramp, "ramp"),
        (tile.hazard and not tile.pit, "hazard"),
        (tile.damage is not None, f"{tile.damage} damage"),
        (tile.width < 5, f"{tile.width:g} ft wide"),
        (tile.light != "bright", f"{tile.light} light"),
    ):
        if flag:
            words.append(word)
    for other in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
        edge = board.edge(square, other)
        if edge is not None:
            check = f" ({edge.skill} {edge.dc})" if edge.skill else ""
            kind = "wall" if edge.wall else "curtain" if edge.curtain else "obstacle"
            seen = " that can be seen through" if edge.wall and not edge.cuts else ""
            words.append(f"{kind}{seen}{check} towards {other[0]},{other[1]}")
    return f"{x},{y}  " + ", ".join(words or ["floor"])
