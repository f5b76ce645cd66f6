// print: writes a line that contains values.

#include "jit/ops/families.h"
#include "jit/ops/samples.h"
#include "jit/output.h"

namespace rille {
namespace {

const OpDoc print_doc = {
    .brief = "Writes a line when it is executed, in which {0} or {0:.3f} is the first value.",
    .shapes = "values: t[...] ..., format: string -> no result",
    .errors = "none",
    .example = "print(\"loss {loss:.4f}\")",
    .source = "jax.debug.print, ordered",
};

Types print_type(const OpCall&) { return {}; }

// One line for each mapped element, as if each ran alone.
std::vector<BatchedVar> print_batch(Builder& b, const Node& node, const Batch& batch) {
  for (int64_t row = 0; row < batch.size.number(); ++row) {
    Vars values;
    for (size_t i = 0; i < node.in.size(); ++i) {
      Var v = node.in[i];
      if (batch.axes[i] < 0) {
        values.push_back(v);
        continue;
      }
      Shape whole = b.type(v).shape(), one = whole, rest(whole.begin() + 1, whole.end());
      one[0] = 1;
      Ints start(whole.size(), 0), step(whole.size(), 1);
      start[0] = row;
      values.push_back(op::reshape(b, op::slice(b, v, start, one, step), rest));
    }
    b.emit(*node.op, values, node.attrs);
  }
  return {};
}

void print_reference(const Node& node, std::span<const Array> in, std::span<Array>) {
  write_output(filled(node.attrs.string("format"), in) + "\n");
}

std::vector<Sample> print_samples() {
  std::vector<Sample> out;
  Attrs attrs{{"format", std::string()}};
  for (int values = 0; values < 12; ++values) {
    out.push_back({Types(static_cast<size_t>(values), i32({2})), attrs});
  }
  return out;
}

}  // namespace

extern const Op print_op = {
    .name = "print",
    .doc = print_doc,
    .effects = Effect::ordered,
    .type = print_type,
    .jvp = no_tangent,
    .transpose = MissingRule{"printed output has no cotangent"},
    .batch = print_batch,
    .factors = MissingRule{"printed arrays are not split"},
    .lower = MissingRule{"the Plan lowers effects: they are ordered and have no result"},
    .reference = print_reference,
    .samples = print_samples,
};

void op::print(Builder& b, std::string format, Vars values) {
  b.emit(print_op, std::move(values), {{"format", std::move(format)}});
}

}  // namespace rille
