// tree.map, tree.reduce, tree.map_nodes: over leaves.
#include "stdlib/array.h"
#include "vm/bind.h"
#include "vm/call.h"
#include "vm/tree.h"

namespace rille {
namespace {

Value map(Function f, Value tree, Values rest) {
  Values trees{std::move(tree)};
  trees.insert(trees.end(), rest.begin(), rest.end());
  return map_leaves(trees, false, [&](const Values& leaves) { return call(f, leaves); });
}

Value reduce(Function f, Value tree, Value start) {
  Value total = std::move(start);
  bool empty = total.is_nil();
  for (const Array& leaf : flatten(tree).leaves) {
    Value item = Value::from_array(leaf);
    total = empty ? item : call(f, {total, item});
    empty = false;
  }
  return total;
}

Values leaves(Value tree) {
  Values out;
  for (const Array& leaf : flatten(tree).leaves) out.push_back(Value::from_array(leaf));
  return out;
}

Values tree_paths(Value tree) {
  Values out;
  for (std::string& path : paths(tree)) out.emplace_back(std::move(path));
  return out;
}

bool wants(const std::optional<Function>& where, const std::string& path) {
  if (!where) return true;
  Value answer = call(*where, {Value(path)});
  if (const bool* truth = std::get_if<bool>(&answer.any())) return *truth;
  throw Error(Code::type, str("`where` must answer a bool for a path, got ", kind_text(answer)));
}

int64_t count(Value tree, std::optional<Function> where) {
  std::vector<std::string> names = paths(tree);
  std::vector<Array> arrays = flatten(tree).leaves;
  int64_t total = 0;
  for (size_t i = 0; i < arrays.size(); ++i) {
    if (wants(where, names[i])) total += arrays[i].type().count();
  }
  return total;
}

// Bottom up: a node is handed over with its parts already mapped.
Value nodes(const Function& f, const Value& tree, int depth) {
  if (depth > 200) throw Error(Code::limit, "the tree is deeper than 200 levels");
  if (!tree.is_branch()) return tree;
  Values items;
  for (const Value& item : tree.items()) items.push_back(nodes(f, item, depth + 1));
  return call(f, {Value::like(tree.branch(), std::move(items))});
}

Value map_nodes(Function f, Value tree) { return nodes(f, tree, 0); }

Value record(State& state, Values names, Values values) {
  if (names.size() != values.size()) {
    throw Error(Code::value,
                str("tree.record: ", names.size(), " names for ", values.size(), " values"));
  }
  std::vector<std::pair<std::string, Value>> fields;
  for (size_t i = 0; i < names.size(); ++i) {
    if (!names[i].is_string()) {
      throw Error(Code::type, str("tree.record: a name must be a str, got ", kind_text(names[i])));
    }
    fields.emplace_back(names[i].string(), values[i]);
  }
  return Value::record(state, std::move(fields));
}

Value record_of(State& state, Value names, Value values) {
  if (!names.is_tuple() || !values.is_tuple()) {
    throw Error(Code::type, str("tree.record needs a tuple of names and a tuple of values, got ",
                                kind_text(names), " and ", kind_text(values)));
  }
  return record(state, names.items(), values.items());
}

const std::vector<Param> map_params = {
    {"f", "function", "", "of a leaf of each tree"},
    {"tree", "tree", "", "its structure is the result's"},
    {"rest", "...tree", "", "of the same structure; nil leaves a leaf as it is"},
};
const std::vector<Param> reduce_params = {
    {"f", "function", "", "of the value so far and a leaf"},
    {"tree", "tree", "", "its leaves are taken in the order of their paths"},
    {"start", "any", "nil", "the value before the first leaf; nil: the first leaf"},
};
const std::vector<Param> tree_params = {{"tree", "tree", "", "a tuple, record, instance or leaf"}};
const std::vector<Param> count_params = {
    {"tree", "tree", "", "a tuple, record, instance or leaf"},
    {"where", "function", "nil", "given a path, whether the leaf counts"},
};
const std::vector<Param> nodes_params = {
    {"f", "function", "", "of each tuple, record and instance, the innermost first"},
    {"tree", "tree", "", "what f gives takes the node's place"},
};
const std::vector<Param> record_params = {
    {"names", "tuple of str", "", "the later of two equal names wins"},
    {"values", "tuple", "", "as many"},
};

}  // namespace

extern const Builtin tree_map_builtin = {
    .name = "tree.map",
    .brief = "The tree with f of each leaf in its place.",
    .params = map_params,
    .returns = "tree",
    .errors = "error[type] with the path where the structures part",
    .example = "tree.map(x => 2 * x, (a = 1, b = (2, 3)))  #> (a = 2, b = (4, 6))",
    .source = "jax.tree.map",
    .call = bind<&map>,
};

extern const Builtin tree_reduce_builtin = {
    .name = "tree.reduce",
    .brief = "Folds the leaves of a tree into one value.",
    .params = reduce_params,
    .returns = "what f gives last",
    .errors = "those of f",
    .example = "tree.reduce((a, b) => a + b, (1, (2, 3)))  #> 6",
    .source = "jax.tree.reduce",
    .call = bind<&reduce>,
};

extern const Builtin tree_leaves_builtin = {
    .name = "tree.leaves",
    .brief = "The leaves of a tree in the order of their paths.",
    .params = tree_params,
    .returns = "tuple",
    .errors = "none",
    .example = "tree.leaves((b = 1, a = (2, 3)))  #> (2, 3, 1)",
    .source = "jax.tree.leaves",
    .call = bind<&leaves>,
};

extern const Builtin tree_paths_builtin = {
    .name = "tree.paths",
    .brief = "The path of each leaf, as a script would write it.",
    .params = tree_params,
    .returns = "tuple of str",
    .errors = "none",
    .example = "tree.paths((w = 1, l = (2, 3)))  #> (\"l[0]\", \"l[1]\", \"w\")",
    .source = "jax.tree_util.keystr",
    .call = bind<&tree_paths>,
};

extern const Builtin tree_count_builtin = {
    .name = "tree.count",
    .brief = "How many numbers the leaves of a tree hold.",
    .params = count_params,
    .returns = "int",
    .errors = "error[type] where `where` gives no bool",
    .example = "tree.count((w = zeros((2, 3)), b = 0.0))  #> 7",
    .source = "ours",
    .call = bind<&count>,
};

extern const Builtin tree_map_nodes_builtin = {
    .name = "tree.map_nodes",
    .brief = "The tree with f of each inner node in its place, from the leaves upwards.",
    .params = nodes_params,
    .returns = "tree",
    .errors = "error[limit] beyond 200 levels",
    .example = "tree.map_nodes(n => len(n), (1, 2))  #> 2",
    .source = "ours",
    .call = bind<&map_nodes>,
};

extern const Builtin tree_record_builtin = {
    .name = "tree.record",
    .brief = "A record of these names and values.",
    .params = record_params,
    .returns = "record",
    .errors = "error[value] where there are not as many names as values",
    .example = "tree.record((\"a\", \"b\"), (1, 2))  #> (a = 1, b = 2)",
    .source = "ours",
    .call = bind<&record_of>,
};

}  // namespace rille
