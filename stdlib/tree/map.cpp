// tree.map, tree.reduce, and other functions of leaves.
#include <algorithm>

#include "stdlib/array.h"
#include "stdlib/tree/in_step.h"
#include "vm/bind.h"
#include "vm/call.h"
#include "vm/run/stack.h"
#include "vm/tree.h"

namespace rille {
namespace {

Value map(Function f, Value tree, Values rest) {
  Values trees{tree};
  trees.insert(trees.end(), rest.begin(), rest.end());
  Value out = map_leaves(trees, false, [&](const Values& leaves) { return call(f, leaves); });
  need_in_step(tree, out, "tree.map");
  return out;
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
  throw Error(Code::type, str("tree.num_elements: `where` returned ", kind_text(answer),
                              " for the path \"", path, "\", expected a bool"));
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

// Maps bottom-up: `f` receives a node whose items have already been mapped.
Value nodes(const Function& f, const Value& tree, int depth) {
  if (depth > 200)
    throw Error(Code::limit, "tree.map_nodes: the tree exceeds the maximum depth of 200 levels");
  if (!tree.is_branch()) return tree;
  Values items;
  for (const Value& item : tree.items()) items.push_back(nodes(f, item, depth + 1));
  return call(f, {Value::like(tree.branch(), std::move(items))});
}

Value map_nodes(Function f, Value tree) { return nodes(f, tree, 0); }

Value record(State& state, Values names, Values values) {
  if (names.size() != values.size()) {
    throw Error(Code::value,
                str("tree.record: `names` has ", names.size(), " elements and `values` has ",
                    values.size(), ", expected the same number"))
        .label(0)
        .label(1);
  }
  std::vector<std::pair<std::string, Value>> fields;
  for (size_t i = 0; i < names.size(); ++i) {
    fields.emplace_back(names[i].string(), values[i]);
  }
  return Value::record(state, std::move(fields));
}

Value record_of(State& state, Value names, Value values) {
  if (!names.is_tuple() || !values.is_tuple()) {
    throw Error(Code::type, str("tree.record: `names` is ", kind_text(names), " and `values` is ",
                                kind_text(values), ", expected two tuples"));
  }
  return record(state, names.items(), values.items());
}

}  // namespace

extern const Builtin tree_map_builtin = {
    .signature = "tree.map(f: fn, tree: tree, ...rest: tree) -> tree",
    .brief = "Applies a function to each leaf of a tree. The result has the structure of the tree.",
    .params = {{"f", "Function of a leaf, or of the corresponding leaves of all trees."},
               {"tree", "Tree whose structure the result has."},
               {"rest",
                "Further trees of the same structure. Where one has nil, the leaf of `tree` is "
                "unchanged."}},
    .errors =
        "error[type] with the path if the structures differ; error[shape] if `f` changes the "
        "number of rows of a table with columns of strings, which are not leaves",
    .example = "tree.map(x => 2 * x, (a = 1, b = (2, 3)))  #> (a = 2, b = (4, 6))",
    .source = "jax.tree.map",
    .call = bind<&map>,
    .form = CallForm::each_leaf,
};

extern const Builtin tree_reduce_builtin = {
    .signature = "tree.reduce(f: fn(so_far, leaf), tree: tree, start: any = nil) -> any",
    .brief = "Reduces the leaves of a tree to one value.",
    .params = {{"f", "Function of the accumulated value and a leaf."},
               {"tree", "Tree whose leaves are reduced, in the order of their paths."},
               {"start", "Initial value. If nil, the first leaf is the initial value."}},
    .returns = "the last result of `f`, or the initial value if there are no leaves",
    .errors = "those of `f`",
    .example = "tree.reduce((a, b) => a + b, (1, (2, 3)))  #> 6",
    .source = "jax.tree.reduce",
    .call = bind<&reduce>,
};

extern const Builtin tree_leaves_builtin = {
    .signature = "tree.leaves(tree: tree) -> tuple",
    .brief = "Returns the leaves of a tree in the order of their paths.",
    .params = {{"tree", "Tree: a tuple, record, dict, instance, or leaf."}},
    .errors = "none",
    .example = "tree.leaves((b = 1, a = (2, 3)))  #> (2, 3, 1)",
    .source = "jax.tree.leaves",
    .call = bind<&leaves>,
};

extern const Builtin tree_paths_builtin = {
    .signature = "tree.paths(tree: tree) -> (str, ...)",
    .brief = "Returns the path of each leaf, in the syntax of scripts.",
    .params = {{"tree", "Tree: a tuple, record, dict, instance, or leaf."}},
    .errors = "none",
    .example = "tree.paths((w = 1, l = (2, 3)))  #> (\"l[0]\", \"l[1]\", \"w\")",
    .source = "jax.tree_util.keystr",
    .call = bind<&tree_paths>,
};

extern const Builtin tree_num_elements_builtin = {
    .signature = "tree.num_elements(tree: tree, where: fn(path) = nil) -> int",
    .brief = "Counts the elements of the leaves of a tree.",
    .params = {{"tree", "Tree: a tuple, record, dict, instance, or leaf."},
               {"where", "Predicate on the path of a leaf. If nil, all leaves are counted."}},
    .errors = "error[type] if `where` does not return a bool",
    .example = "tree.num_elements((w = zeros((2, 3)), b = 0.0))  #> 7",
    .source = "ours",
    .call = bind<&count>,
};

extern const Builtin tree_map_nodes_builtin = {
    .signature = "tree.map_nodes(f: fn(node), tree: tree) -> tree",
    .brief = "Applies a function to each inner node of a tree, bottom-up.",
    .params = {{"f",
                "Function of an inner node: a tuple, record, dict, or instance. The innermost "
                "nodes are mapped first."},
               {"tree", "Tree whose inner nodes are replaced by the results of `f`."}},
    .errors = "error[limit] if the tree exceeds the maximum depth of 200 levels",
    .example = "tree.map_nodes(n => len(n), (1, 2))  #> 2",
    .source = "ours",
    .call = bind<&map_nodes>,
};

extern const Builtin tree_record_builtin = {
    .signature = "tree.record(names: (str, ...), values: tuple) -> record",
    .brief = "Creates a record from names and values.",
    .params = {{"names", "Field names. Of two equal names, the later one wins."},
               {"values", "Values, one for each name."}},
    .errors = "error[value] if the numbers of names and values differ",
    .example = "tree.record((\"a\", \"b\"), (1, 2))  #> (a = 1, b = 2)",
    .source = "ours",
    .call = bind<&record_of>,
};

}  // namespace rille
