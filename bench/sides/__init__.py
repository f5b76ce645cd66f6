"""The sides of a row: processes that alternate."""
