"""The past of a battle: snapshots of each moment, its log in sentences, and a page of both."""
