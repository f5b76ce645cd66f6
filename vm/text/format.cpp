// format: parses a spec, writes a number, aligns it.
#include "vm/text/format.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "vm/error.h"

namespace rille {
namespace {

constexpr int longest = 4096;  // maximum width and precision, so that no spec needs gigabytes

struct Spec {
  std::string fill = " ";
  char align = 0;                 // < > ^ =, or 0 for the default of the kind
  char sign = 0;                  // + - or a space, or 0 for -
  bool drops_minus_zero = false;  // z
  bool is_alternate = false;      // #: 0x before the digits, a point after them
  char group = 0;                 // , or _
  bool has_zeros = false;         // 0 before the width: numbers are padded after their sign
  int width = 0;
  int precision = -1;
  char type = 0;
};

[[noreturn]] void refuse(std::string_view spec, std::string_view why) {
  throw Error(Code::value, str("the format `", spec, "` ", why));
}

bool is_align(char c) { return c == '<' || c == '>' || c == '^' || c == '='; }

size_t character_bytes(std::string_view text) {
  auto lead = static_cast<unsigned char>(text[0]);
  size_t size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  return std::min(size, text.size());
}

int read_count(std::string_view& rest, std::string_view spec) {
  int out = 0;
  auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), out);
  if (error != std::errc() || out > longest)
    refuse(spec, str("has a width or precision above ", longest));
  rest.remove_prefix(static_cast<size_t>(end - rest.data()));
  return out;
}

bool take(std::string_view& rest, char c) {
  if (!rest.starts_with(c)) return false;
  rest.remove_prefix(1);
  return true;
}

bool is_digit(std::string_view rest) { return !rest.empty() && rest[0] >= '0' && rest[0] <= '9'; }

Spec parse(std::string_view text) {
  Spec out;
  std::string_view rest = text;
  bool has_fill = false;
  if (!rest.empty()) {
    size_t first = character_bytes(rest);
    if (first < rest.size() && is_align(rest[first])) {
      has_fill = true;
      out.fill = rest.substr(0, first);
      out.align = rest[first];
      rest.remove_prefix(first + 1);
    } else if (is_align(rest[0])) {
      out.align = rest[0];
      rest.remove_prefix(1);
    }
  }
  if (!rest.empty() && std::string_view("+- ").find(rest[0]) != std::string_view::npos) {
    out.sign = rest[0];
    rest.remove_prefix(1);
  }
  out.drops_minus_zero = take(rest, 'z');
  out.is_alternate = take(rest, '#');
  if (take(rest, '0') && !has_fill) {
    out.fill = "0";
    out.has_zeros = out.align == 0;
  }
  if (is_digit(rest)) out.width = read_count(rest, text);
  if (take(rest, ',')) {
    out.group = ',';
  } else if (take(rest, '_')) {
    out.group = '_';
  }
  if (take(rest, '.')) out.precision = read_count(rest, text);
  if (!rest.empty()) {
    out.type = rest[0];
    rest.remove_prefix(1);
  }
  if (!rest.empty()) refuse(text, str("has unexpected `", rest, "` after the type"));
  return out;
}

size_t character_count(std::string_view text) {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string repeated(std::string_view piece, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i) out += piece;
  return out;
}

// `sign` precedes the fill if the alignment is '='.
std::string align(const Spec& spec, std::string_view sign, std::string_view body, char fallback) {
  size_t size = character_count(sign) + character_count(body);
  auto width = static_cast<size_t>(spec.width);
  size_t room = size < width ? width - size : 0;
  bool is_number = fallback == '>';
  switch (spec.align != 0 ? spec.align : spec.has_zeros && is_number ? '=' : fallback) {
    case '<': return str(sign, body, repeated(spec.fill, room));
    case '^':
      return str(repeated(spec.fill, room / 2), sign, body, repeated(spec.fill, room - room / 2));
    case '=': return str(sign, repeated(spec.fill, room), body);
    default: return str(repeated(spec.fill, room), sign, body);
  }
}

std::string_view sign_of(const Spec& spec, bool negative) {
  if (negative) return "-";
  return spec.sign == '+' ? "+" : spec.sign == ' ' ? " " : "";
}

// Inserts separators between groups of digits of the integer part. Zeros that pad to the width also
// count as digits. A separator is never first, so the result may be one character longer.
std::string grouped(std::string digits, const Spec& spec, std::string_view sign, size_t every) {
  if (spec.group == 0) return digits;
  std::string_view kinds = every == 3 ? "0123456789" : "0123456789abcdefABCDEF";
  size_t whole = std::min(digits.find_first_not_of(kinds), digits.size());
  if (whole == 0) return digits;  // inf, nan
  bool fills = spec.fill == "0" && (spec.align == '=' || spec.has_zeros);
  size_t behind = digits.size() - whole + sign.size();
  auto width = static_cast<size_t>(spec.width);
  size_t room = fills && width > behind ? width - behind : 0;
  while (whole + (whole - 1) / every < room) {
    digits.insert(0, 1, '0');
    ++whole;
  }
  for (size_t at = whole; at > every; at -= every) digits.insert(at - every, 1, spec.group);
  return digits;
}

bool holds(std::string_view types, char type) { return types.find(type) != std::string_view::npos; }

bool is_int_type(char type) { return type == 0 || holds("dboxXnc", type); }

std::string upper(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

std::string digits_of(double x, std::chars_format form, int precision) {
  std::string out(static_cast<size_t>(precision) + 350, '\0');
  auto end = std::to_chars(out.data(), out.data() + out.size(), x, form, precision).ptr;
  out.resize(static_cast<size_t>(end - out.data()));
  return out;
}

// Adds a point after the digits, if there is none.
std::string pointed(std::string digits) {
  size_t end = std::min(digits.find_first_not_of("0123456789"), digits.size());
  if (end > 0 && (end == digits.size() || digits[end] != '.')) digits.insert(end, 1, '.');
  return digits;
}

// Like `general`, with trailing zeros.
std::string general_with_zeros(double x, int precision) {
  std::string digits = digits_of(x, std::chars_format::scientific, precision - 1);
  size_t e = digits.find('e');
  if (e == std::string::npos) return digits;
  int exponent = std::stoi(digits.substr(e + 1));
  if (exponent < -4 || exponent >= precision) return digits;
  return digits_of(x, std::chars_format::fixed, precision - 1 - exponent);
}

// The digits of x >= 0 for the type, without sign, separators, and padding.
std::string magnitude(double x, const Spec& spec, std::string_view text) {
  int precision = spec.precision < 0 ? 6 : spec.precision;
  bool is_percent = spec.type == '%';
  std::string out;
  switch (spec.type) {
    case 'f':
    case 'F':
    case '%': out = digits_of(is_percent ? x * 100 : x, std::chars_format::fixed, precision); break;
    case 'e':
    case 'E': out = digits_of(x, std::chars_format::scientific, precision); break;
    case 0:
      if (spec.precision < 0 && !spec.is_alternate) return number_text(x);
      [[fallthrough]];
    case 'g':
    case 'G':
    case 'n':
      precision = std::max(precision, 1);
      out = spec.is_alternate ? general_with_zeros(x, precision)
                              : digits_of(x, std::chars_format::general, precision);
      break;
    default:
      refuse(text,
             str(is_int_type(spec.type) ? "is for integers" : "is not for numbers", ", got ", x));
  }
  if (spec.is_alternate) out = pointed(std::move(out));
  if (is_percent) out += "%";
  return spec.type == 'F' || spec.type == 'E' || spec.type == 'G' ? upper(out) : out;
}

std::string magnitude(uint64_t x, char type) {
  char buffer[72];
  int base = type == 'b' ? 2 : type == 'o' ? 8 : type == 'x' || type == 'X' ? 16 : 10;
  auto end = std::to_chars(buffer, buffer + sizeof buffer, x, base).ptr;
  std::string out(buffer, end);
  return type == 'X' ? upper(out) : out;
}

// The character of a code point.
std::string character(int64_t code, const Spec& spec, std::string_view text) {
  if (spec.sign != 0 || spec.is_alternate)
    refuse(text, "has a sign or `#`, which `c` does not allow");
  bool is_code = code >= 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  if (!is_code) refuse(text, str("is for character codes, got ", code));
  auto byte = [](int64_t bits) { return static_cast<char>(static_cast<unsigned char>(bits)); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xc0 | code >> 6), byte(0x80 | (code & 63))};
  if (code < 0x10000) {
    return {byte(0xe0 | code >> 12), byte(0x80 | (code >> 6 & 63)), byte(0x80 | (code & 63))};
  }
  return {byte(0xf0 | code >> 18), byte(0x80 | (code >> 12 & 63)), byte(0x80 | (code >> 6 & 63)),
          byte(0x80 | (code & 63))};
}

// An integer, given by its magnitude and sign.
std::string whole(uint64_t size, bool negative, const Spec& spec) {
  bool is_decimal = spec.type == 0 || spec.type == 'd' || spec.type == 'n';
  bool is_prefixed = spec.is_alternate && !is_decimal;
  std::string sign =
      str(sign_of(spec, negative), is_prefixed ? str('0', spec.type) : std::string());
  std::string digits = magnitude(size, spec.type);
  return align(spec, sign, grouped(digits, spec, sign, is_decimal ? 3 : 4), '>');
}

void check_group(const Spec& spec, std::string_view text) {
  if (spec.group == 0) return;
  bool is_refused = spec.group == ',' ? holds("boxXnc", spec.type) : holds("nc", spec.type);
  if (spec.type == 0 || !is_refused) return;
  refuse(text, str("has `", spec.group, "` with `", spec.type, "`"));
}

void check_int(const Spec& spec, std::string_view text) {
  if (spec.precision >= 0) refuse(text, "has a precision, which integers do not allow");
  if (spec.drops_minus_zero) refuse(text, "has `z`, which is only for floats");
  check_group(spec, text);
}

}  // namespace

std::string format(int64_t x, std::string_view text) {
  Spec spec = parse(text);
  if (!is_int_type(spec.type)) return format(static_cast<double>(x), text);
  check_int(spec, text);
  if (spec.type == 'c') return align(spec, "", character(x, spec, text), '>');
  return whole(x < 0 ? 0 - static_cast<uint64_t>(x) : static_cast<uint64_t>(x), x < 0, spec);
}

std::string format(uint64_t x, std::string_view text) {
  if (x <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
    return format(static_cast<int64_t>(x), text);
  }
  Spec spec = parse(text);
  if (!is_int_type(spec.type)) return format(static_cast<double>(x), text);
  check_int(spec, text);
  if (spec.type == 'c') refuse(text, str("is for character codes, got ", x));
  return whole(x, false, spec);
}

std::string format(double x, std::string_view text) {
  Spec spec = parse(text);
  check_group(spec, text);
  std::string body = magnitude(std::abs(x), spec, text);
  bool negative = std::signbit(x) && !std::isnan(x);
  bool is_zero =
      std::isfinite(x) &&
      body.substr(0, body.find_first_of("eE")).find_first_of("123456789") == std::string::npos;
  if (spec.drops_minus_zero && is_zero) negative = false;
  std::string_view sign = sign_of(spec, negative);
  return align(spec, sign, grouped(body, spec, sign, 3), '>');
}

std::string format(std::string_view x, std::string_view text) {
  Spec spec = parse(text);
  bool is_number = (spec.type != 0 && spec.type != 's') || spec.group != 0 || spec.align == '=' ||
                   spec.sign != 0 || spec.is_alternate || spec.drops_minus_zero;
  if (is_number) refuse(text, "is for numbers, got a string");
  if (spec.precision >= 0) {
    size_t end = 0;
    for (int left = spec.precision; left > 0 && end < x.size(); --left) {
      end += character_bytes(x.substr(end));
    }
    x = x.substr(0, end);
  }
  return align(spec, "", x, '<');
}

std::string aligned(std::string body, std::string_view text, bool is_number) {
  return align(parse(text), "", body, is_number ? '>' : '<');
}

}  // namespace rille
