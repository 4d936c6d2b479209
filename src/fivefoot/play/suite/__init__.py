"""Test cases for other engines: cases and counts as JSON, protocol and runner."""
