// String functions with the semantics of Python.
#include "stdlib/jinja/python_strings.h"

#include <utf8proc.h>

#include <algorithm>
#include <unordered_set>

#include "stdlib/jinja/value.h"
#include "stdlib/text.h"
#include "stdlib/text/unicode.h"
#include "vm/error.h"
#include "vm/run/running.h"

namespace rille {
namespace {

char32_t upper_of(char32_t c) {
  return static_cast<char32_t>(utf8proc_toupper(static_cast<utf8proc_int32_t>(c)));
}

// Python's str.isspace accepts four more characters than White_Space.
bool is_space(char32_t c) { return is_white_space(c) || (c >= 0x1C && c <= 0x1F); }

void put_lower_text(std::string& out, char32_t c) {
  std::vector<TextChange> lower;
  put_lower(lower, c);
  for (const TextChange& change : lower) put_character(out, change.code);
}

void put_upper(std::string& out, char32_t c) {
  if (c == 0xDF) {
    out += "SS";
  } else {
    put_character(out, upper_of(c));
  }
}

}  // namespace

bool is_decimal_character(char32_t code) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(code)) == UTF8PROC_CATEGORY_ND;
}

bool is_letter(char32_t code) {
  auto kind = utf8proc_category(static_cast<utf8proc_int32_t>(code));
  return kind >= UTF8PROC_CATEGORY_LU && kind <= UTF8PROC_CATEGORY_LO;
}

bool all_are(std::string_view text, bool (*kind)(char32_t)) {
  return !text.empty() && std::ranges::all_of(characters_of(text), kind);
}

std::optional<int64_t> integer_of_digits(std::string_view text) {
  std::vector<char32_t> digits = characters_of(text);
  if (digits.empty() || digits.size() > 9) return {};
  int64_t out = 0;
  for (char32_t c : digits) {
    if (!is_decimal_character(c)) return {};
    int64_t before = 0;  // the ten digits of a script are contiguous
    while (is_decimal_character(c - static_cast<char32_t>(before) - 1)) ++before;
    out = out * 10 + before % 10;
  }
  return out;
}

std::string stripped(std::string_view text, const std::optional<std::string>& characters,
                     int ends) {
  std::vector<char32_t> all = characters_of(text), args;
  if (characters) args = characters_of(*characters);
  std::unordered_set<char32_t> set(args.begin(), args.end());
  auto goes = [&](char32_t c) { return characters ? set.contains(c) : is_space(c); };
  size_t begin = 0, end = all.size();
  while ((ends & 1) != 0 && begin < end && goes(all[begin])) ++begin;
  while ((ends & 2) != 0 && end > begin && goes(all[end - 1])) --end;
  std::string out;
  for (size_t i = begin; i < end; ++i) put_character(out, all[i]);
  return out;
}

namespace {

void need_parts(size_t count) {
  if (count < max_jinja_values) return;
  throw Error(Code::limit, str("a string splits into more than ", max_jinja_values, " parts"));
}

std::vector<std::string> split_blanks(std::string_view text, int64_t max_splits, bool from_right) {
  // The begin and end of each word. The rest after `max_splits` splits stays one part.
  std::vector<std::pair<size_t, size_t>> words;
  bool was_space = true;
  for (size_t at = 0; at < text.size();) {
    auto [code, size] = character_at(text, at);
    bool is_blank = is_space(code);
    if (!is_blank && was_space) {
      need_parts(words.size());
      words.emplace_back(at, at);
    }
    if (!is_blank) words.back().second = at + size;
    was_space = is_blank;
    at += size;
  }
  std::vector<std::string> out;
  auto put = [&](size_t begin, size_t end) { out.emplace_back(text.substr(begin, end - begin)); };
  auto count = std::ssize(words);
  int64_t cuts = max_splits < 0 ? count : std::min(max_splits, count);
  if (cuts >= count) {
    for (auto [begin, end] : words) put(begin, end);
    return out;
  }
  if (from_right) put(words[0].first, words[static_cast<size_t>(count - cuts - 1)].second);
  for (int64_t i = 0; i < cuts; ++i) {
    auto [begin, end] = words[static_cast<size_t>(from_right ? count - cuts + i : i)];
    put(begin, end);
  }
  if (!from_right) {
    size_t end = text.size();
    while (end > 0 && is_space(static_cast<unsigned char>(text[end - 1]))) --end;
    put(words[static_cast<size_t>(cuts)].first, max_splits < 0 ? end : text.size());
    out.back() = stripped(out.back(), {}, 2);
  }
  if (from_right) out.front() = stripped(out.front(), {}, 1);
  return out;
}

}  // namespace

std::vector<std::string> python_split(std::string_view text, const std::optional<std::string>& by,
                                      int64_t max_splits, bool from_right) {
  if (!by) return split_blanks(text, max_splits, from_right);
  if (by->empty()) throw Error(Code::value, "a separator must not be empty");
  std::vector<std::string> out;
  PollCounter polls;
  while (max_splits < 0 || std::ssize(out) < max_splits) {
    polls.step(out.size() * sizeof(std::string));
    size_t at = from_right ? find_last_text(text, *by) : find_text(text, *by);
    if (at == std::string_view::npos) break;
    need_parts(out.size());
    out.emplace_back(from_right ? text.substr(at + by->size()) : text.substr(0, at));
    text = from_right ? text.substr(0, at) : text.substr(at + by->size());
  }
  out.emplace_back(text);
  if (from_right) std::ranges::reverse(out);
  return out;
}

std::vector<std::string> python_lines(std::string_view text) {
  std::vector<std::string> out;
  size_t begin = 0;
  for (size_t at = 0; at < text.size();) {
    auto [c, size] = character_at(text, at);
    bool is_end = (c >= 0xA && c <= 0xD) || (c >= 0x1C && c <= 0x1E) || c == 0x85 || c == 0x2028 ||
                  c == 0x2029;
    size_t next = at + size;
    if (is_end) {
      need_parts(out.size());
      out.emplace_back(text.substr(begin, at - begin));
      if (c == '\r' && next < text.size() && text[next] == '\n') ++next;
      begin = next;
    }
    at = next;
  }
  if (begin < text.size()) out.emplace_back(text.substr(begin));
  return out;
}

std::string upper_text(std::string_view text) {
  std::string out;
  for (char32_t c : characters_of(text)) put_upper(out, c);
  return out;
}

std::string lower_text(std::string_view text) {
  std::string out;
  for (char32_t c : characters_of(text)) put_lower_text(out, c);
  return out;
}

std::string title_text(std::string_view text) {
  std::string out;
  bool is_inside = false;
  for (char32_t c : characters_of(text)) {
    is_inside ? put_lower_text(out, c) : put_upper(out, c);
    is_inside = is_letter(c);
  }
  return out;
}

std::string headline_text(std::string_view text) {
  std::string out;
  bool is_inside = false;
  for (char32_t c : characters_of(text)) {
    is_inside ? put_lower_text(out, c) : put_upper(out, c);
    is_inside = !is_space(c) && std::u32string_view(U"-({[<").find(c) == std::u32string_view::npos;
  }
  return out;
}

std::string capital_text(std::string_view text) {
  std::string out;
  for (char32_t c : characters_of(text)) out.empty() ? put_upper(out, c) : put_lower_text(out, c);
  return out;
}

std::string replaced_text(std::string_view text, std::string_view old, std::string_view by,
                          int64_t count, size_t max_bytes) {
  std::string out;
  PollCounter polls;
  size_t at = 0;
  for (int64_t done = 0; count < 0 || done < count; ++done) {
    polls.step(out.size());
    size_t found = old.empty() ? at : find_text(text, old, at);
    if (found == std::string_view::npos) break;
    out += text.substr(at, found - at);
    out += by;
    if (out.size() > max_bytes)
      throw Error(Code::limit, str("a string exceeds ", max_bytes, " bytes"));
    at = found + old.size();
    if (!old.empty()) continue;
    if (at >= text.size()) break;
    size_t size = character_at(text, at).size;
    out += text.substr(at, size);
    at += size;
  }
  if (at < text.size()) out += text.substr(at);
  return out;
}

}  // namespace rille
