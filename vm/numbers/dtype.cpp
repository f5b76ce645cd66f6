// Dtype: names, sizes and the promotion lattice.
#include "vm/numbers/dtype.h"

#include <algorithm>
#include <iterator>

#include "vm/error.h"

namespace rille {
namespace {

struct DtypeRow {
  std::string_view name;
  uint8_t bytes, bits;
  DtypeKind kind;
};

constexpr DtypeRow rows[] = {
#define DTYPE(name, cpp, bits, kind, text) {text, sizeof(cpp), bits, kind},
#include "vm/numbers/dtypes.def"
#undef DTYPE
};

const DtypeRow& row(Dtype dtype) { return rows[static_cast<size_t>(dtype)]; }

bool is_nibble(Dtype d) { return d == Dtype::i4 || d == Dtype::u4; }
bool is_float8(Dtype d) { return d == Dtype::f8e4m3 || d == Dtype::f8e5m2; }

[[noreturn]] void no_common(Dtype a, Dtype b) {
  Error error(Code::dtype, str(name(a), " and ", name(b), " have no common dtype"));
  bool is_key = kind(a) == DtypeKind::key || kind(b) == DtypeKind::key;
  if (!is_key) {
    std::string_view to = name(is_float8(a) || is_nibble(a) ? b : a);
    error.help(str("convert one of them, as in `", to, "(x)`"));
  }
  throw error;
}

Dtype signed_of_bits(int bits) {
  switch (bits) {
    case 8: return Dtype::i8;
    case 16: return Dtype::i16;
    case 32: return Dtype::i32;
    case 64: return Dtype::i64;
    default: return Dtype::f64;  // i64 and u64: a float, as in JAX
  }
}

Dtype promote_integers(Dtype a, Dtype b) {
  if (kind(a) == kind(b)) return bits(a) > bits(b) ? a : b;
  if (kind(a) == DtypeKind::natural) std::swap(a, b);
  return bits(a) > bits(b) ? a : signed_of_bits(2 * bits(b));
}

int real_bits(Dtype d) { return is_complex(d) ? bits(d) / 2 : bits(d); }

Dtype promote_inexact(Dtype a, Dtype b) {
  if (is_complex(a) || is_complex(b)) {
    bool wide = std::max(real_bits(a), real_bits(b)) == 64;
    return wide ? Dtype::c128 : Dtype::c64;
  }
  if (bits(a) == bits(b)) return Dtype::f32;  // f16 and bf16
  return bits(a) > bits(b) ? a : b;
}

}  // namespace

std::string_view name(Dtype dtype) { return row(dtype).name; }
DtypeKind kind(Dtype dtype) { return row(dtype).kind; }
size_t bytes(Dtype dtype) { return row(dtype).bytes; }
int bits(Dtype dtype) { return row(dtype).bits; }

std::optional<Dtype> dtype_named(std::string_view name) {
  auto found = std::ranges::find(rows, name, &DtypeRow::name);
  if (found == std::end(rows)) return std::nullopt;
  return static_cast<Dtype>(found - rows);
}

Dtype promote(Dtype a, Dtype b) {
  if (a == b) return a;
  if (kind(a) == DtypeKind::key || kind(b) == DtypeKind::key) no_common(a, b);
  if (a == Dtype::boolean) return b;
  if (b == Dtype::boolean) return a;
  if (is_nibble(a) || is_nibble(b)) no_common(a, b);
  if (is_integer(a) && is_integer(b)) return promote_integers(a, b);
  if (is_integer(a)) return b;
  if (is_integer(b)) return a;
  if (is_float8(a) || is_float8(b)) no_common(a, b);
  return promote_inexact(a, b);
}

Dtype promote_weak(Dtype weak, Dtype array) {
  if (kind(array) == DtypeKind::key && weak != array) no_common(weak, array);
  if (is_nibble(array) && is_inexact(weak)) no_common(weak, array);
  if (is_float8(array) && is_complex(weak)) no_common(weak, array);
  switch (kind(weak)) {
    case DtypeKind::boolean:
    case DtypeKind::key: return array;
    case DtypeKind::integer:
    case DtypeKind::natural: return array == Dtype::boolean ? Dtype::i32 : array;
    case DtypeKind::floating: return is_inexact(array) ? array : Dtype::f32;
    case DtypeKind::complex: break;
  }
  return is_inexact(array) && real_bits(array) == 64 ? Dtype::c128 : Dtype::c64;
}

}  // namespace rille
