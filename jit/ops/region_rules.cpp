// Rules of ops that hand their inputs to their regions.
#include "jit/ops/regions.h"

namespace rille {

Vars region_jvp(Builder& b, const Node& node, const Vars& dx, size_t first) {
  Flags active = moving(slice(dx, first, dx.size() - first));
  Flags live(node.regions[0]->results.size(), false);
  Regions both = jvp_regions(node.regions, active, live);
  Vars in = node.in;
  append(in, pick(dx, first, active));
  return dual_results(b.emit(*node.op, in, node.attrs, both), live);
}

// Each region backwards, its known params put first.
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

Flags region_flow(const Node& node, const Flags& in, Carries carries, size_t first) {
  Flags out(node.out.size(), false), operands(in.begin() + first, in.end());
  for (const Region& region : node.regions) {
    Flags one = flow(*region, operands, carries);
    for (size_t i = 0; i < out.size(); ++i) out[i] = out[i] || one[i];
  }
  return out;
}

std::vector<Batched> region_batch(Builder& b, const Node& node, const Batch& batch, size_t first) {
  Flags in = batched_flags(batch.axes.subspan(first));
  Flags out = node.op->flow(node, batched_flags(batch.axes), carries_batch);
  Regions many;
  for (const Region& region : node.regions) {
    many.push_back(vmap_region(region, batch.size, in, out));
  }
  std::vector<Batched> results;
  for (Var v : b.emit(*node.op, node.in, node.attrs, many)) {
    results.push_back({v, out[results.size()] ? 0 : -1});
  }
  return results;
}

}  // namespace rille
