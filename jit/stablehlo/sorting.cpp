// StableHLO sort with any comparator, and top_k.
#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <ranges>
#include <set>
#include <tuple>

#include "jit/op.h"
#include "jit/stablehlo/scope.h"
#include "vm/run/running.h"

namespace rille {
namespace {

// A sort key: operation `left` of the elements on the left is compared with the same operation of
// those on the right.
struct SortKey {
  std::string name;
  bool of_right = false;  // `name` belongs to the right side: descending order
  bool total = false;
};

// The meaning of a comparator that compares keys: x is before y if the first differing key is
// smaller. It has the form `a < b` or `a < b or (a == b and …)`, as in jax.lax.sort.
class SortOrder {
 public:
  explicit SortOrder(const HloRegion& region) : region_(region) {
    for (size_t i = 0; i < region.params.size(); ++i) {
      values_[region.params[i]] = {.meaning = i / 2, .sides = i % 2 == 0 ? left : right};
    }
    meanings_ = region.params.size();
    for (const HloOp& op : region.ops) {
      polls_.step();
      unsigned sides = 0;
      for (const std::string& name : op.in) sides |= value(name).sides;
      for (size_t i = 0; i < op.out.size(); ++i) {
        values_[op.out[i]] = {.maker = &op, .meaning = meaning(op, i), .sides = sides};
      }
    }
  }

  std::optional<std::vector<SortKey>> keys() const {
    const HloOp& back = region_.ops.back();
    std::vector<SortKey> out;
    if (back.name != "return" || back.in.size() != 1) return std::nullopt;
    std::string name = back.in[0];
    for (;;) {
      const HloOp* op = maker(name);
      if (op == nullptr) return std::nullopt;
      if (op->name == "compare") {
        if (!add_key(*op, out)) return std::nullopt;
        return out;
      }
      const std::string* rest = op->name == "or" && op->in.size() == 2 ? add(*op, out) : nullptr;
      if (rest == nullptr) return std::nullopt;
      name = *rest;
    }
  }

  // The region that computes a key from the elements of its side.
  HloRegion making(const SortKey& key) const {
    HloRegion out;
    for (size_t i = key.of_right ? 1 : 0; i < region_.params.size(); i += 2) {
      out.params.push_back(region_.params[i]);
      out.types.push_back(region_.types[i]);
    }
    std::set<std::string_view> needed{key.name};
    for (const HloOp& op : region_.ops | std::views::reverse) {
      if (std::ranges::none_of(op.out, [&](const auto& name) { return needed.contains(name); })) {
        continue;
      }
      needed.insert(op.in.begin(), op.in.end());
      out.ops.push_back(op);
    }
    std::ranges::reverse(out.ops);
    out.ops.push_back({.name = "return", .in = {key.name}});
    return out;
  }

 private:
  static constexpr unsigned left = 1, right = 2;

  // Values have equal meaning if the same operations compute them from the same params, of either
  // side.
  struct ComparatorValue {
    const HloOp* maker = nullptr;
    size_t meaning = 0;
    unsigned sides = 0;  // sides of the params that it depends on
  };

  // A name that the region does not define represents itself.
  ComparatorValue value(const std::string& name) {
    auto [found, is_new] = values_.try_emplace(name);
    if (is_new) found->second.meaning = meanings_++;
    return found->second;
  }

  const HloOp* maker(const std::string& name) const { return values_.at(name).maker; }

  size_t meaning(const HloOp& op, size_t result) {
    Ints of;
    for (const std::string& name : op.in) of.push_back(static_cast<int64_t>(value(name).meaning));
    auto& alike = made_[{op.name, result, of}];
    for (const auto& [other, its] : alike) {
      polls_.step();
      bool is_same = op.regions.empty() && other->regions.empty() && other->types == op.types &&
                     are_same(other->attrs, op.attrs);
      if (is_same) return its;
    }
    alike.emplace_back(&op, meanings_);
    return meanings_++;
  }

  // Adds the key of `a < b or (a == b and rest)`; returns the rest, or null if the form differs.
  const std::string* add(const HloOp& op, std::vector<SortKey>& out) const {
    for (size_t first : {size_t{0}, size_t{1}}) {
      const HloOp *less = maker(op.in[first]), *rest = maker(op.in[1 - first]);
      if (less == nullptr || rest == nullptr || less->name != "compare" || rest->name != "and" ||
          rest->in.size() != 2)
        continue;
      for (size_t equal : {size_t{0}, size_t{1}}) {
        const HloOp* same = maker(rest->in[equal]);
        if (same == nullptr || same->name != "compare" || same->in != less->in) continue;
        if (word_of(*same, "comparison_direction", 0) != "EQ") continue;
        if (word_of(*same, "compare_type", 1) != word_of(*less, "compare_type", 1)) continue;
        if (add_key(*less, out)) return &rest->in[1 - equal];
      }
    }
    return nullptr;
  }

  bool add_key(const HloOp& op, std::vector<SortKey>& out) const {
    std::string direction = word_of(op, "comparison_direction", 0);
    if ((direction != "LT" && direction != "GT") || op.in.size() != 2) return false;
    const ComparatorValue &x = values_.at(op.in[0]), &y = values_.at(op.in[1]);
    bool in_order = x.sides == left && y.sides == right;
    bool turned = x.sides == right && y.sides == left;
    if ((!in_order && !turned) || x.meaning != y.meaning) return false;
    bool greater = (direction == "GT") != turned;
    const std::string& own = op.in[greater == turned ? 0 : 1];
    out.push_back({own, greater, word_of(op, "compare_type", 1) == "TOTALORDER"});
    return true;
  }

  static bool are_same(const HloAttr& x, const HloAttr& y) {
    if (x.form != y.form || x.text != y.text || x.integer != y.integer || x.number != y.number) {
      return false;
    }
    if (x.items.size() != y.items.size() || x.fields.size() != y.fields.size()) return false;
    if (x.form == HloAttr::AttrKind::elements) {
      const auto& [type, held] = x.elements;
      const Array& other = y.elements.held;
      return type == y.elements.type && held.type() == other.type() &&
             std::memcmp(held.data(), other.data(), held.byte_size()) == 0;
    }
    for (size_t i = 0; i < x.items.size(); ++i) {
      if (!are_same(x.items[i], y.items[i])) return false;
    }
    for (size_t i = 0; i < x.fields.size(); ++i) {
      if (x.fields[i].first != y.fields[i].first) return false;
      if (!are_same(x.fields[i].second, y.fields[i].second)) return false;
    }
    return true;
  }

  const HloRegion& region_;
  std::map<std::string, ComparatorValue> values_ = {};
  std::map<std::tuple<std::string, size_t, Ints>, std::vector<std::pair<const HloOp*, size_t>>>
      made_ = {};
  size_t meanings_ = 0;
  PollCounter polls_;
};

// The key in the order of op::sort; `turned`: descending.
Var sortable(Builder& b, Var x, bool total, bool turned) {
  if (b.type(x).dtype() == Dtype::boolean) x = op::convert(b, x, Dtype::u8);
  if (total && is_float(b.type(x).dtype())) x = total_order(b, x);
  if (!turned) return x;
  return is_float(b.type(x).dtype()) ? op::neg(b, x) : op::bit_not(b, x);
}

// A comparator without keys: a bitonic sorting network of 2^n elements. Each step compares elements
// half a block apart. Element numbers keep equal elements in order.
class SortingNetwork {
 public:
  SortingNetwork(HloScope& scope, const HloRegion& region, int64_t count)
      : scope_(scope), b_(scope.b), region_(region), count_(count) {}

  Vars sorted(Vars now) {
    int64_t whole = 1;
    while (whole < count_) whole *= 2;
    for (Var& x : now) x = lengthened(x, whole);
    now.push_back(op::iota(b_, b_.type(now[0]).with(Dtype::i64), 0));
    for (int64_t block = 2; block <= whole; block *= 2) {
      now = met(now, block, true);
      for (int64_t inner = block / 2; inner >= 2; inner /= 2) now = met(now, inner, false);
    }
    now.pop_back();
    for (Var& x : now) {
      Type type = b_.type(x);
      Shape size = type.shape();
      size[0] = Extent(count_);
      x = op::slice(b_, x, Ints(size.size(), 0), size, Ints(size.size(), 1));
    }
    return now;
  }

 private:
  // Padding rows have numbers from count_ on; they repeat the first row.
  Var lengthened(Var x, int64_t whole) {
    Type type = b_.type(x);
    if (whole == count_) return x;
    Shape more = type.shape(), one = type.shape();
    more[0] = Extent(whole - count_);
    one[0] = Extent(1);
    Var first = op::slice(b_, x, Ints(one.size(), 0), one, Ints(one.size(), 1));
    Shape rest(type.shape().begin() + 1, type.shape().end());
    Var fill = op::broadcast(b_, op::reshape(b_, first, rest), more, {0});
    return op::concatenate(b_, {x, fill}, 0);
  }

  // Compares the two halves of each block; `mirrored`: the second half is reversed.
  Vars met(const Vars& all, int64_t block, bool mirrored) {
    Vars low, high;
    for (Var x : all) {
      low.push_back(half(x, block, 0, false));
      high.push_back(half(x, block, 1, mirrored));
    }
    Var changes = before(high, low);
    Vars out;
    for (size_t i = 0; i < all.size(); ++i) {
      Var first = op::select(b_, changes, high[i], low[i]);
      Var second = op::select(b_, changes, low[i], high[i]);
      if (mirrored) second = op::reverse(b_, second, {1});
      out.push_back(together(first, second, b_.type(all[i]).shape()));
    }
    return out;
  }

  Var half(Var x, int64_t block, int64_t which, bool turned) {
    Type type = b_.type(x);
    Shape rest(type.shape().begin() + 1, type.shape().end());
    Shape parts{Extent(type.extent(0).number() / block), Extent(2), Extent(block / 2)};
    parts.insert(parts.end(), rest.begin(), rest.end());
    x = op::reshape(b_, x, parts);
    Ints start(parts.size(), 0), ones(parts.size(), 1);
    start[1] = which;
    Shape size = parts;
    size[1] = Extent(1);
    x = op::slice(b_, x, start, size, ones);
    size.erase(size.begin() + 1);
    x = op::reshape(b_, x, size);
    return turned ? op::reverse(b_, x, {1}) : x;
  }

  Var together(Var first, Var second, const Shape& shape) {
    Shape one = b_.type(first).shape();
    one.insert(one.begin() + 1, Extent(1));
    Var both = op::concatenate(b_, {op::reshape(b_, first, one), op::reshape(b_, second, one)}, 1);
    return op::reshape(b_, both, shape);
  }

  // Whether elements of x are before those of y.
  Var before(const Vars& x, const Vars& y) {
    auto less = [&](const Vars& left, const Vars& right) {
      Vars args;
      for (size_t i = 0; i + 1 < left.size(); ++i) {
        args.push_back(left[i]);
        args.push_back(right[i]);
      }
      return mapped(scope_, region_, args)[0];
    };
    Var x_number = x[x.size() - 1], y_number = y[y.size() - 1];
    Var count = op::fill(b_, b_.type(x_number), count_);
    Var equal = op::bit_and(b_, op::bit_not(b_, less(y, x)), op::lt(b_, x_number, y_number));
    Var out = op::bit_or(b_, less(x, y), equal);
    out = op::bit_or(b_, out, op::ge(b_, y_number, count));
    return op::bit_and(b_, out, op::lt(b_, x_number, count));
  }

  HloScope& scope_;
  Builder& b_;
  const HloRegion& region_;
  int64_t count_;
};

// Moves the axis to the front, or back to its position.
Var moved(Builder& b, Var x, int64_t axis, bool front) {
  Ints order(static_cast<size_t>(b.type(x).rank()));
  std::iota(order.begin(), order.end(), 0);
  auto first = order.begin(), at = first + axis;
  if (front) {
    std::rotate(first, at, at + 1);
  } else {
    std::rotate(first, first + 1, at + 1);
  }
  return op::permute(b, x, order);
}

// Sorts along an axis in the order of a comparator.
Vars sorted_by(HloScope& scope, const HloRegion& region, const Vars& in, int64_t axis) {
  Builder& b = scope.b;
  int64_t count = b.type(in[0]).extent(static_cast<int>(axis)).number();
  if (count < 2 || b.type(in[0]).count() == 0) return in;
  SortOrder order(region);
  if (auto keys = order.keys()) {
    Vars all;
    for (const SortKey& key : *keys) {
      Var made = mapped(scope, order.making(key), in)[0];
      all.push_back(sortable(b, made, key.total, key.of_right));
    }
    all.append(in);
    Vars out = op::sort(b, all, axis, std::ssize(*keys));
    return {out.begin() + std::ssize(*keys), out.end()};
  }
  Vars now;
  for (Var v : in) now.push_back(moved(b, v, axis, true));
  now = SortingNetwork(scope, region, count).sorted(now);
  for (Var& v : now) v = moved(b, v, axis, false);
  return now;
}

void need_lines(HloScope& scope, const HloOp& op, const HloRegion& region, const Vars& in,
                int64_t axis) {
  Builder& b = scope.b;
  if (in.empty() || region.params.size() != 2 * in.size() || region.ops.empty()) {
    refuse(op, "the comparator needs two params per operand");
  }
  if (axis < 0 || axis >= b.type(in[0]).rank())
    refuse(op, str("sort dimension ", axis, " is out of range for ", b.type(in[0])));
  for (size_t i = 0; i < in.size(); ++i) {
    if (b.type(in[i]).shape() != b.type(in[0]).shape()) {
      refuse(op,
             str("sort has operands of different shapes: ", b.type(in[0]), " and ", b.type(in[i])));
    }
    Type element = b.type(in[i]).with(Shape{});
    if (region.types[2 * i] == element && region.types[2 * i + 1] == element) continue;
    refuse(op, str("the comparator has params ", region.types[2 * i], " and ",
                   region.types[2 * i + 1], ", expected two of ", element));
  }
}

Vars sort(HloScope& scope, const HloOp& op, const Vars& in) {
  if (in.empty() || op.regions.size() != 1) refuse(op, "sort needs operands and one comparator");
  int64_t axis = op.attrs.find({"dimension"}) == nullptr ? -1 : integer_of(op, {"dimension"});
  if (axis < 0) axis += scope.b.type(in[0]).rank();
  need_lines(scope, op, op.regions[0], in, axis);
  return sorted_by(scope, op.regions[0], in, axis);
}

// The block of a function.
const HloRegion* module_function(HloScope& scope, std::string_view name, const HloOp& op) {
  auto found = scope.module.functions.find(name);
  if (found == scope.module.functions.end()) refuse(op, str("function ", name, " does not exist"));
  return &found->second->regions[0];
}

Vars top_k(HloScope& scope, const HloOp& op, const Vars& in) {
  needs_operands(op, in, 1);
  Builder& b = scope.b;
  int64_t k = integer_of(op, {"k"});
  bool truths = b.type(in[0]).dtype() == Dtype::boolean;
  Var x = truths ? op::convert(b, in[0], Dtype::u8) : in[0];
  Vars out = op::top_k(b, x, k);
  if (truths) out[0] = op::convert(b, out[0], Dtype::boolean);
  return out;
}

constexpr HloRule sorting_table[] = {
    {"chlo.top_k", top_k},
    {"sort", sort},
};

}  // namespace

std::span<const HloRule> sorting_rules() { return sorting_table; }

Vars approx_top_k(HloScope& scope, const HloOp& op, const Vars& in) {
  Builder& b = scope.b;
  const HloAttr& config = needed(op, {"mhlo.backend_config", "backend_config"});
  auto number = [&](std::string_view name) {
    const HloAttr* found = config.find({name});
    if (found == nullptr) refuse(op, str("ApproxTopK: missing ", name, " in its configuration"));
    return found->integer;
  };
  const HloAttr& called = needed(op, {"called_computations"});
  auto order = module_function(scope, called.items.empty() ? "" : called.items[0].text, op);
  if (in.size() % 2 != 0) refuse(op, "ApproxTopK needs one initial value per operand");
  Vars xs(in.begin(), in.begin() + static_cast<std::ptrdiff_t>(in.size() / 2));
  int64_t axis = number("reduction_dim"), k = number("top_k");
  need_lines(scope, op, *order, xs, axis);
  if (k < 0 || k > b.type(xs[0]).extent(static_cast<int>(axis)).number())
    refuse(op, str("ApproxTopK: top_k ", k, " is out of range for ", b.type(xs[0])));
  Vars out;
  for (Var v : sorted_by(scope, *order, xs, axis)) {
    Shape size = b.type(v).shape();
    size[static_cast<size_t>(axis)] = Extent(k);
    out.push_back(op::slice(b, v, Ints(size.size(), 0), size, Ints(size.size(), 1)));
  }
  return out;
}

}  // namespace rille
