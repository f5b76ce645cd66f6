// tree.shared, tree.unflatten: shared arrays, new leaves.
#include <map>

#include "vm/bind.h"
#include "vm/tree.h"

namespace rille {
namespace {

// Two leaves share an array if they have the same data pointer and the same type.
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
    throw Error(Code::type,
                str("tree.unflatten: `leaves` is ", kind_text(leaves), ", expected a tuple"))
        .label(1);
  }
  TreeShape shape = flatten(like).shape;
  if (leaves.items().size() != shape.leaf_count()) {
    throw Error(Code::value,
                str("tree.unflatten: `leaves` has ", leaves.items().size(), " elements, expected ",
                    shape.leaf_count(), ", one for each leaf of `like`"))
        .label(0)
        .label(1);
  }
  return shape.unflatten_values(leaves.items());
}

}  // namespace

extern const Builtin tree_shared_builtin = {
    .signature = "tree.shared(tree: tree) -> ((str, ...), ...)",
    .brief = "Returns the paths of leaves that share an array, as one tuple for each array.",
    .params = {{"tree", "Tree: a tuple, record, dict, instance, or leaf."}},
    .returns =
        "the paths of each array that occurs several times because one value was assigned to "
        "several leaves. It takes memory once, until one of the leaves is changed. Host scalars "
        "and empty arrays are ignored",
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
    .brief = "Builds a tree with the structure of another tree from new leaves.",
    .params =
        {{"like", "Tree whose structure the result has. Its leaves are not used."},
         {"leaves",
          "New leaves, values of any type, in the order of `tree.leaves`; as many as `like` has."}},
    .errors = "error[value] if the number of leaves differs",
    .example =
        "tree.unflatten((a = 1, b = (2, 3)), (\"x\", \"y\", \"z\"))\n"
        "#> (a = \"x\", b = (\"y\", \"z\"))",
    .source = "jax.tree.unflatten",
    .call = bind<&unflatten>,
};

}  // namespace rille
