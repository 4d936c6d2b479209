"""What several commands share: options, named scenarios, JSON lines, tables and progress."""
