// NamePattern: names with wildcards, and what they match.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rille {

// A pattern such as "layers[*].w": `*` matches within one path component, `**` matches anything. A
// pattern that ends at the end of a component also matches everything below it. "/" is equivalent
// to ".", and "a/**" to "a".
class NamePattern {
 public:
  explicit NamePattern(std::string_view text);

  // The match of each wildcard, followed by the rest of the name below the pattern; nothing if the
  // name does not match.
  std::optional<std::vector<std::string>> fit(std::string_view name) const;
  bool fits(std::string_view name) const { return fit(name).has_value(); }

  // The name with the matched part replaced by `by`, whose wildcards take the matched texts;
  // nothing if the name does not match.
  std::optional<std::string> renamed(std::string_view name, std::string_view by) const;

 private:
  bool fit(std::string_view name, std::string_view rest, std::vector<std::string>& found) const;

  std::string text_;
};

}  // namespace rille
