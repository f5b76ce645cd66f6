// TextPattern: a regular expression, run by PCRE2.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rille {

// A stretch of a text, in bytes; whether it is what was looked for, or stands between.
struct TextMatch {
  size_t begin, end;
  bool found;
};
using TextMatches = std::vector<TextMatch>;

// What Oniguruma, which the `tokenizers` package asks, takes for a pattern, run by PCRE2.
// error[value] where it is none, or has sets of characters within sets; error[limit] where a match
// takes too many steps.
class TextPattern {
 public:
  explicit TextPattern(const std::string& text);
  static TextPattern literal(std::string_view text);
  TextPattern(TextPattern&&) noexcept;
  TextPattern& operator=(TextPattern&&) noexcept;
  ~TextPattern();

  // All of the text, found and between, in order.
  TextMatches split(std::string_view text) const;
  // The first match from `from` on; false where there is none.
  bool find(std::string_view text, size_t from, TextMatch& out) const;
  // The text with each match replaced by `by`, in which \0 is the match and \1 … \9 are its groups;
  // none where nothing matches.
  std::optional<std::string> replaced(std::string_view text, std::string_view by) const;
  const std::string& text() const;

 private:
  struct Held;
  std::unique_ptr<Held> held_;
};

}  // namespace rille
