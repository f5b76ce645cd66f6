"""The sides of a row: processes that take turns."""
