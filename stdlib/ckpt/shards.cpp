// Reads and writes sharded safetensors checkpoints.
#include "stdlib/ckpt/shards.h"

#include <algorithm>
#include <map>

#include "stdlib/ckpt/json_at.h"
#include "stdlib/ckpt/structure.h"
#include "stdlib/file.h"
#include "stdlib/file/location.h"
#include "stdlib/json.h"
#include "stdlib/remote.h"
#include "vm/run/running.h"

namespace rille {

bool is_shards(const Location& location);
std::unique_ptr<Checkpoint> open_shards(const Location& location, const CheckpointOptions& wish);
bool is_lone(const Location& location);
std::unique_ptr<Checkpoint> open_lone(const Location& location, const CheckpointOptions& wish);

namespace {

constexpr size_t max_of_index = size_t{256} << 20;

// The location of an array: the index of the file, and the index of the entry in the file.
struct EntryLocation {
  size_t file, entry;
};

class ShardedCheckpoint : public Checkpoint {
 public:
  explicit ShardedCheckpoint(const std::string& path) {
    FileLocation whence{path, "index of safetensors files"};
    Value json = json_of(read_file(path, max_of_index).view(), whence);
    size_t slash = path.rfind('/');
    std::string folder = slash == std::string::npos ? "" : path.substr(0, slash + 1);
    std::map<std::string, EntryLocation> places;
    for (const auto& [name, file] : JsonCursor(json, whence)["weight_map"].fields()) {
      poll();
      size_t at = opened(folder, file);
      int64_t entry = find_entry(*files_[at], name);
      file.need(entry >= 0,
                str("is not in \"", file.string(), "\", the file that the index lists"));
      places[name] = {at, static_cast<size_t>(entry)};
    }
    for (const auto& [name, place] : places) {
      entries_.push_back(files_[place.file]->entries()[place.entry]);
      places_.push_back(place);
      names_.push_back(name);
    }
    path_ = path;
    read_structure(JsonCursor(json, whence));
  }

  std::optional<Value> skeleton(State& state) const override {
    if (structure_.empty()) return {};
    return structure_tree(state, structure_, names_, path_);
  }

  std::string format() const override { return str("safetensors in ", files_.size(), " files"); }
  const std::vector<CheckpointEntry>& entries() const override { return entries_; }
  Array read(size_t entry) const override {
    return files_[places_[entry].file]->read(places_[entry].entry);
  }
  // Reads the requested entries of each file in one call.
  std::vector<Array> read_all(std::span<const size_t> which) const override {
    std::vector<Array> out(which.size());
    for (size_t file = 0; file < files_.size(); ++file) {
      std::vector<size_t> entries, at;
      for (size_t i = 0; i < which.size(); ++i) {
        if (places_[which[i]].file != file) continue;
        entries.push_back(places_[which[i]].entry);
        at.push_back(i);
      }
      std::vector<Array> read = files_[file]->read_all(entries);
      for (size_t i = 0; i < at.size(); ++i) out[at[i]] = std::move(read[i]);
    }
    return out;
  }
  Array read_box(size_t entry, const Ints& begin, const Ints& end) const override {
    return files_[places_[entry].file]->read_box(places_[entry].entry, begin, end);
  }

 private:
  void read_structure(const JsonCursor& index) {
    auto meta = index.find("metadata");
    if (!meta || !meta->is_object()) return;
    auto text = meta->find(structure_mark);
    if (!text || !text->is_string()) return;
    structure_ = text->string();
    for (size_t rank : structure_host(structure_, names_)) {
      if (entries_[rank].type.rank() == 0) entries_[rank].is_weak = true;
    }
  }

  // Opens a file of the index. The name must not lead out of the directory of the index.
  size_t opened(const std::string& folder, const JsonCursor& file) {
    const std::string& name = file.string();
    bool is_plain = !name.empty() && name.find('/') == std::string::npos &&
                    name.find('\0') == std::string::npos && name != "." && name != "..";
    file.need(is_plain, "must be in a file in the directory of the index");
    auto [place, is_new] = numbers_.try_emplace(name, files_.size());
    if (is_new) files_.push_back(open_safetensors(folder + name));
    return place->second;
  }

  std::vector<std::unique_ptr<Checkpoint>> files_;
  std::map<std::string, size_t> numbers_;
  std::vector<CheckpointEntry> entries_;
  std::vector<EntryLocation> places_;
  std::string path_, structure_;
  std::vector<std::string> names_;
};

// The path of the index or the single file in a directory of the Hugging Face Hub; "" if the
// directory has neither.
std::string model_in(const Location& folder) {
  for (std::string_view name : {"model.safetensors.index.json", "model.safetensors"}) {
    if (folder.has_file(name)) return folder.at(name).path();
  }
  return "";
}

// The path of the only index in a directory or, without an index, of the only safetensors file,
// under any name, as in directories of diffusers and of adapters. "" if there are several.
std::string lone_in(const Location& folder) {
  if (is_url(folder.path())) return "";
  for (std::string_view end : {shards_end, std::string_view(".safetensors")}) {
    std::string found;
    int count = 0;
    for (const FolderEntry& entry : folder.entries()) {
      if (entry.is_folder || !entry.name.ends_with(end)) continue;
      found = folder.at(entry.name).path();
      ++count;
    }
    if (count > 0) return count == 1 ? found : "";
  }
  return "";
}

std::string digits(size_t number) {
  std::string out = std::to_string(number);
  return std::string(5 - std::min<size_t>(5, out.size()), '0') + out;
}

}  // namespace

bool is_shards(const Location& location) {
  return location.path().ends_with(shards_end) || !model_in(location).empty();
}

std::unique_ptr<Checkpoint> open_shards(const Location& location, const CheckpointOptions& wish) {
  const std::string& path = location.path();
  if (wish.step || !wish.item.empty()) {
    throw Error(Code::value, str("\"", path, "\" contains only arrays, no steps or items"));
  }
  std::string file = path.ends_with(shards_end) ? path : model_in(location);
  if (file.ends_with(shards_end)) return std::make_unique<ShardedCheckpoint>(file);
  return open_safetensors(file);
}

bool is_lone(const Location& location) { return !lone_in(location).empty(); }

std::unique_ptr<Checkpoint> open_lone(const Location& location, const CheckpointOptions& wish) {
  std::string file = lone_in(location);
  if (file.ends_with(shards_end)) return open_shards(Location(file), wish);
  if (!wish.step && wish.item.empty()) return open_safetensors(file);
  throw Error(Code::value,
              str("\"", location.path(), "\" contains only arrays, no steps or items"));
}

void write_shards(const std::string& path, std::vector<NamedArray> arrays, uint64_t most,
                  const std::string& structure) {
  std::vector<std::vector<NamedArray>> files;
  uint64_t size = 0, total = 0;
  for (NamedArray& named : arrays) {
    uint64_t bytes = named.array.byte_size();
    if (files.empty() || (size > 0 && size + bytes > most)) {
      files.emplace_back();
      size = 0;
    }
    size += bytes;
    total += bytes;
    files.back().push_back(std::move(named));
  }
  remove_file(path);
  std::string base = path.substr(0, path.size() - shards_end.size()), rows;
  for (size_t i = 0; i < files.size(); ++i) {
    std::string file = str(base, "-", digits(i + 1), "-of-", digits(files.size()), ".safetensors");
    std::string name = json_quoted(std::string_view(file).substr(file.rfind('/') + 1));
    for (const NamedArray& named : files[i]) {
      rows += str(rows.empty() ? "" : ",", "\n    ", json_quoted(named.name), ": ", name);
    }
    write_safetensors(file, std::move(files[i]), {{"format", "pt"}});
  }
  std::string more;
  if (!structure.empty())
    more = str(", ", json_quoted(structure_mark), ": ", json_quoted(structure));
  write_file(path, str("{\n  \"metadata\": {\"total_size\": ", total, more,
                       "},\n  \"weight_map\": {", rows, "\n  }\n}\n"));
}

}  // namespace rille
