"""Reasons for differences between NumPy and Rille on bad input, by calls and error texts.

REFUSED: Rille raises where NumPy returns. ANSWERED: NumPy raises where Rille returns. The first
column is searched in a row of bad_input.txt, the second in the error; the third is the reason, for
the reader.
"""
import re

AXIS = r"\{[aolk]\}"
SIZE = r"\{[nmh]\}"

REFUSED = [
    (r"^cov\(.*fweights", r"`fweights` is .*>= 0",
     "NumPy does not ask them where there is no variable"),
    (r"^abs|\{[xy]\} [-+*@] |^(kron|convolve|einsum|cross|cum|norm|vmap|diff)|^(linalg|fft|poly)"
     r"|^associative_scan", r"^dtype: .*\bbool\b", "a bool is no number, NumPy counts true as 1"),
    (r"^linalg\.(matrix_rank|expm)|^tri[lu]|^poly\.|^convolve|^histogramdd",
     r"^shape: `[\w.]+` needs", "NumPy makes a matrix, or a line, of another rank"),
    (r"^cov|^corrcoef", r"expected a vector or a matrix", "NumPy takes a number for a vector"),
    (SIZE, r"^(memory|limit): ", "NumPy has more room, or goes on for long"),
    (r"^median|^quantile", r"has no elements along", "NumPy warns and gives nan"),
    (AXIS, r"is not one of the axes of \w+\[\]", "NumPy knows the axes 0 and -1 of a number"),
    (AXIS, r"axis -2147483648 is not one of", "NumPy takes -2**31 for no axis"),
    (r"^diff", r"is not one of the axes", "NumPy asks for no axis where n is 0"),
    (r"^bincount.*length", r"bincount: an element is", "`length` is how many, not at least"),
    (r"^cross", r"expected size 3 along axis",
     "vectors of two numbers are on their way out of NumPy"),
    (r"^einsum", r"the axis `\w` has the sizes \d+ and \d+", "einsum spreads no axis of 1"),
    (r"^fft\.(fftn|i?fftshift)|^roll", r"is named twice", "NumPy applies each"),
    (r"^fft\.(window|rfftfreq)", r"`n` is .*, expected", "NumPy gives none for fewer"),
    (r"^cov", r"expected one number for each column", "NumPy asks no weights of no variables"),
    (r"^special\.expn", r"expected >= 0", "SciPy gives nan for an order that is none"),
    (r"^histogram(2d)?\(", r"has fewer than two edges", "one edge has no bin, NumPy gives none"),
    (r"^repeat|^tile", r"expected (one count|counts? >= 0)",
     "NumPy asks no count where nothing is repeated"),
    (r"^reshape", r"expected sizes >= 0 and at most one -1",
     "NumPy takes any negative size for -1"),
    (r"^round", r"`decimals` is", "NumPy scales by a power that overflows"),
    (r"^take|\[\{i\}\]", r"is out of range for axis", "NumPy asks no index where nothing is read"),
    (r"^segment", r"needs (int|real|number)\[n", "a group for each row, of one axis"),
    (r"^segment", r"^index: segment id", "JAX leaves out what has no group"),
    (r"^special\.(bernoulli|bessel_jn|multigammaln)", r"expected (0 to|>=)",
     "so many are not asked for; SciPy gives some for a count below 0"),
    (r"custom_vjp", r"expected .*, the type of the corresponding leaf",
     "a cotangent has its leaf's dtype"),
    (r"^unravel_index", r"contains the negative size", "NumPy multiplies negative sizes"),
    (r"ravel", r"too many elements for i32 indices", "so many elements have no place here"),
]
ANSWERED = [
    (r"^bincount", r"object (too deep|of too small depth)", "x of any rank is flattened"),
    (r"^fft\.fftshift", r"not enough values to unpack", "no axis is shifted"),
    (r"^full", r"array is too big", "what is empty takes no room"),
    (r"^associative_scan.*reverse", r"rev dimensions", "an axis counts from behind, reversed, too"),
    (r"^bits\.unpack", r"-count larger", "fewer than none are none"),
    (SIZE, r"Unable to allocate", "NumPy makes what is empty in steps that are not"),
    (r"^linalg\.(solve|inv|slogdet|triangular_solve)", r"[sS]ingular matrix",
     "inf or nan: a trace knows no values"),
    (r"^mean\(.*weights", r"sum to zero", "0 / 0 is nan"),
    (r"^mean\(.*weights", r"[wW]eights", "weights are spread over x"),
    (r"^poly\.sub", r"boolean subtract", "coefficients are numbers: true is 1"),
    (r"^pad\(", r"can't contain negative values", "a negative width cuts"),
    (r"^quantile", r"q must be a scalar or 1d|zero-size array|in the range \[0, 1\]",
     "any shape of q; a trace knows no values"),
    (r"^(grad|hessian|jac|jvp|linearize|hvp|vjp)", r"inputs? .*dtype|int/bool|tangent values|VJP",
     "what is no float has no derivative: nil, and its tangent is not read"),
    (r"^cov", r"sum to zero", "0 / 0 is nan"),
    (r"^special\.multigammaln", r"condition a", "nan where there is no value"),
    (r"^unravel_index", r"multiple indices are not supported", "an array of no axes has no index"),
]


def is_known(table, row, said):
    return any(re.search(rows, row) and re.search(words, said) for rows, words, _ in table)
