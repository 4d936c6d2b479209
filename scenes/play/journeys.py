"""A campaign under way, kept between evenings."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ...play.campaign import Campaign, CampaignProgress
from ..window.preferences import data_folder


@dataclass(frozen=True, slots=True)
class CampaignJourney:
    """A campaign and how far a party has come in it."""

    campaign: Campaign
    progress: CampaignProgress


def _file(title: str) -> Path:
    plain = "".join(c if c.isalnum() else "-" for c in title.lower()).strip("-") or "campaign"
    return data_folder("campaigns") / f"{plain}.json"


def load(campaign: Campaign) -> CampaignProgress | None:
    """How far somebody has come in a campaign; None where nobody has set out, or the file is none."""
    try:
        kept = msgspec.json.decode(_file(campaign.title).read_bytes(), type=CampaignProgress)
    except (OSError, msgspec.DecodeError):
        return None
    return kept if kept.campaign == campaign.title else None


def save(progress: CampaignProgress) -> None:
    """Keep how far somebody has come; a place that cannot be written to is passed over."""
    path = _file(progress.campaign)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.encode(progress))
