"""Verbs: one esper Processor a file, and the order in which they run."""
