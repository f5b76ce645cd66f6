// schur: the Schur decomposition of a square matrix.
#include "jit/ops/axes.h"
#include "jit/ops/complex_schur.h"
#include "jit/ops/francis.h"
#include "jit/ops/loops.h"
#include "jit/ops/matrix.h"
#include "jit/ops/numbers.h"

namespace rille {
namespace {

const OpDoc schur_doc = {
    .brief =
        "Computes the Schur decomposition, x = z t z' with a unitary z. The factor t is upper "
        "triangular; for a real x it is quasi-triangular, with a 2 by 2 block of equal diagonal "
        "elements for each complex pair of eigenvalues.",
    .shapes = "x: z[..., n, n] -> z[..., n, n], z[..., n, n]",
    .errors = "error[dtype] if x is not f32, f64, c64, or c128; error[shape] if x is not square",
    .example = "linalg.schur([[0.0, 2.0], [0.0, 1.0]])[0]  #> [[0, 2],\n #>  [0, 1]]",
    .source = "jax.lax.linalg.schur, real; Golub and Van Loan, Matrix Computations, sec. 7.5",
};

Types schur_type(const OpCall& call) {
  check_square(call, call.in[0]);
  return {call.in[0], call.in[0]};
}

void schur_reference(const Node&, std::span<const Array> in, std::span<Array> out) {
  auto n = static_cast<size_t>(in[0].type().ints().back());
  with_type(in[0].dtype(), [&]<class T>(T) {
    if constexpr (is_matrix_number<T>) {
      using Form = std::conditional_t<std::is_floating_point_v<T>, RealSchur<real_of_number<T>>,
                                      ComplexSchur<real_of_number<T>>>;
      const T* x = elements<T>(in[0]);
      T* t = elements_to_write<T>(out[0]);
      T* z = elements_to_write<T>(out[1]);
      size_t size = n * n, count = n == 0 ? 0 : in[0].size() / size;
      for (size_t at = 0; at < count; ++at) {
        Form found(x + at * size, n);
        if (!found.is_found) {
          std::ranges::fill(found.t, no_number<T>());
          found.z = found.t;
        }
        std::ranges::copy(found.t, t + at * size);
        std::ranges::copy(found.z, z + at * size);
      }
    }
  });
}

}  // namespace

extern const Op schur_op = {
    .name = "schur",
    .doc = schur_doc,
    .type = schur_type,
    .jvp = MissingRule{"the order of the eigenvalues of schur has no derivative"},
    .transpose = MissingRule{"schur is not linear"},
    .batch = leading_batch,
    .factors = matrix_factors,
    .lower = [](const OpCall&) -> Lowering { return StructuredOp{"schur"}; },
    .reference = schur_reference,
    .samples = square_samples,
};

Vars op::schur(Builder& b, Var x) { return b.emit(schur_op, {x}); }

}  // namespace rille
