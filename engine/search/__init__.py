"""Path search on bitboards, without creatures and rules."""
