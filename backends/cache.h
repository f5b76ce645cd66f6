// Cache: machine code on disk, from one run to the next.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace rille {

// A folder of entries, each under the hash of its key; the key stands in the entry too, so that two
// keys of one hash do not meet. Written aside and renamed, with a checksum: an entry is whole or
// not there, and a bad one counts as none. Many processes may share a folder.
class DiskCache {
 public:
  // RILLE_CACHE names the folder ("off": no cache), else it is $XDG_CACHE_HOME/rille, else
  // ~/.cache/rille.
  static DiskCache& standard();

  explicit DiskCache(std::string folder) : folder_(std::move(folder)) {}

  std::optional<std::vector<char>> find(const std::string& key) const;
  void put(const std::string& key, const std::vector<char>& content) const;  // as far as it can

  // Where the entry of the key stands; empty where there is no cache.
  std::string path_of(const std::string& key) const;

 private:
  bool usable() const;  // ours alone to write: machine code is run from here

  std::string folder_;
};

}  // namespace rille
