// fft: the discrete Fourier transform of the last axis.
#include <algorithm>

#include "jit/fourier_lines.h"
#include "jit/ops/axes.h"
#include "jit/ops/families.h"
#include "jit/ops/loops.h"
#include "jit/ops/samples.h"

namespace rille {
namespace {

const OpDoc fft_doc = {
    .brief =
        "Computes the discrete Fourier transform of the last axis, of size n. The kind is \"fft\", "
        "its inverse \"ifft\", \"rfft\" (the nonnegative frequencies of real input), or its "
        "inverse \"irfft\".",
    .shapes = "x: z[..., n] or r[..., n] or z[..., n // 2 + 1], kind, n -> z[..., n], r[..., n]",
    .errors =
        "error[dtype] if x does not have the dtype of the kind; error[shape] if the last axis does "
        "not match n; error[value] if kind is not fft, ifft, rfft, or irfft",
    .example = "%y = stablehlo.fft %x, type = FFT, length = [8]",
    .source = "jax.lax.fft of one axis; Cooley and Tukey, Math. Comp. 19 (1965)",
};

Types fft_type(const OpCall& call) {
  const std::string& kind = call.attrs.string("kind");
  int64_t n = call.attrs.integer("n");
  Type x = call.in[0];
  bool takes_real = kind == "rfft", gives_real = kind == "irfft";
  if (!takes_real && !gives_real && kind != "fft" && kind != "ifft") {
    throw Error(Code::value,
                str("fft: unknown kind \"", kind, "\", expected fft, ifft, rfft, or irfft"),
                call.origin.span());
  }
  bool is_real = x.dtype() == Dtype::f32 || x.dtype() == Dtype::f64;
  if (takes_real ? !is_real : !is_complex(x.dtype())) {
    throw Error(Code::dtype,
                str(kind, ": expected ", takes_real ? "real" : "complex", " numbers, got ", x),
                call.origin.span());
  }
  int64_t half = n / 2 + 1;
  if (n < 1 || x.rank() < 1 || x.shape().back() != Extent(gives_real ? half : n)) {
    throw Error(Code::shape, str(kind, ": the last axis of ", x, " does not match n = ", n),
                call.origin.span());
  }
  Shape shape = x.shape();
  if (takes_real) shape.back() = Extent(half);
  if (gives_real) shape.back() = Extent(n);
  Dtype dtype = takes_real ? complex_of(x.dtype()) : gives_real ? part_of(x.dtype()) : x.dtype();
  return {Type(dtype, shape)};
}

Var same_kind(Builder& b, const Node& node, Var x) {
  return op::fft(b, x, node.attrs.string("kind"), node.attrs.integer("n"));
}

Vars fft_jvp(Builder& b, const Node& node, const Vars& dx) {
  if (dx[0].none()) return {Var{}};
  return {same_kind(b, node, dx[0])};
}

// The matrices of fft and ifft are symmetric. The matrix of rfft consists of the first rows of one.
Var rfft_transposed(Builder& b, Var ct, int64_t n) {
  Type type = b.type(ct);
  Ints none(static_cast<size_t>(type.rank()), 0), high = none;
  high.back() = n - (n / 2 + 1);
  Var zero = op::fill(b, Type(part_of(type.dtype()), Shape{}), 0.0);
  Var all = op::pad(b, ct, op::complex(b, zero, zero), none, high, none);
  return op::real(b, op::fft(b, all, "fft", n));
}

// irfft uses all frequencies twice, except the first and, for an even n, the last: they stand for
// their conjugates as well. Imaginary parts have the opposite sign.
Var irfft_transposed(Builder& b, Var ct, int64_t n) {
  Var x = op::fft(b, ct, "rfft", n);
  Type type = b.type(x).with(part_of(b.type(x).dtype()));
  Type places = type.with(Dtype::i64);
  Var at = op::iota(b, places, type.rank() - 1);
  Var once = op::eq(b, at, op::fill(b, places, int64_t{0}));
  if (n % 2 == 0) once = op::bit_or(b, once, op::eq(b, at, op::fill(b, places, n / 2)));
  double share = 1.0 / static_cast<double>(n);
  Var by = op::select(b, once, op::fill(b, type, share), op::fill(b, type, 2 * share));
  return op::complex(b, op::mul(b, op::real(b, x), by), op::mul(b, op::neg(b, op::imag(b, x)), by));
}

Vars fft_transpose(Builder& b, const Node& node, const Types&, const Vars& ct) {
  const std::string& kind = node.attrs.string("kind");
  int64_t n = node.attrs.integer("n");
  if (kind == "rfft") return {rfft_transposed(b, ct[0], n)};
  if (kind == "irfft") return {irfft_transposed(b, ct[0], n)};
  return {same_kind(b, node, ct[0])};
}

Factors fft_factors(const OpCall& call, const Types& out) {
  return leading_factors(call, out, call.in[0].rank() - 1);
}

template <class T>
void run_lines(FourierKind kind, const Array& in, Array& out, size_t n) {
  FourierPlan<T> plan = fourier_plan<T>(n, !is_of_reals(kind));
  FourierLine<T> line{plan, kind};
  const T* x = reinterpret_cast<const T*>(in.data());
  T* y = reinterpret_cast<T*>(out.edit_data());
  T* end = y + out.byte_size() / sizeof(T);
  for (; y < end; x += line.read(), y += line.made()) line.run(x, y, SerialRunner());
}

void fft_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  FourierKind kind = fourier_kind(node.attrs.string("kind"));
  auto n = static_cast<size_t>(node.attrs.integer("n"));
  if (out[0].size() == 0) return;
  Dtype part = kind == FourierKind::rfft ? in[0].dtype() : part_of(in[0].dtype());
  with_type(part, [&]<class T>(T) {
    if constexpr (std::is_floating_point_v<T>) run_lines<T>(kind, in[0], out[0], n);
  });
}

std::vector<Sample> fft_samples() {
  std::vector<Sample> out;
  auto add = [&](std::string kind, int64_t n, Shape shape, Dtype part) {
    shape.emplace_back(kind == "irfft" ? n / 2 + 1 : n);
    Type x(kind == "rfft" ? part : complex_of(part), shape);
    out.push_back({.in = {x}, .attrs = {{"kind", kind}, {"n", n}}});
  };
  for (const char* kind : {"fft", "ifft", "rfft", "irfft"}) {
    for (int64_t n : {1, 2, 3, 4, 6, 7, 8, 15, 16}) add(kind, n, Shape{2}, Dtype::f64);
    for (int64_t n : {5, 12}) add(kind, n, Shape{}, Dtype::f32);
    add(kind, 4, Shape{0}, Dtype::f64);
  }
  return out;
}

}  // namespace

extern const Op fft_op = {
    .name = "fft",
    .doc = fft_doc,
    .type = fft_type,
    .jvp = fft_jvp,
    .transpose = fft_transpose,
    .batch = leading_batch,
    .factors = fft_factors,
    .lower = [](const OpCall&) -> Lowering { return StructuredOp{"fft"}; },
    .reference = fft_reference,
    .samples = fft_samples,
};

Var op::fft(Builder& b, Var x, std::string kind, int64_t n) {
  return b.emit(fft_op, {x}, {{"kind", std::move(kind)}, {"n", n}})[0];
}

}  // namespace rille
