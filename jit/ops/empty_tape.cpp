// empty_tape: a tape without rows, which reads as zeros.
#include "jit/ops/complex_parts.h"
#include "jit/ops/scan.h"
#include "vm/error.h"

namespace rille {
namespace {

const OpDoc empty_tape_doc = {
    .brief =
        "Creates a tape without rows; next to other tapes, a scan reads it as a tape of zeros.",
    .shapes = "type: a tape -> tape",
    .errors = "none",
    .example = "none: only transforms make one",
    .source = "ours",
};

Types empty_tape_type(const OpCall& call) { return {std::get<Type>(call.attrs.at("type"))}; }

void empty_tape_reference(const Node&, std::span<const Array>, std::span<Array> out) {
  out[0] = tape_of({});
}

std::vector<Sample> empty_tape_samples() {
  std::vector<Sample> out;
  for (Dtype dtype : {Dtype::f64, Dtype::f32, Dtype::i32, Dtype::boolean}) {
    for (const Shape& shape : {Shape{}, Shape{3}, Shape{2, 0}}) {
      out.push_back({{}, {{"type", Type::tape(Type(dtype, shape))}}});
    }
  }
  return out;
}

std::vector<ComplexVar> empty_tape_parts(Builder& b, const Node& node,
                                         std::span<const ComplexVar>) {
  Type part = part_type(std::get<Type>(node.attrs.at("type")));
  return {{op::empty_tape(b, part), op::empty_tape(b, part)}};
}

}  // namespace

extern const Op empty_tape_op = {
    .name = "empty_tape",
    .doc = empty_tape_doc,
    .type = empty_tape_type,
    .jvp = MissingRule{"an empty tape has no array input"},
    .transpose = MissingRule{"an empty tape has no array input"},
    .batch = MissingRule{"an empty tape has no array input"},
    .factors = MissingRule{"a tape has no axes"},
    .lower = MissingRule{"the Plan creates a tape together with the loop that fills it"},
    .reference = empty_tape_reference,
    .samples = empty_tape_samples,
    .parts = empty_tape_parts,
};

Var op::empty_tape(Builder& b, Type type) { return b.emit(empty_tape_op, {}, {{"type", type}})[0]; }

}  // namespace rille
