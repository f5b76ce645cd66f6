// Reads OCDBT databases: the manifest and the tree of nodes.
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "stdlib/ckpt/ocdbt/form.h"
#include "stdlib/ckpt/ocdbt/ocdbt.h"
#include "vm/run/running.h"

namespace rille {
namespace {

using IntColumn = std::vector<uint64_t>;

constexpr uint64_t longest_name = 4096;
constexpr size_t max_of_manifest = size_t{64} << 20;

// A file that a part refers to, and the base directory of the paths in that file.
struct FileRef {
  std::string base, path;  // relative to the directory of the database
};

// The location of the bytes of a node or a value.
struct ByteLocation {
  const FileRef* file = nullptr;
  uint64_t at = 0, bytes = 0;
};

// Reads a column. Numbers are stored in columns: first all values of one field, then those of the
// next.
IntColumn column(ByteCursor& scan, uint64_t count) {
  scan.whence().need(count <= scan.rest().size(), "the count exceeds the data");
  IntColumn out(count);
  for (uint64_t& x : out) x = scan.varint();
  return out;
}

bool leads_out(std::string_view path) {
  if (path.empty() || path.starts_with('/') || path.find('\0') != std::string_view::npos)
    return true;
  return str("/", path, "/").find("/../") != std::string::npos;
}

// The memory limit of names. Names share prefixes, so that all together may be longer than the
// file.
class NameBudget {
 public:
  void add(uint64_t bytes) { left_ += 64 * bytes; }
  void take(uint64_t name, uint64_t prefix, const FileLocation& whence) {
    uint64_t size = name + prefix;
    whence.need(name <= longest_name && size <= longest_name && size <= left_,
                "the names are too long");
    left_ -= size;
  }

 private:
  uint64_t left_ = uint64_t{16} << 20;
};

// Reads names, each stored without the prefix that it shares with the previous one, and the column
// `extra`.
std::vector<std::string> names_of(ByteCursor& scan, uint64_t count, IntColumn* extra,
                                  NameBudget& room) {
  const FileLocation& whence = scan.whence();
  whence.need(count <= scan.rest().size(), "the count exceeds the data");
  IntColumn common = count == 0 ? IntColumn() : column(scan, count - 1);
  IntColumn own = column(scan, count);
  if (extra != nullptr) *extra = column(scan, count);
  std::vector<std::string> out;
  for (uint64_t i = 0; i < count; ++i) {
    std::string name;
    if (i > 0) {
      whence.need(common[i - 1] <= out.back().size(), "the shared prefix of a name is too long");
      name = out.back().substr(0, common[i - 1]);
    }
    name += scan.take(own[i]);
    room.take(name.size(), 0, whence);
    out.push_back(std::move(name));
  }
  return out;
}

std::vector<FileRef> files_of(ByteCursor& scan, const std::string& base, NameBudget& room) {
  uint64_t count = scan.varint();
  IntColumn bases;
  std::vector<std::string> names = names_of(scan, count, &bases, room);
  std::vector<FileRef> out;
  for (uint64_t i = 0; i < count; ++i) {
    std::string path = base + names[i];
    scan.whence().need(!leads_out(path), "a path leads out of the directory");
    scan.whence().need(bases[i] <= names[i].size(), "a path is shorter than its base");
    out.push_back({base + names[i].substr(0, bases[i]), path});
  }
  return out;
}

// Reads locations as three columns: file, offset, and length.
std::vector<ByteLocation> places_of(ByteCursor& scan, uint64_t count,
                                    const std::vector<FileRef>& files) {
  IntColumn file = column(scan, count), at = column(scan, count), bytes = column(scan, count);
  std::vector<ByteLocation> out;
  for (uint64_t i = 0; i < count; ++i) {
    bool is_none = bytes[i] == 0 && files.empty();
    scan.whence().need(is_none || file[i] < files.size(), "a file index is out of range");
    out.push_back({is_none ? nullptr : &files[file[i]], at[i], bytes[i]});
  }
  return out;
}

class OcdbtReader {
 public:
  explicit OcdbtReader(const std::string& folder) : folder_(folder), out_{"OCDBT value", {}, {}} {}

  ByteStore read() {
    std::string path = str(folder_, "/", ocdbt_manifest);
    FileLocation whence{path, "OCDBT manifest"};
    std::string body =
        ocdbt_unwrapped(OcdbtFrame::manifest, read_file(path, max_of_manifest).view(), whence);
    ByteCursor scan(body, whence);
    read_config(scan);
    std::vector<FileRef> files = files_of(scan, "", room_);
    uint64_t versions = scan.varint();
    IntColumn generations = column(scan, versions);
    std::string_view heights = scan.take(versions);
    std::vector<ByteLocation> roots = places_of(scan, versions, files);
    if (versions == 0 || roots.back().bytes == 0) return std::move(out_);
    whence.need(std::ranges::is_sorted(generations), "the versions are out of order");
    read_node(roots.back(), static_cast<uint8_t>(heights.back()), "");
    return std::move(out_);
  }

 private:
  static void read_config(ByteCursor& scan) {
    scan.take(16);  // UUID
    scan.whence().need(scan.varint() == 0, "versions in separate files are not supported");
    scan.varint();                         // maximum size of a value in a node
    scan.varint();                         // maximum size of a node
    scan.byte();                           // arity of the version tree
    if (scan.varint() == 1) scan.take(4);  // zstd level
  }

  size_t file_number(const std::string& path) {
    auto [place, is_new] = numbers_.try_emplace(path, out_.files.size());
    if (is_new) out_.files.push_back(str(folder_, "/", path));
    return place->second;
  }

  // Reads the bytes of a node. Each byte of a file is read at most once, so that reading ends even
  // if the tree is malformed.
  std::string bytes_of_node(const ByteLocation& place, const FileLocation& whence) {
    whence.need(place.file != nullptr, "the node has no file");
    const std::string& path = place.file->path;
    whence.need(seen_.insert({path, place.at}).second, "the node occurs twice in the tree");
    if (open_path_ != path) {
      open_ = std::make_unique<OpenFile>(std::string(whence.path));
      open_path_ = path;
    }
    auto size = static_cast<uint64_t>(open_->bytes());
    uint64_t& used = used_[path];
    bool fits = place.at <= size && place.bytes <= size - place.at && place.bytes <= size - used;
    whence.need(fits, "the file is truncated");
    used += place.bytes;
    room_.add(place.bytes);
    poll(place.bytes);
    std::string bytes = open_->read(static_cast<int64_t>(place.at), place.bytes);
    whence.need(bytes.size() == place.bytes, "the file is truncated");
    return bytes;
  }

  void read_node(const ByteLocation& place, int height, const std::string& prefix) {
    std::string path = str(folder_, "/", place.file == nullptr ? "" : place.file->path);
    FileLocation whence{path, "OCDBT file", str("node at byte ", place.at)};
    std::string body = ocdbt_unwrapped(OcdbtFrame::node, bytes_of_node(place, whence), whence);
    ByteCursor scan(body, whence);
    whence.need(scan.byte() == height, "the height does not match that in the tree");
    std::vector<FileRef> files = files_of(scan, place.file->base, room_);
    uint64_t count = scan.varint();
    if (height == 0) {
      read_leaf(scan, count, files, prefix);
    } else {
      read_inner(scan, count, files, prefix, height);
    }
    whence.need(scan.is_done(), "the node is followed by extra bytes");
  }

  void read_inner(ByteCursor& scan, uint64_t count, const std::vector<FileRef>& files,
                  const std::string& prefix, int height) {
    const FileLocation& whence = scan.whence();
    IntColumn shared;
    std::vector<std::string> names = names_of(scan, count, &shared, room_);
    std::vector<ByteLocation> children = places_of(scan, count, files);
    for (int statistic = 0; statistic < 3; ++statistic) column(scan, count);
    for (uint64_t i = 0; i < count; ++i) {
      whence.need(shared[i] <= names[i].size(), "a subtree prefix is longer than its name");
      read_node(children[i], height - 1, prefix + names[i].substr(0, shared[i]));
    }
  }

  void read_leaf(ByteCursor& scan, uint64_t count, const std::vector<FileRef>& files,
                 const std::string& prefix) {
    const FileLocation& whence = scan.whence();
    std::vector<std::string> names = names_of(scan, count, nullptr, room_);
    IntColumn bytes = column(scan, count), kinds = column(scan, count);
    auto outside = static_cast<uint64_t>(std::ranges::count(kinds, uint64_t{1}));
    IntColumn file = column(scan, outside), at = column(scan, outside);
    size_t next = 0;
    for (uint64_t i = 0; i < count; ++i) {
      whence.need(kinds[i] <= 1, "a value has an unknown kind");
      room_.take(names[i].size(), prefix.size(), whence);
      std::string name = prefix + names[i];
      bool is_next = out_.all.empty() || out_.all.back().name < name;
      whence.need(is_next, str("the name \"", name, "\" is out of order"));
      StoreEntry stored{std::move(name), 0, 0, bytes[i]};
      if (kinds[i] == 1) {
        whence.need(file[next] < files.size(), "a file index is out of range");
        stored.file = file_number(files[file[next]].path);
        stored.at = at[next++];
      }
      out_.all.push_back(std::move(stored));
    }
    hold(scan, kinds);
  }

  // Reads the values that are stored in the node, which are contiguous.
  void hold(ByteCursor& scan, const IntColumn& kinds) {
    size_t first = out_.all.size() - kinds.size();
    for (size_t i = 0; i < kinds.size(); ++i) {
      if (kinds[i] == 1) continue;
      StoreEntry& stored = out_.all[first + i];
      stored.held = std::string(scan.take(stored.bytes));
      stored.file = file_number(std::string(ocdbt_manifest));
    }
  }

  std::string folder_;
  ByteStore out_;
  NameBudget room_;
  std::map<std::string, size_t> numbers_;
  std::set<std::pair<std::string, uint64_t>> seen_;
  std::map<std::string, uint64_t> used_;
  std::string open_path_;
  std::unique_ptr<OpenFile> open_;
};

}  // namespace

ByteStore ocdbt_store(const std::string& folder) { return OcdbtReader(folder).read(); }

}  // namespace rille
