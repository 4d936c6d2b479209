"""Cross-country travel: how far a party gets in an hour or a day."""
