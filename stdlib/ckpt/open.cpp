// Opens checkpoints of any format.
#include <algorithm>

#include "stdlib/array.h"
#include "stdlib/ckpt/checkpoint.h"
#include "stdlib/ckpt/safetensors.h"
#include "stdlib/file/location.h"
#include "stdlib/json.h"

namespace rille {

#define FORMAT(name, is_folder)             \
  bool is_##name(const Location& location); \
  std::unique_ptr<Checkpoint> open_##name(const Location& location, const CheckpointOptions& wish);
#include "stdlib/ckpt/formats.def"
#undef FORMAT

namespace {

using CheckpointOpener = std::unique_ptr<Checkpoint> (*)(const Location&, const CheckpointOptions&);
struct CheckpointFormat {
  bool (*is)(const Location&);
  CheckpointOpener open;
  bool is_folder;
};
constexpr CheckpointFormat formats[] = {
#define FORMAT(name, is_folder) {&is_##name, &open_##name, is_folder},
#include "stdlib/ckpt/formats.def"
#undef FORMAT
};

}  // namespace

std::unique_ptr<Checkpoint> open_checkpoint(const std::string& path,
                                            const CheckpointOptions& wish) {
  Location location(path);
  bool is_one = location.is_file();
  for (const CheckpointFormat& format : formats) {
    if (is_one && format.is_folder) continue;
    if (format.is(location)) return format.open(location, wish);
  }
  if (wish.step || !wish.item.empty()) {
    throw Error(Code::value, str("\"", path, "\" is not a checkpoint with steps or items"));
  }
  if (!is_one && location.is_folder()) {
    throw Error(Code::io, str("\"", path, "\" is a directory without a known checkpoint"))
        .help("pass a file of the directory: .safetensors, .safetensors.index.json, or .gguf");
  }
  return open_safetensors(path);
}

void refuse_foreign(std::string_view path, const CheckpointEntry& entry) {
  throw Error(Code::dtype, str("\"", path, "\" stores \"", entry.name, "\" as ", entry.stored,
                               ", which no dtype can represent"))
      .help("`ckpt.load(path, only = …)` loads the other arrays");
}

std::vector<Array> Checkpoint::read_all(std::span<const size_t> which) const {
  std::vector<Array> out;
  for (size_t entry : which) out.push_back(read(entry));
  return out;
}

std::optional<Value> Checkpoint::metadata() const {
  std::string text = meta();
  if (text.empty()) return {};
  return parse_json(text);
}

Array Checkpoint::read_box(size_t entry, const Ints& begin, const Ints& end) const {
  Subscripts box;
  for (size_t axis = 0; axis < begin.size(); ++axis) {
    Subscript part;
    part.form = Subscript::Kind::slice;
    part.start = begin[axis];
    part.stop = end[axis];
    box.push_back(std::move(part));
  }
  Array whole = read(entry);
  return box.empty() ? whole : index(whole, box);
}

int64_t find_entry(const Checkpoint& checkpoint, std::string_view name) {
  const std::vector<CheckpointEntry>& entries = checkpoint.entries();
  auto found = std::ranges::lower_bound(entries, name, {},
                                        [](const auto& e) -> std::string_view { return e.name; });
  if (found == entries.end() || found->name != name) return -1;
  return found - entries.begin();
}

}  // namespace rille
