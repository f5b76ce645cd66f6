// The types of a StableHLO text.
#include "jit/stablehlo/text.h"

namespace rille {
namespace {

struct Named {
  std::string_view text;
  Dtype dtype;
};
constexpr Named element_types[] = {
    {"i1", Dtype::boolean},    {"i4", Dtype::i4},    {"si4", Dtype::i4},
    {"i8", Dtype::i8},         {"si8", Dtype::i8},   {"i16", Dtype::i16},
    {"si16", Dtype::i16},      {"i32", Dtype::i32},  {"si32", Dtype::i32},
    {"i64", Dtype::i64},       {"si64", Dtype::i64}, {"index", Dtype::i64},
    {"ui4", Dtype::u4},        {"ui8", Dtype::u8},   {"ui16", Dtype::u16},
    {"ui32", Dtype::u32},      {"ui64", Dtype::u64}, {"f8E4M3FN", Dtype::f8e4m3},
    {"f8E5M2", Dtype::f8e5m2}, {"f16", Dtype::f16},  {"bf16", Dtype::bf16},
    {"f32", Dtype::f32},       {"f64", Dtype::f64},
};

const Named* element_named(std::string_view text) {
  for (const Named& one : element_types) {
    if (one.text == text) return &one;
  }
  return nullptr;
}

// Types of which there are no arrays here, by how they begin, and the way out.
struct ForeignType {
  std::string_view begin, why;
};
constexpr ForeignType foreign_types[] = {
    {"!quant.",
     "quantized types are not known here: export integers and their scales as arrays, "
     "and what dequantizes them as operations"},
    {"!stablehlo.token",
     "a token orders calls back into Python and the like, which have no code in "
     "the text: export the function without them"},
    {"!stablehlo.future",
     "operations that are waited for are not known here: export their results"},
    {"!mhlo.async", "operations that are waited for are not known here: export their results"},
    {"!tf",
     "resources of TensorFlow are not known here: export variables as arguments and results"},
    {"!", "this type is of a dialect that is not known here"},
    {"tuple", "tuples are not known here: export their parts as several values"},
    {"memref", "memory that a program writes to is not known here: export values"},
    {"vector", "vectors are not known here: export tensors"},
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
    fail("a complex number has parts of f32 or f64");
  }
  if (const Named* found = element_named(name)) return found->dtype;
  at_ = before;
  fail(name.empty() ? std::string("needs an element type")
                    : str("the element type ", name, " is not known here"));
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
      fail("all sizes must be known: export the function for arrays of such sizes");
    int64_t extent = integer();
    if (extent < 0) fail("a size is not below 0");
    bool wraps = __builtin_mul_overflow(count, std::max<int64_t>(extent, 1), &count);
    if (wraps || count > int64_t{1} << 62) {
      throw Error(Code::memory, "StableHLO: a type of more than 2^62 elements", place(begin));
    }
    shape.emplace_back(extent);
    expect("x");
  }
  Dtype dtype = element_type();
  if (take(",")) {  // an encoding, which says nothing of what is computed
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
