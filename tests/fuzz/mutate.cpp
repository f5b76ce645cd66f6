// Mutator: bits, numbers, parts, values of texts.
#include "tests/fuzz/mutate.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "stdlib/bytes/scan.h"

namespace rille::fuzz {
namespace {

constexpr size_t longest = size_t{1} << 18;  // of a file

constexpr uint64_t edges[] = {0,          1,          2,          7,          8,
                              16,         63,         64,         127,        128,
                              255,        256,        32767,      32768,      65535,
                              65536,      1u << 24,   0x7FFFFFFF, 0x80000000, 0xFFFFFFFF,
                              1ull << 32, 1ull << 62, ~0ull >> 1, 1ull << 63, ~0ull};
constexpr std::string_view odd[] = {"null",
                                    "true",
                                    "-1",
                                    "0",
                                    "1",
                                    "2147483648",
                                    "9223372036854775808",
                                    "1e308",
                                    "1e999",
                                    "-0.0",
                                    "\"\"",
                                    "\"a\"",
                                    "[]",
                                    "{}",
                                    "[[]]",
                                    "[null,null]",
                                    "{\"\":0}",
                                    "nan",
                                    "0x10",
                                    "\\u0000",
                                    "\\ud800",
                                    "\xEF\xBF\xBD",
                                    "\xC3",
                                    "\"",
                                    ",",
                                    ":",
                                    "[",
                                    "]",
                                    "{",
                                    "}",
                                    "\n",
                                    "\r\n",
                                    "(",
                                    "a{999}"};

bool is_text(std::string_view bytes) {
  std::string_view front = bytes.substr(0, 200);
  auto plain = [](char c) { return c == '\n' || c == '\t' || c == '\r' || (c >= 32 && c != 127); };
  return !front.empty() && std::ranges::count_if(front, plain) * 10 >= std::ssize(front) * 9;
}

// Where the value that begins at `at` ends: behind its bracket, its quote, its word.
size_t value_end(std::string_view text, size_t at) {
  int depth = 0;
  bool quoted = false;
  for (size_t i = at; i < text.size(); ++i) {
    char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      quoted = c != '"';
      if (!quoted && depth == 0) return std::min(i + 1, text.size());
      continue;
    }
    if (c == '"') quoted = true;
    if (c == '[' || c == '{') ++depth;
    bool closes = c == ']' || c == '}';
    if (closes && --depth == 0) return i + 1;
    bool ends = closes || c == ',' || c == ':' || c == '\n';
    if (depth <= 0 && ends) return i;
  }
  return text.size();
}

// A place where a value of JSON may begin.
size_t value_begin(Chance& chance, std::string_view text) {
  if (text.empty()) return 0;
  auto at = static_cast<size_t>(chance.below(std::ssize(text)));
  size_t found = text.find_first_of("[{,:", at);
  if (found == std::string_view::npos) return at;
  size_t begin = text.find_first_not_of(" \n\t", found + 1);
  return begin == std::string_view::npos ? at : begin;
}

}  // namespace

Mutator::Mutator(Chance& chance, const std::vector<Files>& good) : chance_(chance) {
  std::set<std::string> words;
  auto add = [&](std::string_view text) {
    for (size_t i = 0; i < text.size() && words.size() < 2000;) {
      size_t end = i;
      auto in_word = [&](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
      };
      while (end < text.size() && in_word(text[end])) ++end;
      if (end - i >= 2 && end - i <= 24) words.emplace(text.substr(i, end - i));
      i = end + 1;
    }
  };
  for (const Files& files : good) {
    for (const File& file : files) add(file.bytes.substr(0, 1 << 16));
  }
  words_.assign(words.begin(), words.end());
}

std::string_view Mutator::part(std::string_view of, size_t most) {
  if (of.empty()) return of;
  auto at = static_cast<size_t>(chance_.below(std::ssize(of)));
  return of.substr(at, static_cast<size_t>(chance_.from(1, static_cast<int64_t>(most))));
}

void Mutator::change_text(std::string& bytes, std::string_view other) {
  size_t begin = value_begin(chance_, bytes), end = value_end(bytes, begin);
  switch (chance_.below(5)) {
    case 0: bytes.replace(begin, end - begin, chance_.one_of(odd)); return;
    case 1: {
      size_t from = value_begin(chance_, other);
      bytes.replace(begin, end - begin, other.substr(from, value_end(other, from) - from));
      return;
    }
    case 2: bytes.erase(begin, end - begin + 1); return;
    case 3: {
      std::string copy = bytes.substr(begin, end - begin);
      bytes.insert(begin, copy + ",");
      return;
    }
    default:
      if (!words_.empty()) bytes.insert(begin, chance_.one_of(words_));
  }
}

void Mutator::change(std::string& bytes, std::string_view other) {
  size_t size = bytes.size();
  auto at = static_cast<size_t>(chance_.below(static_cast<int64_t>(size) + 1));
  size_t here = size == 0 ? 0 : std::min(at, size - 1);
  switch (chance_.below(11)) {
    case 0:
      if (size > 0) bytes[here] = static_cast<char>(bytes[here] ^ (1 << chance_.below(8)));
      return;
    case 1:
      if (size > 0) bytes[here] = static_cast<char>(chance_.word());
      return;
    case 2: {  // a number of any width, of either order
      size_t width = size_t{1} << chance_.below(4);
      std::string number;
      put_little(number, chance_.one_of(edges) - static_cast<uint64_t>(chance_.once_in(4)), width);
      if (chance_.once_in(3)) std::ranges::reverse(number);
      bytes.replace(std::min(at, size), std::min(width, size - std::min(at, size)), number);
      return;
    }
    case 3:
      if (size > 0) bytes[here] = static_cast<char>(bytes[here] + chance_.from(-4, 4));
      return;
    case 4: bytes.erase(at, static_cast<size_t>(chance_.from(1, 40))); return;
    case 5: {
      std::string varint;
      put_varint(varint, chance_.one_of(edges));
      bytes.insert(at, varint);
      return;
    }
    case 6: {
      std::string copy(part(bytes, 64));
      bytes.insert(at, copy);
      return;
    }
    case 7: {
      std::string_view from = part(other, 64);
      bytes.replace(at, std::min(from.size(), size - at), from);
      return;
    }
    case 8: bytes.insert(at, part(other, 256)); return;
    case 9:
      if (chance_.once_in(4)) bytes.resize(at);
      return;
    default: {  // of the numbers in texts
      size_t begin = bytes.find_first_of("0123456789", at), end = begin;
      if (begin == std::string::npos) return;
      while (end < size && std::isdigit(static_cast<unsigned char>(bytes[end]))) ++end;
      uint64_t number = chance_.one_of(edges);
      std::string text = chance_.once_in(8) ? "-1" : std::to_string(number);
      bytes.replace(begin, end - begin, text);
    }
  }
}

std::string Mutator::changed(std::string_view bytes, std::string_view other) {
  std::string out(bytes);
  bool text = is_text(out);
  int64_t changes = int64_t{1} << (chance_.below(4) * static_cast<int64_t>(chance_.once_in(2)));
  for (int64_t i = 0; i < changes; ++i) {
    if (text && !chance_.once_in(3)) {
      change_text(out, other);
    } else {
      change(out, other);
    }
  }
  if (out.size() > longest) out.resize(longest);
  return out;
}

Files Mutator::changed(const Files& files, const Files& other) {
  Files out = files;
  if (out.empty() || other.empty()) return out;
  const File& lender = chance_.one_of(other);
  auto which = static_cast<size_t>(chance_.below(std::ssize(out)));
  File& file = out[which];
  if (out.size() > 1 && chance_.once_in(40)) {
    out.erase(out.begin() + static_cast<std::ptrdiff_t>(which));
  } else if (out.size() > 1 && chance_.once_in(40)) {
    file.bytes = lender.bytes;
  } else {
    file.bytes = changed(file.bytes, lender.bytes);
  }
  return out;
}

}  // namespace rille::fuzz
