// Patterns of names: matching and renaming.
#include "stdlib/text/name_pattern.h"

#include <algorithm>

#include "vm/run/running.h"

namespace rille {
namespace {

bool begins_step(std::string_view name) { return name.empty() || name[0] == '.' || name[0] == '['; }

// The maximum number of bytes of a name that `*` can match.
size_t step_size(std::string_view name) { return std::min(name.find_first_of(".[]"), name.size()); }

std::string plain(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c == '/') c = '.';
  }
  if (out.size() > 3 && out.ends_with(".**")) out.resize(out.size() - 3);
  return out;
}

}  // namespace

NamePattern::NamePattern(std::string_view text) : text_(plain(text)) {}

// Matches the remaining `name` against the remaining pattern `rest`. Wildcards are greedy: the
// longest match is tried first.
bool NamePattern::fit(std::string_view name, std::string_view rest,
                      std::vector<std::string>& found) const {
  size_t plain_size = std::min(rest.find('*'), rest.size());
  if (!name.starts_with(rest.substr(0, plain_size))) return false;
  name.remove_prefix(plain_size);
  rest.remove_prefix(plain_size);
  if (rest.empty()) {
    if (begins_step(name)) found.emplace_back(name);
    return begins_step(name);
  }
  poll();
  bool is_any = rest.starts_with("**");
  rest.remove_prefix(is_any ? 2 : 1);
  for (size_t size = (is_any ? name.size() : step_size(name)) + 1; size-- > 0;) {
    found.emplace_back(name.substr(0, size));
    if (fit(name.substr(size), rest, found)) return true;
    found.pop_back();
  }
  return false;
}

std::optional<std::vector<std::string>> NamePattern::fit(std::string_view name) const {
  std::vector<std::string> found;
  if (text_.empty() && !name.empty()) return {};
  if (!fit(name, text_, found)) return {};
  return found;
}

std::optional<std::string> NamePattern::renamed(std::string_view name, std::string_view by) const {
  std::optional<std::vector<std::string>> found = fit(name);
  if (!found) return {};
  std::string text = plain(by), out;
  size_t wildcard = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '*') {
      out += text[i];
      continue;
    }
    if (i + 1 < text.size() && text[i + 1] == '*') ++i;
    if (wildcard + 1 < found->size()) out += (*found)[wildcard++];
  }
  out += found->back();
  if (out.starts_with('.')) out.erase(0, 1);
  return out;
}

}  // namespace rille
