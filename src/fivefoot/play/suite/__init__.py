"""The suite for other engines: cases and counts as JSON, the protocol that they are put to an engine by, the runner."""
