// ppermute: x of another mapped element of a named axis.
#include "jit/ops/axes.h"
#include "jit/ops/collective.h"
#include "jit/ops/matrix.h"
#include "jit/ops/regions.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc ppermute_doc = {
    .brief = "Receives x of the mapped element that sources gives for this one; zeros if it is -1.",
    .shapes = "x: t[...], me: i32[], axis: str, sources: one int for each mapped element -> t[...]",
    .errors = "error[name] if no enclosing vmap has the axis",
    .example =
        "vmap(x => ppermute(x, \"rows\", ((0, 1), (1, 0))), axis_name = \"rows\")([1, 2])  #> [2, "
        "1]",
    .source = "jax.lax.ppermute",
};

Types ppermute_type(const OpCall& call) {
  check_row_number(call);
  return {call.in[0]};
}

// The cotangent of a received element is sent back to its source.
Vars ppermute_transpose(Builder& b, const Node& node, const Types&, const Vars& ct) {
  const Ints& sources = node.attrs.ints("sources");
  Ints back(sources.size(), -1);
  for (size_t i = 0; i < sources.size(); ++i) {
    if (sources[i] >= 0) back[static_cast<size_t>(sources[i])] = static_cast<int64_t>(i);
  }
  return {op::ppermute(b, ct[0], node.in[1], node.attrs.string("axis"), back), Var{}};
}

// Under a vmap of another axis, all mapped elements have the same sources.
std::vector<BatchedVar> ppermute_batch(Builder& b, const Node& node, const Batch& batch) {
  if (batch.axes[1] >= 0) return alone_in_rows(b, node, batch);
  return {{b.copy(node, node.in)[0], 0}};
}

// `count` mapped elements of x from `first` on; zeros if `first` is -1.
Var some_rows(Builder& b, Var x, int64_t first, int64_t count) {
  Type type = b.type(x);
  Shape shape = type.shape();
  shape[0] = count;
  if (first < 0) return zeros(b, type.with(shape));
  Ints start(shape.size(), 0), step(shape.size(), 1);
  start[0] = first;
  return op::slice(b, x, start, shape, step);
}

// Consecutive sources are sliced together.
BatchedVar ppermute_over(Builder& b, const Node& node, const Batch& batch) {
  Var x = batch.axes[0] < 0 ? repeat(b, node.in[0], batch.size) : node.in[0];
  const Ints& sources = node.attrs.ints("sources");
  Vars pieces;
  for (size_t i = 0, end = 0; i < sources.size(); i = end) {
    bool is_none = sources[i] < 0;
    auto follows = [&](size_t k) {
      return sources[k] == (is_none ? -1 : sources[i] + static_cast<int64_t>(k - i));
    };
    end = i + 1;
    while (end < sources.size() && follows(end)) ++end;
    pieces.push_back(some_rows(b, x, sources[i], static_cast<int64_t>(end - i)));
  }
  return {pieces.size() == 1 ? pieces[0] : op::concatenate(b, pieces, 0), 0};
}

// A single mapped element: x if it is its own source, otherwise zeros.
Vars ppermute_expand(Builder& b, const Node& node) {
  const Ints& sources = node.attrs.ints("sources");
  Var x = node.in[0];
  if (b.type(x).dtype() == Dtype::key) return {x};
  Var me = within(b, node.in[1], std::ssize(sources)), nothing = zeros(b, b.type(x));
  Var keeps = op::fill(b, Type(Dtype::boolean, Shape{}), false);
  for (size_t i = 0; i < sources.size(); ++i) {
    if (sources[i] != static_cast<int64_t>(i)) continue;
    Var is_it = op::eq(b, me, op::fill(b, b.type(me), sources[i]));
    keeps = op::bit_or(b, keeps, is_it);
  }
  return {op::select(b, spread(b, keeps, b.type(x).shape()), x, nothing)};
}

std::vector<Sample> ppermute_samples() {
  std::vector<Sample> out = samples<1, is_any>();
  for (Sample& sample : out) {
    sample.in.push_back(i32({}));
    sample.attrs = {{"axis", std::string("rows")}, {"sources", Ints{0, 2, -1}}};
  }
  return out;
}

}  // namespace

extern const Op ppermute_op = {
    .name = "ppermute",
    .doc = ppermute_doc,
    .type = ppermute_type,
    .jvp = first_jvp,
    .transpose = ppermute_transpose,
    .batch = ppermute_batch,
    .factors = MissingRule{"the operation is expanded into others before factors are computed"},
    .lower = MissingRule{"the operation is expanded into others"},
    .reference = composed_reference,
    .samples = ppermute_samples,
    .expand = ppermute_expand,
    .over = ppermute_over,
    .linear = LinearIn::first,
};

Var op::ppermute(Builder& b, Var x, Var me, std::string axis, Ints sources) {
  return b.emit(ppermute_op, {x, me},
                {{"axis", std::move(axis)}, {"sources", std::move(sources)}})[0];
}

}  // namespace rille
