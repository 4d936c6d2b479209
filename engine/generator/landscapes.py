"""Landscapes: ruins, streets, rooftops; caves, islands, gorges."""

from .sketch import Sketch, Square, WayOut

WAYS_OUT = {"gorge": WayOut("v", ".,:u", "efghi", "p"), "rooftops": WayOut(".,:", "3", "ba", "3")}
"""By kind of landscape: how to leave its pits and yards."""


def ruins(sketch: Sketch) -> None:
    chance, width, height = sketch.chance, sketch.width, sketch.height
    area = width * height
    for _ in range(max(area // 70, 2)):
        w, h = chance.between(4, min(7, width - 4)), chance.between(4, min(6, height - 2))
        x, y = chance.between(2, max(width - w - 2, 2)), chance.between(1, max(height - h - 1, 1))
        sketch.fill(x, y, w, h, ".")
        for square in sketch.ring(x, y, w, h, "#"):
            if chance.percent(22):
                sketch[square] = ":" if chance.percent(60) else "."
        for door in ((x + w // 2, y), (x + w // 2, y + h - 1), (x, y + h // 2), (x + w - 1, y + h // 2)):
            if chance.percent(55):
                sketch[door] = "."
    x, y = chance.between(2, max(width - 6, 2)), chance.between(1, max(height - 5, 1))
    sketch.ring(x, y, 4, 4, "a")
    sketch.fill(x + 1, y + 1, 2, 2, "b")
    for _ in range(3):
        sketch.patch(":", area // 60)
        sketch.patch("u", area // 70)
    sketch.patch("~", area // 60)
    sketch.scatter(",", area // 35)
    sketch.scatter("o", area // 60)


def street(sketch: Sketch) -> None:
    chance, width, height = sketch.chance, sketch.width, sketch.height
    depth = max(height // 4, 2)
    for top in (0, height - depth):
        x = chance.between(0, 2)
        while x < width - 2:
            w = min(chance.between(4, 7), width - x)
            sketch.fill(x, top, w, depth, "#")
            if depth > 2 and w > 3:
                sketch.fill(x + 1, top + 1, w - 2, depth - 2, ".")
                sketch[x + w // 2, depth - 1 if top == 0 else top] = "."
                if chance.percent(50):
                    sketch[x + 1, top + 1] = ","
            x += w + chance.between(1, 2)
    if height - 2 * depth >= 5:
        x = chance.between(4, max(width - 10, 4))
        sketch.fill(x, depth, 5, 1, "3")
        sketch[x - 1, depth], sketch[x - 2, depth] = "b", "a"
    area = width * height
    for _ in range(max(area // 90, 2)):
        x, y = chance.between(2, width - 4), chance.between(depth + 1, height - depth - 2)
        sketch.fill(x, y, 2, 1, "o" if chance.percent(40) else ",")
    sketch.patch(":", area // 40)
    sketch.patch("~", area // 80)
    sketch.scatter(",", area // 45)
    sketch.scatter(":", area // 60)


def rooftops(sketch: Sketch) -> None:
    chance, width, height = sketch.chance, sketch.width, sketch.height
    columns, rows = max(width // 7, 2), max(height // 7, 2)
    roofs: dict[Square, tuple[int, int, int, int]] = {}
    for row in range(rows):
        for column in range(columns):
            x0, x1 = column * width // columns, (column + 1) * width // columns
            y0, y1 = row * height // rows, (row + 1) * height // rows
            x, y = x0 + 1, y0 + 1
            w, h = x1 - x0 - chance.between(1, 2), y1 - y0 - chance.between(1, 2)
            sketch.fill(x, y, w - 1, h - 1, "3")
            roofs[column, row] = (x, y, w - 1, h - 1)
    for (column, row), (x, y, w, h) in roofs.items():
        for other, along in (((column + 1, row), True), ((column, row + 1), False)):
            if other not in roofs or not (along or chance.percent(75)):
                continue
            ox, oy, ow, oh = roofs[other]
            char = "-" if chance.percent(30) and column else "="
            if along:
                crossing = chance.between(max(y, oy), min(y + h, oy + oh) - 1)
                sketch.fill(x + w, crossing, ox - x - w, 1, char)
            else:
                crossing = chance.between(max(x, ox), min(x + w, ox + ow) - 1)
                sketch.fill(crossing, y + h, 1, oy - y - h, char)
    for roof in chance.shuffled(list(roofs.values()))[:2]:
        x, y, w, h = roof
        if w > 3:
            sketch.fill(x, y + h - 1, 3, 1, "a")
            sketch[x + 1, y + h - 1] = "b"
            sketch[x + 2, y + h - 1] = "3"
    area = width * height
    sketch.scatter("c", area // 60, on="3")
    sketch.scatter(",", area // 60, on=".")
    sketch.scatter(":", area // 50, on=".")
    sketch.patch("~", area // 80)


def cave(sketch: Sketch) -> None:
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
