// Element types, fill values, and sizes of zarr arrays.
#include "stdlib/ckpt/zarr/meta.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

namespace rille {
namespace {

constexpr size_t max_axes = 32;

struct ZarrDtypeName {
  Dtype dtype;
  std::string_view name;
};
constexpr ZarrDtypeName rows[] = {
    {Dtype::boolean, "bool"},       {Dtype::i4, "int4"},     {Dtype::i8, "int8"},
    {Dtype::i16, "int16"},          {Dtype::i32, "int32"},   {Dtype::i64, "int64"},
    {Dtype::u4, "uint4"},           {Dtype::u8, "uint8"},    {Dtype::u16, "uint16"},
    {Dtype::u32, "uint32"},         {Dtype::u64, "uint64"},  {Dtype::f8e4m3, "float8_e4m3fn"},
    {Dtype::f8e5m2, "float8_e5m2"}, {Dtype::f16, "float16"}, {Dtype::bf16, "bfloat16"},
    {Dtype::f32, "float32"},        {Dtype::f64, "float64"}, {Dtype::c64, "complex64"},
    {Dtype::c128, "complex128"},
};

// Parses a fill value such as "0x7fc00000", the bits of the element in hexadecimal.
std::string bits_of(Dtype dtype, const JsonCursor& fill) {
  std::string_view digits = std::string_view(fill.string()).substr(2);
  uint64_t bits = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits, 16);
  bool fits = error == std::errc() && end == digits.data() + digits.size() && bytes(dtype) <= 8 &&
              digits.size() <= 2 * bytes(dtype);
  fill.need(fits, str("is not a valid ", dtype));
  std::string out;
  put_little(out, bits, bytes(dtype));
  return out;
}

double real_of(Dtype dtype, const JsonCursor& fill) {
  if (const auto* real = std::get_if<double>(&fill.value().any())) return *real;
  if (const auto* whole = std::get_if<int64_t>(&fill.value().any())) {
    return static_cast<double>(*whole);
  }
  if (const auto* truth = std::get_if<bool>(&fill.value().any())) return *truth ? 1 : 0;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::string_view word = fill.is_string() ? std::string_view(fill.string()) : "";
  if (word == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (word == "Infinity") return infinity;
  if (word == "-Infinity") return -infinity;
  fill.fail(str("is not a valid ", dtype));
}

template <class T>
constexpr bool kind_of_float =
    std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, Float16> ||
    std::is_same_v<T, Bfloat16> || std::is_same_v<T, Float8e4m3> || std::is_same_v<T, Float8e5m2>;

template <class T>
std::string bytes_of_element(T x) {
  std::string out(sizeof(T), '\0');
  std::memcpy(out.data(), &x, sizeof(T));
  return out;
}

int64_t whole_of(Dtype dtype, const JsonCursor& fill) {
  if (const auto* whole = std::get_if<int64_t>(&fill.value().any())) return *whole;
  double real = real_of(dtype, fill);
  // The JSON parser reads ints from 2^63 on as floats, which only u64 can represent.
  if (real >= 0x1p63 && dtype == Dtype::u64) {
    return static_cast<int64_t>(real >= 0x1p64 ? UINT64_MAX : static_cast<uint64_t>(real));
  }
  fill.need(std::trunc(real) == real && std::abs(real) < 0x1p63, str("is not a valid ", dtype));
  return static_cast<int64_t>(real);
}

}  // namespace

std::optional<Dtype> zarr_dtype(std::string_view name) {
  const auto* row = std::ranges::find(rows, name, &ZarrDtypeName::name);
  if (row != std::end(rows)) return row->dtype;
  return {};
}

std::string_view zarr_name(Dtype dtype) {
  if (dtype == Dtype::key) return "uint32";
  const auto* row = std::ranges::find(rows, dtype, &ZarrDtypeName::dtype);
  RILLE_CHECK(row != std::end(rows), "no name for ", dtype);
  return row->name;
}

std::string fill_bytes(Dtype dtype, const JsonCursor& fill) {
  if (fill.is_null()) return std::string(bytes(dtype), '\0');
  if (fill.is_string() && fill.string().starts_with("0x")) return bits_of(dtype, fill);
  if (is_complex(dtype)) {
    std::vector<JsonCursor> parts;
    if (fill.value().is_tuple()) parts = fill.items();
    fill.need(parts.size() == 2 || !fill.value().is_tuple(), str("is not a valid ", dtype));
    std::string out = fill_bytes(part_of(dtype), parts.empty() ? fill : parts[0]);
    return out +
           (parts.empty() ? std::string(out.size(), '\0') : fill_bytes(part_of(dtype), parts[1]));
  }
  if (dtype == Dtype::boolean) return std::string(1, real_of(dtype, fill) != 0 ? '\1' : '\0');
  if (is_integer(dtype)) {
    std::string out;
    put_little(out, static_cast<uint64_t>(whole_of(dtype, fill)), bytes(dtype));
    return out;
  }
  double real = real_of(dtype, fill);
  return with_type(dtype, [&](auto zero) -> std::string {
    using T = decltype(zero);
    if constexpr (kind_of_float<T>) {
      return bytes_of_element(static_cast<T>(real));
    } else {
      return {};
    }
  });
}

void check_zarr(const ZarrMetadata& meta, const FileLocation& whence) {
  constexpr int64_t most = int64_t{1} << 56;
  whence.need(meta.shape.size() <= max_axes,
              str("the array has ", meta.shape.size(), " axes, expected at most ", max_axes));
  whence.need(
      meta.shape.size() == meta.chunk.shape.size(),
      str("the shape has ", meta.shape.size(), " axes, the chunks have ", meta.chunk.shape.size()));
  for (const Ints* sizes : {&meta.shape, &meta.chunk.shape}) {
    int64_t count = 1;
    for (int64_t size : *sizes) {
      bool wraps = __builtin_mul_overflow(count, std::max<int64_t>(size, 1), &count);
      whence.need(!wraps && count <= most, "the number of elements overflows");
    }
  }
}

uint64_t ChunkLayout::bytes() const {
  uint64_t count = rille::bytes(dtype);
  for (int64_t size : shape) count *= static_cast<uint64_t>(size);
  return count;
}

Type ZarrMetadata::type() const { return {chunk.dtype, shape_of(shape)}; }

std::string list_text(const Ints& sizes) { return str("[", join(sizes, ","), "]"); }

}  // namespace rille
