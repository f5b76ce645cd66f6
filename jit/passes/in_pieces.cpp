// in_pieces: rematerializes values that are live at the peak.
#include <algorithm>
#include <set>

#include "jit/op.h"
#include "jit/passes/rewrite.h"

namespace rille {
namespace {

// The nodes up to the peak of live bytes are the first half. It is cut into pieces with about the
// same number of live bytes, each at a node with few bytes live. Values that are live at a cut are
// saved. Other values that the second half reads are recomputed at their first reader, starting
// from the preceding cut. A backward pass reads the pieces from the last to the first, so that only
// one piece is materialized at a time.
class SegmentCheckpointing {
 public:
  SegmentCheckpointing(const Graph& graph, int pieces)
      : graph_(graph),
        count_(std::ssize(graph.nodes)),
        b_(graph.origin),
        value_(graph),
        recomputed_(graph),
        kept_(graph),
        maker_(graph.types.size(), -1),
        last_(graph.types.size(), -1) {
    for (int64_t i = 0; i < count_; ++i) {
      for (Var v : node(i).out) maker_[at(v)] = i;
      for (Var v : node(i).in) last_[at(v)] = i;
    }
    for (Var v : graph.results) kept_[v] = true;  // a result has its own buffer
    peak_ = greatest(waiting(count_));
    cut(pieces);
  }

  Graph run() && {
    for (Var v : graph_.params) value_[v] = b_.param(graph_.type(v));
    for (int64_t i = 0; i < count_; ++i) {
      b_.at(node(i).origin);
      Vars in;
      for (Var v : node(i).in) in.push_back(i <= peak_ ? value_[v] : for_late_reader(v));
      Vars out = b_.copy(node(i), in);
      for (size_t k = 0; k < out.size(); ++k) value_[node(i).out[k]] = out[k];
    }
    Vars results = value_(graph_.results);
    return std::move(b_).finish(results);
  }

 private:
  using Sums = std::vector<int64_t>;  // bytes, per node

  static size_t at(Var v) { return static_cast<size_t>(v.id); }
  const Node& node(int64_t i) const { return graph_.nodes[static_cast<size_t>(i)]; }
  static int64_t greatest(const Sums& sums) {
    return std::ranges::max_element(sums) - sums.begin();
  }

  // Bytes in the arena after each node that are read later, by nodes before `end`.
  Sums waiting(int64_t end) const {
    std::vector<int64_t> last(graph_.types.size(), -1);
    for (int64_t i = 0; i < end; ++i) {
      for (Var v : node(i).in) last[at(v)] = i;
    }
    Sums out(static_cast<size_t>(count_) + 1, 0);
    for (int64_t i = 0; i < end; ++i) {
      for (Var v : node(i).out) {
        if (kept_[v] || last[at(v)] < 0) continue;
        out[static_cast<size_t>(i)] += array_bytes(graph_.type(v));
        out[static_cast<size_t>(last[at(v)])] -= array_bytes(graph_.type(v));
      }
    }
    int64_t sum = 0;
    for (int64_t& each : out) each = sum += each;
    return out;
  }

  bool passes_peak(Var v) const {
    return maker_[at(v)] >= 0 && maker_[at(v)] <= peak_ && last_[at(v)] > peak_ && !kept_[v];
  }

  void cut(int pieces) {
    Sums waits(static_cast<size_t>(count_) + 1, 0), passing = waiting(peak_ + 1);
    int64_t all = 0;
    for (int64_t i = 0; i <= peak_; ++i) {
      for (Var v : node(i).out) all += passes_peak(v) ? array_bytes(graph_.type(v)) : 0;
      waits[static_cast<size_t>(i)] = all;
    }
    std::vector<int64_t> cuts;
    for (int64_t k = 1; k < pieces; ++k) {
      auto place = [&](int64_t halves) {
        int64_t bytes = all / (2 * pieces) * halves;
        return std::lower_bound(waits.begin(), waits.begin() + peak_ + 1, bytes) - waits.begin();
      };
      int64_t from = place(2 * k - 1), to = std::min(place(2 * k + 1), peak_);
      if (from >= to) continue;
      cuts.push_back(std::min_element(passing.begin() + from, passing.begin() + to) -
                     passing.begin());
    }
    for (int64_t i = 0; i <= peak_; ++i) {
      for (Var v : node(i).in) {
        auto behind = std::ranges::lower_bound(cuts, maker_[at(v)]);
        if (maker_[at(v)] >= 0 && behind != cuts.end() && *behind < i) kept_[v] = true;
      }
    }
  }

  // The value for a reader after the peak.
  Var for_late_reader(Var v) {
    if (!is_recomputed(v)) return value_[v];
    if (recomputed_[v].none()) recompute(v);
    return recomputed_[v];
  }

  bool is_recomputed(Var v) const {
    int64_t maker = maker_[at(v)];
    return maker >= 0 && maker <= peak_ && !kept_[v] && node(maker).effects == Effect::none;
  }

  // Recomputes v and all values that it depends on and that are not available, in graph order.
  void recompute(Var v) {
    std::set<int64_t> nodes;
    Vars rest{v};
    while (!rest.empty()) {
      Var next = rest.back();
      rest.pop_back();
      if (!is_recomputed(next) || !recomputed_[next].none()) continue;
      if (!nodes.insert(maker_[at(next)]).second) continue;
      for (Var from : node(maker_[at(next)]).in) rest.push_back(from);
    }
    Origin here = b_.origin();
    for (int64_t i : nodes) {
      Vars in;
      for (Var from : node(i).in)
        in.push_back(is_recomputed(from) ? recomputed_[from] : value_[from]);
      b_.at(node(i).origin);
      Vars out = b_.emit(*node(i).op, in, node(i).attrs, node(i).regions, Placement::deferred);
      for (size_t k = 0; k < out.size(); ++k) recomputed_[node(i).out[k]] = out[k];
    }
    b_.at(here);
  }

  const Graph& graph_;
  int64_t count_, peak_ = 0;
  Builder b_;
  VarMap<Var> value_, recomputed_;
  VarMap<bool> kept_;
  // Per value, defining and last reading node; -1: a parameter; never read.
  std::vector<int64_t> maker_, last_;
};

}  // namespace

Graph in_pieces(const Graph& graph, int pieces) {
  if (graph.nodes.empty()) return graph;
  return SegmentCheckpointing(graph, pieces).run();
}

}  // namespace rille
