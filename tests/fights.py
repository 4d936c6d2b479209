"""Two fighters on a drawn board: the smallest battle there is."""


def fight(drawn: str, *, ruleset: str = "d20-srd", both: str = "", ann: str = "", bob: str = "") -> str:
    """A scenario file in which ann (red) stands where the drawing has an `a`, and bob (blue) where it has a `b`.

    Both stand on plain floor. `both`, `ann` and `bob` are further lines of their tables.
    """
    rows = drawn.split()
    at = {char: [x, y] for y, row in enumerate(rows) for x, char in enumerate(row) if char in "ab"}
    floor = "\n".join(rows).replace("a", ".").replace("b", ".")
    text = f"ruleset = \"{ruleset}\"\n[board]\nmap = '''\n{floor}\n'''\n"
    for char, name, side, own in (("a", "ann", "red", ann), ("b", "bob", "blue", bob)):
        text += f'[[creatures]]\nname = "{name}"\nside = "{side}"\nat = {at[char]}\n'
        text += "".join(f"{line.strip()}\n" for lines in (both, own) for line in lines.splitlines() if line.strip())
    return text
