"""Landscapes that were built: ruins, streets, rooftops."""

from .sketch import Sketch, Square


def ruins(sketch: Sketch) -> None:
    """Roofless buildings with gaps in their walls, rubble, a dais and undergrowth."""
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
    """Houses north and south of a street, alleys between them, doors, crates and a gallery over the street."""
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
    """Roofs three squares above the alleys, bridges and planks from eave to eave, and stairs down."""
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
