// Writes products, transforms, and solvers as StableHLO.
#include "jit/op.h"
#include "jit/ops/matrix.h"
#include "jit/ops/sliding.h"
#include "jit/stablehlo/write.h"

namespace rille {
namespace {

// Products in Rille are rounded once; some devices would use fewer bits of the operands by default.
std::string_view precision_of(const HloNode& n) {
  return is_inexact(n.dtype()) && bits(n.dtype()) >= 32 ? "HIGHEST" : "DEFAULT";
}

HloValues product(HloWriter& w, const HloNode& n) {
  auto axes = [&](std::string_view of) {
    return str(hlo_ints(n.attrs().ints(str("left_", of))), " x ",
               hlo_ints(n.attrs().ints(str("right_", of))));
  };
  std::string what = "stablehlo.dot_general $0, $1";
  if (!n.attrs().ints("left_batch").empty()) what += str(", batching_dims = ", axes("batch"));
  what += str(", contracting_dims = ", axes("contracted"));
  std::string_view how = precision_of(n);
  return {w.made(str(what, ", precision = [", how, ", ", how, "]"), n.in, n.result())};
}

// Small products of complex numbers are read back term by term.
HloValues dot_general(HloWriter& w, const HloNode& n) {
  return is_complex(n.dtype()) ? w.composite(n, product) : product(w, n);
}

std::string places_of(size_t axes, std::string_view begin, std::string_view end) {
  std::string out = str("[", begin);
  for (size_t i = 0; i < axes; ++i) out += str(begin.empty() && i == 0 ? "" : ", ", i);
  return str(out, axes == 0 && begin.empty() ? "" : ", ", end, "]");
}

HloValues conv(HloWriter& w, const HloNode& n) {
  WindowDims slide = slide_of(n.attrs());
  size_t axes = slide.strides.size();
  std::string data = places_of(axes, "b", "f"), weights = places_of(axes, "", "i, o"), pads;
  for (size_t i = 0; i < axes; ++i) {
    pads += str(i == 0 ? "" : ", ", "[", slide.low[i], ", ", slide.high[i], "]");
  }
  std::string_view how = precision_of(n);
  std::string what = str("stablehlo.convolution($0, $1) dim_numbers = ", data, "x", weights, "->",
                         data, ", window = {");
  if (axes > 0) {
    what += str("stride = ", hlo_ints(slide.strides), ", pad = [", pads,
                "], lhs_dilate = ", hlo_ints(slide.base_dilation),
                ", rhs_dilate = ", hlo_ints(slide.window_dilation));
  }
  what += str("} {batch_group_count = ", n.attrs().integer("batch_groups"),
              " : i64, feature_group_count = ", n.attrs().integer("feature_groups"),
              " : i64, precision_config = [#stablehlo<precision ", how, ">, #stablehlo<precision ",
              how, ">]}");
  return {w.made(what, n.in, n.result())};
}

HloValues fft(HloWriter& w, const HloNode& n) {
  const std::string& kind = n.attrs().string("kind");
  std::string word;
  for (char c : kind) word += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return {
      w.made(str("stablehlo.fft $0, type = ", word, ", length = [", n.attrs().integer("n"), "]"),
             n.in, n.result())};
}

// StableHLO leaves undefined the elements above the diagonal, and the result for a matrix that is
// not positive definite.
HloValues triangle(HloWriter& w, const HloNode& n) {
  Type type = n.result(), truths = type.with(Dtype::boolean), numbers = type.with(Dtype::i64);
  int rank = type.rank();
  HloValue made = w.same("stablehlo.cholesky", n.in, ", lower = true");
  HloValue is_below = w.compared("GE", w.counted(numbers, rank - 2), w.counted(numbers, rank - 1));
  auto chosen = [&](const HloValue& condition, const HloValue& yes, const HloValue& no) {
    return w.lines(str("stablehlo.select $0, $1, $2 : ", hlo_text(truths), ", ", hlo_text(type)),
                   {condition, yes, no}, {type})[0];
  };
  HloValue zero = w.number(type, int64_t{0});
  HloValue lower = chosen(is_below, made, zero);
  Shape heads(type.shape().begin(), type.shape().end() - 2);
  HloValue start = w.number(Type(Dtype::boolean, Shape{}), false);
  std::string over = str("stablehlo.reduce($0 init: $1) applies stablehlo.or across dimensions = [",
                         rank - 2, ", ", rank - 1, "]");
  HloValue fails =
      w.made(over, {w.compared("NE", lower, lower), start}, Type(Dtype::boolean, heads));
  Ints dims = counted_from(0, heads.size());
  fails = w.made(str("stablehlo.broadcast_in_dim $0, dims = ", hlo_ints(dims)), {fails}, truths);
  HloValue nan = w.number(type, std::numeric_limits<double>::quiet_NaN());
  return {chosen(fails, nan, lower)};
}

HloValues cholesky(HloWriter& w, const HloNode& n) {
  return n.result().count() == 0 ? n.in : w.composite(n, triangle);
}

HloValues triangular_solve(HloWriter& w, const HloNode& n) {
  if (n.result().count() == 0) return {n.in[1]};
  std::string_view how = n.attrs().flag("transposed") ? "TRANSPOSE" : "NO_TRANSPOSE";
  std::string what = str("\"stablehlo.triangular_solve\"($0, $1) <{left_side = true, lower = ",
                         n.attrs().flag("lower"), ", transpose_a = #stablehlo<transpose ", how,
                         ">, unit_diagonal = false}>");
  return {w.made(what, n.in, n.result())};
}

HloValues refused(HloWriter&, const HloNode& n) {
  not_written(n.node, ": other frameworks call a library routine for it, under names of their own");
}

constexpr HloWriteRule products_written[] = {
    {"cholesky", cholesky},
    {"conv", conv},
    {"dot_general", dot_general},
    {"eig", refused},
    {"eigh", refused},
    {"fft", fft},
    {"lu", refused},
    {"qr", refused},
    {"schur", refused},
    {"svd", refused},
    {"triangular_solve", triangular_solve},
};

}  // namespace

std::span<const HloWriteRule> written_products() { return products_written; }

}  // namespace rille
