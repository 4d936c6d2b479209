"""The past of a battle: snapshots, its log in sentences, and a page of both."""
