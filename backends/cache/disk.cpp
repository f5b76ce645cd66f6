// DiskCache. An entry is a mark, a checksum, key, and content.
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>

#include "backends/cache.h"
#include "vm/text.h"

namespace rille {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view mark = "rille code 1\n";

// CRC-32C (Castagnoli), RFC 3720 appendix B.4, bit-reversed.
constexpr std::array<uint32_t, 256> crc_table = [] {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t word = i;
    for (int bit = 0; bit < 8; ++bit) word = (word >> 1) ^ ((word & 1) != 0 ? 0x82f63b78u : 0);
    table[i] = word;
  }
  return table;
}();

uint32_t crc(std::string_view bytes) {
  uint32_t sum = ~0u;
  for (char c : bytes) sum = crc_table[(sum ^ static_cast<unsigned char>(c)) & 255] ^ (sum >> 8);
  return ~sum;
}

uint64_t hash_of(std::string_view key) {
  uint64_t hash = 0xcbf29ce484222325ull;
  for (char c : key) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return hash ^ (hash >> 32);
}

// The directory set by an embedding program.
std::optional<std::string>& chosen_folder() {
  static std::optional<std::string> folder;
  return folder;
}

std::string standard_folder() {
  if (chosen_folder()) return *chosen_folder();
  if (const char* asked = std::getenv("RILLE_CACHE")) {
    return std::string_view(asked) == "off" ? "" : asked;
  }
  if (const char* base = std::getenv("XDG_CACHE_HOME")) return str(base, "/rille");
  const char* home = std::getenv("HOME");
  return home == nullptr ? "" : str(home, "/.cache/rille");
}

// Larger files are not entries.
constexpr off_t max_entry_bytes = off_t{64} << 20;

// Reads a whole file; empty on failure. Only regular files of this user are read, since others,
// such as pipes, may never end.
std::string read_file(const std::string& path) {
  std::string out;
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
  if (file < 0) return out;
  struct stat state = {};
  bool plain = fstat(file, &state) == 0 && S_ISREG(state.st_mode) && state.st_uid == geteuid() &&
               state.st_size <= max_entry_bytes;
  if (!plain) {
    close(file);
    return out;
  }
  char part[1 << 16];
  ssize_t got = 0;
  while ((got = read(file, part, sizeof part)) > 0) out.append(part, static_cast<size_t>(got));
  close(file);
  return got < 0 ? "" : out;
}

bool write_file(const std::string& path, std::string_view content) {
  int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return false;
  while (!content.empty()) {
    ssize_t put = write(file, content.data(), content.size());
    if (put <= 0) break;
    content.remove_prefix(static_cast<size_t>(put));
  }
  return close(file) == 0 && content.empty();
}

int64_t standard_limit() {
  const char* asked = std::getenv("RILLE_CACHE_MB");
  int64_t megabytes = asked != nullptr ? std::atoll(asked) : 256;
  return std::clamp<int64_t>(megabytes, 1, int64_t{1} << 30) << 20;
}

// A file in the directory that may be an entry.
struct CacheFile {
  std::string path;
  int64_t bytes;
  time_t used;
  bool aside;  // a temporary file, whose writer is running or was killed
};

// Uses readdir, since std::filesystem terminates the process when memory is short.
std::vector<CacheFile> items_of(const std::string& folder) {
  std::vector<CacheFile> out;
  std::unique_ptr<DIR, int (*)(DIR*)> open(opendir(folder.c_str()), closedir);
  if (open == nullptr) return out;
  while (const dirent* entry = readdir(open.get())) {
    std::string_view name = entry->d_name;
    struct stat state = {};
    bool ours = name.size() >= 18 && name.substr(16, 2) == ".o";
    if (!ours || fstatat(dirfd(open.get()), entry->d_name, &state, AT_SYMLINK_NOFOLLOW) != 0) {
      continue;
    }
    if (S_ISDIR(state.st_mode)) continue;
    out.push_back({str(folder, "/", name), state.st_size, state.st_mtime, name.size() > 18});
  }
  return out;
}

template <class T>
void put_word(std::string& out, T word) {
  out.append(reinterpret_cast<const char*>(&word), sizeof word);
}

}  // namespace

void DiskCache::set_standard(std::string folder) { chosen_folder() = std::move(folder); }

DiskCache& DiskCache::standard() {
  static DiskCache cache(standard_folder(), standard_limit());
  return cache;
}

std::string DiskCache::path_of(const std::string& key) const {
  if (folder_.empty()) return "";
  static constexpr char digits[] = "0123456789abcdef";
  std::string name;
  for (uint64_t hash = hash_of(key); name.size() < 16; hash >>= 4) name += digits[hash & 15];
  return str(folder_, "/", name, ".o");
}

bool DiskCache::usable() const {
  if (folder_.empty()) return false;
  std::error_code ignored;
  fs::create_directories(fs::path(folder_).parent_path(), ignored);
  mkdir(folder_.c_str(), 0700);
  struct stat state = {};
  bool there = lstat(folder_.c_str(), &state) == 0 && S_ISDIR(state.st_mode);
  return there && state.st_uid == geteuid() && (state.st_mode & 022) == 0;
}

std::optional<std::vector<char>> DiskCache::find(const std::string& key) const {
  if (!usable()) return std::nullopt;
  std::string all = read_file(path_of(key));
  uint32_t sum = 0;
  uint64_t length = 0;
  size_t head = mark.size() + sizeof sum;
  if (all.size() < head + sizeof length || !all.starts_with(mark)) return std::nullopt;
  std::memcpy(&sum, all.data() + mark.size(), sizeof sum);
  std::string_view rest = std::string_view(all).substr(head);
  if (crc(rest) != sum) return std::nullopt;
  std::memcpy(&length, rest.data(), sizeof length);
  rest.remove_prefix(sizeof length);
  if (length > rest.size() || rest.substr(0, length) != key) return std::nullopt;
  rest.remove_prefix(length);
  utimensat(AT_FDCWD, path_of(key).c_str(), nullptr,
            AT_SYMLINK_NOFOLLOW);  // marks the entry as used
  return std::vector<char>(rest.begin(), rest.end());
}

void DiskCache::put(const std::string& key, const std::vector<char>& content) const {
  if (!usable()) return;
  std::string rest;
  put_word(rest, static_cast<uint64_t>(key.size()));
  rest += key;
  rest.append(content.data(), content.size());
  std::string all(mark);
  put_word(all, crc(rest));
  all += rest;
  static std::atomic<int> next{0};
  std::string path = path_of(key), aside = str(path, ".", getpid(), ".", next.fetch_add(1));
  if (!write_file(aside, all) || std::rename(aside.c_str(), path.c_str()) != 0) {
    unlink(aside.c_str());
    return;
  }
  // Listing the directory takes longer than writing an entry, so trim() runs only for one of
  // sixteen entries, selected by name, and after each eighth of the limit. The selection by name
  // covers many processes that write a few entries each.
  int64_t before = written_.fetch_add(std::ssize(all));
  bool is_sixteenth = path.ends_with("0.o");
  if (is_sixteenth || before / (limit_ / 8) != written_ / (limit_ / 8)) trim();
}

int64_t DiskCache::bytes() const {
  int64_t out = 0;
  for (const CacheFile& item : items_of(folder_)) out += item.bytes;
  return out;
}

void DiskCache::trim() const {
  constexpr time_t abandoned_s = 3600;
  std::vector<CacheFile> items = items_of(folder_);
  std::ranges::sort(items, {}, &CacheFile::used);
  time_t now = time(nullptr);
  int64_t bytes = 0;
  for (const CacheFile& item : items) bytes += item.bytes;
  int64_t goal = bytes > limit_ ? limit_ - limit_ / 4 : limit_;
  for (const CacheFile& item : items) {
    bool lost = item.aside && item.used + abandoned_s < now;
    if (!lost && (bytes <= goal || item.aside)) continue;
    if (unlink(item.path.c_str()) == 0) bytes -= item.bytes;
  }
}

}  // namespace rille
