// Checkpoint: the arrays of a file or folder, opened.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "vm/array.h"
#include "vm/value.h"

namespace rille {

struct GgufMeta;  // stdlib/ckpt/gguf/words.h

// One array of a checkpoint.
//   name     as paths() of vm/tree.h writes it: `layers[2].w`, `a["key"]`
//   is_weak  a host number
//   bytes    what it takes in the file, compressed as it is there
//   stored   the file's word for its elements where it is not `type`'s dtype: "q4_k", "F8_E8M0"
//   is_foreign  no dtype holds its elements: read() is error[dtype], `type` is u8 of its shape
struct CheckpointEntry {
  std::string name;
  Type type;
  bool is_weak = false;
  uint64_t bytes = 0;
  std::string stored = {};
  bool is_foreign = false;
};

// error[dtype] for an entry that no dtype holds. The other entries of the file can be read.
[[noreturn]] void refuse_foreign(std::string_view path, const CheckpointEntry& entry);

inline constexpr std::string_view whole_tree = "value";  // the name of a tree that is one leaf

// Which of several checkpoints in a folder: nothing for the newest, or the only one.
struct CheckpointWish {
  std::optional<int64_t> step = {};
  std::string item;
};

// What every format's reader is. Nothing in a file is trusted: error[io] with file, place and
// reason. Several threads may read from one.
class Checkpoint {
 public:
  virtual ~Checkpoint() = default;
  virtual std::string format() const = 0;  // "safetensors": what `rille ckpt show` says
  virtual const std::vector<CheckpointEntry>& entries() const = 0;           // by name, each once
  virtual Array read(size_t entry) const = 0;                                // checked
  virtual std::vector<Array> read_all(std::span<const size_t> which) const;  // in their order
  // Its elements from `begin` up to `end`, a number an axis; these are within its shape. This one
  // reads all and cuts.
  virtual Array read_box(size_t entry, const Ints& begin, const Ints& end) const;
  virtual std::string meta() const { return ""; }  // the user's, as JSON; "": none
  // The same as a value: that of the JSON where a format does not say more. None: it has none.
  virtual std::optional<Value> metadata() const;
  virtual const GgufMeta* gguf_meta() const { return nullptr; }  // of a GGUF file
  // The tree with the number of its entry, an int, in the place of each leaf, and the other values
  // that stand in it; Absent in the place of a function of a script, which is not saved. None: the
  // tree is made of the names.
  virtual std::optional<Value> skeleton(State&) const { return {}; }
};

// By what the path is; error[io] where no reader knows it.
std::unique_ptr<Checkpoint> open_checkpoint(const std::string& path, const CheckpointWish& wish);

// The entry of that name, or -1.
int64_t find_entry(const Checkpoint& checkpoint, std::string_view name);

// The steps of a name without what tells a field from a key: of a.w and a["w"] it is the same.
std::string plain_name(std::string_view name);

// The tree of names and what stands under them: names by dots, tuples by [0], [1] …, dicts by
// ["w"] and other ints. A name that cannot stand below another array, or beside one of the same
// steps, is one key.
Value tree_of_names(State& state, const std::vector<std::pair<std::string, Value>>& named);

}  // namespace rille
