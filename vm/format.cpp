// format: parses a spec, writes a number, aligns it.
#include "vm/format.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "vm/error.h"

namespace rille {
namespace {

constexpr int longest = 4096;  // of width and precision: a spec may not ask for gigabytes

struct Spec {
  std::string fill = " ";
  char align = 0;  // < > ^ =, 0: by kind
  char sign = '-';
  bool has_prefix = false;  // 0x in front of the digits
  char group = 0;           // , or _
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
  if (error != std::errc() || out > longest) refuse(spec, str("needs a count up to ", longest));
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
  if (!rest.empty()) {
    size_t first = character_bytes(rest);
    if (first < rest.size() && is_align(rest[first])) {
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
  out.has_prefix = take(rest, '#');
  if (take(rest, '0') && out.align == 0) {
    out.fill = "0";
    out.align = '=';
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
  if (!rest.empty()) refuse(text, str("has `", rest, "` after its type"));
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

// `sign` is what stands before the fill under '='.
std::string align(const Spec& spec, std::string_view sign, std::string_view body, char fallback) {
  size_t size = character_count(sign) + character_count(body);
  auto width = static_cast<size_t>(spec.width);
  size_t room = size < width ? width - size : 0;
  switch (spec.align != 0 ? spec.align : fallback) {
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

// Separators between groups of digits of the whole part.
std::string grouped(std::string digits, char group, size_t every) {
  if (group == 0) return digits;
  size_t whole = std::min(digits.find_first_not_of("0123456789abcdef"), digits.size());
  for (size_t at = whole; at > every; at -= every) digits.insert(at - every, 1, group);
  return digits;
}

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

// The digits of x >= 0 as the type asks; none of sign, groups, width.
std::string magnitude(double x, const Spec& spec, std::string_view text) {
  int precision = spec.precision < 0 ? 6 : spec.precision;
  switch (spec.type) {
    case 'f':
    case 'F': return digits_of(x, std::chars_format::fixed, precision);
    case 'e': return digits_of(x, std::chars_format::scientific, precision);
    case 'E': return upper(digits_of(x, std::chars_format::scientific, precision));
    case 'g': return digits_of(x, std::chars_format::general, std::max(precision, 1));
    case 'G': return upper(digits_of(x, std::chars_format::general, std::max(precision, 1)));
    case '%': return digits_of(x * 100, std::chars_format::fixed, precision) + "%";
    case 0:
      if (spec.precision < 0) return number_text(x);
      return digits_of(x, std::chars_format::general, std::max(precision, 1));
    case 'd':
    case 'b':
    case 'o':
    case 'x':
    case 'X': refuse(text, str("is for ints, got ", x));
    default: refuse(text, str("is not for numbers, got ", x));
  }
}

std::string magnitude(uint64_t x, char type) {
  char buffer[72];
  int base = type == 'b' ? 2 : type == 'o' ? 8 : type == 'x' || type == 'X' ? 16 : 10;
  auto end = std::to_chars(buffer, buffer + sizeof buffer, x, base).ptr;
  std::string out(buffer, end);
  return type == 'X' ? upper(out) : out;
}

bool is_int_type(char type) {
  return type == 0 || std::string_view("dboxX").find(type) != std::string_view::npos;
}

}  // namespace

std::string format(int64_t x, std::string_view text) {
  Spec spec = parse(text);
  if (!is_int_type(spec.type)) return format(static_cast<double>(x), text);
  if (spec.precision >= 0) refuse(text, "gives a precision, which an int has not");
  auto size = x < 0 ? 0 - static_cast<uint64_t>(x) : static_cast<uint64_t>(x);
  size_t every = spec.type == 0 || spec.type == 'd' ? 3 : 4;
  bool is_prefixed = spec.has_prefix && every == 4;
  std::string sign = str(sign_of(spec, x < 0), is_prefixed ? str('0', spec.type) : std::string());
  return align(spec, sign, grouped(magnitude(size, spec.type), spec.group, every), '>');
}

std::string format(double x, std::string_view text) {
  Spec spec = parse(text);
  if (spec.has_prefix) refuse(text, "has `#`, which is for ints in b, o, x and X");
  bool negative = std::signbit(x) && !std::isnan(x);
  std::string body = magnitude(std::isnan(x) ? x : std::abs(x), spec, text);
  return align(spec, sign_of(spec, negative), grouped(body, spec.group, 3), '>');
}

std::string format(std::string_view x, std::string_view text) {
  Spec spec = parse(text);
  if ((spec.type != 0 && spec.type != 's') || spec.group != 0 || spec.align == '=') {
    refuse(text, "is for numbers, got a string");
  }
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
