// find, contains, starts_with, ends_with: substrings.
#include <algorithm>
#include <cstring>

#include "stdlib/text.h"
#include "vm/bind.h"

namespace rille {

// memmem of glibc (the two-way algorithm of Crochemore and Perrin) takes linear time, unlike
// std::string::find. Consecutive windows overlap by the size of `part` less one byte.
size_t find_text(std::string_view text, std::string_view part, size_t from) {
  size_t window = std::max<size_t>(size_t{1} << 20, 4 * part.size());
  while (from + part.size() <= text.size()) {
    poll();
    std::string_view in = text.substr(from, window);
    const void* at = memmem(in.data(), in.size(), part.data(), part.size());
    if (at != nullptr) return static_cast<size_t>(static_cast<const char*>(at) - text.data());
    from += in.size() - part.size() + 1;
  }
  return text.npos;
}

size_t find_last_text(std::string_view text, std::string_view part) {
  constexpr size_t small = 4096;  // searched without copies
  if (text.size() <= small || part.size() > text.size()) return text.rfind(part);
  std::string back(text.rbegin(), text.rend()), back_part(part.rbegin(), part.rend());
  size_t at = find_text(back, back_part);
  return at == text.npos ? at : text.size() - part.size() - at;
}

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

namespace {

int64_t characters(std::string_view text) {
  int64_t count = 0;
  in_pieces(text, [&](std::string_view piece) {
    for (char c : piece) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  });
  return count;
}

// Returns the index in characters, consistent with `len`.
Value find(std::string text, std::string part) {
  size_t at = find_text(text, part);
  if (at == std::string::npos) return {};
  return characters(std::string_view(text).substr(0, at));
}

bool contains_part(std::string text, std::string part) {
  return find_text(text, part) != std::string::npos;
}
bool starts_with(std::string text, std::string part) { return text.starts_with(part); }
bool ends_with(std::string text, std::string part) { return text.ends_with(part); }

}  // namespace

extern const Builtin find_builtin = {
    .signature = "find(text: str, part: str) -> int or nil",
    .brief =
        "Returns the index of the first occurrence of a substring, in characters. The result is "
        "nil if `text` does not contain `part`.",
    .errors = "error[type] if an argument is not a string",
    .example = "find(\"abc\", \"c\")  #> 2",
    .source = "Python's str.find, with nil for -1",
    .call = bind<&find>,
};

extern const Builtin contains_builtin = {
    .signature = "contains(text: str, part: str) -> bool",
    .brief = "Returns whether a string contains a substring.",
    .errors = "error[type] if an argument is not a string",
    .example = "contains(\"abc\", \"bc\")  #> true",
    .source = "ours",
    .call = bind<&contains_part>,
};

extern const Builtin starts_with_builtin = {
    .signature = "starts_with(text: str, part: str) -> bool",
    .brief = "Returns whether a string begins with a prefix.",
    .errors = "error[type] if an argument is not a string",
    .example = "starts_with(\"abc\", \"ab\")  #> true",
    .source = "Python's str.startswith",
    .call = bind<&starts_with>,
};

extern const Builtin ends_with_builtin = {
    .signature = "ends_with(text: str, part: str) -> bool",
    .brief = "Returns whether a string ends with a suffix.",
    .errors = "error[type] if an argument is not a string",
    .example = "ends_with(\"abc\", \"bc\")  #> true",
    .source = "Python's str.endswith",
    .call = bind<&ends_with>,
};

}  // namespace rille
