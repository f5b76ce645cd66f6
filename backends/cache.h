// Cache: persistent machine code on disk.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rille {

// A directory of entries. An entry is named by the hash of its key and contains the full key, so
// hash collisions are detected. Entries have a checksum and are written atomically, by writing a
// temporary file and renaming it; an invalid entry counts as missing. Several processes may share a
// directory. If the size exceeds the limit, 256 MB or RILLE_CACHE_MB, the least recently used
// entries are removed.
class DiskCache {
 public:
  // The directory is RILLE_CACHE ("off" disables the cache), else $XDG_CACHE_HOME/rille, else
  // ~/.cache/rille.
  static DiskCache& standard();
  // Overrides the directory, for embedding programs; "" disables the cache. Must be called before
  // the first call of standard().
  static void set_standard(std::string folder);

  explicit DiskCache(std::string folder, int64_t limit = int64_t{256} << 20)
      : folder_(std::move(folder)), limit_(limit) {}

  std::optional<std::vector<char>> find(const std::string& key) const;
  void put(const std::string& key, const std::vector<char>& content) const;  // errors are ignored

  const std::string& folder() const { return folder_; }  // empty if the cache is disabled
  int64_t limit() const { return limit_; }               // bytes
  int64_t bytes() const;                                 // the total size of the current entries

  // The path of the entry of a key; empty if the cache is disabled.
  std::string path_of(const std::string& key) const;

 private:
  bool usable() const;  // only this user may write: the machine code is executed

  void trim() const;  // removes the least recently used entries above the limit

  std::string folder_;
  int64_t limit_;  // bytes
  mutable std::atomic<int64_t> written_{0};
};

}  // namespace rille
