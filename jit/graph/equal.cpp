// Compares two graphs value by value.
#include "jit/equal.h"

#include <algorithm>

namespace rille {
namespace {

class GraphComparer {
 public:
  GraphComparer(const Graph& a, const Graph& b) : a_(a), b_(b), partner_(a.types.size(), -1) {}

  bool run() {
    if (a_.nodes.size() != b_.nodes.size() || !define(a_.params, b_.params)) return false;
    for (size_t i = 0; i < a_.nodes.size(); ++i) {
      if (!same_node(a_.nodes[i], b_.nodes[i])) return false;
    }
    return same_values(a_.results, b_.results);
  }

 private:
  bool same_node(const Node& x, const Node& y) {
    bool regions = std::ranges::equal(x.regions, y.regions, [](const Region& p, const Region& q) {
      return p == q || same_graph(*p, *q);
    });
    return x.op == y.op && x.placement == y.placement && same_attrs(x.attrs, y.attrs) && regions &&
           same_values(x.in, y.in) && define(x.out, y.out);
  }

  // Compares interned records, except that graphs among the values are compared by their contents.
  static bool same_attrs(const Attrs& x, const Attrs& y) {
    if (x == y) return true;
    return std::ranges::equal(x.items(), y.items(), [](const Attr& p, const Attr& q) {
      auto* left = std::get_if<std::shared_ptr<const Graph>>(&p.value);
      auto* right = std::get_if<std::shared_ptr<const Graph>>(&q.value);
      bool graphs = left != nullptr && right != nullptr && same_graph(**left, **right);
      return p.name == q.name &&
             (graphs || Attrs({{"value", p.value}}) == Attrs({{"value", q.value}}));
    });
  }

  bool define(const Vars& x, const Vars& y) {
    if (x.size() != y.size()) return false;
    for (size_t i = 0; i < x.size(); ++i) {
      if (a_.type(x[i]) != b_.type(y[i])) return false;
      partner_[static_cast<size_t>(x[i].id)] = y[i].id;
    }
    return true;
  }

  bool same_values(const Vars& x, const Vars& y) const {
    return std::ranges::equal(x, y, [&](Var p, Var q) {
      return p.none() ? q.none() : partner_[static_cast<size_t>(p.id)] == q.id;
    });
  }

  const Graph &a_, &b_;
  std::vector<int> partner_;  // per value of a: the value of b
};

}  // namespace

bool same_graph(const Graph& a, const Graph& b) { return &a == &b || GraphComparer(a, b).run(); }

}  // namespace rille
