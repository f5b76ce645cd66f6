// Width: grapheme clusters and columns by utf8proc.
#include "repl/line/width.h"

#include <utf8proc.h>

#include <algorithm>

#include "vm/words/visible.h"

namespace rille::line {
namespace {

struct DecodedPoint {
  utf8proc_int32_t value = 0xfffd;
  size_t size = 1;
};

DecodedPoint point_at(std::string_view text, size_t at) {
  DecodedPoint out;
  auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data() + at);
  auto left = static_cast<utf8proc_ssize_t>(text.size() - at);
  utf8proc_int32_t value = 0;
  utf8proc_ssize_t size = utf8proc_iterate(bytes, left, &value);
  if (size > 0) out = {value, static_cast<size_t>(size)};
  return out;
}

}  // namespace

size_t letter_at(std::string_view text, size_t at) {
  if (at >= text.size()) return 0;
  DecodedPoint last = point_at(text, at);
  size_t end = at + last.size;
  utf8proc_int32_t state = 0;
  while (end < text.size()) {
    DecodedPoint next = point_at(text, end);
    if (utf8proc_grapheme_break_stateful(last.value, next.value, &state)) break;
    end += next.size;
    last = next;
  }
  return end - at;
}

// Clusters can only be found from left to right. The search begins at the previous ASCII character,
// which always begins a cluster, or at the beginning of the text.
size_t letter_before(std::string_view text, size_t at) {
  if (at == 0) return 0;
  size_t from = at - 1;
  while (from > 0 && static_cast<signed char>(text[from]) < 0) --from;
  size_t size = 0;
  while (from < at) {
    size = letter_at(text, from);
    if (from + size >= at) break;
    from += size;
  }
  return at - from;
}

int width_of_letter(std::string_view letter) {
  int out = 0;
  for (size_t at = 0; at < letter.size();) {
    DecodedPoint point = point_at(letter, at);
    out += std::max(0, utf8proc_charwidth(point.value));
    at += point.size;
  }
  return std::min(out, 2);
}

int width_of(std::string_view text) {
  int out = 0;
  for (size_t at = 0; at < text.size();) {
    size_t size = letter_at(text, at);
    out += width_of_letter(text.substr(at, size));
    at += size;
  }
  return out;
}

std::string cleaned(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    size_t size = character_size(text, at);
    std::string_view c = text.substr(at, std::max<size_t>(size, 1));
    at += c.size();
    if (c == "\r") {
      bool is_pair = at < text.size() && text[at] == '\n';
      if (!is_pair) out += '\n';
    } else if (c == "\t") {
      out += "  ";
    } else if (c == "\n" || (size > 0 && !is_hidden(c))) {
      out += c;
    }
  }
  return out;
}

}  // namespace rille::line
