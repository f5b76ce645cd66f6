// Cache: machine code on disk, from one run to the next.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rille {

// A folder of entries, each under the hash of its key; the key stands in the entry too, so that two
// keys of one hash do not meet. Written aside and renamed, with a checksum: an entry is whole or
// not there, and a bad one counts as none. Many processes may share a folder. Above its limit, 256
// MB or what RILLE_CACHE_MB says, the entries that were not used for longest are removed.
class DiskCache {
 public:
  // RILLE_CACHE names the folder ("off": no cache), else it is $XDG_CACHE_HOME/rille, else
  // ~/.cache/rille.
  static DiskCache& standard();
  // In place of that, for hosts; "": no cache. Before it is first asked for.
  static void set_standard(std::string folder);

  explicit DiskCache(std::string folder, int64_t limit = int64_t{256} << 20)
      : folder_(std::move(folder)), limit_(limit) {}

  std::optional<std::vector<char>> find(const std::string& key) const;
  void put(const std::string& key, const std::vector<char>& content) const;  // as far as it can

  const std::string& folder() const { return folder_; }  // empty: no cache
  int64_t limit() const { return limit_; }               // bytes
  int64_t bytes() const;                                 // of the entries that stand there now

  // Where the entry of the key stands; empty where there is no cache.
  std::string path_of(const std::string& key) const;

 private:
  bool usable() const;  // ours alone to write: machine code is run from here

  void trim() const;  // entries that were not used for longest leave above the limit

  std::string folder_;
  int64_t limit_;  // bytes
  mutable std::atomic<int64_t> written_{0};
};

}  // namespace rille
