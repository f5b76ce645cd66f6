// EntryReader: reads arrays of a checkpoint by index.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "stdlib/ckpt/checkpoint.h"
#include "stdlib/ckpt/load.h"
#include "stdlib/ckpt/part.h"
#include "vm/value.h"

namespace rille {

// A name and its value: the index of an entry, or a string, bool, or nil.
using NamedEntry = std::pair<std::string, Value>;

inline const int64_t* entry_in(const Value& value) { return std::get_if<int64_t>(&value.any()); }

inline std::string slot_name(const std::string& name) {
  return name.empty() ? std::string(whole_tree) : name;
}

// Reads and caches entries: each is read once, however many leaves refer to it.
class EntryReader {
 public:
  explicit EntryReader(const Checkpoint& checkpoint) : checkpoint_(checkpoint) {}

  // Reads the entries that will be requested, in one call.
  void read_ahead(const std::vector<int64_t>& entries) {
    std::set<int64_t> apart(entries.begin(), entries.end());
    std::vector<size_t> which(apart.begin(), apart.end());
    std::vector<Array> arrays = checkpoint_.read_all(which);
    for (size_t i = 0; i < which.size(); ++i) {
      read_.emplace(static_cast<int64_t>(which[i]), std::move(arrays[i]));
    }
  }

  Array array(int64_t entry) {
    auto [found, is_new] = read_.try_emplace(entry);
    if (is_new) found->second = checkpoint_.read(static_cast<size_t>(entry));
    return found->second;
  }
  Array box(int64_t entry, const ArrayPart& part) const {
    return checkpoint_.read_box(static_cast<size_t>(entry), part.start, part.stop());
  }
  const CheckpointEntry& entry(int64_t number) const {
    return checkpoint_.entries()[static_cast<size_t>(number)];
  }
  // Raises error[dtype] if no dtype represents the entry, before types are compared.
  void need_readable(int64_t number) const {
    if (entry(number).is_foreign) checkpoint_.read(static_cast<size_t>(number));
  }
  // A leaf as it was saved; host scalars are restored as numbers.
  Value leaf(int64_t number) {
    Array x = array(number);
    return entry(number).is_weak ? Value::from_array(x.with_weak(true)) : Value(x);
  }

 private:
  const Checkpoint& checkpoint_;
  std::map<int64_t, Array> read_;
};

// Whether the value is a function that the file does not store, or a constant that contains one.
bool is_lost(const Value& value);

// Loads the named values into the structure of `wish.like` (load_like.cpp). `skeleton` is the tree
// structure that the file stores, if any.
Value load_like(State& state, EntryReader& reader, const LoadOptions& wish, const std::string& path,
                const std::vector<NamedEntry>& named, const std::optional<Value>& skeleton);

}  // namespace rille
