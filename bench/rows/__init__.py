"""The rows of the table, in its order."""
from rows import compiling, images, kernels, linear, products, small, steps, train

ROWS = [*train.ROWS, *images.ROWS, *products.ROWS, *kernels.ROWS, *linear.ROWS, *small.ROWS,
        *steps.ROWS, *compiling.ROWS]


def find(name):
    return next(row for row in ROWS if row.name == name)
