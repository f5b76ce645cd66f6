// TextPattern: a regular expression, matched by PCRE2.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rille {

// A range of a text, in bytes. `found` is true for a match, and false for the text between matches.
struct TextMatch {
  size_t begin, end;
  bool found;
};
using TextMatches = std::vector<TextMatch>;

// A pattern in the syntax of Oniguruma, which the `tokenizers` package uses, matched by PCRE2.
// error[value] if the pattern is invalid or has nested character sets; error[limit] if a match
// takes too many steps.
class TextPattern {
 public:
  explicit TextPattern(const std::string& text);
  static TextPattern literal(std::string_view text);
  TextPattern(TextPattern&&) noexcept;
  TextPattern& operator=(TextPattern&&) noexcept;
  ~TextPattern();

  // Splits the whole text into matches and the text between them, in order.
  TextMatches split(std::string_view text) const;
  // Finds the first match from `from` on; false if the text has none.
  bool find(std::string_view text, size_t from, TextMatch& out) const;
  // The text with each match replaced by `by`, in which \0 is the match and \1 … \9 are its groups;
  // nullopt if the text has no match.
  std::optional<std::string> replaced(std::string_view text, std::string_view by) const;
  const std::string& text() const;

 private:
  struct CompiledRegex;
  std::unique_ptr<CompiledRegex> held_;
};

}  // namespace rille
