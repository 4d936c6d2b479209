"""The editor of scenarios: boards, creatures and their problems."""
