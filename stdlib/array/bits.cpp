// Bit counts, and bits packed into bytes and unpacked.
#include "stdlib/array/apply_op.h"

namespace rille {
namespace {

Dtype natural_like(Dtype dtype) {
  switch (bits(dtype)) {
    case 4: return Dtype::u4;
    case 8: return Dtype::u8;
    case 16: return Dtype::u16;
    case 32: return Dtype::u32;
    default: return Dtype::u64;
  }
}

// Sums neighboring bits, pairs, and groups of four; one product then sums the bytes.
Array counted(const Array& v, int64_t width) {
  Dtype dtype = v.dtype();
  auto all = [&](int64_t byte) {
    int64_t out = 0;
    for (int64_t i = 0; i < width / 8; ++i) out = (out << 8) | byte;
    return convert(Array(out), dtype);
  };
  auto down = [&](const Array& x, int64_t by) { return shift_right(x, convert(Array(by), dtype)); };
  Array pairs = sub(v, bits_and(down(v, 1), all(0x55)));
  Array fours = add(bits_and(pairs, all(0x33)), bits_and(down(pairs, 2), all(0x33)));
  Array bytes = bits_and(add(fours, down(fours, 4)), all(0x0f));
  return down(mul(bytes, all(0x01)), width - 8);
}

Array bits_count(const Array& given) {
  Array x = given.with_weak(false);
  if (x.dtype() == Dtype::boolean) return convert(x, Dtype::i32).with_weak(given.is_weak());
  Array v = apply1(bitcast_op, {x}, {{"dtype", natural_like(x.dtype())}});
  bool is_wide = bits(x.dtype()) == 64;
  Array count = counted(convert(v, is_wide ? Dtype::u64 : Dtype::u32), is_wide ? 64 : 32);
  return convert(count, x.dtype()).with_weak(given.is_weak());
}

// The bit position in a byte for each of eight consecutive elements.
Array places(const std::string& order) {
  Array up = iota({8}, 0, Dtype::u8);
  return order == "little" ? up : sub(convert(Array(7), Dtype::u8), up);
}

Array pack(const Array& given, const OptionalAxis& named, const std::string& order) {
  Array x = given.dtype() == Dtype::boolean ? given : ne(given, 0);
  int64_t at = named ? axis_of(*named, x) : 0;
  x = named ? move_axis(x, at, -1) : flatten_array(x);
  int64_t size = x.shape().back().number(), bytes = (size + 7) / 8;
  Ints low(x.shape().size(), 0), high = low;
  high.back() = bytes * 8 - size;
  Shape shape = x.shape();
  shape.back() = Extent(bytes);
  shape.emplace_back(8);
  Array rows = reshape_to(pad(convert(x, Dtype::u8), low, high), shape);
  Array out = convert(sum(shift_left(rows, places(order)), Ints{-1}), Dtype::u8);
  return named ? move_axis(out, -1, at) : out;
}

Array unpack(const Array& given, const OptionalAxis& named, const std::optional<int64_t>& count,
             const std::string& order) {
  Array x = strong(given);
  int64_t at = named ? axis_of(*named, x) : 0;
  x = named ? move_axis(x, at, -1) : flatten_array(x);
  Shape shape = x.shape();
  Array one = convert(Array(1), Dtype::u8);
  Array rows = bits_and(shift_right(expand(x, {-1}), places(order)), one);
  int64_t size = shape.back().number() * 8;
  shape.back() = Extent(size);
  Array out = reshape_to(rows, shape);
  int64_t wanted = count.value_or(size);
  if (wanted > int64_t{1} << 40)
    throw Error(Code::memory, str("bits.unpack: `count` is ", wanted, ", expected at most 2^40"));
  if (wanted < 0) wanted = std::max<int64_t>(size + wanted, 0);
  Ints low(shape.size(), 0), high = low;
  high.back() = wanted - size;
  if (wanted != size) out = pad(out, low, high);
  return named ? move_axis(out, -1, at) : out;
}

}  // namespace

extern const Builtin bits_count_builtin = {
    .signature = "bits.count(x: int[...] or bool[...]) -> int[...]",
    .brief = "Counts the 1 bits of each element. Negative ints are counted in two's complement.",
    .params = {{"x", "Integers or bools."}},
    .errors = "error[dtype] if `x` is a float array",
    .example = "bits.count([0, 7, -1])  #> [0, 3, 32]",
    .source = "jax.lax.population_count",
    .call = bind<&bits_count>,
};

extern const Builtin bits_pack_builtin = {
    .signature =
        "bits.pack(x: int[...] or bool[...], axis: int = nil, order: \"big\" or \"little\" = "
        "\"big\") -> u8[...]",
    .brief = "Packs groups of eight elements into bytes; a nonzero element is a 1 bit.",
    .params = {{"axis",
                "Axis along which the elements are packed. If nil, `x` is flattened first."},
               {"order",
                "Bit order. With `\"big\"`, the first element is the most significant bit; with "
                "`\"little\"`, the least significant. The last byte is padded with zeros."}},
    .errors = "error[shape] if `axis` is out of range",
    .example = "bits.pack([1, 0, 0, 0, 0, 0, 1, 1])  #> [131]",
    .source = "numpy.packbits",
    .call = bind<&pack>,
};

extern const Builtin bits_unpack_builtin = {
    .signature =
        "bits.unpack(x: u8[...], axis: int = nil, count: int = nil, order: \"big\" or \"little\" = "
        "\"big\") -> u8[...]",
    .brief = "Unpacks each byte into eight elements, each 0 or 1.",
    .params = {{"axis", "Axis along which the bytes are unpacked. If nil, `x` is flattened first."},
               {"count",
                "Number of bits to return; missing bits are 0. If negative, that many bits are "
                "dropped at the end. If nil, all bits are returned."},
               {"order",
                "Bit order. With `\"big\"`, the most significant bit comes first; with "
                "`\"little\"`, the least significant."}},
    .errors = "error[shape] if `axis` is out of range; error[memory] if `count` is above 2^40",
    .example = "bits.unpack(u8([131]))  #> [1, 0, 0, 0, 0, 0, 1, 1]",
    .source = "numpy.unpackbits",
    .call = bind<&unpack>,
};

}  // namespace rille
