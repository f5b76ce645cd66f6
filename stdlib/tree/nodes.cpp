// tree.nodes, tree.map_paths: nodes and leaves by path.
#include "stdlib/nodes.h"

#include "stdlib/tree/in_step.h"
#include "vm/bind.h"
#include "vm/call.h"
#include "vm/tree.h"

namespace rille {
namespace {

constexpr int deepest = 1000;

void add_nodes(const Value& node, const std::string& path, int depth,
               std::vector<std::pair<std::string, Value>>& out) {
  if (!node.is_branch()) return;
  if (depth > deepest) {
    throw Error(Code::limit, str("the tree exceeds the maximum depth of ", deepest, " levels"));
  }
  out.emplace_back(path, node);
  const Branch& branch = node.branch();
  for (size_t i = 0; i < branch.items.size(); ++i) {
    if (branch.items[i].is_branch()) {
      add_nodes(branch.items[i], step(path, branch, i), depth + 1, out);
    }
  }
}

bool wants_node(const std::optional<Function>& where, const Value& node) {
  if (!where) return true;
  Value answer = call(*where, {node});
  if (const bool* truth = std::get_if<bool>(&answer.any())) return *truth;
  throw Error(Code::type,
              str("tree.nodes: `where` returned ", kind_text(answer), ", expected a bool"));
}

Value tree_nodes(Value tree, std::optional<Function> where) {
  auto keys = std::make_shared<DictKeys>();
  Values items;
  for (auto& [path, node] : nodes_of(tree)) {
    if (!wants_node(where, node)) continue;
    keys->list.emplace_back(path);
    items.push_back(node);
  }
  return Value::dict(std::move(keys), std::move(items));
}

Value map_paths(Function f, Value tree) {
  std::vector<std::string> names = paths(tree);
  size_t at = 0;
  Value out =
      map_leaves(tree, [&](const Value& leaf) { return call(f, {Value(names[at++]), leaf}); });
  need_in_step(tree, out, "tree.map_paths");
  return out;
}

}  // namespace

std::vector<std::pair<std::string, Value>> nodes_of(const Value& tree) {
  std::vector<std::pair<std::string, Value>> out;
  add_nodes(tree, "", 0, out);
  return out;
}

extern const Builtin tree_nodes_builtin = {
    .signature = "tree.nodes(tree: tree, where: fn(node) = nil) -> dict",
    .brief = "Returns the inner nodes of a tree by their paths. Outer nodes come first.",
    .params = {{"tree", "Tree: a tuple, record, dict, instance, or leaf."},
               {"where", "Predicate on a node. If nil, all inner nodes are returned."}},
    .returns =
        "a dict from paths to tuples, records, dicts, and instances; the path of the tree itself "
        "is \"\"",
    .errors =
        "error[type] if `where` does not return a bool; error[limit] if the tree exceeds the "
        "maximum depth of 1000 levels",
    .example =
        "fn is_linear(n) = match n { nn.Linear(...) => true, _ => false }\n"
        "keys(tree.nodes((nn.Linear([[1.0]]), (a = relu, b = nn.Linear([[2.0]]))), is_linear))"
        "  #> (\"[0]\", \"[1].b\")",
    .source = "flax.nnx.iter_modules",
    .call = bind<&tree_nodes>,
};

extern const Builtin tree_map_paths_builtin = {
    .signature = "tree.map_paths(f: fn(path, leaf), tree: tree) -> tree",
    .brief =
        "Applies a function to each leaf of a tree and its path. The result has the structure of "
        "the tree.",
    .params = {{"f", "Function of a path, as in `tree.paths`, and the leaf at this path."},
               {"tree", "Tree whose structure the result has."}},
    .errors =
        "those of `f`; error[shape] if `f` changes the number of rows of a table with columns of "
        "strings",
    .example =
        "tree.map_paths((p, x) => if p == \"w\" { x } else { 0 }, (w = 1, b = 2))  #> (b = 0, w = "
        "1)",
    .source = "jax.tree.map_with_path",
    .call = bind<&map_paths>,
};

}  // namespace rille
