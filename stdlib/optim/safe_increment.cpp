// optim.safe_increment: a count that stays at the greatest.
#include <limits>

#include "stdlib/array.h"
#include "stdlib/array/floats.h"
#include "vm/bind.h"

namespace rille {
namespace {

// The greatest finite value of a dtype.
Array greatest(Dtype dtype) {
  if (kind(dtype) == Kind::natural) {
    return convert(Array(int64_t{-1}).with_weak(false), dtype);  // all bits
  }
  if (is_integer(dtype)) {
    auto ones = std::numeric_limits<uint64_t>::max() >> (65 - bits(dtype));
    return convert(Array(static_cast<int64_t>(ones)), dtype);
  }
  return convert(Array(largest_of(dtype)), dtype);
}

Array safe_increment(const Array& count) {
  Dtype dtype = count.dtype();
  if (!is_integer(dtype) && !is_float(dtype)) {
    throw Error(Code::dtype,
                str("optim.safe_increment counts in ints or floats, got ", count.type()))
        .label(0);
  }
  Array most = greatest(dtype).with_weak(count.is_weak());
  return where(lt(count, most), count + 1, most);
}

}  // namespace

extern const Builtin optim_safe_increment_builtin = {
    .signature = "optim.safe_increment(count: real[...]) -> real[...]",
    .brief = "One more, or the greatest number of the dtype where there is none above it.",
    .params = {{"count", "ints or floats"}},
    .errors = "error[dtype] of other elements",
    .example = "optim.safe_increment(u8([1, 254, 255]))  #> [2, 255, 255]",
    .source = "optax.safe_increment",
    .call = bind<&safe_increment>,
};

}  // namespace rille
