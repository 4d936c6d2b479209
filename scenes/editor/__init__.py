"""The editor: boards painted, creatures placed and described, problems shown while one works."""
