"""Natural landscapes: caves, islands, gorges."""

from .sketch import Sketch


def cave(sketch: Sketch) -> None:
    """Halls and passages in rock, with rough floor, pools, pillars and a rise."""
    chance = sketch.chance
    for square in sketch.squares():
        x, y = square
        border = x in (0, sketch.width - 1) or y in (0, sketch.height - 1)
        sketch[square] = "#" if border or chance.percent(43) else "."
    for _ in range(4):
        walls = {
            square: sum(sketch[there] == "#" for there in sketch.around(square)) + (8 - len(sketch.around(square)))
            for square in sketch.squares()
        }
        for square, count in walls.items():
            sketch[square] = "#" if count >= (5 if sketch[square] == "." else 4) else "."
    _tunnels(sketch)
    room = sketch.largest_room("#")
    for square in sketch.squares():
        if square not in room:
            sketch[square] = "#"
    area = len(room)
    sketch.patch("R", area // 18)
    for _ in range(2):
        sketch.patch("~", area // 30)
    for _ in range(3):
        sketch.patch("r", area // 24)
    sketch.scatter("o", area // 45)
    sketch.scatter(",", area // 50)


def _tunnels(sketch: Sketch) -> None:
    """Digs from the west to the east, so that the halls connect."""
    chance = sketch.chance
    for _ in range(2):
        y = chance.between(2, sketch.height - 3)
        for x in range(2, sketch.width - 2):
            sketch[x, y] = "."
            if chance.percent(40):
                sketch[x, y + 1 if y < sketch.height - 3 else y - 1] = "."
            y = min(max(y + chance.pick((-1, 0, 0, 1)), 2), sketch.height - 3)
            sketch[x, y] = "."


def island(sketch: Sketch) -> None:
    """Land in deep water: a ford around it, a hill, trees and undergrowth."""
    chance, width, height = sketch.chance, sketch.width, sketch.height
    sketch.fill(0, 0, width, height, "~")
    phase = [chance.between(-12, 12) for _ in range(16)]
    for x, y in sketch.squares():
        across, down = (2 * x + 1 - width) * 100 // width, (2 * y + 1 - height) * 100 // height
        sector = (x * 8 // width) + (8 if y * 2 >= height else 0)
        distance = across * across + down * down
        shore = 92 + phase[sector]
        if distance < shore * shore:
            sketch[x, y] = "."
        elif distance < (shore + 14) * (shore + 14):
            sketch[x, y] = ":"
    land = sum(sketch[square] == "." for square in sketch.squares())
    hill = sketch.patch("R", land // 7)
    for square in hill:
        if all(sketch[there] in "RH" for there in sketch.beside(square)):
            sketch[square] = "H"
    for _ in range(3):
        sketch.patch("u", land // 20)
    sketch.patch("~", land // 30)
    sketch.scatter("o", land // 20)
    sketch.scatter(",", land // 40)


def gorge(sketch: Sketch) -> None:
    """A gorge from north to south, bridged once or twice, with rocks and woods on either side."""
    chance, width, height = sketch.chance, sketch.width, sketch.height
    west, span = width // 2 - chance.between(2, 3), chance.between(3, 5)
    crossings = chance.shuffled(range(2, height - 3))[: 1 if height < 12 else 2]
    for y in range(height):
        for x in range(west, west + span):
            sketch[x, y] = "v"
        if y % 2:
            west = min(max(west + chance.pick((-1, 0, 0, 1)), width // 3), width - width // 3 - span)
    for crossing in crossings:
        for y in (crossing, crossing + 1) if chance.percent(60) else (crossing,):
            for x in range(width // 3, width - width // 3 + 1):
                if sketch[x, y] == "v":
                    sketch[x, y] = "p"
    area = width * height
    for _ in range(2):
        sketch.patch("R", area // 40)
        sketch.patch("u", area // 40)
        sketch.patch(":", area // 50)
    sketch.scatter("o", area // 30)
    sketch.scatter("#", area // 60)
    sketch.scatter(",", area // 40)
