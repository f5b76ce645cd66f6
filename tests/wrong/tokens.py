"""Tokens of a script, with their positions: as much as changing one of them needs."""
import re

WORD = re.compile(r"[^\W\d]\w*")
NUMBER = re.compile(r"0[xb][\w]+|\d[\d_]*(?:\.\d[\d_]*)?(?:e[+-]?\d+)?")
SIGN = re.compile(r"\.\.\.|\.\.|=>|->|\|>|//=|//|[=!<>]=|[-+*/%^]=|[^\s\w]")


class Token:
    def __init__(self, at, kind, text):
        self.at, self.kind, self.text = at, kind, text  # kind: word number string sign

    def __repr__(self):
        return f"{self.text}@{self.at}"


def end_of_string(text, at):
    """The offset after the string that begins at `at`; interpolated expressions may contain
    strings."""
    raw = text[at] == "r"
    at += raw
    quotes = '"""' if text.startswith('"""', at) else '"'
    at += len(quotes)
    while at < len(text) and not text.startswith(quotes, at):
        if text[at] == "\\" and not raw:
            at += 2
        elif text[at] == "{" and not raw and text[at + 1:at + 2] != "{":
            at = end_of_hole(text, at)
        elif text[at] == "{" and not raw:
            at += 2
        else:
            at += 1
    return at + len(quotes)


def end_of_hole(text, at):
    depth = 0
    while at < len(text):
        if text[at] == '"':
            at = end_of_string(text, at)
            continue
        depth += (text[at] in "([{") - (text[at] in ")]}")
        at += 1
        if depth == 0:
            break
    return at


def tokens_of(text):
    out, at = [], 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        if text[at] == "#":
            at = (text.find("\n", at) + 1 or len(text) + 1) - 1
            continue
        if text[at] == '"' or text.startswith('r"', at):
            kind, end = "string", end_of_string(text, at)
        elif match := WORD.match(text, at):
            kind, end = "word", match.end()
        elif match := NUMBER.match(text, at):
            kind, end = "number", match.end()
        else:
            kind, end = "sign", SIGN.match(text, at).end()
        out.append(Token(at, kind, text[at:end]))
        at = end
    return out
