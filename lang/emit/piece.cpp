// The Lua spelling of names, numbers, and strings.
#include "lang/emit/piece.h"

#include <cmath>
#include <cstdio>
#include <set>

namespace rille::lang {
namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
}

bool is_identifier(std::string_view word) {
  static const std::set<std::string_view> reserved = {
      "and",      "break",  "do",   "else", "elseif", "end",  "false", "for",
      "function", "goto",   "if",   "in",   "local",  "nil",  "not",   "or",
      "repeat",   "return", "then", "true", "until",  "while"};
  if (word.empty() || (word[0] >= '0' && word[0] <= '9')) return false;
  for (char c : word) {
    if (!is_plain(c)) return false;
  }
  return !reserved.contains(word);
}

}  // namespace

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 32 || byte >= 127) {
      char digits[8];
      std::snprintf(digits, sizeof digits, "\\%03d", byte);
      out += digits;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string number_literal(double x) {
  if (std::isinf(x)) return x > 0 ? "1e999" : "-1e999";
  char digits[40];
  std::snprintf(digits, sizeof digits, "%.17g", x);
  std::string out = digits;
  if (out.find_first_of(".e") == std::string::npos) out += ".0";
  return out;
}

std::string integer_literal(int64_t x) {
  if (x == INT64_MIN) return "0x8000000000000000";
  return std::to_string(x);
}

std::string field_access(std::string_view word) {
  if (is_identifier(word)) return "." + std::string(word);
  return "[" + quoted(word) + "]";
}

std::string field_key(std::string_view word) {
  if (is_identifier(word)) return std::string(word);
  return "[" + quoted(word) + "]";
}

std::string lua_name(std::string_view name, int id) {
  std::string out;
  for (char c : name.substr(0, 40)) out += is_plain(c) ? c : '_';
  if (out.empty() || (out[0] >= '0' && out[0] <= '9')) out.insert(0, "_");
  return out + "_" + std::to_string(id);
}

}  // namespace rille::lang
