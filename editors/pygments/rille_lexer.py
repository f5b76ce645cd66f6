"""A Pygments lexer for Rille."""
from pygments.lexer import RegexLexer, bygroups, include, words
from pygments.token import (Comment, Keyword, Name, Number, Operator, Punctuation, String, Text,
                            Whitespace)

DTYPES = ("bool", "i4", "i8", "i16", "i32", "i64", "u4", "u8", "u16", "u32", "u64", "f16", "f32",
          "f64", "bf16", "f8e4m3", "f8e5m2", "c64", "c128")
KEYWORDS = ("assert", "break", "continue", "else", "fn", "for", "if", "import", "inout", "let",
            "match", "proc", "return", "struct")
NAME = r"[^\W\d]\w*"


class RilleLexer(RegexLexer):
    name = "Rille"
    aliases = ["rille"]
    filenames = ["*.rille"]

    tokens = {
        "root": [include("code")],
        "code": [
            (r"\s+", Whitespace),
            (r"##.*", String.Doc),
            (r"#.*", Comment.Single),
            (r'r"""', String, "raw-long"),
            (r'r"', String, "raw"),
            (r'"""', String, "long"),
            (r'"', String, "short"),
            (r"0[xX][0-9a-fA-F_]+", Number.Hex),
            (r"0[bB][01_]+", Number.Bin),
            (r"\d[\d_]*(?:\.\d[\d_]*(?:[eE][+-]?\d[\d_]*)?|[eE][+-]?\d[\d_]*)", Number.Float),
            (r"\d[\d_]*", Number.Integer),
            (rf"(\.)({NAME})", bygroups(Operator, Name.Attribute)),
            (r"(fn|proc|struct)(\s+)(" + NAME + ")",
             bygroups(Keyword.Declaration, Whitespace, Name.Function)),
            (words(("true", "false", "nil"), suffix=r"\b"), Keyword.Constant),
            (words(("and", "or", "not", "in"), suffix=r"\b"), Operator.Word),
            (words(KEYWORDS, suffix=r"\b"), Keyword),
            (r"var\b(?=\s+[\w(])|const\b(?=[ \t]+\w)|while\b(?!\s*=)", Keyword),
            (words(DTYPES, suffix=r"\b"), Keyword.Type),
            (rf"{NAME}(?=!?\()", Name.Function),
            (NAME, Name),
            (r"\.\.\.|//=|\.\.|//|=>|->|\|>|==|!=|<=|>=|[-+*/%^@]=|[-+*/%@^<>=!&]", Operator),
            (r"[()\[\]{},;:.]", Punctuation),
            (r".", Text),
        ],
        "raw-long": [(r'"""', String, "#pop"), (r'[^"]+|"', String)],
        "raw": [(r'"', String, "#pop"), (r"\n", String, "#pop"), (r'[^"\n]+', String)],
        "within": [
            (r"\\u\{[0-9a-fA-F]*\}|\\.|\{\{|\}\}", String.Escape),
            (r"\{", String.Interpol, "hole"),
        ],
        "long": [include("within"), (r'"""', String, "#pop"), (r'[^"\\{}]+|["\\}]', String)],
        "short": [
            include("within"),
            (r'"', String, "#pop"),
            (r"\n", String, "#pop"),
            (r'[^"\\{}\n]+|[\\}]', String),
        ],
        "hole": [
            (r'(:[^}"]*)?\}', String.Interpol, "#pop"),
            (r"[{\[(]", Punctuation, "nested"),
            include("code"),
        ],
        "nested": [
            (r"[}\])]", Punctuation, "#pop"),
            (r"[{\[(]", Punctuation, "#push"),
            include("code"),
        ],
    }
