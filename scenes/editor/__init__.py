"""The editor: boards painted, creatures placed and described, problems told while one works."""
