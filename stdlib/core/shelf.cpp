// Builtins of the language; their code is in the prelude.
#include "vm/bind.h"
#include "vm/tree.h"

namespace rille {
namespace {

bool same_values(Value x, Value y) { return same(x, y); }

}  // namespace

// A null call: stdlib/core/prelude/*.lua defines the function.
extern const Builtin dict_builtin = {
    .signature =
        "dict(keys: tuple or any[_, ...] or range = nil, values: tuple or any[_, ...] or range = "
        "nil) -> "
        "dict",
    .brief =
        "A table from strings or ints to values, in order of insertion. Names or two tuples "
        "make it; `...` spreads dicts and records.",
    .params = {{"keys", "strings or ints"}, {"values", "one for each key"}},
    .errors = "error[type] where a key is neither str nor int",
    .example = "dict(...dict(a = 1, b = 2), b = 3)  #> dict(a = 1, b = 3)",
    .source = "Python's dict, as a value",
    .call = nullptr,
    .form = CallForm::named,
};

extern const Builtin enumerate_builtin = {
    .signature = "enumerate(x: any) -> tuple",
    .brief = "The items of x, each with its place in front.",
    .params = {{"x", "what a `for` takes"}},
    .returns = "pairs (place, item)",
    .errors = "error[type] where x cannot be iterated",
    .example = "enumerate((\"a\", \"b\"))  #> ((0, \"a\"), (1, \"b\"))",
    .source = "Python",
    .call = nullptr,
};

extern const Builtin delete_builtin = {
    .signature = "delete(inout d: dict, key: str or int) -> nil",
    .brief = "Takes a key and its value out of the dict in the place d.",
    .params = {{"d", "", Use::looks}, {"key", "", Use::looks}},
    .errors = "error[index] where the dict has no such key",
    .example = "var d = dict(a = 1, b = 2); delete(&d, \"a\"); d  #> dict(b = 2)",
    .source = "Python's del",
    .call = nullptr,
};

extern const Builtin get_builtin = {
    .signature = "get(d: dict, key: str or int, else: any) -> any",
    .brief = "The value under a key of a dict, or something else where the key is missing.",
    .params = {{"d", "", Use::gives},
               {"key", "", Use::looks},
               {"else", "what a missing key gives", Use::keeps}},
    .errors = "error[type] where d is no dict",
    .example = "dict(a = 1).get(\"b\", 0)  #> 0",
    .source = "Python's dict.get",
    .call = nullptr,
};

extern const Builtin has_builtin = {
    .signature = "has(x: any, item: any) -> bool",
    .brief = "Whether x holds the item: a key, an element, a part of a string, a field.",
    .params = {{"x", "a dict, tuple, array, range, string, record", Use::looks},
               {"item", "", Use::looks}},
    .errors = "error[type] where x holds nothing",
    .example = "has((1, 2), 2)  #> true",
    .source = "Python's in",
    .call = nullptr,
    .form = CallForm::member,
};

extern const Builtin keys_builtin = {
    .signature = "keys(d: dict or record) -> tuple",
    .brief = "Returns the keys of a dict in order of insertion, or the field names of a record.",
    .params = {{"d", "a dict; a record or an instance, whose names are in their order",
                Use::looks}},
    .errors = "error[type] if d is neither",
    .example =
        "keys(dict(b = 1, a = 2))  #> (\"b\", \"a\")\nkeys((b = 1, a = 2))  #> (\"a\", \"b\")",
    .source = "Python",
    .call = nullptr,
};

extern const Builtin values_builtin = {
    .signature = "values(d: dict or record) -> tuple",
    .brief = "Returns the values of a dict in order of insertion, or the fields of a record.",
    .params = {{"d", "a dict; a record or an instance, in the order of `keys`", Use::keeps}},
    .errors = "error[type] if d is neither",
    .example = "values(dict(a = 1))  #> (1,)",
    .source = "Python",
    .call = nullptr,
};

extern const Builtin len_builtin = {
    .signature = "len(x: any) -> int",
    .brief =
        "The number of items: of a tuple, dict, range, record, string, stream or the first axis.",
    .params =
        {{"x",
          "a record, a string or what a `for` takes; of a stream the items that a `for` over it "
          "takes, where that is known before it runs",
          Use::looks}},
    .errors =
        "error[type] where x has no length: an instance, a stream that has to be gone through",
    .example = "len((1, 2, 3))  #> 3",
    .source = "Python",
    .call = nullptr,
    .form = CallForm::length,
};

extern const Builtin print_builtin = {
    .signature = "print(...x: any) -> nil",
    .brief = "Writes the values in one line; in traced code, when the run comes to it.",
    .params = {{"x", "", Use::looks}},
    .errors = "none",
    .example = "print(\"x is\", 3)  #> x is 3",
    .source = "Python",
    .call = nullptr,
    .form = CallForm::output,
};

extern const Builtin push_builtin = {
    .signature = "push(inout t: tuple, x: any) -> nil",
    .brief = "Appends x to the tuple in the place t.",
    .errors = "error[type] where t is no tuple",
    .example = "var t = (1,); push(&t, 2); t  #> (1, 2)",
    .source = "ours",
    .call = nullptr,
    .form = CallForm::append,
};

extern const Builtin rows_builtin = {
    .signature = "rows(tree: tree) -> any",
    .brief = "Goes through the leading axis of each leaf: trees of rows, one after another.",
    .params = {{"tree",
                "a table or any tree of arrays; tuples of strings are columns too. All leaves have "
                "the same length"}},
    .returns = "what a loop takes",
    .errors =
        "error[shape] if the leaves differ in length; error[type] if a leaf is neither an array "
        "nor "
        "a column of strings",
    .example =
        "(r.x for r in rows((x = [1, 2])))  #> (1, 2)\n"
        "rows((x = [1, 2], s = (\"a\", \"b\")))[1]  #> (s = \"b\", x = 2)",
    .source = "ours",
    .call = nullptr,
};

extern const Builtin same_builtin = {
    .signature = "same(x: any, y: any) -> bool",
    .brief = "Whether two values have one structure and all their leaves are equal.",
    .errors = "none",
    .example = "same([1, 2], [1, 2])  #> true",
    .source = "ours",
    .call = bind<&same_values>,
};

extern const Builtin zip_builtin = {
    .signature = "zip(...x: any) -> tuple",
    .brief = "The items of several things, one of each at a time.",
    .returns = "tuples, one of each item's place",
    .errors = "error[shape] where the lengths differ",
    .example = "zip((1, 2), (3, 4))  #> ((1, 3), (2, 4))",
    .source = "Python, strict",
    .call = nullptr,
};

}  // namespace rille
