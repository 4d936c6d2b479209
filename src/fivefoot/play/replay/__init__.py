"""A battle to look back on: what there is to see at each moment, its log in sentences, and a page of both."""
