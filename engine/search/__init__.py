"""Path search on bitboards; no creatures, no rules."""
