"""Tournaments: many battles between brains, kept in one file, with a report."""

from .play.tournament.ledger import Ledger, Misstep, Result
from .play.tournament.pairings import Entrant, Fixture, Pairing, Schedule, pairings_of
from .play.tournament.report import Report, report
from .play.tournament.workers import Crew, crew_for, play_all

__all__ = [
    "Crew",
    "Entrant",
    "Fixture",
    "Ledger",
    "Misstep",
    "Pairing",
    "Report",
    "Result",
    "Schedule",
    "crew_for",
    "pairings_of",
    "play_all",
    "report",
]
