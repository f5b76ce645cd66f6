// LruCache: an LRU cache.
#pragma once

#include <list>
#include <unordered_map>
#include <utility>

namespace rille {

// Holds at most `most` entries and evicts the least recently used one. Values are returned by copy,
// so an entry may be evicted while its value is in use. Not thread-safe.
template <class Key, class Value, class Hash = std::hash<Key>>
class LruCache {
 public:
  explicit LruCache(size_t most) : most_(most) {}

  const Value* find(const Key& key) {
    auto found = places_.find(key);
    if (found == places_.end()) return nullptr;
    items_.splice(items_.begin(), items_, found->second);
    return &found->second->second;
  }

  // Inserts a value unless the key exists, and returns the stored value. Evicted entries are moved
  // to `gone`, so that the caller can destroy them without holding a lock.
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

  // Moves the entry to `gone`.
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
  Items items_;  // most recently used first
  std::unordered_map<Key, typename Items::iterator, Hash> places_;
};

}  // namespace rille
