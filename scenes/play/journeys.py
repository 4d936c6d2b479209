"""Finds campaigns and stores a party's progress."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ...engine.errors import ScenarioError
from ...engine.files import DATA_FILES
from ...engine.scenario.format import Scenario
from ...play import campaign
from ...play.campaign import Campaign, CampaignProgress
from ..window.preferences import data_folder, read_own, write_own


@dataclass(frozen=True, slots=True)
class CampaignJourney:
    campaign: Campaign
    progress: CampaignProgress


def _file(title: str) -> Path:
    plain = "".join(c if c.isalnum() else "-" for c in title.lower()).strip("-") or "campaign"
    return data_folder("campaigns") / f"{plain}.json"


def load(campaign: Campaign) -> CampaignProgress | None:
    kept = read_own(_file(campaign.title), CampaignProgress)
    return kept if kept is not None and kept.campaign == campaign.title else None


def save(progress: CampaignProgress) -> None:
    write_own(_file(progress.campaign), msgspec.json.encode(progress))


def campaigns() -> list[Campaign]:
    """Returns the shipped campaigns and the user's own valid campaigns."""
    folder = DATA_FILES / "campaigns"
    shipped_files = [Path(str(one)) for one in (DATA_FILES / "scenarios").iterdir() if one.name.endswith(".toml")]
    listed = [Path(str(one)) for one in folder.iterdir()] if folder.is_dir() else []
    found = [campaign.read(path, shipped_files) for path in sorted(listed) if path.suffix == ".toml"]
    own = data_folder("campaigns")
    for path in sorted(own.glob("*.toml")) if own.is_dir() else ():
        with suppress(ScenarioError):
            found.append(campaign.read(path, shipped_files))
    return found


def under_way(scenario: Scenario) -> CampaignJourney | None:
    for led in campaigns():
        progress = load(led)
        if progress is None or led.battle(progress) is None:
            progress = led.begin()  # nothing is kept of a party before its first victory
        with suppress(ScenarioError):
            if led.scenario(progress) == scenario:
                return CampaignJourney(led, progress)
    return None
