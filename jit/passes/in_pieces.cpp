// in_pieces: what the peak would hold is made again.
#include <algorithm>
#include <set>

#include "jit/op.h"
#include "jit/passes/rewrite.h"

namespace rille {
namespace {

// Nodes up to the peak are the first half: there most bytes wait for a reader. They are cut in
// pieces of about as much that waits, each cut where little passes it. What passes a cut is kept;
// what else the second half reads is made again when its first reader comes, and with it what that
// is made of back to the cut before. A derivative reads its pieces from the last to the first, so
// of one piece at a time there is all of it.
class InPieces {
 public:
  InPieces(const Graph& graph, int pieces)
      : graph_(graph),
        count_(std::ssize(graph.nodes)),
        b_(graph.origin),
        value_(graph),
        again_(graph),
        kept_(graph),
        maker_(graph.types.size(), -1),
        last_(graph.types.size(), -1) {
    for (int64_t i = 0; i < count_; ++i) {
      for (Var v : node(i).out) maker_[at(v)] = i;
      for (Var v : node(i).in) last_[at(v)] = i;
    }
    for (Var v : graph.results) kept_[v] = true;  // it has memory of its own
    peak_ = greatest(waiting(count_));
    cut(pieces);
  }

  Graph run() && {
    for (Var v : graph_.params) value_[v] = b_.param(graph_.type(v));
    for (int64_t i = 0; i < count_; ++i) {
      b_.at(node(i).origin);
      Vars in;
      for (Var v : node(i).in) in.push_back(i <= peak_ ? value_[v] : made_again(v));
      Vars out = b_.emit(*node(i).op, in, node(i).attrs, node(i).regions);
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

  // What stands in the arena behind each node and is read later, by nodes before `end`.
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

  // The value for a reader behind the peak.
  Var made_again(Var v) {
    if (!is_made_again(v)) return value_[v];
    if (again_[v].none()) make(v);
    return again_[v];
  }

  bool is_made_again(Var v) const {
    int64_t maker = maker_[at(v)];
    return maker >= 0 && maker <= peak_ && !kept_[v] && node(maker).effects == Effect::none;
  }

  // All that v is made of and is not at hand, in the order of the graph.
  void make(Var v) {
    std::set<int64_t> nodes;
    Vars rest{v};
    while (!rest.empty()) {
      Var next = rest.back();
      rest.pop_back();
      if (!is_made_again(next) || !again_[next].none()) continue;
      if (!nodes.insert(maker_[at(next)]).second) continue;
      for (Var from : node(maker_[at(next)]).in) rest.push_back(from);
    }
    Origin here = b_.origin();
    for (int64_t i : nodes) {
      Vars in;
      for (Var from : node(i).in) in.push_back(is_made_again(from) ? again_[from] : value_[from]);
      b_.at(node(i).origin);
      Vars out = b_.emit(*node(i).op, in, node(i).attrs.with("again", "behind"), node(i).regions);
      for (size_t k = 0; k < out.size(); ++k) again_[node(i).out[k]] = out[k];
    }
    b_.at(here);
  }

  const Graph& graph_;
  int64_t count_, peak_ = 0;
  Builder b_;
  VarMap<Var> value_, again_;
  VarMap<bool> kept_;
  std::vector<int64_t> maker_, last_;  // per value, nodes; -1: a parameter; nobody
};

}  // namespace

Graph in_pieces(const Graph& graph, int pieces) {
  if (graph.nodes.empty()) return graph;
  return InPieces(graph, pieces).run();
}

}  // namespace rille
