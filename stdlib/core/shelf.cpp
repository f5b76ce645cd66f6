// Builtins of the language; their code is in the prelude.
#include "vm/bind.h"
#include "vm/tree.h"

namespace rille {
namespace {

const std::vector<Param> dict_params = {{"keys", "tuple", "nil", "strings or ints"},
                                        {"values", "tuple", "nil", "one for each key"}};
const std::vector<Param> iterable_params = {{"x", "any", "", "what a `for` takes"}};
const std::vector<Param> counted_params = {{"x", "any", "", "what a `for` takes", Use::looks}};
const std::vector<Param> has_params = {
    {"x", "any", "", "a dict, tuple, array, range, string, record", Use::looks},
    {"item", "any", "", "", Use::looks}};
const std::vector<Param> keys_params = {{"d", "dict", "", "", Use::looks}};
const std::vector<Param> values_params = {{"d", "dict", "", "", Use::keeps}};
const std::vector<Param> get_params = {{"d", "dict", "", "", Use::gives},
                                       {"key", "str or int", "", "", Use::looks},
                                       {"else", "any", "", "what a missing key gives", Use::keeps}};
const std::vector<Param> delete_params = {{"d", "inout dict", "", "", Use::looks},
                                          {"key", "str or int", "", "", Use::looks}};
const std::vector<Param> rest = {{"x", "...any"}};
const std::vector<Param> print_params = {{"x", "...any", "", "", Use::looks}};
const std::vector<Param> push_params = {{"t", "inout tuple"}, {"x", "any"}};
const std::vector<Param> rows_params = {{"tree", "tree", "", "every leaf has the same length"}};
const std::vector<Param> same_params = {{"x", "any"}, {"y", "any"}};

bool same_values(Value x, Value y) { return same(x, y); }

}  // namespace

// A null call: the prelude (stdlib/core/*_prelude.cpp) defines the function.
extern const Builtin dict_builtin = {
    .name = "dict",
    .brief =
        "A table from strings or ints to values, in order of insertion. Names or two tuples "
        "make it; `...` spreads dicts and records.",
    .params = dict_params,
    .returns = "dict",
    .errors = "error[type] where a key is neither str nor int",
    .example = "dict(...dict(a = 1, b = 2), b = 3)  #> dict(a = 1, b = 3)",
    .source = "Python's dict, as a value",
    .call = nullptr,
    .form = CallForm::named,
};

extern const Builtin enumerate_builtin = {
    .name = "enumerate",
    .brief = "The items of x, each with its place in front.",
    .params = iterable_params,
    .returns = "tuple of (place, item)",
    .errors = "error[type] where x cannot be iterated",
    .example = "enumerate((\"a\", \"b\"))  #> ((0, \"a\"), (1, \"b\"))",
    .source = "Python",
    .call = nullptr,
};

extern const Builtin delete_builtin = {
    .name = "delete",
    .brief = "Takes a key and its value out of the dict in the place d.",
    .params = delete_params,
    .returns = "nil",
    .errors = "error[index] where the dict has no such key",
    .example = "var d = dict(a = 1, b = 2); delete(&d, \"a\"); d  #> dict(b = 2)",
    .source = "Python's del",
    .call = nullptr,
};

extern const Builtin get_builtin = {
    .name = "get",
    .brief = "The value under a key of a dict, or something else where the key is missing.",
    .params = get_params,
    .returns = "any",
    .errors = "error[type] where d is no dict",
    .example = "dict(a = 1).get(\"b\", 0)  #> 0",
    .source = "Python's dict.get",
    .call = nullptr,
};

extern const Builtin has_builtin = {
    .name = "has",
    .brief = "Whether x holds the item: a key, an element, a part of a string, a field.",
    .params = has_params,
    .returns = "bool",
    .errors = "error[type] where x holds nothing",
    .example = "has((1, 2), 2)  #> true",
    .source = "Python's in",
    .call = nullptr,
    .form = CallForm::member,
};

extern const Builtin keys_builtin = {
    .name = "keys",
    .brief = "The keys of a dict in order of insertion.",
    .params = keys_params,
    .returns = "tuple",
    .errors = "error[type] where d is no dict",
    .example = "keys(dict(a = 1))  #> (\"a\",)",
    .source = "Python",
    .call = nullptr,
};

extern const Builtin values_builtin = {
    .name = "values",
    .brief = "The values of a dict in order of insertion.",
    .params = values_params,
    .returns = "tuple",
    .errors = "error[type] where d is no dict",
    .example = "values(dict(a = 1))  #> (1,)",
    .source = "Python",
    .call = nullptr,
};

extern const Builtin len_builtin = {
    .name = "len",
    .brief = "The number of items: of a tuple, dict, range, record, string or the first axis.",
    .params = counted_params,
    .returns = "int",
    .errors = "error[type] where x has no length",
    .example = "len((1, 2, 3))  #> 3",
    .source = "Python",
    .call = nullptr,
    .form = CallForm::length,
};

extern const Builtin print_builtin = {
    .name = "print",
    .brief = "Writes the values in one line; in traced code, when the run comes to it.",
    .params = print_params,
    .returns = "nil",
    .errors = "none",
    .example = "print(\"x is\", 3)  #> x is 3",
    .source = "Python",
    .call = nullptr,
    .form = CallForm::output,
};

extern const Builtin push_builtin = {
    .name = "push",
    .brief = "Appends x to the tuple in the place t.",
    .params = push_params,
    .returns = "nil",
    .errors = "error[type] where t is no tuple",
    .example = "var t = (1,); push(&t, 2); t  #> (1, 2)",
    .source = "ours",
    .call = nullptr,
    .form = CallForm::append,
};

extern const Builtin rows_builtin = {
    .name = "rows",
    .brief = "The leading axis of each leaf, for a loop: trees of rows, one after another.",
    .params = rows_params,
    .returns = "iterable",
    .errors = "error[shape] where the leaves differ in length",
    .example = "(r.x for r in rows((x = [1, 2])))  #> (1, 2)",
    .source = "ours",
    .call = nullptr,
};

extern const Builtin same_builtin = {
    .name = "same",
    .brief = "Whether two values have one structure and all their leaves are equal.",
    .params = same_params,
    .returns = "bool",
    .errors = "none",
    .example = "same([1, 2], [1, 2])  #> true",
    .source = "ours",
    .call = bind<&same_values>,
};

extern const Builtin zip_builtin = {
    .name = "zip",
    .brief = "The items of several things, one of each at a time.",
    .params = rest,
    .returns = "tuple of tuples",
    .errors = "error[shape] where the lengths differ",
    .example = "zip((1, 2), (3, 4))  #> ((1, 3), (2, 4))",
    .source = "Python, strict",
    .call = nullptr,
};

}  // namespace rille
