// GrowingValues: growth and completion.
#include <algorithm>

#include "vm/memory/growing_values.h"
#include "vm/value/remains.h"

namespace rille {

GrowingValues::~GrowingValues() { leave_behind(std::move(items_)); }

void GrowingValues::make_room() {
  constexpr size_t least = 16, many = 1 << 14;
  size_t room = std::max(least, 2 * items_.capacity());
  if (items_.size() < many) return items_.reserve(room);
  Values more;
  CollectionGuard gathering(more);
  more.reserve(room);
  PollCounter polls;
  for (Value& item : items_) {
    polls.step();
    more.push_back(std::move(item));
  }
  std::swap(more, items_);
  leave_behind(std::move(more));
}

}  // namespace rille
