// Broadcasting and promotion of operands.
#include <algorithm>
#include <array>
#include <cstring>

#include "stdlib/array/apply_op.h"
#include "vm/run/running.h"

namespace rille {
namespace {

AttrValue value_of(const Array& number) {
  if (number.dtype() == Dtype::boolean) return number.integer() != 0;
  if (is_integer(number.dtype())) return number.integer();
  return number.number();
}

// Whether x is a concrete real scalar, which is written directly into the array that it fills.
bool fills(const Array& x) {
  return x.rank() == 0 && !x.is_traced() && kind(x.dtype()) != DtypeKind::key &&
         !is_complex(x.dtype()) && (is_host_scalar(x) || is_eager());
}

template <class Word>
void fill_words(Array& out, const std::byte* word) {
  Word value;
  std::memcpy(&value, word, sizeof value);
  auto* to = reinterpret_cast<Word*>(out.edit_data());
  constexpr size_t piece = size_t{1} << 18;
  for (size_t at = 0, size = out.size(); at < size; at += piece) {
    poll();
    std::fill_n(to + at, std::min(piece, size - at), value);
  }
}

// In an eager run a scalar is not made an attribute: attributes are kept forever, and the number of
// different scalars is unbounded.
Array filled_now(const Array& x, const Shape& shape) {
  Array out(x.type().with(shape));
  switch (bytes(x.dtype())) {
    case 1: fill_words<uint8_t>(out, x.data()); break;
    case 2: fill_words<uint16_t>(out, x.data()); break;
    case 4: fill_words<uint32_t>(out, x.data()); break;
    default: fill_words<uint64_t>(out, x.data()); break;
  }
  return out.with_weak(x.is_weak());
}

// Throws the error of two incompatible operands. Inside a builtin, the operands may be no arguments
// of it.
[[noreturn]] void unfit(std::span<const Array> arrays, size_t one, size_t other,
                        std::string_view what) {
  auto place = [&](size_t i) {
    return is_calling() ? argument_of_shape(arrays[i].shape()) : static_cast<int>(i);
  };
  auto said = [&](size_t i, std::string_view name) {
    return place(i) < 0 ? std::string(name) : arg(place(i), name);
  };
  Error error(Code::shape, str(calling_name(what), ": ", said(one, "x"), " is ", arrays[one].type(),
                               " but ", said(other, "y"), " is ", arrays[other].type()));
  error.note("shapes are aligned at the last axis; sizes must be equal or 1");
  throw std::move(error).label(place(one)).label(place(other));
}

// The first of the arrays before `at` that has this size, on the axis counted from the last.
size_t first_with(std::span<const Array> arrays, size_t at, size_t from_end, Extent extent) {
  auto has = [&](const Array& x) {
    const Shape& shape = x.shape();
    return from_end <= shape.size() && shape[shape.size() - from_end] == extent;
  };
  auto found = std::ranges::find_if(arrays.first(at), has);
  return static_cast<size_t>(found - arrays.begin());
}

}  // namespace

Shape common_shape(std::span<const Array> arrays, std::string_view what) {
  Shape out = arrays[0].shape();
  for (size_t at = 1; at < arrays.size(); ++at) {
    const Shape& shape = arrays[at].shape();
    size_t more = shape.size() > out.size() ? shape.size() - out.size() : 0;
    out.insert(out.begin(), more, Extent(1));
    size_t skip = out.size() - shape.size();
    for (size_t i = 0; i < shape.size(); ++i) {
      Extent& extent = out[skip + i];
      if (extent == shape[i] || shape[i] == Extent(1)) continue;
      if (extent != Extent(1)) {
        unfit(arrays, first_with(arrays, at, shape.size() - i, extent), at, what);
      }
      extent = shape[i];
    }
  }
  return out;
}

Array fit(const Array& x, const Shape& shape) {
  if (x.shape() == shape) return x;
  if (fills(x) && is_eager()) return filled_now(x, shape);
  if (fills(x)) {
    Attrs attrs{{"dtype", x.dtype()}, {"shape", shape}, {"value", value_of(x)}};
    return apply1(fill_op, {}, attrs).with_weak(x.is_weak());
  }
  size_t skip = shape.size() - x.shape().size();
  Ints axes;
  Shape kept;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (i >= skip && x.shape()[i - skip] == shape[i]) {
      kept.push_back(shape[i]);
    } else {
      axes.push_back(static_cast<int64_t>(i));
    }
  }
  Array flat = reshape_to(x, kept);
  return apply1(broadcast_op, {flat}, {{"shape", shape}, {"axes", axes}});
}

void need_room(const Array& x, const Shape& shape, std::string_view parameter) {
  size_t rank = x.shape().size();
  bool fits = rank <= shape.size();
  for (size_t i = 0; fits && i < rank; ++i) {
    Extent have = x.shape()[i], want = shape[shape.size() - rank + i];
    fits = have == want || have == Extent(1);
  }
  if (fits) return;
  Error error(Code::shape, str(calling_name("broadcast"), ": `", parameter, "` is ", x.type(),
                               ", expected a shape that broadcasts to ", text(shape)));
  throw labelled(labelled(std::move(error), parameter), "shape");
}

Array broadcast(const Array& x, const Shape& shape) {
  Array from = strong(x);
  need_room(from, shape, "x");
  return fit(from, shape);
}

Array binary(const Op& op, const Array& x, const Array& y) {
  if (x.type() == y.type() && x.is_weak() == y.is_weak()) return apply1(op, {x, y});
  std::array<Array, 2> both{x, y};
  promote_together(both);
  if (both[0].shape() != both[1].shape()) {
    if (Array out = apply_spread(op, {both[0], both[1]}); !out.is_none()) return out;
    Shape shape = common_shape(both, op.name);
    for (Array& z : both) z = fit(z, shape);
  }
  return apply1(op, {both[0], both[1]});
}

}  // namespace rille
