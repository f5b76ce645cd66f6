// optim.safe_increment: a counter that does not overflow.
#include <limits>

#include "stdlib/array.h"
#include "stdlib/array/floats.h"
#include "vm/bind.h"

namespace rille {
namespace {

// The largest finite value of a dtype.
Array greatest(Dtype dtype) {
  if (kind(dtype) == DtypeKind::natural) {
    return convert(Array(int64_t{-1}).with_weak(false), dtype);  // all bits are 1
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
                str("optim.safe_increment: `count` is ", count.type(), ", expected ints or floats"))
        .label(0);
  }
  Array most = greatest(dtype).with_weak(count.is_weak());
  return where(lt(count, most), count + 1, most);
}

}  // namespace

extern const Builtin optim_safe_increment_builtin = {
    .signature = "optim.safe_increment(count: real[...]) -> real[...]",
    .brief =
        "Increments a counter without overflow. The result stays at the largest value of the "
        "dtype.",
    .params = {{"count", "Counter, of ints or floats."}},
    .errors = "error[dtype] if `count` has other elements",
    .example = "optim.safe_increment(u8([1, 254, 255]))  #> [2, 255, 255]",
    .source = "optax.safe_increment",
    .call = bind<&safe_increment>,
};

}  // namespace rille
