// Parses the types of a StableHLO module.
#include "jit/stablehlo/text.h"

namespace rille {
namespace {

struct DtypeName {
  std::string_view text;
  Dtype dtype;
};
constexpr DtypeName element_types[] = {
    {"i1", Dtype::boolean},    {"i4", Dtype::i4},    {"si4", Dtype::i4},
    {"i8", Dtype::i8},         {"si8", Dtype::i8},   {"i16", Dtype::i16},
    {"si16", Dtype::i16},      {"i32", Dtype::i32},  {"si32", Dtype::i32},
    {"i64", Dtype::i64},       {"si64", Dtype::i64}, {"index", Dtype::i64},
    {"ui4", Dtype::u4},        {"ui8", Dtype::u8},   {"ui16", Dtype::u16},
    {"ui32", Dtype::u32},      {"ui64", Dtype::u64}, {"f8E4M3FN", Dtype::f8e4m3},
    {"f8E5M2", Dtype::f8e5m2}, {"f16", Dtype::f16},  {"bf16", Dtype::bf16},
    {"f32", Dtype::f32},       {"f64", Dtype::f64},
};

const DtypeName* element_named(std::string_view text) {
  for (const DtypeName& one : element_types) {
    if (one.text == text) return &one;
  }
  return nullptr;
}

// Types that are not supported, by prefix, with an alternative.
struct ForeignType {
  std::string_view begin, why;
};
constexpr ForeignType foreign_types[] = {
    {"!quant.",
     "quantized types are not supported: export integers and scales as arrays, "
     "and their dequantization as operations"},
    {"!stablehlo.token",
     "a token orders callbacks into the host, whose code is not in the module: "
     "export the function without them"},
    {"!stablehlo.future", "asynchronous operations are not supported: export their results"},
    {"!mhlo.async", "asynchronous operations are not supported: export their results"},
    {"!tf", "resources of TensorFlow are not supported: export variables as arguments and results"},
    {"!", "types of this dialect are not supported"},
    {"tuple", "tuples are not supported: export their elements as separate values"},
    {"memref", "memrefs are not supported: export tensors"},
    {"vector", "vectors are not supported: export tensors"},
};

}  // namespace

void HloText::refuse_foreign_type() {
  for (const ForeignType& one : foreign_types) {
    if (follows(one.begin)) fail(one.why);
  }
}

bool HloText::at_scalar_type() { return element_named(peek_word()) != nullptr; }

// element = WORD | 'complex' '<' ('f32' | 'f64') '>'
Dtype HloText::element_type() {
  refuse_foreign_type();
  size_t before = at_;
  std::string_view name = word();
  if (name == "complex") {
    expect("<");
    Dtype part = element_type();
    expect(">");
    if (part == Dtype::f32 || part == Dtype::f64) return complex_of(part);
    at_ = before;
    fail("the parts of a complex number must be f32 or f64");
  }
  if (const DtypeName* found = element_named(name)) return found->dtype;
  at_ = before;
  fail(name.empty() ? std::string("expected an element type")
                    : str("element type ", name, " is not supported"));
}

// type = 'tensor' '<' { NUMBER 'x' } element '>' | element
Type HloText::type() {
  polls_.step(held_ += sizeof(Type));
  if (!take_word("tensor")) return {element_type(), Shape{}};
  size_t begin = at_;
  expect("<");
  Shape shape;
  int64_t count = 1;
  while (std::isdigit(static_cast<unsigned char>(peek())) != 0 || peek() == '?') {
    if (peek() == '?')
      fail("dynamic sizes are not supported: export the function with static shapes");
    int64_t extent = integer();
    if (extent < 0) fail(str("size ", extent, " is negative"));
    bool wraps = __builtin_mul_overflow(count, std::max<int64_t>(extent, 1), &count);
    if (wraps || count > int64_t{1} << 62) {
      throw Error(Code::memory, "StableHLO: a type has more than 2^62 elements", place(begin));
    }
    shape.emplace_back(extent);
    expect("x");
  }
  Dtype dtype = element_type();
  if (take(",")) {  // an encoding, which does not affect results
    while (!follows(">")) plain_attribute();
  }
  expect(">");
  return {dtype, shape};
}

// types = '(' [ type { ',' type } ] ')' | type
Types HloText::type_list() {
  Types out;
  if (!take("(")) {
    out.push_back(type());
    return out;
  }
  while (!take(")")) {
    out.push_back(type());
    if (follows("{")) skip_balanced();
    skip_loc();
    if (!follows(")")) expect(",");
  }
  return out;
}

void HloText::skip_loc() {
  if (!take_word("loc")) return;
  skip_balanced();
}

}  // namespace rille
