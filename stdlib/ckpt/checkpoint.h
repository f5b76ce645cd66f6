// Checkpoint: interface of an open checkpoint.
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

struct GgufMetadata;  // stdlib/ckpt/gguf/words.h

// One array of a checkpoint.
//   name        path as paths() of vm/tree.h writes it: `layers[2].w`, `a["key"]`
//   is_weak     whether the array is a host scalar
//   bytes       stored size in the file, after compression
//   stored      element type named in the file if it is not the dtype of `type`: "q4_k", "F8_E8M0"
//   is_foreign  whether no dtype represents the elements: read() raises error[dtype], and `type` is
//               u8 with the shape of the array
struct CheckpointEntry {
  std::string name;
  Type type;
  bool is_weak = false;
  uint64_t bytes = 0;
  std::string stored = {};
  bool is_foreign = false;
};

// Raises error[dtype] for an entry whose elements no dtype represents. The other entries of the
// file can still be read.
[[noreturn]] void refuse_foreign(std::string_view path, const CheckpointEntry& entry);

inline constexpr std::string_view whole_tree = "value";  // the name of a tree that is one leaf

// Selects one of several checkpoints in a directory. Without a step the newest one is read; without
// an item the only one.
struct CheckpointOptions {
  std::optional<int64_t> step = {};
  std::string item;
};

// The interface of the reader of every format. Nothing in a file is trusted: malformed input raises
// error[io] with the file, the position, and the reason. Several threads may read from one
// checkpoint.
class Checkpoint {
 public:
  virtual ~Checkpoint() = default;
  virtual std::string format() const = 0;  // for `rille ckpt show`: "safetensors"
  virtual const std::vector<CheckpointEntry>& entries() const = 0;  // sorted by name, no duplicates
  virtual Array read(size_t entry) const = 0;                       // checksums are verified
  virtual std::vector<Array> read_all(std::span<const size_t> which) const;  // in the order given
  // The slice of the entry from `begin` to `end`, exclusive, with one index per axis; both lie
  // within the shape. The default implementation reads the whole array and slices it.
  virtual Array read_box(size_t entry, const Ints& begin, const Ints& end) const;
  virtual std::string meta() const { return ""; }  // user metadata as JSON; "" if there is none
  // User metadata as a value, or nothing if there is none. The default implementation parses
  // meta().
  virtual std::optional<Value> metadata() const;
  virtual const GgufMetadata* gguf_meta() const { return nullptr; }  // of a GGUF file
  // The saved tree, with the index of its entry (an int) in place of each leaf. Other values are
  // kept; a function of a script, which is not saved, is MissingArgument. Nothing if the structure
  // has to be derived from the names.
  virtual std::optional<Value> skeleton(State&) const { return {}; }
};

// Opens the checkpoint with the reader that recognizes the path; error[io] if none does.
std::unique_ptr<Checkpoint> open_checkpoint(const std::string& path, const CheckpointOptions& wish);

// Index of the entry with that name, or -1.
int64_t find_entry(const Checkpoint& checkpoint, std::string_view name);

// The components of a name without the distinction of fields and keys: equal for a.w and a["w"].
std::string plain_name(std::string_view name);

// Builds a tree from named values: dots make records, [0], [1] … make tuples, ["w"] and other ints
// make dicts. A name that would lie below another array, or that has the same components as another
// name, becomes a single key.
Value tree_of_names(State& state, const std::vector<std::pair<std::string, Value>>& named);

}  // namespace rille
