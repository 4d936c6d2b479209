"""The page for ordering a map: the landscape, its size, the number of creatures, the ruleset."""

from collections.abc import Callable

from ....engine.errors import ScenarioError, printable
from ....engine.generator.generate import LANDSCAPES, MOST_A_SIDE, USUAL_SIZE, generate
from ....engine.messages import _, tr
from ....engine.rulesets import RULESETS
from ....engine.scenario.format import Scenario
from ....play.replay.palettes import Palette
from ...window.scene_stack import Change
from ..choices_page import ChoiceRow, ChoicesPage

SIZES: tuple[tuple[str, tuple[int, int]], ...] = (
    (_("small"), (18, 12)),
    (_("ordinary"), USUAL_SIZE),
    (_("wide"), (40, 24)),
)
ARMIES = tuple((str(count), count) for count in range(1, MOST_A_SIDE + 1))
NUMBERS = 20
"""The number of maps to choose from, counted from the seed."""


class SkirmishPage(ChoicesPage):
    """Asks for the properties of a map, and makes it."""

    def __init__(
        self,
        palette: Palette,
        scale: float,
        seed: int,
        ruleset: str | None,
        made: Callable[[Scenario], Change | None],
    ) -> None:
        self.wishes: dict[str, object] = {
            "kind": None,
            "size": USUAL_SIZE,
            "red": 4,
            "blue": 4,
            "ruleset": ruleset,
            "seed": seed,
        }
        rows = (
            ChoiceRow("kind", tr("Landscape"), ((tr("whatever comes"), None), *((name, name) for name in LANDSCAPES))),
            ChoiceRow("size", tr("Size"), SIZES),
            ChoiceRow("red", tr("Red side"), ARMIES),
            ChoiceRow("blue", tr("Blue side"), ARMIES),
            ChoiceRow("ruleset", tr("Rules"), tuple((rules.title, name) for name, rules in RULESETS.items())),
            ChoiceRow(
                "seed", tr("Map"), tuple((tr("no. {seed}", seed=seed + more), seed + more) for more in range(NUMBERS))
            ),
        )
        super().__init__(tr("A new map"), rows, palette, scale, [("make", tr("Make it (Enter)"), self.make)])
        self.done = made

    def value(self, name: str) -> object:
        """The value chosen in a row."""
        return self.wishes[name]

    def put(self, name: str, value: object) -> None:
        """Sets the value of a row."""
        self.wishes[name] = value

    def make(self) -> Change | None:
        """Makes the map; reports if there is none."""
        wishes = self.wishes
        try:
            made = generate(
                int(str(wishes["seed"])),
                kind=wishes["kind"] if isinstance(wishes["kind"], str) else None,
                size=wishes["size"],  # type: ignore[arg-type]
                sides=(int(str(wishes["red"])), int(str(wishes["blue"]))),
                ruleset=str(wishes["ruleset"]) if wishes["ruleset"] is not None else None,
            )
        except ScenarioError as error:
            self.message = printable(str(error))
            return None
        return self.done(made)
