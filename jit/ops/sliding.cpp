// Window parameters: checks, views, the backward pass.
#include "jit/ops/sliding.h"

#include <numeric>

#include "jit/ops/reduction.h"
#include "jit/ops/samples.h"
#include "vm/text.h"

namespace rille {
namespace {

struct WindowField {
  std::string_view name;
  Ints WindowDims::* list;
};
constexpr WindowField fields[] = {{"size", &WindowDims::size},
                                  {"strides", &WindowDims::strides},
                                  {"low", &WindowDims::low},
                                  {"high", &WindowDims::high},
                                  {"base_dilation", &WindowDims::base_dilation},
                                  {"window_dilation", &WindowDims::window_dilation}};

int64_t room_of(const WindowDims& slide, size_t i, int64_t extent) {
  int64_t places = places_of(extent, slide.base_dilation[i]) + slide.low[i] + slide.high[i];
  return std::max<int64_t>(places, 0);
}

int64_t count_of(const WindowDims& slide, size_t i, int64_t extent) {
  int64_t room = room_of(slide, i, extent);
  int64_t window = places_of(slide.size[i], slide.window_dilation[i]);
  return window > room ? 0 : (room - window) / slide.strides[i] + 1;
}

Ints ones(size_t count) { return Ints(count, 1); }

}  // namespace

Ints counted_from(int64_t first, size_t count) {
  Ints out(count);
  std::iota(out.begin(), out.end(), first);
  return out;
}

WindowDims slide_of(const Attrs& attrs) {
  WindowDims out;
  for (const WindowField& field : fields) {
    if (attrs.find(field.name) != nullptr) out.*field.list = attrs.ints(field.name);
  }
  return out;
}

Attrs attrs_of(const WindowDims& slide, std::vector<Attr> more) {
  for (const WindowField& field : fields) {
    bool none = field.list == &WindowDims::size && slide.size.empty() && !slide.strides.empty();
    if (!none) more.push_back({field.name, slide.*field.list});
  }
  return Attrs(std::move(more));
}

int64_t places_of(int64_t n, int64_t dilation) {
  return n == 0 ? 0 : checked_product(n - 1, dilation) + 1;
}

Ints slid(const OpCall& call, const WindowDims& slide, std::span<const Extent> extents) {
  bool good = true;
  for (const WindowField& field : fields) {
    const Ints& list = slide.*field.list;
    good = good && list.size() == extents.size();
    bool may_be_any = field.list == &WindowDims::low || field.list == &WindowDims::high;
    for (int64_t number : list) {
      good = good && (may_be_any || number >= 1);
      checked_product(number, 4);  // so that sums of three are within 2^62
    }
  }
  Ints known;
  for (Extent extent : extents) {
    good = good && extent.known();
    if (good) known.push_back(extent.number());
  }
  if (!good) {
    throw Error(Code::shape,
                str("windows over ", text(Shape(extents.begin(), extents.end())),
                    " need static sizes, and for each axis a size, a stride, and dilations above 0 "
                    "and two padding counts"),
                call.origin.span());
  }
  return counts_of(slide, known);
}

Ints counts_of(const WindowDims& slide, const Ints& extents) {
  Ints out;
  for (size_t i = 0; i < extents.size(); ++i) out.push_back(count_of(slide, i, extents[i]));
  return out;
}

WindowDims turned(const WindowDims& slide, const Ints& extents) {
  WindowDims out{.size = slide.size,
                 .strides = slide.base_dilation,
                 .base_dilation = slide.strides,
                 .window_dilation = slide.window_dilation};
  Ints counts = counts_of(slide, extents);
  for (size_t i = 0; i < extents.size(); ++i) {
    int64_t window = places_of(slide.size[i], slide.window_dilation[i]);
    int64_t from = places_of(counts[i], slide.strides[i]);
    out.low.push_back(window - 1 - slide.low[i]);
    int64_t whole = places_of(extents[i], slide.base_dilation[i]) + window - 1;
    out.high.push_back(whole - from - out.low.back());
  }
  return out;
}

Var spaced(Builder& b, Var x, const WindowDims& slide, int64_t first, AttrValue outside) {
  Type type = b.type(x);
  auto rank = static_cast<size_t>(type.rank()), from = static_cast<size_t>(first);
  Ints low(rank, 0), high(rank, 0), interior(rank, 0);
  bool pads = false;
  for (size_t i = 0; i < slide.low.size(); ++i) {
    low[from + i] = slide.low[i];
    high[from + i] = slide.high[i];
    interior[from + i] = slide.base_dilation[i] - 1;
    pads = pads || slide.low[i] != 0 || slide.high[i] != 0 || slide.base_dilation[i] != 1;
  }
  if (!pads) return x;
  Var value = op::fill(b, Type(type.dtype(), Shape{}), std::move(outside));
  return op::pad(b, x, value, low, high, interior);
}

Var windows_over(Builder& b, Var x, const WindowDims& slide, AttrValue outside) {
  return op::windows(b, spaced(b, x, slide, 0, std::move(outside)),
                     counted_from(0, slide.size.size()), slide.size, slide.strides,
                     slide.window_dilation);
}

Ints window_axes(int rank) { return counted_from(rank, static_cast<size_t>(rank)); }

Types window_type(const OpCall& call, Type x) {
  Shape shape;
  for (int64_t count : slid(call, slide_of(call.attrs), x.shape())) shape.emplace_back(count);
  return {x.with(shape)};
}

WindowDims with_batch_axis(WindowDims slide) {
  for (const WindowField& field : fields) {
    bool is_padding = field.list == &WindowDims::low || field.list == &WindowDims::high;
    Ints& list = slide.*field.list;
    list.insert(list.begin(), is_padding ? 0 : 1);
  }
  return slide;
}

std::vector<BatchedVar> window_batch(Builder& b, const Node& node, const Batch& batch) {
  Vars in = all_batched(b, node, batch);
  return {{b.emit(*node.op, in, attrs_of(with_batch_axis(slide_of(node.attrs))))[0], 0}};
}

bool apart(const WindowDims& slide) {
  bool out = slide.base_dilation == ones(slide.size.size()) &&
             slide.window_dilation == slide.base_dilation;
  for (size_t i = 0; i < slide.size.size(); ++i) out = out && slide.strides[i] >= slide.size[i];
  return out;
}

Var laid_out(Builder& b, Var parts, const WindowDims& slide, const Ints& extents) {
  Type type = b.type(parts);
  size_t rank = extents.size();
  Var zero = op::fill(b, Type(type.dtype(), Shape{}), number_value(type.dtype(), 0));
  Ints none(2 * rank, 0), gaps = none, order, low, high;
  Shape joined;
  for (size_t i = 0; i < rank; ++i) {
    auto axis = static_cast<int64_t>(i);
    int64_t places = type.extent(static_cast<int>(i)).number() * slide.strides[i];
    gaps[rank + i] = slide.strides[i] - slide.size[i];
    order.insert(order.end(), {axis, axis + static_cast<int64_t>(rank)});
    joined.emplace_back(places);
    low.push_back(-slide.low[i]);
    high.push_back(extents[i] - places + slide.low[i]);
  }
  Var whole = gaps == none ? parts : op::pad(b, parts, zero, none, gaps, none);
  whole = op::reshape(b, op::permute(b, whole, order), joined);
  return op::pad(b, whole, zero, low, high, Ints(rank, 0));
}

Var window_places(Builder& b, const Ints& size) {
  int64_t count = 1;
  for (int64_t n : size) count = checked_product(count, n);
  return op::reshape(b, op::iota(b, Type(Dtype::i32, Shape{count}), 0), shape_of(size));
}

Vars window_extreme_jvp(Builder& b, const Node& node, Var dx, bool greatest) {
  WindowDims slide = slide_of(node.attrs);
  Type x = b.type(node.in[0]);
  if (!is_float(x.dtype())) return {Var{}};
  AttrValue least = greatest ? lowest_value(x.dtype()) : greatest_value(x.dtype());
  Var all = windows_over(b, node.in[0], slide, least);
  Shape flat = b.type(node.out[0]).shape();
  int64_t places = 1;
  for (int64_t n : slide.size) places = checked_product(places, n);
  flat.emplace_back(places);
  Var rows = op::reshape(b, all, flat);
  Var winner = greatest ? op::argmax(b, rows, x.rank()) : op::argmin(b, rows, x.rank());
  return {op::window_pick(b, dx, winner, slide)};
}

std::vector<Sample> window_samples_of(bool (*takes)(Dtype),
                                      Sample (*more)(Type x, const WindowDims& slide)) {
  std::vector<Sample> out;
  auto add = [&](Type x, const WindowDims& slide) {
    out.push_back(more != nullptr ? more(x, slide) : Sample{{x}, attrs_of(slide)});
  };
  for (Dtype dtype : sample_dtypes()) {
    if (!takes(dtype)) continue;
    add({dtype, {2, 5}}, {{1, 3}, {1, 2}, {0, 1}, {0, 1}, {1, 1}, {1, 1}});
    add({dtype, {4}}, {{2}, {2}, {0}, {0}, {1}, {1}});
    if (dtype != Dtype::f64) continue;
    add(f64({5}), {{2}, {1}, {0}, {0}, {1}, {1}});
    add(f64({6}), {{2}, {3}, {1}, {0}, {1}, {1}});
    add(f64({6}), {{2}, {2}, {-1}, {2}, {1}, {1}});
    add(f64({7}), {{3}, {2}, {1}, {2}, {1}, {2}});
    add(f64({4}), {{3}, {1}, {0}, {1}, {2}, {1}});
    add(f64({4}), {{2}, {3}, {-1}, {4}, {3}, {2}});
    add(f64({3}), {{2}, {1}, {3}, {2}, {1}, {1}});
    add(f64({2}), {{4}, {1}, {0}, {0}, {1}, {1}});
    add(f64({0}), {{2}, {1}, {2}, {1}, {1}, {1}});
    add(f64({}), {});
    add(f64({4, 5}), {{2, 3}, {2, 1}, {0, 1}, {0, 0}, {1, 1}, {1, 2}});
    add(f64({4, 4}), {{2, 2}, {2, 2}, {0, 0}, {0, 0}, {1, 1}, {1, 1}});
    add(f64({2, 5, 4, 2}),
        {{1, 3, 2, 1}, {1, 2, 2, 1}, {0, 1, 0, 0}, {0, 1, 1, 0}, {1, 1, 1, 1}, {1, 1, 1, 1}});
  }
  return out;
}

WindowPlaces::WindowPlaces(const Ints& extents, const WindowDims& slide)
    : extents_(extents), counts_(counts_of(slide, extents)), slide_(slide) {
  for (int64_t count : counts_) windows_ *= static_cast<size_t>(count);
  for (int64_t n : slide.size) size_ *= static_cast<size_t>(n);
}

int64_t WindowPlaces::at(size_t window, size_t place) const {
  int64_t out = 0, stride = 1;
  for (size_t i = extents_.size(); i-- > 0;) {
    auto count = static_cast<size_t>(counts_[i]), n = static_cast<size_t>(slide_.size[i]);
    int64_t at = static_cast<int64_t>(window % count) * slide_.strides[i] +
                 static_cast<int64_t>(place % n) * slide_.window_dilation[i] - slide_.low[i];
    window /= count;
    place /= n;
    if (at < 0 || at % slide_.base_dilation[i] != 0) return -1;
    at /= slide_.base_dilation[i];
    if (at >= extents_[i]) return -1;
    out += at * stride;
    stride *= extents_[i];
  }
  return out;
}

}  // namespace rille
