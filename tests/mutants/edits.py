"""Edits of rules of primitives: the mutation operators."""
import hashlib
import itertools
import re

# Functions and methods, by their signatures; the lambdas of records, by their rules.
HEAD = re.compile(r"^[ ]*(?:static |inline |constexpr )*\w[\w:]*(?:<[^;{}()]*>)?[&*]? (\w+)\("
                  r"(?:[^;{}]|\n)*?\)(?: const)? \{$", re.M)
RECORD = re.compile(r"^ +\.(jvp|transpose|batch|lower|flow|split|expand|parts|reference) = ", re.M)
KEYWORDS = {"if", "for", "while", "switch", "return"}


def arguments(text, start):
    """The top-level arguments inside the bracket that opens at start, and its end."""
    depth, at, parts, begin = 0, start, [], start + 1
    while True:
        c = text[at]
        depth += c in "([{"
        depth -= c in ")]}"
        if (c == "," and depth == 1) or depth == 0:
            parts.append((begin, at))
            begin = at + 1
        if depth == 0:
            return parts, at + 1
        at += 1


def calls(text, names):
    for found in re.finditer(r"\bop::(%s)\(" % names, text):
        parts, end = arguments(text, found.end() - 1)
        yield found, [text[a:b].strip() for a, b in parts], end


def put(text, begin, end, new):
    return text[:begin] + new + text[end:]


def signs(text):
    for found, parts, end in calls(text, "neg"):
        yield "sign", put(text, found.start(), end, parts[1])
    for found, _, _ in calls(text, "add|sub"):
        other = {"add": "sub", "sub": "add"}[found.group(1)]
        yield "sign", put(text, found.start(1), found.end(1), other)
    if not re.search(r"\bReal\b|\bwith\(op", text):
        return
    for found in re.finditer(r"(?<=[\w)]) ([+*-]) (?=[\w(-])", text):
        other = {"+": "-", "-": "+", "*": "/"}[found.group(1)]
        yield "sign", put(text, found.start(1), found.end(1), other)
    for found in re.finditer(r"(?<=[({=,] )-(?=[a-z(])|(?<=[({])-(?=[a-z(])", text):
        yield "sign", put(text, found.start(), found.end(), "")


def terms(text):
    for found, parts, end in calls(text, "add|mul|sub|div"):
        for kept in parts[1:3] if found.group(1) in ("add", "mul") else parts[1:2]:
            yield "dropped term", put(text, found.start(), end, kept)


def operands(text):
    for found, parts, end in calls(text, "sub|div|pow|select|dot_general|lt|gt|le|ge|atan2"):
        first = 2 if found.group(1) == "select" else 1
        if len(parts) <= first + 1:
            continue
        parts[first], parts[first + 1] = parts[first + 1], parts[first]
        name = text[found.start():found.end()]
        yield "swapped operands", put(text, found.start(), end, name + ", ".join(parts) + ")")
    has_two = re.search(r"\b(?:node\.in|dx|ct|in)\[1\]", text)  # one operand has no [1]
    if not has_two:
        return
    for found in re.finditer(r"\b(?:node\.in|dx|ct|in)\[([01])\]", text):
        other = "10"[int(found.group(1))]
        yield "swapped operands", put(text, found.start(1), found.end(1), other)


def axes(text):
    edits = (
        (r"shifted\(((?:[^()]|\([^()]*\))*)\)", r"\1"), (r"(?<!; )\+\+axis\b", "axis"),
        (r"\baxis \+ 1\b", "axis"), (r"\brank\(\) - 1\b", "rank()"), (r"\{0\}\)", "{1})"),
        (r" \+ 1\b", ""), (r" - 1\b", ""),
    )
    for pattern, new in edits:
        for found in re.finditer(pattern, text):
            yield "axis off by one", put(text, found.start(), found.end(), found.expand(new))


def constants(text):
    for found in re.finditer(r"(?<![\w\[.])(\d+\.\d+|[12])(?![\w\].])", text):
        value = float(found.group(1))
        new = repr(value * 1.5) if "." in found.group(1) else str(int(value) + 1)
        yield "wrong constant", put(text, found.start(), found.end(), new)


def flags(text):
    """Negated conditions of rules."""
    for found in re.finditer(r"\bif \(", text):
        parts, end = arguments(text, found.end() - 1)
        if len(parts) == 1:
            inside = text[parts[0][0]:parts[0][1]]
            if ";" not in inside and "=" not in re.sub(r"[=!<>]=", "", inside):
                yield "turned condition", put(text, parts[0][0], parts[0][1], f"!({inside})")
    for found in re.finditer(r"\breverse\b(?=[,)])|(?<=, )(true|false)(?=[,)])", text):
        word = found.group(0)
        new = {"true": "false", "false": "true"}.get(word, f"!{word}")
        yield "turned condition", put(text, found.start(), found.end(), new)


def references(text):
    pairs = {"std::plus": "std::minus", "std::minus": "std::plus", "x > best": "x >= best",
             "x < best": "x <= best", "x & y": "x | y", "x | y": "x & y", "std::sin": "std::cos",
             "std::cos": "std::sin", "std::exp(": "std::expm1(", "std::log(": "std::log1p(",
             "std::floor": "std::ceil", "std::ceil": "std::floor", "x < y": "x <= y",
             "x > y": "x >= y", "x <= y": "x < y", "x >= y": "x > y", "x == y": "x != y"}
    for old, new in pairs.items():
        for found in re.finditer(re.escape(old), text):
            yield "wrong operation", put(text, found.start(), found.end(), new)


RULE_EDITS = (signs, terms, operands, axes, constants, flags)


def is_rule(name, head):
    """Whether a function is a rule or a helper of one: samples, types, and references are part of
    the tests."""
    judges = ("_type", "_reference")
    return name not in KEYWORDS and not name.endswith(judges) and "ample" not in head


def bodies(source):
    """(name, begin, end, has a value) of the body of each function and lambda of a rule."""
    for found in HEAD.finditer(source):
        name, head = found.group(1), found.group(0)
        if not is_rule(name, head):
            continue
        _, end = arguments(source, found.end() - 1)
        is_void = re.match(r" *(static |inline |constexpr )*void ", head)
        yield name, found.end(), end - 1, not is_void
    for found in RECORD.finditer(source):
        opening = re.compile(r"\[\]\([^{;]*?\) (?:-> \w+ )?\{").search(source, found.end())
        line_end = source.find("\n", found.end())
        if opening is None or opening.start() > line_end:
            continue
        _, end = arguments(source, opening.end() - 1)
        is_void = found.group(1) in ("reference", "split") and "const Node&" in opening.group(0)
        yield found.group(1), opening.end(), end - 1, not is_void


def meaning(text):
    """A text without its comments."""
    return re.sub(r"//.*", "", text)


def mutants(folder):
    """(label, path, rule, begin, end, new body, has a value) of every edit of every rule."""
    out, seen = [], set()
    for path in sorted(folder.glob("*.cpp")):
        if path.stem in ("samples", "region_samples", "table"):
            continue
        source = path.read_text()
        for name, begin, end, gives in bodies(source):
            body = source[begin:end]
            for kind in (references,) if name == "reference" else RULE_EDITS:
                for label, new in kind(body):
                    if meaning(new) != meaning(body) and (path, begin, new) not in seen:
                        seen.add((path, begin, new))
                        out.append((label, path, name, begin, end, new, gives))
    return out


def drawn(all_of_them, seed):
    """All mutants, ordered so that kinds alternate, then the files of a kind, and those of a file
    by hash: if a rule changes, the others keep their order."""
    def place(*words):
        return hashlib.sha256(repr((seed, *words)).encode()).digest()

    by_kind = {}
    for mutant in all_of_them:
        label, path = mutant[:2]
        by_kind.setdefault(label, {}).setdefault(path, []).append(mutant)
    queues = []
    for label, files in sorted(by_kind.items()):
        queue = []
        for path, some in files.items():
            some.sort(key=lambda m: place(m[2], m[5]))
            queue += [(turn, place(label, path.name, turn), m) for turn, m in enumerate(some)]
        queues.append([m for _, _, m in sorted(queue, key=lambda row: row[:2])])
    for row in itertools.zip_longest(*queues):
        yield from (mutant for mutant in row if mutant is not None)
