"""A battle's past: snapshots, sentences, a page."""
