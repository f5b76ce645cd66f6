// Recent: the entries of a cache that were used last.
#pragma once

#include <list>
#include <unordered_map>
#include <utility>

namespace rille {

// At most `most` entries by key; the one that was not asked for longest makes room. Values are
// handed out by copy, so an entry may leave while somebody uses it. Not safe for many threads.
template <class Key, class Value, class Hash = std::hash<Key>>
class Recent {
 public:
  explicit Recent(size_t most) : most_(most) {}

  const Value* find(const Key& key) {
    auto found = places_.find(key);
    if (found == places_.end()) return nullptr;
    items_.splice(items_.begin(), items_, found->second);
    return &found->second->second;
  }

  // Gives what stands there: an entry that is there already stays. What leaves goes to `gone`, to
  // be destroyed where no lock is held.
  Value put(Key key, Value value, std::list<std::pair<Key, Value>>& gone) {
    if (const Value* old = find(key)) return *old;
    items_.emplace_front(key, std::move(value));
    places_.emplace(std::move(key), items_.begin());
    if (items_.size() > most_) {
      places_.erase(items_.back().first);
      gone.splice(gone.begin(), items_, std::prev(items_.end()));
    }
    return items_.front().second;
  }

  // Takes the entry out, to `gone`.
  void drop(const Key& key, std::list<std::pair<Key, Value>>& gone) {
    auto found = places_.find(key);
    if (found == places_.end()) return;
    gone.splice(gone.begin(), items_, found->second);
    places_.erase(found);
  }

  size_t size() const { return items_.size(); }

 private:
  using Items = std::list<std::pair<Key, Value>>;

  size_t most_;
  Items items_;  // the last used first
  std::unordered_map<Key, typename Items::iterator, Hash> places_;
};

}  // namespace rille
