// Writes and reads multi-process checkpoints.
#include "stdlib/ckpt/parts.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <mutex>
#include <set>

#include "stdlib/ckpt/json_at.h"
#include "stdlib/ckpt/tree_text.h"
#include "stdlib/ckpt/zarr/place.h"
#include "stdlib/json.h"
#include "vm/run/running.h"
#include "vm/state.h"

namespace rille {
namespace {

// The maximum number of slices of an array: every pair of slices is compared.
constexpr size_t max_boxes = 10'000;

// The slice of an array that one file stores.
struct ShardSlice {
  int64_t file;
  Ints start, stop;
};

struct WholeArray {
  Type type;
  bool is_weak = false;
  std::vector<ShardSlice> boxes = {};
};
using WholeArrays = std::map<std::string, WholeArray>;

int64_t volume(const Ints& from, const Ints& to) {
  int64_t out = 1;
  for (size_t axis = 0; axis < from.size(); ++axis) {
    if (__builtin_mul_overflow(out, to[axis] - from[axis], &out)) return -1;
  }
  return out;
}

Ints extents_of(const Ints& from, const Ints& to) {
  Ints out;
  for (size_t axis = 0; axis < from.size(); ++axis) out.push_back(to[axis] - from[axis]);
  return out;
}

// The reason why the slices do not cover every element of the array exactly once, or "".
std::string gap_in(const WholeArray& whole) {
  Ints shape = whole.type.ints(), zeros(shape.size(), 0);
  int64_t all = volume(zeros, shape), sum = 0;
  if (whole.boxes.size() > max_boxes || all < 0) return "has too many shards";
  for (size_t i = 0; i < whole.boxes.size(); ++i) {
    poll();
    const ShardSlice& box = whole.boxes[i];
    sum += volume(box.start, box.stop);
    for (size_t j = 0; j < i; ++j) {
      const ShardSlice& other = whole.boxes[j];
      if (meets_box(extents_of(box.start, box.stop), box.start, other.start, other.stop)) {
        return str("has overlapping shards in processes ", other.file, " and ", box.file, ", at (",
                   join(box.start, ", "), ")");
      }
    }
  }
  return sum == all ? "" : str("is missing ", all - sum, " of ", all, " elements");
}

// Parses comma-separated ints, as in both halves of "0,4/8,5" (start and shape).
Ints numbers_in(std::string_view text) {
  Ints out;
  while (!text.empty()) {
    int64_t number = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return {-1};
    out.push_back(number);
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    if (text.starts_with(',')) text.remove_prefix(1);
  }
  return out;
}

void add_arrays(WholeArrays& all, int64_t file, const std::string& path) {
  MetadataMap words;
  std::unique_ptr<Checkpoint> part = open_one_file(path, &words);
  for (const CheckpointEntry& entry : part->entries()) {
    Ints shape = entry.type.ints(), start(shape.size(), 0), whole = shape;
    auto box = words.find(str(box_mark, entry.name));
    if (box != words.end()) {
      size_t middle = std::min(box->second.find('/'), box->second.size());
      start = numbers_in(std::string_view(box->second).substr(0, middle));
      whole = numbers_in(
          std::string_view(box->second).substr(std::min(middle + 1, box->second.size())));
      if (start.size() != shape.size() || whole.size() != shape.size()) {
        refuse_file(path, str("the slice of \"", entry.name, "\" is malformed"));
      }
    }
    ShardSlice added{file, start, start};
    for (size_t axis = 0; axis < shape.size(); ++axis) added.stop[axis] += shape[axis];
    Type type = entry.type.with(shape_of(whole));
    auto [place, is_new] = all.try_emplace(entry.name, WholeArray{type, entry.is_weak});
    if (place->second.type != type) {
      throw Error(Code::value, str(entry.name, " is ", place->second.type, " in one process, but ",
                                   type, " in process ", file));
    }
    place->second.boxes.push_back(std::move(added));
  }
}

void check_names(const WholeArrays& all, std::vector<std::string> names) {
  std::ranges::sort(names);
  for (const std::string& name : names) {
    if (!all.contains(name)) throw Error(Code::value, str("no process saved ", name));
  }
  for (const auto& [name, whole] : all) {
    if (std::ranges::binary_search(names, name)) continue;
    throw Error(Code::value, str(name, " is in the tree of process ", whole.boxes[0].file,
                                 ", but not in the tree of process 0"));
  }
}

// --- reading --------------------------------------------------------------------------------

class MultiProcessCheckpoint final : public Checkpoint {
 public:
  MultiProcessCheckpoint(const std::string& path, MetadataMap head)
      : path_(path), head_(std::move(head)) {
    FileLocation whence{path_, "index of a multi-process checkpoint"};
    Value json = json_of(head_.find(parts_mark)->second, whence);
    JsonCursor all(json, whence);
    for (const JsonCursor& file : all["files"].items()) {
      poll();
      bool is_plain = !file.string().empty() && file.string().find('/') == std::string::npos &&
                      file.string().find('\0') == std::string::npos && file.string() != "." &&
                      file.string() != "..";
      file.need(is_plain, "must be a file name without a directory");
      names_.push_back(file.string());
    }
    files_.resize(names_.size());
    WholeArrays found;
    for (const auto& [name, row] : all["arrays"].fields()) {
      row.need(found.try_emplace(name, array_of(row)).second, "is listed twice");
    }
    for (auto& [name, whole] : found) {
      auto size = static_cast<uint64_t>(whole.type.count()) * bytes(whole.type.dtype());
      entries_.push_back({name, whole.type, whole.is_weak, size});
      arrays_.push_back(std::move(whole));
    }
  }

  std::string format() const override {
    return str("safetensors of ", names_.size(), " processes");
  }
  const std::vector<CheckpointEntry>& entries() const override { return entries_; }
  Array read(size_t entry) const override {
    Ints shape = entries_[entry].type.ints();
    return read_box(entry, Ints(shape.size(), 0), shape);
  }
  Array read_box(size_t entry, const Ints& begin, const Ints& end) const override;
  std::string meta() const override { return word(meta_mark); }
  std::optional<Value> skeleton(State& state) const override {
    std::string tree = word(tree_mark);
    if (tree.empty()) return {};
    return read_tree(state, tree, entries_.size(), path_);
  }

 private:
  std::string word(std::string_view mark) const {
    auto found = head_.find(mark);
    return found == head_.end() ? "" : found->second;
  }

  WholeArray array_of(const JsonCursor& row) const {
    auto dtype = dtype_named(row["dtype"].string());
    row.need(dtype.has_value(), "has an unknown dtype");
    Ints shape = row["shape"].sizes(0);
    row.need(volume(Ints(shape.size(), 0), shape) >= 0 && shape.size() <= 64, "is too large");
    WholeArray out{.type = {*dtype, shape_of(shape)}, .is_weak = row["host"].boolean()};
    row.need(!out.is_weak || shape.empty(), "is marked as a host scalar, but has axes");
    std::set<int64_t> seen;
    for (const JsonCursor& box : row["boxes"].items()) {
      std::vector<JsonCursor> parts = box.items();
      box.need(parts.size() == 3, "is not a slice [file, start, stop]");
      ShardSlice added{parts[0].integer(), parts[1].sizes(0), parts[2].sizes(0)};
      bool fits = added.file >= 0 && added.file < std::ssize(names_) &&
                  added.start.size() == shape.size() && added.stop.size() == shape.size() &&
                  seen.insert(added.file).second;
      for (size_t axis = 0; fits && axis < shape.size(); ++axis) {
        fits = added.start[axis] <= added.stop[axis] && added.stop[axis] <= shape[axis];
      }
      box.need(fits, "is not a slice of the array");
      out.boxes.push_back(std::move(added));
    }
    if (std::string gap = gap_in(out); !gap.empty()) row.fail(gap);
    return out;
  }

  const Checkpoint& file(int64_t number) const {
    std::lock_guard guard(lock_);
    auto& held = files_[static_cast<size_t>(number)];
    if (held != nullptr) return *held;
    MetadataMap words;
    std::string path = path_.substr(0, path_.rfind('/') + 1) + names_[static_cast<size_t>(number)];
    std::unique_ptr<Checkpoint> opened = open_one_file(path, &words);
    auto run = words.find(run_mark);
    if (run == words.end() || run->second != word(run_mark)) {
      refuse_file(path, str("the file belongs to a different run than \"", path_, "\""));
    }
    held = std::move(opened);
    return *held;
  }

  std::string path_;
  MetadataMap head_;
  std::vector<std::string> names_;
  std::vector<CheckpointEntry> entries_;
  std::vector<WholeArray> arrays_;
  mutable std::mutex lock_;
  mutable std::vector<std::unique_ptr<Checkpoint>> files_;
};

// Reads the overlap of the requested slice with each stored slice, opening only files that overlap.
// Types are checked before the result is allocated, so that its size is backed by the files.
Array MultiProcessCheckpoint::read_box(size_t entry, const Ints& begin, const Ints& end) const {
  const WholeArray& whole = arrays_[entry];
  const std::string& name = entries_[entry].name;
  std::vector<std::pair<const ShardSlice*, size_t>> met;
  for (const ShardSlice& box : whole.boxes) {
    poll();
    Ints extents = extents_of(box.start, box.stop);
    if (!meets_box(extents, box.start, begin, end)) continue;
    int64_t at = find_entry(file(box.file), name);
    bool is_there = at >= 0 && file(box.file).entries()[static_cast<size_t>(at)].type ==
                                   whole.type.with(shape_of(extents));
    if (!is_there) {
      refuse_file(path_, str("\"", names_[static_cast<size_t>(box.file)], "\" does not store \"",
                             name, "\" with the listed type and slice"));
    }
    met.emplace_back(&box, static_cast<size_t>(at));
  }
  Array out(whole.type.with(shape_of(extents_of(begin, end))));
  for (auto [box, at] : met) {
    Ints from = box->start, to = box->stop, low, high;
    for (size_t axis = 0; axis < from.size(); ++axis) {
      from[axis] = std::max(from[axis], begin[axis]);
      to[axis] = std::min(to[axis], end[axis]);
      low.push_back(from[axis] - box->start[axis]);
      high.push_back(to[axis] - box->start[axis]);
    }
    Array piece = file(box->file).read_box(at, low, high);
    ChunkLayout form{
        .dtype = whole.type.dtype(), .shape = extents_of(from, to), .order = {}, .packings = {}};
    place_chunk(form, {reinterpret_cast<const char*>(piece.data()), piece.byte_size()}, from, begin,
                end, out);
  }
  return out;
}

}  // namespace

std::string box_text(const Ints& start, const Ints& shape) {
  return str(join(start, ","), "/", join(shape, ","));
}

std::string parts_text(const std::string& folder, const std::vector<std::string>& files,
                       std::vector<std::string> names) {
  WholeArrays all;
  for (size_t i = 0; i < files.size(); ++i) {
    add_arrays(all, static_cast<int64_t>(i), str(folder, "/", files[i]));
  }
  check_names(all, std::move(names));
  std::string out = "{\"files\":[";
  for (size_t i = 0; i < files.size(); ++i) out += str(i > 0 ? "," : "", json_quoted(files[i]));
  out += "],\"arrays\":{";
  bool is_first = true;
  for (const auto& [name, whole] : all) {
    poll();
    if (std::string gap = gap_in(whole); !gap.empty()) {
      throw Error(Code::value, str(name, " ", gap))
          .help("`replica = 1` of `ckpt.shard` marks a shard that another process saves");
    }
    out += str(is_first ? "" : ",", json_quoted(name), ":{\"dtype\":\"", text(whole.type.dtype()),
               "\",\"host\":", whole.is_weak ? "true" : "false", ",\"shape\":[",
               join(whole.type.ints(), ","), "],\"boxes\":[");
    for (size_t i = 0; i < whole.boxes.size(); ++i) {
      const ShardSlice& box = whole.boxes[i];
      out += str(i > 0 ? "," : "", "[", box.file, ",[", join(box.start, ","), "],[",
                 join(box.stop, ","), "]]");
    }
    out += "]}";
    is_first = false;
  }
  return out + "}}";
}

std::unique_ptr<Checkpoint> open_parts(const std::string& path, MetadataMap head) {
  return std::make_unique<MultiProcessCheckpoint>(path, std::move(head));
}

}  // namespace rille
