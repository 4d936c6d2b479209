"""Cross-country travel: the distance of a party in an hour or a day."""
