// History: one entry per line of a file, with \n and \\.
#include "repl/line/history.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "repl/line/width.h"

namespace rille::line {
namespace {

std::string in_a_line(std::string_view entry) {
  std::string out;
  for (char c : entry) {
    std::string_view written = c == '\n' ? "\\n" : c == '\\' ? "\\\\" : std::string_view(&c, 1);
    out += written;
  }
  return out += '\n';
}

std::string from_line(std::string_view line) {
  std::string out;
  for (size_t i = 0; i < line.size(); ++i) {
    bool is_written = line[i] == '\\' && i + 1 < line.size();
    if (is_written) ++i;
    out += is_written && line[i] == 'n' ? '\n' : line[i];
  }
  return cleaned(out);
}

// An open file with an exclusive lock. Closing the file releases the lock.
class LockedFile {
 public:
  LockedFile(const std::string& path, int flags)
      : file_(::open(path.c_str(), flags | O_CLOEXEC, 0600)) {
    is_busy_ = file_ < 0;
    // Another process holds the lock only for a moment, unless it is suspended: then this gives up.
    for (int turn = 0; !is_busy_ && ::flock(file_, LOCK_EX | LOCK_NB) != 0; ++turn) {
      is_busy_ = turn == 100;
      ::usleep(2000);
    }
  }
  ~LockedFile() {
    if (file_ >= 0) ::close(file_);
  }
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;
  bool is_good() const { return !is_busy_; }
  int file() const { return file_; }

 private:
  int file_;
  bool is_busy_ = false;
};

bool is_regular(int file) {
  struct stat about{};
  return ::fstat(file, &about) == 0 && S_ISREG(about.st_mode);
}

// Returns at most `most` bytes at the end of a file, beginning with a complete line.
std::string tail_of(int file, size_t most) {
  auto size = ::lseek(file, 0, SEEK_END);
  if (size <= 0) return "";
  off_t from = std::max<off_t>(0, size - static_cast<off_t>(most));
  std::string out(static_cast<size_t>(size - from), '\0');
  size_t done = 0;
  while (done < out.size()) {
    ssize_t got =
        ::pread(file, out.data() + done, out.size() - done, from + static_cast<off_t>(done));
    if (got <= 0) break;
    done += static_cast<size_t>(got);
  }
  out.resize(done);
  if (from > 0) out.erase(0, std::min(out.find('\n'), out.size() - 1) + 1);
  return out;
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    ssize_t done = ::write(file, text.data(), text.size());
    if (done <= 0) return false;
    text.remove_prefix(static_cast<size_t>(done));
  }
  return true;
}

// Keeps the second half of the file. The lock must be held. A reader without the lock sees a prefix
// of the lines.
void shorten(int file) {
  std::string kept = tail_of(file, History::max_bytes / 2);
  if (::ftruncate(file, 0) == 0) write_all(file, kept);
}

}  // namespace

std::string History::standard_path() {
  const char* state = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  std::string folder;
  if (state != nullptr && state[0] == '/') {
    folder = state;
  } else if (home != nullptr && home[0] == '/') {
    folder = std::string(home) + "/.local/state";
  }
  return folder.empty() ? "" : folder + "/rille/history";
}

History::History(std::string path) : path_(std::move(path)) {
  if (path_.empty()) return;
  LockedFile held(path_, O_RDONLY | O_NONBLOCK);
  if (!held.is_good() || !is_regular(held.file())) return;
  std::string text = tail_of(held.file(), max_bytes);
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    std::string entry = from_line(std::string_view(text).substr(at, end - at));
    if (!entry.empty()) entries_.push_back(std::move(entry));
    at = end + 1;
  }
  if (entries_.size() > most) {
    entries_.erase(entries_.begin(), entries_.end() - static_cast<std::ptrdiff_t>(most));
  }
}

void History::add(const std::string& entry) {
  bool is_blank = entry.find_first_not_of(" \n") == std::string::npos;
  if (is_blank || (!entries_.empty() && entries_.back() == entry)) return;
  entries_.push_back(entry);
  if (entries_.size() > most) entries_.erase(entries_.begin());
  if (!path_.empty()) append(entry);
}

void History::append(const std::string& entry) const {
  std::error_code ignored;
  std::filesystem::create_directories(std::filesystem::path(path_).parent_path(), ignored);
  LockedFile held(path_, O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK);
  if (!held.is_good() || !is_regular(held.file())) return;
  std::string line = in_a_line(entry);
  if (line.size() > max_bytes / 4) return;
  write_all(held.file(), line);
  if (::lseek(held.file(), 0, SEEK_END) > static_cast<off_t>(max_bytes)) shorten(held.file());
}

size_t History::find_before(size_t before, std::string_view prefix) const {
  for (size_t at = std::min(before, entries_.size()); at > 0; --at) {
    if (entries_[at - 1].starts_with(prefix)) return at - 1;
  }
  return npos;
}

size_t History::find_behind(size_t behind, std::string_view prefix) const {
  for (size_t at = behind + 1; at < entries_.size(); ++at) {
    if (entries_[at].starts_with(prefix)) return at;
  }
  return npos;
}

size_t History::search_before(size_t before, std::string_view piece) const {
  for (size_t at = std::min(before, entries_.size()); at > 0; --at) {
    if (entries_[at - 1].find(piece) != std::string::npos) return at - 1;
  }
  return npos;
}

}  // namespace rille::line
