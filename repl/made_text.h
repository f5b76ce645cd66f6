// MadeText: a text made from another one, with origins.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rille {

// A text of a program whose parts come from a text that the user wrote, such as an option of the
// command line. It knows the part of the user's text from which each byte comes, so that an error
// can point there.
class MadeText {
 public:
  using Range = std::pair<int, int>;  // of bytes of the user's text: [first, second)

  MadeText& add(std::string_view text);                // no part of the user's text
  MadeText& add(std::string_view text, Range origin);  // written in place of that part
  MadeText& copy(std::string_view text, int origin);   // the user's text from `origin` on
  MadeText& add(const MadeText& other);

  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }
  MadeText part(int begin, int end) const;
  // The part of the user's text from which the bytes [begin, end) come; nullopt if there is none.
  std::optional<Range> origin(int begin, int end) const;

 private:
  std::string text_;
  std::vector<Range> origins_;  // of each byte; {-1, -1} if it has none
};

}  // namespace rille
