"""A square in words."""

from ....engine.board.board import Board
from ....engine.messages import tr, tr_counted


def ground_words(board: Board, square: tuple[int, int]) -> str:
    x, y = square
    tile = board.tile(x, y)
    words: list[str] = []
    if tile.solid:
        words.append(tr("{ground} to the ceiling", ground=tr(tile.ground or "stone")))
    elif tile.terrain == "blocked":
        words.append(tr("wall") if tile.fills else tr("pillar"))
    elif tile.pit:
        words.append(tr_counted("pit, {count} square deep", "pit, {count} squares deep", abs(tile.floor)))
    elif tile.water:
        words.append(tr_counted("water, {count} square deep", "water, {count} squares deep", tile.water))
    elif tile.terrain != "normal":
        words.append(tr("{terrain} terrain", terrain=tr(tile.terrain)))
    if tile.floor and not tile.water and not tile.pit and tile.terrain != "blocked":
        words.append(tr("floor {floor}", floor=f"{tile.floor:+d}"))
    for flag, word in (
        (tile.obstacle, tr("obstacle")),
        (tile.ramp, tr("ramp")),
        (tile.hazard and not tile.pit, tr("hazard")),
        (tile.damage is not None, tr("{damage} damage", damage=tile.damage)),
        (tile.width < 5, tr("{width} ft wide", width=f"{tile.width:g}")),
        (tile.light != "bright", tr("{light} light", light=tr(tile.light))),
    ):
        if flag:
            words.append(word)
    for other in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
        edge = board.edge(square, other)
        if edge is not None:
            check = f" ({tr(edge.skill)} {edge.dc})" if edge.skill else ""
            kind = "wall" if edge.wall else "curtain" if edge.curtain else "obstacle"
            seen = tr(" that can be seen through") if edge.wall and not edge.cuts else ""
            words.append(
                tr(
                    "{kind}{seen}{check} towards {x},{y}",
                    kind=tr(kind),
                    seen=seen,
                    check=check,
                    x=other[0],
                    y=other[1],
                )
            )
    return f"{x},{y}  " + ", ".join(words or [tr("floor")])
