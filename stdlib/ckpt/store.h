// ByteStore: byte strings under names, in files.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/bytes/scan.h"
#include "stdlib/file.h"

namespace rille {

// The bytes stored under a name: a range of a file, or `held` in memory.
struct StoreEntry {
  std::string name;
  size_t file = 0;  // index in ByteStore::files
  uint64_t at = 0, bytes = 0;
  std::optional<std::string> held = {};
};

struct ByteStore {
  std::string form;                // the format, as named in errors: "zarr array"
  std::vector<std::string> files;  // paths
  std::vector<StoreEntry> all;     // sorted by name

  const StoreEntry* find(std::string_view name) const;
  // The values whose names begin with `prefix`.
  std::span<const StoreEntry> under(std::string_view prefix) const;
  FileLocation whence(const StoreEntry& stored) const { return {where(stored), form, stored.name}; }
  const std::string& where(const StoreEntry& stored) const { return files[stored.file]; }
};

// Reads ranges of stored values; keeps the last file open.
class StoreReader {
 public:
  explicit StoreReader(const ByteStore& store) : store_(store) {}
  // error[io] if the file is truncated.
  std::string read(const StoreEntry& stored, uint64_t from, uint64_t size);
  std::string read(const StoreEntry& stored) { return read(stored, 0, stored.bytes); }
  // Reads `out.size()` bytes from offset `from` to `out`.
  void read_to(const StoreEntry& stored, uint64_t from, std::span<char> out);

 private:
  const OpenFile& opened(size_t file);

  const ByteStore& store_;
  std::optional<size_t> at_ = {};
  std::unique_ptr<OpenFile> file_ = nullptr;
};

// The regular files of a directory and its subdirectories, named by their relative paths with
// slashes. Names that begin with one of `without` are skipped.
ByteStore folder_store(const std::string& folder, std::string form,
                       std::span<const std::string_view> without = {});

}  // namespace rille
