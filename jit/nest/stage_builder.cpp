// Inlines values down to materialized ones.
#include "jit/nest/stage_builder.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>

#include "jit/graph.h"
#include "jit/nest/same.h"
#include "jit/op.h"
#include "vm/error.h"

namespace rille {

LoweredGraph::LoweredGraph(const Graph& graph) : graph(graph), producer(graph.types.size(), -1) {
  lowering.resize(graph.nodes.size());
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const Node& node = graph.nodes[i];
    for (Var v : node.out) producer[static_cast<size_t>(v.id)] = static_cast<int>(i);
    if (!node.op->lower || !node.regions.empty()) continue;
    Types in = graph.types_of(node.in), out = graph.types_of(node.out);
    bool concerns = std::ranges::any_of(in, has_parts) || std::ranges::any_of(out, has_parts);
    if (concerns && !joins_parts(*node.op)) continue;
    lowering[i] = node.op->lower.fn({in, node.attrs, node.regions, node.origin});
  }
}

Ints strides_of(const Ints& shape) {
  Ints out(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    out[i] = stride;
    stride *= std::max<int64_t>(shape[i], 1);
  }
  return out;
}

namespace {

Access access_of(int buffer, const Index& at) {
  Access out{.buffer = buffer, .offset = at.constant, .computed = at.extra};
  for (int64_t factor : at.factors) out.strides.emplace_back(factor);
  return out;
}

}  // namespace

StageBuilder::StageBuilder(const LoweredGraph& lowered, const InMemory& memory, const Ints& loops,
                           int kept, const Rows* rows)
    : lowered_(lowered), memory_(memory), rows_(rows) {
  for (int64_t extent : loops) stage.loops.emplace_back(extent);
  stage.kept = kept;
  home_.shape.assign(loops.begin(), loops.begin() + kept);
  for (int i = 0; i < kept; ++i) home_.at.push_back(index.loop(i));
}

StageBuilder::StageBuilder(const StageBuilder& product, const Ints& loops, bool has_no_rows)
    : StageBuilder(product.lowered_, product.memory_, loops, static_cast<int>(loops.size()),
                   product.rows_) {
  has_no_rows_ = has_no_rows;
  slots = product.slots;
  buffers = product.buffers;
}

void StageBuilder::take_from(StageBuilder& operand) {
  slots = std::move(operand.slots);
  buffers = std::move(operand.buffers);
  failed_ |= operand.failed_;
}

int StageBuilder::buffer(int slot, Dtype dtype) {
  auto found = std::ranges::find(slots, slot);
  if (found != slots.end()) return static_cast<int>(found - slots.begin());
  slots.push_back(slot);
  buffers.push_back(dtype);
  return static_cast<int>(slots.size()) - 1;
}

void StageBuilder::store(Var v, int slot, int step) {
  Dtype dtype = lowered_.graph.type(v).dtype();
  Index at = linear_at(home_);
  if (!is_complex(dtype)) return store_at(at, buffer(slot, dtype), step);
  SmallVector<int, 3> parts = stage.code[static_cast<size_t>(step)].in;
  for (int part : {0, 1}) {
    store_at(part_at(at, part), buffer(slot, part_of(dtype)), parts[static_cast<size_t>(part)]);
  }
}

void StageBuilder::store_at(const Index& at, int buffer, int step) {
  stage.stores.push_back({.step = step, .access = access_of(buffer, at)});
}

// Accesses to the real and imaginary parts of complex numbers.
Index StageBuilder::part_at(const Index& at, int part) {
  return index.add(index.scale(at, 2), index.number(part));
}

Nest StageBuilder::nest() {
  Nest out{.buffers = std::move(buffers), .origins = std::move(origins)};
  out.stages.push_back(std::move(stage));
  return out;
}

int StageBuilder::place_id(const Place& place) {
  uint64_t hash = static_cast<uint64_t>(place.guard);
  for (const Index& at : place.at) {
    hash = mix(mix(hash, static_cast<uint64_t>(at.constant)), static_cast<uint64_t>(at.extra));
    for (int64_t factor : at.factors) hash = mix(hash, static_cast<uint64_t>(factor));
  }
  std::vector<int>& bucket = place_ids_[hash];
  for (int id : bucket) {
    if (places_[static_cast<size_t>(id)] == place) return id;
  }
  places_.push_back(place);
  bucket.push_back(static_cast<int>(places_.size()) - 1);
  return bucket.back();
}

int StageBuilder::value(Var v, const Place& place) {
  uint64_t key = (static_cast<uint64_t>(v.id) << 32) | static_cast<uint64_t>(place_id(place));
  auto found = done_.find(key);
  if (found != done_.end()) return found->second;
  int step = make(v, place);
  done_[key] = step;
  return step;
}

// Whether it is the element that this iteration computes, in any shape.
bool StageBuilder::is_home(const Place& place) {
  if (place == home_) return true;
  auto is_computed = [](const Index& at) { return at.extra >= 0; };
  if (place.guard >= 0 || std::ranges::any_of(place.at, is_computed)) return false;
  auto elements = [](const Ints& shape) {
    return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
  };
  return elements(place.shape) == elements(home_.shape) && linear_at(place) == linear_at(home_);
}

int StageBuilder::make(Var v, const Place& place) {
  if (v == made_) {
    failed_ |= !is_home(place);
    return made_step_;
  }
  bool mine = std::ranges::find(own_, v) != own_.end() && is_home(place);
  if (rows_ != nullptr && !mine) {
    auto row = rows_->local.find(v.id);
    if (row != rows_->local.end()) return load_row(v, place, row->second);
  }
  if (memory_.slot[static_cast<size_t>(v.id)] >= 0 && !mine) return load(v, place);
  const Node& node = lowered_.node_of(v);
  if (auto* it = lowered_.as<Pointwise>(v)) return pointwise(node, v, it->code, place);
  if (auto* it = lowered_.as<View>(v)) return view(node, v, *it, place);
  RILLE_CHECK(false, node.op->name, " is read before it stands in memory");
}

Index StageBuilder::linear_at(const Place& place) {
  Index out = index.number(0);
  Ints strides = strides_of(place.shape);
  for (size_t i = 0; i < strides.size(); ++i) {
    out = index.add(out, index.scale(place.at[i], strides[i]));
  }
  return out;
}

int StageBuilder::load(Var v, const Place& place) {
  const Type& type = lowered_.graph.type(v);
  Dtype dtype = type.dtype();
  if (type.count() == 0) {  // never read: its guard is false
    return index.push({.name = Scalar::constant, .dtype = dtype, .value = int64_t{0}});
  }
  Index at = linear_at(place);
  if (!is_complex(dtype)) return load_at(v, dtype, at, place.guard);
  int real = load_at(v, part_of(dtype), part_at(at, 0), place.guard);
  int imag = load_at(v, part_of(dtype), part_at(at, 1), place.guard);
  return index.call(Scalar::complex, dtype, {real, imag});
}

int StageBuilder::load_at(Var v, Dtype dtype, const Index& at, int guard) {
  NestStep step{.name = Scalar::load, .dtype = dtype};
  step.access = access_of(buffer(memory_.slot[static_cast<size_t>(v.id)], dtype), at);
  step.access.guard = guard;
  return index.push(std::move(step));
}

// The index of an element within the row of this iteration; none if it may be in another row.
std::optional<Index> StageBuilder::within_row(Index at, int64_t elements) const {
  auto loop_at = [&](size_t number) {
    bool is_last = number + 1 == static_cast<size_t>(rows_->shared);
    return is_last && row_loop_ >= 0 ? static_cast<size_t>(row_loop_) : number;
  };
  int64_t iterations = 1;
  for (size_t i = 0; i < static_cast<size_t>(rows_->shared); ++i) {
    iterations *= stage.loops[loop_at(i)].number;
  }
  if (iterations == 0 || elements % iterations != 0) return std::nullopt;
  int64_t row = elements / iterations, stride = row;
  for (auto i = static_cast<size_t>(rows_->shared); i-- > 0;) {
    size_t loop = loop_at(i);
    int64_t extent = stage.loops[loop].number;
    if (extent != 1 && at.factors[loop] != stride) return std::nullopt;
    at.factors[loop] = 0;
    stride *= extent;
  }
  auto range = index.bounds(at);
  if (!range || range->low < 0 || range->high >= row) return std::nullopt;
  return at;
}

int StageBuilder::load_row(Var v, const Place& place, int local) {
  const Type& type = lowered_.graph.type(v);
  bool is_out = has_no_rows_ || local == Rows::later || is_complex(type.dtype());
  auto at = is_out ? std::nullopt : within_row(linear_at(place), type.count());
  if (!at) {
    failed_ = true;
    return index.push({.name = Scalar::constant, .dtype = type.dtype(), .value = int64_t{0}});
  }
  if (local == Rows::in_memory) return load(v, place);
  NestStep step{.name = Scalar::load, .dtype = type.dtype()};
  step.access = access_of(first_local + local, *at);
  step.access.guard = place.guard;
  return index.push(std::move(step));
}

void StageBuilder::store_row(Var v, int local, int step) {
  auto at = within_row(linear_at(home_), lowered_.graph.type(v).count());
  RILLE_CHECK(at.has_value(), print(lowered_.graph));
  store_at(*at, first_local + local, step);
}

namespace {

// Corresponding groups of axes of two shapes with the same elements, as small as possible: [from,
// to) of each. Axes of size 1 are in no group.
struct Matching {
  std::vector<size_t> from, to;
};

std::vector<Matching> matched(const Ints& from, const Ints& to) {
  std::vector<Matching> out;
  size_t i = 0, j = 0;
  auto skip = [](const Ints& shape, size_t& at) {
    while (at < shape.size() && shape[at] == 1) ++at;
    return at < shape.size();
  };
  while (skip(from, i) && skip(to, j)) {
    Matching group;
    int64_t before = 1, after = 1;
    do {
      if (before <= after && skip(from, i)) {
        before *= from[i];
        group.from.push_back(i++);
      } else if (skip(to, j)) {
        after *= to[j];
        group.to.push_back(j++);
      }
    } while (before != after);
    out.push_back(std::move(group));
  }
  return out;
}

}  // namespace

// The same element in terms of another shape. Axes that both shapes have are unchanged, so that
// indices stay linear, and within their range if a guard is true.
Place StageBuilder::seen_as(const Place& place, const Ints& shape) {
  if (place.shape == shape) return place;
  Place out{shape, std::vector<Index>(shape.size(), index.number(0)), place.guard};
  if (std::ranges::count(shape, 0) > 0) return out;  // never read, or its guard is false
  for (const Matching& group : matched(place.shape, shape)) {
    Index rest = index.number(0);
    for (size_t i : group.from) {
      rest = index.add(index.scale(rest, place.shape[i]), place.at[i]);
    }
    int64_t stride = 1;
    for (size_t k = group.to.size(); k-- > 0;) {
      size_t axis = group.to[k];
      Index at = index.divide(rest, stride);
      out.at[axis] = k == 0 ? at : index.remainder(at, shape[axis]);
      stride *= shape[axis];
    }
  }
  return out;
}

// i64 steps that are linear in the loop counters stay linear indices, so that loads from them are
// strided, also if they start at a computed index.
StageBuilder::Known StageBuilder::linear(const Scalars::ScalarStep& step,
                                         const std::vector<Known>& known,
                                         const std::vector<int>& done) {
  if (step.dtype != Dtype::i64) return std::nullopt;
  if (step.name == Scalar::constant) return index.number(std::get<int64_t>(step.value));
  if (step.in.size() != 2) return std::nullopt;
  auto left = static_cast<size_t>(step.in[0]), right = static_cast<size_t>(step.in[1]);
  Known a = known[left], b = known[right];
  if (!a && !b) return std::nullopt;
  bool is_sum = step.name == Scalar::add || (step.name == Scalar::sub && b);
  if (is_sum) {
    if (!a) a = index.of_step(done[left]);
    if (!b) b = index.of_step(done[right]);
    return index.add(*a, step.name == Scalar::add ? *b : index.scale(*b, -1));
  }
  if (!a || !b || a->extra >= 0 || b->extra >= 0) return std::nullopt;
  auto range_a = index.bounds(*a), range_b = index.bounds(*b);
  bool fixed_a = range_a->low == range_a->high, fixed_b = range_b->low == range_b->high;
  if (step.name == Scalar::mul && fixed_b) return index.scale(*a, range_b->low);
  if (step.name == Scalar::mul && fixed_a) return index.scale(*b, range_a->low);
  if (step.name == Scalar::max && range_a->low >= range_b->high) return a;
  if (step.name == Scalar::max && range_b->low >= range_a->high) return b;
  if (step.name == Scalar::min && range_a->high <= range_b->low) return a;
  if (step.name == Scalar::min && range_b->high <= range_a->low) return b;
  return std::nullopt;
}

int StageBuilder::pointwise(const Node& node, Var v, const Scalars& code, const Place& place) {
  Ints shape = lowered_.graph.type(v).ints();
  std::vector<int> done;
  std::vector<Known> known;
  auto number_of = [](const Scalars::ScalarStep& step) {
    return static_cast<size_t>(std::get<int64_t>(step.value));
  };
  for (const Scalars::ScalarStep& step : code.steps) {
    Known at = std::nullopt;
    int made = -1;
    if (step.name == Scalar::input) {
      Var in = node.in[number_of(step)];
      bool scalar = lowered_.graph.type(in).count() == 1 && lowered_.graph.type(v).count() != 1;
      Place zero{{}, {}, place.guard};
      made = value(in, scalar ? zero : place);
    } else if (step.name == Scalar::load) {
      Var in = node.in[number_of(step)];
      Place there{lowered_.graph.type(in).ints(), {}, place.guard};
      std::span<const int> axes = step.in;
      if (axes.size() > there.shape.size()) {
        there.guard = both(place.guard, done[static_cast<size_t>(axes.back())]);
        axes = axes.first(there.shape.size());
      }
      for (int axis : axes) {
        const Known& form = known[static_cast<size_t>(axis)];
        there.at.push_back(form ? *form : index.of_step(done[static_cast<size_t>(axis)]));
      }
      made = value(in, there);
    } else if (step.name == Scalar::index) {
      at = seen_as(place, shape).at[number_of(step)];
    } else if (step.name == Scalar::extent) {
      at = index.number(shape[number_of(step)]);
    } else {
      at = linear(step, known, done);
    }
    if (at && made < 0) made = index.step(*at);
    if (made < 0) made = one_step(step, done);
    done.push_back(made);
    known.push_back(at);
  }
  return done.back();
}

int StageBuilder::one_step(const Scalars::ScalarStep& step, const std::vector<int>& done) {
  if (step.name == Scalar::real || step.name == Scalar::imag) return part(step, done);
  NestStep out{.name = step.name, .dtype = step.dtype};
  if (step.name == Scalar::constant) out.value = step.value;
  for (int in : step.in) out.in.push_back(done[static_cast<size_t>(in)]);
  return index.push(std::move(out));
}

// A complex number is a step with two parts, which are read instead of it.
int StageBuilder::part(const Scalars::ScalarStep& step, const std::vector<int>& done) {
  const NestStep& pair = stage.code[static_cast<size_t>(done[static_cast<size_t>(step.in[0])])];
  if (pair.name == Scalar::complex) return pair.in[step.name == Scalar::real ? 0 : 1];
  return index.push({.name = Scalar::constant, .dtype = step.dtype, .value = int64_t{0}});
}

int StageBuilder::both(int guard, int other) {
  return guard < 0 ? other : index.call(Scalar::bit_and, Dtype::boolean, {guard, other});
}

// Whether the step is a load that is 0 if the guard is false.
bool StageBuilder::gives_zero(int step, int guard) const {
  const NestStep& it = stage.code[static_cast<size_t>(step)];
  return it.name == Scalar::load && it.access.guard == guard;
}

bool StageBuilder::is_zero(int step) const {
  const NestStep& it = stage.code[static_cast<size_t>(step)];
  if (it.name != Scalar::constant) return false;
  if (auto* number = std::get_if<double>(&it.value)) return *number == 0 && !std::signbit(*number);
  auto* whole = std::get_if<int64_t>(&it.value);
  auto* truth = std::get_if<bool>(&it.value);
  return whole != nullptr ? *whole == 0 : truth != nullptr && !*truth;
}

int StageBuilder::view(const Node& node, Var v, const View& view, const Place& place) {
  if (view.reshape) return value(node.in[0], place);
  Place from = seen_as(place, lowered_.graph.type(v).ints());
  Place to{lowered_.graph.type(node.in[0]).ints(), {}, place.guard};
  int inside = -1;
  auto need = [&](int step) { inside = both(inside, step); };
  for (size_t i = 0; i < view.axes.size(); ++i) {
    const View::Axis& axis = view.axes[i];
    Index at = index.number(axis.offset);
    if (axis.output_axis >= 0) {
      at = index.add(index.scale(from.at[static_cast<size_t>(axis.output_axis)], axis.step), at);
    }
    if (axis.within >= 0) {
      at = index.add(index.scale(from.at[static_cast<size_t>(axis.within)], axis.within_step), at);
    }
    if (axis.divide != 1) {
      int rest = index.step(index.remainder(at, axis.divide));
      need(index.call(Scalar::eq, Dtype::boolean, {rest, index.constant(0)}));
      auto range = index.bounds(at);
      if (!range || range->low < 0) {  // before the division, which rounds toward zero
        need(index.call(Scalar::ge, Dtype::boolean, {index.step(at), index.constant(0)}));
      }
      at = index.divide(at, axis.divide);
    }
    auto range = index.bounds(at);
    int64_t extent = to.shape[i];
    if (view.guarded && (!range || range->low < 0)) {
      need(index.call(Scalar::ge, Dtype::boolean, {index.step(at), index.constant(0)}));
    }
    if (view.guarded && (!range || range->high >= extent)) {
      need(index.call(Scalar::lt, Dtype::boolean, {index.step(at), index.constant(extent)}));
    }
    to.at.push_back(at);
  }
  if (inside < 0) return value(node.in[0], to);
  to.guard = both(place.guard, inside);
  int within = value(node.in[0], to);
  int outside = value(node.in[1], Place{{}, {}, place.guard});
  if (gives_zero(within, to.guard) && is_zero(outside)) return within;
  return index.call(Scalar::select, lowered_.graph.type(v).dtype(), {inside, within, outside});
}

}  // namespace rille
