// ckpt.shard: a shard of an array, held by this process.
#include "stdlib/ckpt/part.h"

#include <algorithm>

#include "stdlib/ckpt/slots.h"
#include "stdlib/spec.h"
#include "vm/run/running.h"
#include "vm/run/stack.h"

namespace rille {
namespace {

class ShardExtractor {
 public:
  ShardExtractor(TreeParts& out, Specs specs) : out_(out), specs_(specs) {}

  Value run(const Value& tree) {
    check_stack();
    polls_.step();
    if (!tree.is_branch()) {
      ++slots_;
      return tree;
    }
    if (struct_of(tree) == &ArrayPart::record()) {
      out_.parts[slots_++] = tree;
      return Value::from_array(part_from(tree).x);
    }
    if (specs_ == Specs::replace && is_spec(tree)) {
      out_.specs[slots_++] = tree;
      std::optional<Type> type = type_of_spec(tree);
      return type ? Value(Array(Type(type->dtype(), Shape{}))) : scalar_of_spec(tree);
    }
    int data = data_item(tree), at = 0;
    Values items;
    for (const Value& item : tree.items()) {
      bool is_data = at++ == data;
      if (is_data) ++slots_;
      items.push_back(is_data ? item : run(item));
    }
    return Value::like(tree.branch(), std::move(items));
  }

 private:
  TreeParts& out_;
  Specs specs_;
  size_t slots_ = 0;
  PollCounter polls_;
};

ArrayPart part(const Array& x, Ints shape, Ints start, int64_t copy) {
  ArrayPart out{.x = x, .shape = std::move(shape), .start = std::move(start), .copy = copy};
  out.check();
  return out;
}

}  // namespace

Ints ArrayPart::stop() const {
  Ints out = start;
  for (size_t axis = 0; axis < out.size(); ++axis) out[axis] += x.type().ints()[axis];
  return out;
}

void ArrayPart::check() const {
  Ints extents = x.type().ints();
  bool fits = extents.size() == shape.size() && extents.size() == start.size();
  for (size_t axis = 0; fits && axis < shape.size(); ++axis) {
    fits = shape[axis] >= extents[axis] && start[axis] >= 0 &&
           start[axis] <= shape[axis] - extents[axis];
  }
  if (fits) return;
  throw Error(Code::shape,
              str("ckpt.shard: `x` is ", x.type(), " at start (", join(start, ", "),
                  "), expected a slice of an array of shape (", join(shape, ", "), ")"));
}

TreeParts without_parts(const Value& tree, Specs specs) {
  TreeParts out;
  out.tree = ShardExtractor(out, specs).run(tree);
  return out;
}

namespace {

bool holds_part(const Value& tree, PollCounter& polls) {
  check_stack();
  polls.step();
  if (!tree.is_branch()) return false;
  if (struct_of(tree) == &ArrayPart::record()) return true;
  return std::ranges::any_of(tree.items(), [&](const Value& x) { return holds_part(x, polls); });
}

}  // namespace

Value whole_form(const Value& tree) {
  PollCounter polls;
  if (!holds_part(tree, polls)) return tree;
  TreeParts given = without_parts(tree);
  for (const auto& [slot, instance] : given.parts) {
    Ints shape = part_from(instance).shape;
    if (part_from(instance).x.type().ints() == shape) continue;
    std::string name = slots_of(given.tree)[slot].name;
    throw Error(Code::value,
                str(name.empty() ? "the tree" : name, " is a shard of an array of shape ",
                    text(shape_of(shape)), ", which one process cannot save alone"))
        .help("a `ckpt.manager` with several processes saves the shards of all of them");
  }
  return given.tree;
}

ArrayPart part_from(const Value& instance) {
  NamedSizes sizes;
  check_fields(ArrayPart::record(), instance, sizes);
  auto out = record_from<ArrayPart>(instance);
  out.check();
  return out;
}

Value part_with(const Value& instance, const Array& x) {
  auto part = record_from<ArrayPart>(instance);
  part.x = x;
  return changed_instance(ArrayPart::record(), instance, &part);
}

extern const Struct ckpt_shard_struct = {
    .name = "ckpt.Shard",
    .brief = "Shard of an array: the slice that this process holds.",
    .fields = {field<&ArrayPart::x>("x: any[...]", "Slice that this process holds."),
               field<&ArrayPart::shape>("shape: (int, ...)", "Shape of the whole array."),
               field<&ArrayPart::start>(
                   "start: (int, ...)",
                   "Index in the whole array at which `x` begins, for each axis."),
               field<&ArrayPart::copy>(
                   "replica: int = 0",
                   "Replica index. Of identical shards, only replica 0 is saved.")},
    .example = "ckpt.Shard(zeros((2, 3)), (8, 3), (4, 0)).start  #> (4, 0)",
    .source = "ours; jax.Array.addressable_shards",
};
const Struct& ArrayPart::record() { return ckpt_shard_struct; }

extern const Builtin ckpt_shard_builtin = {
    .signature =
        "ckpt.shard(x: any[...], shape: int or (int, ...), start: int or (int, ...), replica: int "
        "= 0) -> ckpt.Shard",
    .brief = "Marks an array as a shard of a larger array, for saving and loading.",
    .params =
        {{"x", "Slice that this process saves, or a template of the slice that it loads."},
         {"shape", "Shape of the whole array."},
         {"start", "Index in the whole array at which `x` begins, one int for each axis."},
         {"replica",
          "Replica index. Of identical shards in several processes, only replica 0 is saved."}},
    .returns =
        "a node for a tree. A `ckpt.manager` with several processes saves the shards of all of "
        "them. As part of `like`, it loads only its slice, however the checkpoint was sharded",
    .errors = "error[shape] if `x` does not lie within the whole array",
    .example =
        "ckpt.save(\"model.safetensors\", (w = arange(8),))\n"
        "let like = (w = ckpt.shard(zeros(3, dtype = i32), shape = 8, start = 4),)\n"
        "ckpt.load(\"model.safetensors\", like = like).w.x  #> [4, 5, 6]",
    .source = "ours; jax.sharding and the replica_id of its shards",
    .call = bind<&part>,
};

}  // namespace rille
