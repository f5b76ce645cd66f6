// Rules of ops that pass their inputs to their regions.
#include "jit/ops/regions.h"
#include "vm/error.h"

namespace rille {

Vars region_jvp(Builder& b, const Node& node, const Vars& dx, size_t first) {
  Flags active = moving(slice(dx, first, dx.size() - first));
  Flags live(node.regions[0]->results.size(), false);
  Regions both = jvp_regions(node.regions, active, live);
  Vars in = node.in;
  append(in, pick(dx, first, active));
  return dual_results(b.emit(*node.op, in, node.attrs, both), live);
}

// Each region transposed, with its known params first.
Vars region_transpose(Builder& b, const Node& node, const Vars& cts, size_t first) {
  Flags known = moving(slice(node.in, first, node.in.size() - first)), wanted = moving(cts), given;
  Regions back = transpose_regions(node.regions, known, wanted, given);
  Vars in = slice(node.in, 0, first);
  append(in, pick(node.in, first, known));
  append(in, pick(cts, 0, wanted));
  Vars got = b.emit(*node.op, in, node.attrs, back), out(node.in.size());
  std::vector<size_t> linear = where(known, false);
  for (size_t i = 0, next = 0; i < linear.size(); ++i) {
    if (given[i]) out[linear[i] + first] = got[next++];
  }
  return out;
}

Flags region_flow(const Node& node, const Flags& in, TypePredicate carries, size_t first) {
  Flags out(node.out.size(), false), operands(in.begin() + first, in.end());
  for (const Region& region : node.regions) {
    Flags one = flow(*region, operands, carries);
    for (size_t i = 0; i < out.size(); ++i) out[i] = out[i] || one[i];
  }
  return out;
}

std::vector<BatchedVar> region_batch(Builder& b, const Node& node, const Batch& batch,
                                     size_t first) {
  Flags in = batched_flags(batch.axes.subspan(first));
  Flags out = node.op->flow(node, batched_flags(batch.axes), carries_batch);
  Regions many;
  for (const Region& region : node.regions) {
    many.push_back(vmap_region(region, batch.size, in, out));
  }
  std::vector<BatchedVar> results;
  for (Var v : b.copy(node, node.in, node.attrs, many)) {
    results.push_back({v, out[results.size()] ? 0 : -1});
  }
  return results;
}

namespace {

// Element `row` of x along its leading batch axis.
Var row_of(Builder& b, Var x, int64_t row) {
  Shape whole = b.type(x).shape(), one = whole;
  one[0] = 1;
  Ints start(whole.size(), 0), step(whole.size(), 1);
  start[0] = row;
  Var slice = op::slice(b, x, start, one, step);
  return op::reshape(b, slice, Shape(whole.begin() + 1, whole.end()));
}

Var stack_rows(Builder& b, const Vars& rows) {
  Vars wide;
  for (Var row : rows) wide.push_back(repeat(b, row, 1));
  return op::concatenate(b, wide, 0);
}

}  // namespace

std::vector<BatchedVar> row_by_row(Builder& b, const Node& node, const Batch& batch) {
  std::vector<Vars> results(node.out.size());
  if (!batch.size.known() || batch.size == Extent(0)) {
    throw Error(Code::trace,
                str("cannot vmap a branch or loop that prints over an axis of size ", batch.size),
                node.origin.span());
  }
  for (int64_t row = 0; row < batch.size.number(); ++row) {
    Vars in = node.in;
    for (size_t i = 0; i < in.size(); ++i) {
      if (batch.axes[i] >= 0) in[i] = row_of(b, in[i], row);
    }
    Vars y = b.copy(node, in);
    for (size_t i = 0; i < y.size(); ++i) results[i].push_back(y[i]);
  }
  std::vector<BatchedVar> out;
  for (const Vars& rows : results) {
    bool array = b.type(rows[0]).form() == TypeForm::array;
    if (!array) {
      throw Error(Code::trace,
                  "cannot vmap a reverse derivative whose loop prints in different iterations",
                  node.origin.span());
    }
    out.push_back({stack_rows(b, rows), 0});
  }
  return out;
}

}  // namespace rille
