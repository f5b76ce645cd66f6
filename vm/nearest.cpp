// nearest: edit distances and short lists.
#include "vm/nearest.h"

#include <algorithm>
#include <vector>

#include "vm/text.h"

namespace rille {
namespace {

using Row = std::vector<size_t>;

// Optimal string alignment: insert, delete, change, swap of neighbours.
size_t edits(std::string_view a, std::string_view b) {
  Row before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t change = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, change});
      bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

}  // namespace

std::string nearest(std::string_view name, std::span<const std::string> candidates) {
  size_t allowed = std::max<size_t>(1, name.size() / 3), best = allowed + 1;
  std::string_view found;
  for (const std::string& candidate : candidates) {
    size_t longer = std::max(name.size(), candidate.size());
    if (longer - std::min(name.size(), candidate.size()) > allowed) continue;
    size_t count = edits(name, candidate);
    if (count >= best || count >= name.size()) continue;
    best = count;
    found = candidate;
  }
  return std::string(found);
}

std::string listed(std::span<const std::string> names) {
  constexpr size_t most = 8;
  std::string out = join(names.first(std::min(most, names.size())));
  if (names.size() > most) out += str(", and ", names.size() - most, " more");
  return out;
}

}  // namespace rille
