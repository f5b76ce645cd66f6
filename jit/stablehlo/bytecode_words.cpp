// Prints the attributes and types of bytecode.
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>

#include "jit/stablehlo/bytecode.h"
#include "vm/text.h"

namespace rille {
namespace {

constexpr std::string_view hexes = "0123456789ABCDEF";

void put_hex(std::string& out, char c) {
  auto byte = static_cast<uint8_t>(c);
  out += hexes[byte >> 4];
  out += hexes[byte & 15];
}

// VHLO types without parameters, by code. Types without a StableHLO form keep their names.
// source: github.com/openxla/stablehlo, stablehlo/dialect/VhloBytecode.cpp
constexpr std::string_view plain_types[] = {
    "i1",
    "",
    "bf16",
    "f16",
    "f32",
    "f64",
    "f8E4M3FN",
    "f8E5M2",
    "",
    "index",
    "i4",
    "i8",
    "i16",
    "i32",
    "i64",
    "ui4",
    "ui8",
    "ui16",
    "ui32",
    "ui64",
    "",
    "",
    "!stablehlo.token",
    "",
    "",
    "",
    "!shape.witness",
    "f8E4M3FNUZ",
    "f8E5M2FNUZ",
    "f8E4M3B11FNUZ",
    "",
    "i2",
    "ui2",
    "none",
    "tf32",
    "f8E4M3",
    "f8E3M4",
    "f4E2M1FN",
    "f6E2M3FN",
    "f6E3M2FN",
    "f8E8M0FNU",
};

struct EnumWords {
  uint64_t code;
  std::string_view name;
  std::vector<std::string_view> cases;
};
const EnumWords* enum_of(uint64_t code) {
  static const auto& all = *new std::vector<EnumWords>{
      {3, "comparison_direction", {"EQ", "NE", "GE", "GT", "LE", "LT"}},
      {4, "comparison_type", {"NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"}},
      {7, "fft_type", {"FFT", "IFFT", "RFFT", "IRFFT"}},
      {11, "precision", {"DEFAULT", "HIGH", "HIGHEST"}},
      {12, "rng_algorithm", {"DEFAULT", "THREE_FRY", "PHILOX"}},
      {13, "rng_distribution", {"", "UNIFORM", "NORMAL"}},
      {16, "transpose", {"TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"}},
  };
  for (const EnumWords& one : all) {
    if (one.code == code) return &one;
  }
  return nullptr;
}

int width_of(std::string_view type) {
  if (type == "index") return 64;
  size_t digit = type.find_first_of("0123456789");
  int out = 0;
  for (size_t i = digit; i < type.size() && type[i] >= '0' && type[i] <= '9' && out < 1000; ++i) {
    out = out * 10 + (type[i] - '0');
  }
  return out;
}

}  // namespace

struct HloWords::WordDepthGuard {
  explicit WordDepthGuard(HloWords& in) : in(in) {
    if (++in.depth_ > 100) throw Error(Code::syntax, "StableHLO bytecode: depth exceeds 100");
  }
  ~WordDepthGuard() { --in.depth_; }
  HloWords& in;
};

std::string hlo_quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    bool is_plain = c >= ' ' && c <= '~' && c != '"' && c != '\\';
    if (is_plain) {
      out += c;
    } else {
      out += '\\';
      put_hex(out, c);
    }
  }
  return out + '"';
}

std::string HloWords::spent(std::string text) {
  if (text.size() + 1 > room_) {
    throw Error(Code::limit, "StableHLO bytecode: the text is too large for the size of the file");
  }
  room_ -= text.size() + 1;
  spent_ += text.size() + 1;
  polls_.step(spent_);
  return text;
}

const HloBytecode::BytecodeEntry& HloWords::entry(
    const std::vector<HloBytecode::BytecodeEntry>& table, uint64_t number) {
  if (number < table.size()) return table[static_cast<size_t>(number)];
  throw Error(Code::syntax, str("StableHLO bytecode: index ", number, " >= size ", table.size()));
}

std::string_view HloWords::text_of(ByteReader& in) {
  uint64_t number = in.number();
  if (number >= file_.strings.size()) in.fail(str("string index ", number, " is out of range"));
  return file_.strings[static_cast<size_t>(number)];
}

std::string HloWords::type(uint64_t number) {
  WordDepthGuard nested(*this);
  const HloBytecode::BytecodeEntry& from = entry(file_.types, number);
  ByteReader in(from.bytes);
  if (!from.is_coded) return spent(std::string(in.to_zero()));
  if (from.dialect == "builtin") return spent(builtin_type(in));
  if (from.dialect == "vhlo") return spent(vhlo_type(in));
  in.fail(str("types of dialect ", from.dialect, " are not supported"));
}

std::string HloWords::types(ByteReader& in) {
  std::string out = "(";
  for (size_t left = in.count(); left > 0; --left) {
    out += type(in.number());
    if (left > 1) out += ", ";
  }
  return out + ")";
}

std::string HloWords::function_type(ByteReader& in) {
  std::string takes = types(in);
  return str(takes, " -> ", types(in));
}

std::string HloWords::shaped(ByteReader& in, std::string_view encoding) {
  std::string out = "tensor<";
  for (size_t left = in.count(); left > 0; --left) {
    int64_t size = in.signed_number();
    out += size == std::numeric_limits<int64_t>::min() ? "?x" : str(size, "x");
  }
  out += type(in.number());
  if (!encoding.empty()) out += str(", ", encoding);
  return out + ">";
}

// source: github.com/llvm/llvm-project, mlir/include/mlir/IR/BuiltinDialectBytecode.td
std::string HloWords::builtin_type(ByteReader& in) {
  uint64_t code = in.number();
  switch (code) {
    case 0: {
      uint64_t both = in.number();
      return str((both & 3) == 2 ? "ui" : (both & 3) == 1 ? "si" : "i", both >> 2);
    }
    case 1: return "index";
    case 2: return function_type(in);
    case 3: return "bf16";
    case 4: return "f16";
    case 5: return "f32";
    case 6: return "f64";
    case 9: return str("complex<", type(in.number()), ">");
    case 12: return "none";
    case 13: return shaped(in, "");
    case 14: {
      std::string encoding = attribute(in.number());
      return shaped(in, encoding);
    }
    case 15: return str("tuple", types(in));
    default: in.fail(str("MLIR type code ", code, " is not supported"));
  }
}

std::string HloWords::vhlo_type(ByteReader& in) {
  uint64_t code = in.number();
  switch (code) {
    case 1: return str("complex<", type(in.number()), ">");
    case 8: return function_type(in);
    case 20: return shaped(in, "");
    case 21: {
      std::string encoding = attribute(in.number());
      return shaped(in, encoding);
    }
    case 23: return str("tuple", types(in));
    case 24:
    case 30: return "!quant.uniform";
    case 41: return "memref";
    case 42: return "!stablehlo.future";
    default: break;
  }
  bool is_plain = code < std::size(plain_types) && !plain_types[code].empty();
  if (!is_plain) in.fail(str("VHLO type code ", code, " is not supported"));
  return std::string(plain_types[code]);
}

std::string HloWords::attribute(uint64_t number) {
  WordDepthGuard nested(*this);
  const HloBytecode::BytecodeEntry& from = entry(file_.attributes, number);
  ByteReader in(from.bytes);
  if (!from.is_coded) return spent(std::string(in.to_zero()));
  if (from.dialect == "builtin") return spent(builtin_attribute(in));
  if (from.dialect == "vhlo") return spent(vhlo_attribute(in));
  if (from.dialect == "sdy") return spent(sdy_attribute(in));
  in.fail(str("attributes of dialect ", from.dialect, " are not supported"));
}

std::string HloWords::list(ByteReader& in) {
  std::string out = "[";
  for (size_t left = in.count(); left > 0; --left) {
    out += attribute(in.number());
    if (left > 1) out += ", ";
  }
  return out + "]";
}

std::string HloWords::record(ByteReader& in) {
  std::string out = "{";
  for (size_t left = in.count(); left > 0; --left) {
    out += hlo_quoted(string(in.number()));
    out += " = " + attribute(in.number());
    if (left > 1) out += ", ";
  }
  return out + "}";
}

// An integer with the width of its type: one byte for 8 bits or less.
std::string HloWords::whole(ByteReader& in) {
  std::string type = this->type(in.number());
  int width = width_of(type);
  if (width < 1 || width > 64) in.fail(str("type ", type, " is not an integer type"));
  int64_t value = width <= 8 ? static_cast<int8_t>(in.byte()) : in.signed_number();
  if (type == "i1") return (value & 1) != 0 ? "true" : "false";
  bool is_unsigned = type.starts_with("ui");
  uint64_t mask = width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
  if (is_unsigned) return str(static_cast<uint64_t>(value) & mask, " : ", type);
  return str(value, " : ", type);
}

std::string HloWords::real(ByteReader& in) {
  std::string type = this->type(in.number());
  int width = width_of(type.starts_with("bf") ? std::string_view(type).substr(1) : type);
  if (width != 16 && width != 32 && width != 64) in.fail(str("unsupported float type ", type));
  auto bits = static_cast<uint64_t>(in.signed_number());
  double value = std::nan("");
  if (width == 64) value = std::bit_cast<double>(bits);
  if (width == 32) value = std::bit_cast<float>(static_cast<uint32_t>(bits));
  if (type == "bf16") value = std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
  if (std::isfinite(value)) {
    char text[40];
    std::snprintf(text, sizeof text, "%.17e", value);
    return str(text, " : ", type);
  }
  std::string out = "0x";
  for (int shift = width - 4; shift >= 0; shift -= 4) out += hexes[(bits >> shift) & 15];
  return str(out, " : ", type);
}

// The number of elements of a tensor type of bools, such as "tensor<2x3xi1>"; none for other types.
std::optional<uint64_t> count_of_truths(std::string_view rest) {
  if (!rest.starts_with("tensor<") || !rest.ends_with("i1>")) return std::nullopt;
  rest = rest.substr(7, rest.size() - 10);
  uint64_t out = 1;
  while (!rest.empty()) {
    uint64_t size = 0;
    auto [end, fault] = std::from_chars(rest.data(), rest.data() + rest.size(), size);
    auto digits = static_cast<size_t>(end - rest.data());
    bool reads = fault == std::errc{} && digits < rest.size() && rest[digits] == 'x';
    if (!reads || __builtin_mul_overflow(out, size, &out)) return std::nullopt;
    rest.remove_prefix(digits + 1);
  }
  return out;
}

// Bools are packed, eight per byte. A single byte of ones represents true in all elements.
std::string HloWords::tensor(ByteReader& in) {
  std::string type = this->type(in.number());
  std::string_view bytes = in.blob();
  std::string out = "dense<\"0x";
  if (bytes.empty()) return str("dense<> : ", type);
  std::optional<uint64_t> truths = count_of_truths(type);
  if (!truths) {
    out.reserve(2 * bytes.size() + 64);
    for (char c : bytes) put_hex(out, c);
    return str(out, "\"> : ", type);
  }
  uint64_t count = *truths;
  if (bytes.size() == 1 && (bytes[0] == '\xFF' || count == 1)) {
    return str("dense<", bytes[0] != 0 ? "true" : "false", "> : ", type);
  }
  if (bytes.size() == 1 && bytes[0] == 0) return str("dense<false> : ", type);
  if (count > 8 * bytes.size()) in.fail("a tensor has too few elements");
  bool is_packed = bytes.size() != count;
  for (uint64_t i = 0; i < count; ++i) {
    auto byte = static_cast<uint8_t>(bytes[static_cast<size_t>(is_packed ? i / 8 : i)]);
    out += (is_packed ? (byte >> (i % 8)) & 1 : byte != 0) ? "01" : "00";
  }
  return str(out, "\"> : ", type);
}

std::string HloWords::truths(uint64_t number) {
  std::string text = attribute(number);
  size_t size = text.find("tensor<"), bytes = text.find("\"0x");
  if (size == std::string::npos || !text.ends_with("xi1>")) return text;
  size_t count = 0;
  for (size_t at = size + std::strlen("tensor<"); at < text.size() && text[at] != 'x'; ++at) {
    count = count * 10 + static_cast<size_t>(text[at] - '0');
  }
  std::string out = "array<i1";
  for (size_t i = 0; i < std::min<size_t>(count, 1000); ++i) {
    size_t at = bytes == std::string::npos ? 0 : std::min(bytes + 4 + 2 * i, text.size() - 1);
    bool holds = bytes == std::string::npos ? text.starts_with("dense<true>") : text[at] == '1';
    out += str(i == 0 ? ": " : ", ", holds ? "true" : "false");
  }
  return out + ">";
}

std::string HloWords::numbers(ByteReader& in) {
  std::string out = "[";
  for (size_t left = in.count(); left > 0; --left) {
    out += str(in.signed_number(), left > 1 ? ", " : "");
  }
  return out + "]";
}

std::string HloWords::builtin_attribute(ByteReader& in) {
  uint64_t code = in.number();
  switch (code) {
    case 0: return list(in);
    case 1: return record(in);
    case 2: return hlo_quoted(text_of(in));
    case 3: return hlo_quoted(text_of(in));
    case 4: return str("@", attribute(in.number()));
    case 6: return type(in.number());
    case 7: return "unit";
    case 8: return whole(in);
    case 9: return real(in);
    case 18: return tensor(in);
    case 10:
    case 11:
    case 12:
    case 13:
    case 14:
    case 15:
    case 22: return "unit";  // a location
    case 17: {
      std::string element = type(in.number());
      uint64_t count = in.number();
      std::string_view bytes = in.blob();
      int width = std::max(width_of(element), 8) / 8;
      bool fits = width <= 8 && count <= bytes.size() &&
                  count * static_cast<uint64_t>(width) == bytes.size();
      if (!fits) {
        in.fail("an array has too few elements");
      }
      std::string out = str("array<", element, count > 0 ? ": " : "");
      for (uint64_t i = 0; i < count; ++i) {
        int64_t x = 0;
        std::memcpy(&x, bytes.data() + i * static_cast<uint64_t>(width),
                    static_cast<size_t>(width));
        int shift = 64 - 8 * width;
        x = static_cast<int64_t>(static_cast<uint64_t>(x) << shift) >> shift;
        out += element == "i1" ? (x != 0 ? "true" : "false") : str(x);
        if (i + 1 < count) out += ", ";
      }
      return out + ">";
    }
    default: in.fail(str("MLIR attribute code ", code, " is not supported"));
  }
}

std::string HloWords::vhlo_attribute(ByteReader& in) {
  uint64_t code = in.number();
  if (const EnumWords* words = enum_of(code)) {
    uint64_t which = in.number();
    if (which >= words->cases.size()) in.fail(str("enum ", words->name, " has no case ", which));
    return str("#stablehlo<", words->name, " ", words->cases[static_cast<size_t>(which)], ">");
  }
  switch (code) {
    case 1: return list(in);
    case 2: return in.number() != 0 ? "true" : "false";
    case 5: return str(in.number(), " : i32");
    case 6: return record(in);
    case 8: return real(in);
    case 9: return whole(in);
    case 10: {
      std::string from = numbers(in);
      int64_t operand = in.signed_number();
      return str("#stablehlo.output_operand_alias<output_tuple_indices = ", from,
                 ", operand_index = ", operand, ", operand_tuple_indices = ", numbers(in), ">");
    }
    case 14: return hlo_quoted(text_of(in));
    case 15: return tensor(in);
    case 17: return type(in.number());
    case 18: return str("#stablehlo.bounds<", numbers(in), ">");
    case 19:
    case 20: return "unit";  // the accuracy of a result
    default: in.fail(str("VHLO attribute code ", code, " is not supported"));
  }
}

HloWords::Fields HloWords::fields(uint64_t number) {
  WordDepthGuard nested(*this);
  const HloBytecode::BytecodeEntry& from = entry(file_.attributes, number);
  ByteReader in(from.bytes);
  Fields out;
  bool is_record = from.is_coded && in.number() == (from.dialect == "vhlo" ? 6 : 1);
  if (!is_record) in.fail("expected a dictionary");
  for (size_t left = in.count(); left > 0; --left) {
    std::string name = string(in.number());
    out.emplace_back(spent(std::move(name)), in.number());
  }
  return out;
}

std::string HloWords::string(uint64_t number) {
  const HloBytecode::BytecodeEntry& from = entry(file_.attributes, number);
  ByteReader in(from.bytes);
  uint64_t code = from.is_coded ? in.number() : 0;
  if (from.dialect == "builtin" && code == 4) {  // of a symbol
    WordDepthGuard nested(*this);
    return string(in.number());
  }
  if (!from.is_coded || code != (from.dialect == "vhlo" ? 14 : 2)) in.fail("expected a string");
  return spent(std::string(text_of(in)));
}

std::vector<uint64_t> HloWords::items(uint64_t number) {
  const HloBytecode::BytecodeEntry& from = entry(file_.attributes, number);
  ByteReader in(from.bytes);
  if (!from.is_coded || in.number() != (from.dialect == "vhlo" ? 1 : 0)) in.fail("expected a list");
  std::vector<uint64_t> out;
  for (size_t left = in.count(); left > 0; --left) out.push_back(in.number());
  return out;
}

bool HloWords::is_nothing(uint64_t number) {
  const HloBytecode::BytecodeEntry& from = entry(file_.attributes, number);
  ByteReader in(from.bytes);
  if (!from.is_coded || from.dialect != "vhlo" || in.number() != 17) return false;
  return type(in.number()) == "none";
}

Ints HloWords::ints(uint64_t number) {
  const HloBytecode::BytecodeEntry& from = entry(file_.attributes, number);
  ByteReader in(from.bytes);
  uint64_t code = from.is_coded ? in.number() : 0;
  if (code != (from.dialect == "vhlo" ? 15 : 18)) in.fail("expected a tensor");
  std::string type = this->type(in.number());
  std::string_view bytes = in.blob();
  if (type == "tensor<0xi64>") return {};
  size_t size = std::strlen("tensor<"), x = type.find('x', size);
  bool is_row = x != std::string::npos && type.find('x', x + 1) == std::string::npos;
  if (!is_row || !type.ends_with("xi64>") || bytes.size() % 8 != 0 || x - size > 9) {
    in.fail("expected a one-dimensional tensor of i64");
  }
  size_t count = 0;
  for (size_t at = size; at < x; ++at) count = count * 10 + static_cast<size_t>(type[at] - '0');
  if (count > 10'000 || (bytes.size() != 8 && bytes.size() != 8 * count)) {
    in.fail("a one-dimensional tensor has a wrong number of elements");
  }
  Ints out(count);
  for (size_t i = 0; i < count; ++i) {
    std::memcpy(&out[i], bytes.data() + (bytes.size() == 8 ? 0 : 8 * i), 8);
  }
  return out;
}

}  // namespace rille
