// nearest(): the name that was meant.
#include <algorithm>

#include "lang/resolve/resolver.h"

namespace rille::lang {
namespace {

// Insertions, deletions, changes and swaps of neighbours that lead from a to b.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before, last(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t change = last[j - 1] + (a[i - 1] != b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, change});
      bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swap) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = std::exchange(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::string nearest(std::string_view name, const std::vector<std::string>& names) {
  constexpr size_t longest = 64;
  std::string best;
  size_t least = name.size() / 3 + 1;
  if (name.size() > longest) return best;
  for (const std::string& candidate : names) {
    size_t gap = candidate.size() > name.size() ? candidate.size() - name.size()
                                                : name.size() - candidate.size();
    if (gap > least || candidate == "_") continue;
    size_t far = distance(name, candidate);
    bool is_other = far >= name.size();
    bool is_nearer = far < least || (far == least && (best.empty() || candidate < best));
    if (!is_nearer || is_other) continue;
    least = far;
    best = candidate;
  }
  return best;
}

}  // namespace rille::lang
