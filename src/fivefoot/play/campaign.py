"""Campaigns: battles with choices and one party."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import msgspec

from ..components.names import Name, Table, Word
from ..components.stats import Gear
from ..engine.errors import ScenarioError, names, spelled
from ..engine.messages import tr
from ..engine.rulesets import RULESETS
from ..engine.scenario import parse as parsing
from ..engine.scenario import read as files
from ..engine.scenario import validate
from ..engine.scenario.convert import converted, unscripted
from ..engine.scenario.format import CreatureSpec, Scenario
from ..engine.scenario.read import parse
from ..engine.scenario.shipped import Plain, based, shipped
from .battle import Battle


class CampaignGrowth(Table, frozen=True, kw_only=True):
    hp: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    """Hit points added to the maximum."""
    attack: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    """Added to the attack bonus."""
    ac: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    """Added to the defence."""


class CampaignGift(CampaignGrowth, frozen=True, kw_only=True):
    """A reward that the party may choose after a victory."""

    label: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    text: Annotated[str, msgspec.Meta(max_length=500)] = ""
    """Its effect in words."""
    can: tuple[Word, ...] = ()
    """Abilities that it teaches."""
    items: tuple[Word, ...] = ()
    """Items that it gives."""
    heals: bool = False
    """True if it heals wounds and all hit points."""
    all: bool = False
    """True if the whole party gets it."""


class CampaignLine(Table, frozen=True, kw_only=True):
    """A line that a person says in a campaign's dialogue."""

    who: Name
    say: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class CampaignBattle(Table, frozen=True, kw_only=True):
    id: Word
    """Its name in other battles."""
    scenario: Word
    """A shipped scenario, or a file beside the campaign."""
    side: Name = "red"
    """The side that the party plays."""
    story: Annotated[str, msgspec.Meta(max_length=20_000)] = ""
    """The story before it, instead of the scenario's."""
    place: tuple[Annotated[int, msgspec.Meta(ge=0, le=100)], Annotated[int, msgspec.Meta(ge=0, le=100)]] | None = None
    """Its position in the picture of the road, x and y in percent. Default: by file order."""
    before: tuple[CampaignLine, ...] = ()
    """Dialogue before it."""
    after: tuple[CampaignLine, ...] = ()
    """Dialogue after a victory."""
    gifts: Annotated[tuple[CampaignGift, ...], msgspec.Meta(max_length=9)] = ()
    """Rewards; the player chooses one after a victory."""
    joins: tuple[dict[str, object], ...] = ()
    """Creatures that join after a victory."""
    next: tuple[Word, ...] = ()
    """The battles to choose from after a victory; if empty, the campaign ends."""


class CampaignFile(Table, frozen=True, kw_only=True):
    format: int = 1
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    story: Annotated[str, msgspec.Meta(max_length=20_000)] = ""
    """The story before the first battle."""
    ruleset: Word
    """The ruleset of the whole campaign."""
    rest: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0
    """Hit points that every member regains between battles."""
    wounds: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    """The number of falls that a member survives, each with a wound."""
    wound: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0
    """Hit points that each wound subtracts from the maximum."""
    grows: CampaignGrowth = CampaignGrowth()
    """What survivors gain by a victory."""
    party: tuple[dict[str, object], ...]
    """The party's creatures, without `at` and `side`."""
    battles: Annotated[tuple[CampaignBattle, ...], msgspec.Meta(min_length=1)]
    """The battles; the first begins it."""


class GiftTaken(msgspec.Struct, frozen=True):
    """A record of the reward that the party chose after a victory."""

    battle: str
    gift: int
    who: str
    """The member that got the reward; empty: the whole party."""


class CampaignProgress(msgspec.Struct, kw_only=True):
    campaign: str
    """The campaign's title."""
    at: str
    """The next battle's id; empty at the end."""
    hit_points: dict[str, int] = {}
    """Hit points left, by wounded member."""
    fallen: list[str] = []
    """Names of dead members; they do not return."""
    wounds: dict[str, int] = {}
    """Number of wounds, by member."""
    gifts: list[GiftTaken] = []
    """Rewards chosen after victories."""
    carried: dict[str, list[str]] = {}
    """The items of members whose items have changed."""
    won: list[str] = []
    """The battles won, in order."""


class Campaign:
    def __init__(self, file: CampaignFile, source: str, scenarios: Mapping[str, Path]) -> None:
        self.file = file
        self.source = source
        self.title = file.title
        self._scenarios = scenarios
        self.battles = {battle.id: battle for battle in file.battles}
        self._check()
        self.days = {file.battles[0].id: 1}
        """Each battle's stage in the campaign, from 1."""
        waiting = [file.battles[0].id]
        for name in waiting:
            found = [one for one in self.battles[name].next if one not in self.days]
            self.days |= dict.fromkeys(found, self.days[name] + 1)
            waiting += found

    def _check(self) -> None:
        for index, battle in enumerate(self.file.battles):
            for number, name in enumerate(battle.next):
                if name not in self.battles:
                    self._fault(f"battles[{index}].next[{number}]", spelled(name), ", ".join(self.battles))
            if battle.scenario not in self._scenarios:
                allowed = ", ".join(self._scenarios)
                self._fault(f"battles[{index}].scenario", spelled(battle.scenario), allowed)
            for number, gift in enumerate(battle.gifts):
                for key, kind, given in (("can", "abilities", gift.can), ("items", "items", gift.items)):
                    for name in given:
                        if name not in shipped(kind):
                            known = names(sorted(shipped(kind)), name)
                            self._fault(f"battles[{index}].gifts[{number}].{key}", spelled(name), known)

    def _fault(self, place: str, found: str, allowed: str) -> None:
        raise ScenarioError(self.source, place, found, allowed)

    def begin(self) -> CampaignProgress:
        return CampaignProgress(campaign=self.title, at=self.file.battles[0].id)

    def battle(self, progress: CampaignProgress) -> CampaignBattle | None:
        """Returns the next battle; None at the campaign's end."""
        return self.battles.get(progress.at)

    def members(self, progress: CampaignProgress) -> list[Plain]:
        """Returns all members of the party, dead or alive, as they are now."""
        found = [(one, len(progress.won)) for one in self.file.party]
        for before, won in enumerate(progress.won):
            found += [(one, len(progress.won) - before - 1) for one in self.battles[won].joins]
        return [self._grown(one, victories, progress) for one, victories in found]

    def party(self, progress: CampaignProgress) -> list[Plain]:
        """Returns the living party members."""
        return [one for one in self.members(progress) if one["name"] not in progress.fallen]

    def _grown(self, member: Mapping[str, object], victories: int, progress: CampaignProgress) -> Plain:
        rules = RULESETS.get(self.file.ruleset)
        table = based(dict(member), rules is not None and not rules.feet, self.source, "party")
        name = str(table.get("name"))
        taken = [self._gift(one) for one in progress.gifts if one.who in (name, "")]
        grown = [self.file.grows] * victories + taken
        usual = {"attack": 0, "ac": 10}
        for key in ("hp", "attack", "ac"):
            given = table.get(key, usual.get(key))
            if isinstance(given, int):
                table[key] = given + sum(getattr(one, key) for one in grown)
        if isinstance(table.get("hp"), int):
            table["hp"] = max(table["hp"] - self.file.wound * progress.wounds.get(name, 0), 1)
        can = (*table.get("can", ()), *(ability for gift in taken for ability in gift.can))
        items: Sequence[str] = progress.carried[name] if name in progress.carried else table.get("items", ())
        table |= {key: [*dict.fromkeys(value)] for key, value in (("can", can), ("items", items)) if value}
        if table.get("wields") not in items:
            table.pop("wields", None)
        return table

    def _gift(self, taken: GiftTaken) -> CampaignGift:
        return self.battles[taken.battle].gifts[taken.gift]

    def due(self, progress: CampaignProgress) -> Sequence[CampaignGift]:
        """Returns the rewards that the party may choose from now; empty if there is no choice."""
        last = progress.won[-1] if progress.won else ""
        return () if not last or any(one.battle == last for one in progress.gifts) else self.battles[last].gifts

    def give(self, progress: CampaignProgress, gift: int, who: str = "") -> CampaignProgress:
        """Returns the progress with a reward for the member `who`; for everybody if `who` is empty."""
        taken = GiftTaken(progress.won[-1], gift, who)
        chosen = self._gift(taken)
        made = msgspec.structs.replace(progress, gifts=[*progress.gifts, taken])
        for member in self.party(made):
            name = member["name"]
            if name != who and who:
                continue
            if chosen.items:
                carried = [*dict.fromkeys((*member.get("items", ()), *chosen.items))]
                made.carried = {**made.carried, name: carried}
            if chosen.heals:
                made.wounds = {one: count for one, count in made.wounds.items() if one != name}
            if (chosen.heals or chosen.hp) and name in made.hit_points:
                most = {**made.hit_points, name: made.hit_points[name] + chosen.hp}
                made.hit_points = {one: left for one, left in most.items() if one != name or not chosen.heals}
        return made

    def hand_over(self, progress: CampaignProgress, item: str, giver: str, taker: str) -> CampaignProgress:
        held = {one["name"]: [*one.get("items", ())] for one in self.party(progress)}
        held[giver].remove(item)
        held[taker].append(item)
        return msgspec.structs.replace(progress, carried={**progress.carried, giver: held[giver], taker: held[taker]})

    def scenario(self, progress: CampaignProgress) -> Scenario:
        """Returns the scenario of the next battle, with the party in it.

        Raises:
            ScenarioError: the scenario lacks the party's side, or places for it.
        """
        battle = self.battles[progress.at]
        written = unscripted(files.read(self._scenarios[battle.scenario])).scenario
        base = converted(written, self.file.ruleset).scenario
        wanted = {objective.who for objective in base.objectives if objective.who is not None}
        own = [spec for spec in base.creatures if spec.side == battle.side and "object" not in spec.traits]
        places = [spec for spec in own if spec.name not in wanted]
        if not places:
            self._fault("battles", f"the side {spelled(battle.side)} of {battle.scenario}", "a side of that scenario")
        going = self.party(progress)
        squares = [(spec.at[0], spec.at[1]) for spec in places]
        squares += _beside(base, squares, len(going) - len(squares))
        kept = msgspec.structs.replace(
            base,
            title=f"{self.title}: {base.title}",
            story=battle.story or base.story,
            creatures=tuple(spec for spec in base.creatures if spec not in places),
            objectives=tuple(
                msgspec.structs.replace(one, count=min(one.count, max(len(going), 1)))
                if one.side == battle.side
                else one
                for one in base.objectives
            ),
        )
        tree: Plain = kept.tree()
        party = [self._placed(member, at, battle.side, progress) for member, at in zip(going, squares, strict=False)]
        return parse(json.dumps({**tree, "creatures": [*party, *tree["creatures"]]}), base.source, "json")

    def _placed(self, member: Plain, at: tuple[int, int], side: str, progress: CampaignProgress) -> Plain:
        tree = {key: value for key, value in member.items() if key != "base"} | {"at": list(at), "side": side}
        validate.decode(tree, CreatureSpec, self.source, "party")
        left = progress.hit_points.get(member["name"])
        return tree if left is None or "hp" not in tree else tree | {"hp": min(left, tree["hp"])}

    def after(self, progress: CampaignProgress, battle: Battle, chosen: str | None = None) -> CampaignProgress:
        won = self.battles[progress.at]
        hit_points, fallen, wounds = dict(progress.hit_points), list(progress.fallen), dict(progress.wounds)
        carried, left = dict(progress.carried), dict[str, int | None]()
        for name in [one["name"] for one in self.party(progress)]:
            creature = battle.world.named.get(name)
            if creature is None:
                continue
            if creature.out:
                wounds[name] = wounds.get(name, 0) + 1
                if wounds[name] > self.file.wounds:
                    fallen.append(name)
                    hit_points.pop(name, None)
                    wounds.pop(name)
                    continue
            left[name] = 0 if creature.out else creature.health.hp
            gear = creature.parts.get(Gear)
            if gear is not None:
                known = battle.world.rules.defined.items
                carried[name] = [one for one in gear.items if gear.used.get(one, 0) < (known[one].uses or 1_000_000)]
        following = chosen if chosen in won.next else (won.next[0] if won.next else "")
        made = msgspec.structs.replace(
            progress, at=following, fallen=fallen, wounds=wounds, won=[*progress.won, won.id], carried=carried
        )
        for member in self.members(made):
            remaining, most = left.get(member["name"]), member.get("hp")
            if remaining is not None:
                rested = remaining + self.file.rest + self.file.grows.hp
                hit_points[member["name"]] = min(rested, most) if isinstance(most, int) else rested
        made.hit_points = hit_points
        return made


def title_in_words(title: str) -> str:
    """Translates a title. If it has two parts, as of a campaign's battle, each is translated."""
    told = tr(title)
    return told if told != title else ": ".join(tr(part) for part in title.split(": "))


def _beside(scenario: Scenario, taken: Sequence[tuple[int, int]], count: int) -> list[tuple[int, int]]:
    rows, tiles = scenario.board.rows, scenario.board.tiles
    full = set(taken)
    for spec in scenario.creatures:
        x, y = spec.at[0], spec.at[1]
        full |= {(x + i, y + j) for i in range(4) for j in range(4)}
    free = [
        (x, y)
        for y, row in enumerate(rows)
        for x, char in enumerate(row)
        if (x, y) not in full and tiles[char].terrain == "normal" and not tiles[char].harms and not tiles[char].water
    ]
    free.sort(key=lambda at: (min(max(abs(at[0] - x), abs(at[1] - y)) for x, y in taken), at[1], at[0]))
    return free[: max(count, 0)]


def read(path: Path, known: Iterable[Path]) -> Campaign:
    """Reads a campaign from a file.

    Raises:
        ScenarioError: the campaign is invalid.
    """
    source = str(path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ScenarioError(source, "", "no readable file", "a TOML file") from error
    file = validate.decode(parsing.tree(text, source, "toml"), CampaignFile, source)
    scenarios = {one.name.removesuffix(".toml"): one for one in known}
    scenarios |= {one.stem: one for one in sorted(path.parent.glob("*.toml")) if one != path}
    return Campaign(file, source, scenarios)
