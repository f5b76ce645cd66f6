// Writes reductions, scans, and windows as StableHLO text.
#include "jit/op.h"
#include "jit/ops/reduction.h"
#include "jit/ops/sliding.h"
#include "jit/stablehlo/write.h"

namespace rille {
namespace {

// A reduction operation and its initial value.
struct ReductionOp {
  std::string_view hlo;
  AttrValue start;
};

// By the last word of the primitive's name: sum, prod, max, min, and, or.
ReductionOp joining_of(std::string_view word, Dtype dtype) {
  bool truths = dtype == Dtype::boolean;
  if (word == "and" || (truths && word == "min")) return {"and", true};
  if (word == "or" || (truths && word == "max")) return {"or", false};
  if (word == "max") return {"maximum", lowest_value(dtype)};
  if (word == "min") return {"minimum", greatest_value(dtype)};
  return word == "sum" ? ReductionOp{"add", number_value(dtype, 0)}
                       : ReductionOp{"multiply", number_value(dtype, 1)};
}

HloValues reduce(HloWriter& w, const HloNode& n) {
  ReductionOp by = joining_of(n.word, n.dtype());
  if (n.given(0).count() == 0) return {w.number(n.result(), by.start)};
  HloValue start = w.number(n.result().with(Shape{}), by.start);
  Ints axes = n.attrs().ints("axes");
  std::string what = str("stablehlo.reduce($0 init: $1) applies stablehlo.", by.hlo,
                         " across dimensions = ", hlo_ints(axes));
  return {w.made(what, {n.in[0], start}, n.result())};
}

// [[low, high], …] as a tensor.
std::string padding_text(const WindowDims& slide) {
  std::string out;
  for (size_t i = 0; i < slide.low.size(); ++i) {
    out += str(i == 0 ? "" : ", ", "[", slide.low[i], ", ", slide.high[i], "]");
  }
  return str("dense<[", out, "]> : tensor<", slide.low.size(), "x2xi64>");
}

HloValue windowed(HloWriter& w, const HloNode& n, const WindowDims& slide) {
  ReductionOp by = joining_of(n.word, n.dtype());
  Type one = n.result().with(Shape{});
  HloValue start = w.number(one, by.start);
  HloBlock joins = w.block({one, one}, [&](const HloValues& x) -> HloValues {
    return {w.same(str("stablehlo.", by.hlo), x)};
  });
  std::string what =
      str("\"stablehlo.reduce_window\"($0, $1) <{base_dilations = ", hlo_array(slide.base_dilation),
          ", padding = ", padding_text(slide),
          ", window_dilations = ", hlo_array(slide.window_dilation),
          ", window_dimensions = ", hlo_array(slide.size),
          ", window_strides = ", hlo_array(slide.strides), "}> ~ : ");
  HloValues in{n.in[0], start};
  std::vector<HloBlock> regions;
  regions.push_back(std::move(joins));
  return w.with_regions(str(what, hlo_signature(in, {n.result()})), in, {n.result()},
                        std::move(regions))[0];
}

HloValues window(HloWriter& w, const HloNode& n) {
  if (n.given(0).rank() == 0) return n.in;
  if (n.given(0).count() == 0 || n.result().count() == 0) {
    return {w.number(n.result(), joining_of(n.word, n.dtype()).start)};
  }
  return {windowed(w, n, slide_of(n.attrs()))};
}

// A window over all elements up to the current one.
HloValues cumulated(HloWriter& w, const HloNode& n) {
  const Type& type = n.given(0);
  auto axis = static_cast<size_t>(n.attrs().integer("axis"));
  int64_t count = type.extent(static_cast<int>(axis)).number();
  if (count < 2 || type.count() == 0) return n.in;
  Ints ones(static_cast<size_t>(type.rank()), 1), none(ones.size(), 0);
  WindowDims slide{ones, ones, none, none, ones, ones};
  slide.size[axis] = count;
  (n.attrs().flag("reverse") ? slide.high : slide.low)[axis] = count - 1;
  return {windowed(w, n, slide)};
}

// Selects one of two elements with their indices: the better element, a nan before any number, the
// first of equal elements.
HloValues preferred(HloWriter& w, const HloValues& x, std::string_view better) {
  const HloValue &a = x[0], &i = x[1], &b = x[2], &j = x[3];
  HloValue takes = w.compared(better, a, b), equal = w.compared("EQ", a, b);
  if (is_float(a.type.dtype())) {
    HloValue a_nan = w.compared("NE", a, a), b_nan = w.compared("NE", b, b);
    HloValue only = w.same("stablehlo.and", {a_nan, w.same("stablehlo.not", {b_nan})});
    takes = w.same("stablehlo.or", {takes, only});
    equal = w.same("stablehlo.or", {equal, w.same("stablehlo.and", {a_nan, b_nan})});
  }
  HloValue is_first = w.same("stablehlo.and", {equal, w.compared("LT", i, j)});
  takes = w.same("stablehlo.or", {takes, is_first});
  auto chosen = [&](const HloValue& yes, const HloValue& no) {
    return w.lines(str("stablehlo.select $0, $1, $2 : tensor<i1>, ", hlo_text(yes.type)),
                   {takes, yes, no}, {yes.type})[0];
  };
  return {chosen(a, b), chosen(i, j)};
}

HloValues argument(HloWriter& w, const HloNode& n) {
  HloValue x = n.in[0];
  if (n.dtype() == Dtype::boolean) x = w.made("stablehlo.convert $0", {x}, x.type.with(Dtype::u8));
  Type element = x.type.with(Shape{}), place(Dtype::i32, Shape{});
  Type places = x.type.with(Dtype::i32);
  int64_t axis = n.attrs().integer("axis");
  HloValue numbers = w.counted(places, axis);
  bool greatest = n.word == "GT";
  AttrValue start = greatest ? lowest_value(element.dtype()) : greatest_value(element.dtype());
  HloValues in{x, numbers, w.number(element, start), w.number(place, int64_t{0})};
  std::vector<HloBlock> regions;
  regions.push_back(w.block({element, place, element, place},
                            [&](const HloValues& both) { return preferred(w, both, n.word); }));
  Types out{n.result().with(element.dtype()), n.result()};
  return {w.with_regions(str("\"stablehlo.reduce\"($0, $1, $2, $3) <{dimensions = ",
                             hlo_array({axis}), "}> ~ : ", hlo_signature(in, out)),
                         in, out, std::move(regions))[1]};
}

HloValues composed_argument(HloWriter& w, const HloNode& n) { return w.composite(n, argument); }

constexpr HloWriteRule folds_written[] = {
    {"argmax", composed_argument, "GT"},
    {"argmin", composed_argument, "LT"},
    {"cummax", cumulated, "max"},
    {"cummin", cumulated, "min"},
    {"cumprod", cumulated, "prod"},
    {"cumsum", cumulated, "sum"},
    {"prod", reduce, "prod"},
    {"reduce_and", reduce, "and"},
    {"reduce_max", reduce, "max"},
    {"reduce_min", reduce, "min"},
    {"reduce_or", reduce, "or"},
    {"sum", reduce, "sum"},
    {"window_max", window, "max"},
    {"window_min", window, "min"},
    {"window_sum", window, "sum"},
};

}  // namespace

std::span<const HloWriteRule> written_folds() { return folds_written; }

}  // namespace rille
