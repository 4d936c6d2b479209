"""Thirty battles over the shipped scenarios and all rulesets, by the SHA-256 of their logs; runs in Pyodide too."""

import hashlib
import json

import fivefoot
from fivefoot.engine.files import DATA_FILES
from fivefoot.engine.scenario.convert import unscripted
from fivefoot.engine.scenario.read import parse
from fivefoot.play.match import brains_for

found: dict[str, str] = {}
files = [file for file in (DATA_FILES / "scenarios").iterdir() if file.name.endswith(".toml")]
files.sort(key=lambda file: file.name)
rulesets = list(fivefoot.RULESETS)
for number in range(30):
    file = files[number % len(files)]
    ruleset = rulesets[(number + number // len(files)) % len(rulesets)]
    scenario, _ = unscripted(parse(file.read_text(encoding="utf-8"), file.name), ruleset)
    with fivefoot.Battle(scenario, seed=number) as battle:
        events = fivefoot.play_on(battle, brains_for(scenario), rounds=8)
        lines = "\n".join(json.dumps(event.to_dict()) for event in events)
    found[f"{file.name} {ruleset} {number}"] = hashlib.sha256(lines.encode()).hexdigest()
print(json.dumps(found))
