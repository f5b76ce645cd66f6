"""The rows of the table, in its order."""
from rows import kernels, products, train

ROWS = [*train.ROWS, *products.ROWS, *kernels.ROWS]


def find(name):
    return next(row for row in ROWS if row.name == name)
