"""The suite for other engines: cases and counts as JSON, the protocol that puts them to an engine, the runner."""
