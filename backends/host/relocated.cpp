// RelocatedExecutable: plans at the lines of an equal graph.
#include "backends/host/relocated.h"

#include <algorithm>

namespace rille {
namespace {

// Calls f(x, y) for the nodes of two equal graphs, with those of their regions, while it returns
// true.
template <class F>
bool for_each_pair(const Graph& a, const Graph& b, const F& f) {
  return std::ranges::equal(a.nodes, b.nodes, [&](const Node& x, const Node& y) {
    return f(x, y) &&
           std::ranges::equal(x.regions, y.regions, [&](const Region& p, const Region& q) {
             return for_each_pair(*p, *q, f);
           });
  });
}

Plan with_origins(Plan plan, const OriginMap& origins) {
  for (Node& node : plan.graph.nodes) {
    auto found = std::ranges::lower_bound(origins, node.origin, {}, &OriginMap::value_type::first);
    if (found != origins.end() && found->first == node.origin) node.origin = found->second;
  }
  for (PlanStep& step : plan.steps) {
    for (auto& part : step.parts) {
      part = std::make_shared<const Plan>(with_origins(*part, origins));
    }
  }
  return plan;
}

}  // namespace

bool same_origins(const Graph& a, const Graph& b) {
  return &a == &b ||
         for_each_pair(a, b, [](const Node& x, const Node& y) { return x.origin == y.origin; });
}

// Nodes of one line that stand at several lines of the other graph get the first of them.
OriginMap origin_map(const Graph& from, const Graph& to) {
  OriginMap out;
  for_each_pair(from, to, [&](const Node& x, const Node& y) {
    out.emplace_back(x.origin, y.origin);
    return true;
  });
  std::ranges::stable_sort(out, {}, &OriginMap::value_type::first);
  auto twice = std::ranges::unique(out, {}, &OriginMap::value_type::first);
  out.erase(twice.begin(), twice.end());
  out.shrink_to_fit();
  return out;
}

const Plan& RelocatedExecutable::relocated_plan() {
  std::call_once(once_, [&] { plan_ = with_origins(code_->plan(), origins_); });
  return *plan_;
}

void RelocatedExecutable::run(std::span<const RunInput> in, std::span<Array> out) {
  Recorder* recorder = Recorder::current();
  uint32_t label = recorder == nullptr ? 0 : recorder->label_of(labels_, relocated_plan());
  code_->run(in, out, recorder, label);
}

}  // namespace rille
