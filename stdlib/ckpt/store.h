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

// Where the bytes of a name stand: a part of a file, or here.
struct Stored {
  std::string name;
  size_t file = 0;  // of ByteStore::files
  uint64_t at = 0, bytes = 0;
  std::optional<std::string> held = {};
};

struct ByteStore {
  std::string form;                // "zarr array": what it is in its errors
  std::vector<std::string> files;  // paths
  std::vector<Stored> all;         // ordered by name

  const Stored* find(std::string_view name) const;
  // Those whose names begin so.
  std::span<const Stored> under(std::string_view prefix) const;
  Whence whence(const Stored& stored) const { return {where(stored), form, stored.name}; }
  const std::string& where(const Stored& stored) const { return files[stored.file]; }
};

// Reads parts of what is stored; keeps the last file open.
class StoreReader {
 public:
  explicit StoreReader(const ByteStore& store) : store_(store) {}
  // error[io] where the file ends before.
  std::string read(const Stored& stored, uint64_t from, uint64_t size);
  std::string read(const Stored& stored) { return read(stored, 0, stored.bytes); }
  // The same, to a place that has room for it.
  void read_to(const Stored& stored, uint64_t from, std::span<char> out);

 private:
  const OpenFile& opened(size_t file);

  const ByteStore& store_;
  std::optional<size_t> at_ = {};
  std::unique_ptr<OpenFile> file_ = nullptr;
};

// The regular files of a folder and of those in it, by their paths in it with slashes; none of
// those that begin with one of `without`.
ByteStore folder_store(const std::string& folder, std::string form,
                       std::span<const std::string_view> without = {});

}  // namespace rille
