"""What can be asked of a battle as it stands, without changing anything."""
