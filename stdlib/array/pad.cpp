// pad: padding of arrays in several modes.
#include <algorithm>
#include <array>

#include "stdlib/array/interpolated.h"
#include "stdlib/array/pick.h"
#include "vm/run/running.h"

namespace rille {
namespace {

struct PadWidths {
  Ints low, high;
};

int64_t padded_size(const Array& x, int64_t axis) {
  return x.type().extent(static_cast<int>(axis)).number();
}

PadWidths widths_of(const Value& widths, const Array& x) {
  auto rank = static_cast<size_t>(x.rank());
  if (widths.is_leaf() && widths.as_array().rank() == 0) {
    Ints all(rank, widths.as_array().integer());
    return {all, all};
  }
  Values items = widths.is_tuple() ? widths.items() : Values{};
  bool is_pair = items.size() == 2 && items[0].is_leaf() && items[1].is_leaf();
  if (is_pair) items = {widths};
  if (items.size() == 1) items.resize(rank, items[0]);
  bool fits = items.size() == rank;
  for (const Value& item : items) fits = fits && item.is_tuple() && item.items().size() == 2;
  if (!fits) {
    Error error(Code::value,
                str("pad: `pad_width` is ", text(widths),
                    ", expected a number or (before, after) for each axis of ", x.type()));
    throw labelled(std::move(error), "pad_width");
  }
  PadWidths out;
  for (const Value& item : items) {
    out.low.push_back(item.items()[0].as_array().integer());
    out.high.push_back(item.items()[1].as_array().integer());
  }
  return out;
}

// The index of the element, in a line of `size`, that position i takes; i may be out of range.
int64_t place_for(std::string_view mode, int64_t i, int64_t size) {
  if (mode == "edge") return std::clamp<int64_t>(i, 0, size - 1);
  auto within = [](int64_t at, int64_t period) { return (at % period + period) % period; };
  if (mode == "wrap") return within(i, size);
  bool repeats_edge = mode == "symmetric";
  if (size == 1) return 0;
  int64_t period = repeats_edge ? 2 * size : 2 * size - 2, at = within(i, period);
  return at < size ? at : period - at - (repeats_edge ? 1 : 0);
}

// Pads one axis with elements of x.
Array continued(const Array& x, int64_t axis, int64_t low, int64_t high, std::string_view mode) {
  int64_t size = padded_size(x, axis);
  auto count = static_cast<size_t>(low + size + high);
  poll(count * sizeof(int64_t));  // the indices are not part of the memory accounting
  Ints places;
  places.reserve(count);
  PollCounter polls;
  for (int64_t i = -low; i < size + high; ++i) {
    polls.step();
    places.push_back(place_for(mode, i, size));
  }
  return picked(x, axis, places_of(places));
}

// A linear ramp from the edge to the value, which is the outermost element.
Array ramp(const Array& x, int64_t axis, int64_t count, const Array& value, bool is_low) {
  Array edge = slice_axis(x, axis, is_low ? 0 : padded_size(x, axis) - 1, 1);
  Shape line(x.shape().size(), Extent(1)), shape = x.shape();
  line[static_cast<size_t>(axis)] = shape[static_cast<size_t>(axis)] = Extent(count);
  Dtype wide = is_inexact(x.dtype()) && bits(x.dtype()) >= 32 ? x.dtype() : Dtype::f64;
  Array step = iota(line, axis);
  Array share =
      div(convert(is_low ? step : sub(count - 1, step), wide), static_cast<double>(count));
  Array from = convert(value, wide);
  Array out = interpolated(from, convert(edge, wide), share);
  if (!is_inexact(x.dtype())) out = floor(out);
  return convert(fit(out, shape), x.dtype());
}

// A statistic of each line along the axis, in the dtype of x.
Array measured(const Array& x, int64_t axis, std::string_view mode) {
  Ints axes{axis};
  if (mode == "maximum") return max(x, axes, true);
  if (mode == "minimum") return min(x, axes, true);
  bool is_whole = !is_inexact(x.dtype());
  Array line = is_whole ? convert(x, Dtype::f64) : x, out;
  if (mode == "mean") {
    out = mean(line, axes, true);
  } else {
    Array sorted = sort(line, axis);
    int64_t size = padded_size(x, axis);
    Array low = slice_axis(sorted, axis, (size - 1) / 2, 1);
    out = interpolated(low, slice_axis(sorted, axis, size / 2, 1), Array(0.5));
  }
  return convert(is_whole ? round(out) : out, x.dtype());
}

Array padded_axis(const Array& x, int64_t axis, int64_t low, int64_t high, std::string_view mode,
                  const Array& value) {
  if (mode == "edge" || mode == "wrap" || mode == "reflect" || mode == "symmetric") {
    return continued(x, axis, low, high, mode);
  }
  auto side = [&](int64_t count, bool is_low) {
    if (mode == "linear_ramp") return ramp(x, axis, count, value, is_low);
    Shape shape = x.shape();
    shape[static_cast<size_t>(axis)] = Extent(count);
    return fit(measured(x, axis, mode), shape);
  };
  Arrays parts{x};
  if (low > 0) parts.insert(parts.begin(), side(low, true));
  if (high > 0) parts.push_back(side(high, false));
  return concat(parts, axis);
}

Array padded(State& state, const Array& given, const Value& widths, const Array& value,
             const std::string& mode) {
  need_known(state, widths);
  Array x = strong(given);
  auto [low, high] = widths_of(widths, x);
  if (mode == "constant") return pad(x, low, high, value);
  for (int i = 0; i < x.rank(); ++i) {
    auto at = static_cast<size_t>(i);
    if (low[at] == 0 && high[at] == 0) continue;
    if (low[at] < 0 || high[at] < 0) {
      Error error(Code::value, str("pad: the widths are ", low[at], " and ", high[at],
                                   ", expected widths >= 0 in mode \"", mode, "\""));
      throw labelled(labelled(std::move(error), "pad_width"), "mode");
    }
    if (low[at] > int64_t{1} << 40 || high[at] > int64_t{1} << 40) {
      Error error(Code::memory, str("pad: the widths are ", low[at], " and ", high[at],
                                    ", expected at most 2^40"));
      throw labelled(std::move(error), "pad_width");
    }
    if (padded_size(x, i) == 0) {
      Error error(Code::value, str("pad: axis ", i, " of ", x.type(), " is empty, so mode \"", mode,
                                   "\" has no elements to pad with"));
      throw labelled(labelled(std::move(error), "x"), "mode");
    }
    x = padded_axis(x, i, low[at], high[at], mode, value);
  }
  return x;
}

}  // namespace

Array pad(const Array& given, const Ints& low, const Ints& high, const Array& value) {
  Array x = strong(given);
  for (int i = 0; i < x.rank(); ++i) {
    auto at = static_cast<size_t>(i);
    int64_t size = padded_size(x, i), before = std::min(low[at], int64_t{0});
    if (before >= -size && std::min(high[at], int64_t{0}) >= -size - before) continue;
    Error error(Code::value, str("pad: negative widths crop more elements of axis ", i, " than ",
                                 x.type(), " has"));
    throw labelled(std::move(error), "pad_width");
  }
  Ints none(low.size(), 0);
  Attrs attrs{{"low", low}, {"high", high}, {"interior", none}};
  return apply1(pad_op, {x, convert(value, x.dtype())}, attrs);
}

extern const Builtin pad_builtin = {
    .signature =
        "pad(x: number[...], pad_width: int or (int or (int, int), ...), constant_values: number "
        "or bool = 0, mode: \"constant\" or \"edge\" or \"reflect\" or \"symmetric\" or \"wrap\" "
        "or \"linear_ramp\" or \"maximum\" or \"minimum\" or \"mean\" or \"median\" = "
        "\"constant\") -> number[...]",
    .brief = "Pads an array before and after its elements.",
    .params =
        {{"pad_width",
          "Number of elements to add: one number for both sides of all axes, (before, after) for "
          "all axes, or (before, after) for each axis. In mode `\"constant\"`, negative numbers "
          "crop."},
         {"constant_values",
          "Value of the new elements in mode `\"constant\"`, or the end value of a "
          "`\"linear_ramp\"`."},
         {"mode",
          "Source of the new elements. `\"constant\"`: `constant_values`. `\"edge\"`: the edge "
          "element. `\"reflect\"`: mirrored without repeating the edge. `\"symmetric\"`: mirrored "
          "with the edge repeated. `\"wrap\"`: from the opposite end. `\"linear_ramp\"`: a linear "
          "ramp from the edge to `constant_values`. `\"maximum\"`, `\"minimum\"`, `\"mean\"`, and "
          "`\"median\"`: that statistic along the axis."}},
    .errors =
        "error[value] if `pad_width` does not match the axes of `x`, crops more elements than an "
        "axis has, or is negative in a mode other than \"constant\", or a padded axis is empty",
    .example = "pad([1, 2, 3], 2, mode = \"reflect\")  #> [3, 2, 1, 2, 3, 2, 1]",
    .source = "numpy.pad",
    .call = bind<&padded>,
};

}  // namespace rille
