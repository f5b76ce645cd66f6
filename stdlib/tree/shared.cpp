// tree.shared, tree.unflatten: one array, leaves put back.
#include <map>

#include "vm/bind.h"
#include "vm/tree.h"

namespace rille {
namespace {

// Arrays are one where their elements stand in one place, as one type.
Values shared(const Value& tree) {
  std::vector<std::string> names = paths(tree);
  std::vector<Array> leaves = flatten(tree).leaves;
  std::map<std::pair<const void*, const void*>, size_t> known;
  std::vector<Values> groups;
  for (size_t i = 0; i < leaves.size(); ++i) {
    const Array& x = leaves[i];
    if (x.is_traced() || x.is_weak() || x.byte_size() == 0) continue;
    size_t at = known.try_emplace({x.data(), x.type().id()}, groups.size()).first->second;
    if (at == groups.size()) groups.emplace_back();
    groups[at].emplace_back(names[i]);
  }
  Values out;
  for (Values& group : groups) {
    if (group.size() > 1) out.push_back(Value::tuple(std::move(group)));
  }
  return out;
}

Value unflatten(const Value& like, const Value& leaves) {
  if (!leaves.is_tuple()) {
    throw Error(Code::type, str("tree.unflatten needs a tuple of leaves, got ", kind_text(leaves)))
        .label(1);
  }
  TreeShape shape = flatten(like).shape;
  if (leaves.items().size() != shape.leaf_count()) {
    throw Error(Code::value, str("tree.unflatten: the tree has ", shape.leaf_count(),
                                 " leaves, the tuple ", leaves.items().size()))
        .label(0)
        .label(1);
  }
  return shape.unflatten_values(leaves.items());
}

}  // namespace

extern const Builtin tree_shared_builtin = {
    .signature = "tree.shared(tree: tree) -> ((str, ...), ...)",
    .brief = "The paths of leaves that are one array, a tuple for each that stands in several.",
    .params = {{"tree", "a tuple, record, dict, instance or leaf"}},
    .returns =
        "arrays that take memory once, because the same value was put into several places; from "
        "the first change on they are two. Host numbers and empty arrays are not looked at",
    .errors = "none",
    .example =
        "let w = zeros((3, 2))\n"
        "tree.shared((embed = w, head = (w = w, b = zeros(2))))  #> ((\"embed\", \"head.w\"),)",
    .source = "flax.nnx.find_duplicates",
    .call = bind<&shared>,
    .purity = Purity::concrete,
};

extern const Builtin tree_unflatten_builtin = {
    .signature = "tree.unflatten(like: tree, leaves: tuple) -> tree",
    .brief = "The tree of another's structure with other leaves.",
    .params = {{"like", "its structure is the result's; of its leaves nothing is taken"},
               {"leaves", "as many as it has, in the order of tree.leaves: anything"}},
    .errors = "error[value] where there are more or fewer",
    .example =
        "tree.unflatten((a = 1, b = (2, 3)), (\"x\", \"y\", \"z\"))\n"
        "#> (a = \"x\", b = (\"y\", \"z\"))",
    .source = "jax.tree.unflatten",
    .call = bind<&unflatten>,
};

}  // namespace rille
