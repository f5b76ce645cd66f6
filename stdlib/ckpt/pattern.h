// Patterns of names: wildcards, and what they stood for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rille {

// "layers[*].w": `*` stands for anything within a step of a path, `**` for anything. A pattern that
// ends at the end of a step means all below, too; "/" is read as ".", and "a/**" as "a".
class Pattern {
 public:
  explicit Pattern(std::string_view text);

  // What each wildcard stood for, and behind them what stands below; none where it does not fit.
  std::optional<std::vector<std::string>> fit(std::string_view name) const;
  bool fits(std::string_view name) const { return fit(name).has_value(); }

  // The name with this pattern's part replaced: the wildcards of `by` become what they stood for.
  std::optional<std::string> renamed(std::string_view name, std::string_view by) const;

 private:
  bool fit(std::string_view name, std::string_view rest, std::vector<std::string>& found) const;

  std::string text_;
};

}  // namespace rille
