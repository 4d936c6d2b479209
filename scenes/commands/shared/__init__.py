"""Options, named scenarios, JSON lines, tables and progress of commands."""
