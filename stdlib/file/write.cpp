// Writes files atomically where that is possible.
#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "stdlib/file.h"
#include "stdlib/file/descriptor.h"
#include "stdlib/remote.h"
#include "vm/error.h"
#include "vm/run/running.h"

namespace rille {
namespace {

using TextSpans = std::span<const std::string_view>;
using FileFiller = std::function<void(const Descriptor&)>;  // writes a whole file and syncs it

constexpr size_t piece_bytes = size_t{1} << 20;    // bytes between two polls for interrupts
constexpr size_t synced_bytes = size_t{32} << 20;  // bytes between two syncs, so that each is short

void write_piece(const Descriptor& file, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    ssize_t done = ::write(*file, text.data(), text.size());
    if (done < 0 && errno == EAGAIN) {
      wait_for(file, POLLOUT);
    } else if (done < 0 && errno != EINTR) {
      fail_io("write", path);
    }
    if (done > 0) text.remove_prefix(static_cast<size_t>(done));
  }
}

// Syncs a file. Pipes and terminals cannot be synced; their error is ignored.
void sync(const Descriptor& file, const std::string& path) {
  if (::fsync(*file) != 0 && errno != EINVAL && errno != EROFS) fail_io("write", path);
}

void write_parts(const Descriptor& file, TextSpans parts, const std::string& path) {
  size_t since = 0;
  for (std::string_view part : parts) {
    for (; !part.empty(); part.remove_prefix(std::min(piece_bytes, part.size()))) {
      poll();
      std::string_view now = part.substr(0, piece_bytes);
      write_piece(file, now, path);
      since += now.size();
      if (since >= synced_bytes) {
        sync(file, path);
        since = 0;
      }
    }
  }
  sync(file, path);
}

// The location of a file: its open directory, which cannot be exchanged meanwhile, and its name.
struct FileTarget {
  Descriptor folder;
  std::string name;
};

std::string folder_of(const std::string& path) {
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

std::string link_at(const std::string& path) {
  std::string out(4096, '\0');
  ssize_t size = ::readlink(path.c_str(), out.data(), out.size());
  if (size < 0) fail_io("write", path);
  out.resize(static_cast<size_t>(size));
  return out;
}

std::string real_path(const std::string& path) {
  std::unique_ptr<char, decltype(&::free)> real(::realpath(path.c_str(), nullptr), &::free);
  if (real == nullptr && errno == ENOMEM) throw std::bad_alloc();
  return real == nullptr ? "" : real.get();
}

// Resolves links. /dev/stdout and similar paths end at an entry of /proc, which is not a path but
// refers to an open file; such an entry is returned as it is.
std::string target_of(std::string path, const std::string& given) {
  for (int links = 0; links < 40; ++links) {
    struct stat info{};
    if (::lstat(path.c_str(), &info) != 0 || !S_ISLNK(info.st_mode)) return path;
    std::string folder = real_path(folder_of(path));
    if (folder.starts_with("/proc/")) return str(folder, path.substr(path.rfind('/')));
    std::string to = link_at(path);
    path = to.starts_with('/') ? to : str(folder_of(path), "/", to);
  }
  errno = ELOOP;
  fail_io("write", given);
}

// A duplicate of the descriptor of this process that the path refers to, if any. Opening the path
// again would overwrite earlier output from the beginning.
Descriptor own_descriptor(const std::string& target) {
  size_t slash = target.rfind('/');
  int number = -1;
  bool is_ours = slash != std::string::npos &&
                 target.substr(0, slash) == real_path("/proc/self/fd") &&
                 std::sscanf(target.c_str() + slash, "/%d", &number) == 1;
  if (!is_ours) return Descriptor(-1);
  std::fflush(stdout);
  return Descriptor(::fcntl(number, F_DUPFD_CLOEXEC, 3));
}

FileTarget place_of(const std::string& target, const std::string& path) {
  size_t slash = target.rfind('/');
  Descriptor folder(::open(folder_of(target).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (folder.none()) fail_io("write", path);
  return {std::move(folder), slash == std::string::npos ? target : target.substr(slash + 1)};
}

// Makes the name of a file durable by a sync of its directory. A directory without read permission
// cannot be synced.
void sync_folder(const FileTarget& place, const std::string& path) {
  Descriptor folder(::openat(*place.folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.none()) sync(folder, path);
}

std::string by_number(const Descriptor& file) { return str("/proc/self/fd/", *file); }

bool lock(const Descriptor& file) { return ::flock(*file, LOCK_EX | LOCK_NB) == 0; }

// Removes a temporary file that a killed save left; a file that a running save has locked stays.
void drop_orphan(const FileTarget& place, const std::string& name) {
  constexpr int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  Descriptor left(::openat(*place.folder, name.c_str(), flags));
  struct stat info{};
  bool is_file = !left.none() && ::fstat(*left, &info) == 0 && S_ISREG(info.st_mode);
  if (is_file && lock(left)) ::unlinkat(*place.folder, name.c_str(), 0);
}

// A temporary file: unnamed, so that it is removed with its descriptor, or with an unused name if
// the file system does not support unnamed files. The file is locked while it is open. A killed
// save leaves at most one file for each path, which the next save to that path removes.
class TempFile {
 public:
  explicit TempFile(const FileTarget& place)
      : place_(place), file_(::openat(*place.folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666)) {
    bool can_be_named = !file_.none() && ::access(by_number(file_).c_str(), F_OK) == 0;
    if (can_be_named) {
      is_locked_ = lock(file_);
      return;
    }
    take_name([&] {
      constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
      file_ = Descriptor(::openat(*place.folder, name_.c_str(), flags, 0666));
      return !file_.none();
    });
    is_locked_ = !file_.none() && lock(file_);
  }
  ~TempFile() {
    if (!name_.empty()) ::unlinkat(*place_.folder, name_.c_str(), 0);
  }
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;

  const Descriptor& file() const { return file_; }

  // Renames the file to the name of the place, atomically. With `fresh` the name was unused; a file
  // that was created meanwhile is replaced. Returns false and sets errno on failure.
  bool take_place(bool fresh) {
    if (fresh && name_.empty() && linked(place_.name)) return true;
    if (name_.empty() && !take_name([&] { return linked(name_); })) return false;
    if (::renameat(*place_.folder, name_.c_str(), *place_.folder, place_.name.c_str()) != 0) {
      return false;
    }
    name_.clear();
    return true;
  }

 private:
  bool linked(const std::string& name) const {
    return ::linkat(AT_FDCWD, by_number(file_).c_str(), *place_.folder, name.c_str(),
                    AT_SYMLINK_FOLLOW) == 0;
  }
  // Chooses `name_`: the name that all saves to this path share, or a random one if another save is
  // running or the lock is not available. `take` creates the file `name_`. Returns false and sets
  // errno on failure.
  template <typename Take>
  bool take_name(const Take& take) {
    name_ = part_name(std::hash<std::string>()(place_.name));
    if (is_locked_ && take()) return true;
    if (is_locked_ && errno == EEXIST) {
      drop_orphan(place_, name_);
      if (take()) return true;
    }
    uint64_t bits = 0;
    if (::getrandom(&bits, sizeof bits, 0) != sizeof bits)
      throw Error(Code::io, "cannot read random bytes from the system");
    name_ = part_name(bits);
    if (take()) return true;
    name_.clear();
    return false;
  }
  static std::string part_name(uint64_t bits) {
    char word[24];
    std::snprintf(word, sizeof word, ".%016llx.part", static_cast<unsigned long long>(bits));
    return word;
  }

  const FileTarget& place_;
  Descriptor file_;
  std::string name_;  // "" if the file is unnamed
  bool is_locked_ = true;
};

// Copies extended attributes: access control lists and labels. Attributes that only the system may
// set are not copied.
void keep_attributes(const Descriptor& from, const Descriptor& to) {
  ssize_t size = ::flistxattr(*from, nullptr, 0);
  if (size <= 0) return;
  std::string names(static_cast<size_t>(size), '\0');
  size = ::flistxattr(*from, names.data(), names.size());
  for (size_t at = 0; at < names.size() && size > 0; at += names.find('\0', at) - at + 1) {
    std::vector<char> value(size_t{1} << 16);
    ssize_t held = ::fgetxattr(*from, &names[at], value.data(), value.size());
    if (held >= 0) ::fsetxattr(*to, &names[at], value.data(), static_cast<size_t>(held), 0);
  }
}

// Gives the new file the owner, attributes, and mode of the old one; false if that is not
// permitted.
bool keep_form(const struct stat& was, const Descriptor& from, const Descriptor& to) {
  struct stat is{};
  if (::fstat(*to, &is) != 0) return false;
  bool same_owner = is.st_uid == was.st_uid && is.st_gid == was.st_gid;
  if (!same_owner && ::fchown(*to, was.st_uid, was.st_gid) != 0) return false;
  keep_attributes(from, to);
  bool same_mode = (is.st_mode & 07777) == (was.st_mode & 07777);
  return same_mode || ::fchmod(*to, was.st_mode & 07777) == 0;
}

// Replaces a file atomically. Returns false, without any change, if the file has several links or
// if its owner and mode cannot be preserved.
bool replace(const FileTarget& place, const Descriptor& old, const struct stat& was,
             const FileFiller& fill, const std::string& path) {
  if (was.st_nlink > 1) return false;
  TempFile aside(place);
  if (aside.file().none() || !keep_form(was, old, aside.file())) return false;
  fill(aside.file());
  if (!aside.take_place(false)) fail_io("write", path);
  sync_folder(place, path);
  return true;
}

void create(const FileTarget& place, const FileFiller& fill, const std::string& path) {
  TempFile aside(place);
  if (aside.file().none()) fail_io("write", path);
  fill(aside.file());
  if (!aside.take_place(true)) fail_io("write", path);
  sync_folder(place, path);
}

// Opens an existing file for writing, which also checks permissions; an empty descriptor if it does
// not exist. For a FIFO, waits until a reader opens it.
Descriptor opened(const std::string& path) {
  for (;;) {
    Descriptor file(
        ::open(c_path(path, PathAccess::write), O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!file.none() || errno == ENOENT) return file;
    struct stat info{};
    bool is_pipe = errno == ENXIO && ::stat(path.c_str(), &info) == 0 && S_ISFIFO(info.st_mode);
    if (!is_pipe) fail_io("write", path);
    poll();
    ::usleep(20'000);
  }
}

void fill_file(const std::string& path, const FileFiller& fill) {
  std::string target = target_of(c_path(path, PathAccess::write), path);
  bool is_open = target.starts_with("/proc/");
  if (is_open) {
    Descriptor own = own_descriptor(target);
    if (!own.none()) return fill(own);
  }
  Descriptor there = opened(path);
  if (there.none()) return create(place_of(target, path), fill, path);
  struct stat was{};
  if (::fstat(*there, &was) != 0) fail_io("write", path);
  bool is_file = S_ISREG(was.st_mode) && !is_open;
  if (is_file && replace(place_of(target, path), there, was, fill, path)) return;
  if (is_file && ::ftruncate(*there, 0) != 0) fail_io("write", path);
  fill(there);
}

}  // namespace

std::string behind_links(const std::string& path) { return target_of(path, path); }

void write_file(const std::string& path, TextSpans parts) {
  if (is_url(path)) return remote().write(path, parts);
  fill_file(path, [&](const Descriptor& file) { write_parts(file, parts, path); });
}

bool can_be_written_anywhere(const std::string& path) {
  if (is_url(path)) return false;
  std::string target = target_of(c_path(path), path);
  struct stat info{};
  if (target.starts_with("/proc/")) return false;
  return ::stat(target.c_str(), &info) != 0 || S_ISREG(info.st_mode);
}

void PositionalWriter::operator()(uint64_t at, std::string_view text) const {
  auto place = static_cast<off_t>(at);
  auto size = static_cast<off_t>(text.size());
  while (!text.empty()) {
    ssize_t done = ::pwrite(file_, text.data(), text.size(), static_cast<off_t>(at));
    if (done < 0 && errno != EINTR) fail_io("write", path_);
    if (done == 0) {
      errno = ENOSPC;
      fail_io("write", path_);
    }
    if (done < 0) continue;
    at += static_cast<uint64_t>(done);
    text.remove_prefix(static_cast<size_t>(done));
  }
  // Starts writing to the disk immediately, so that the final sync has little left to do.
  ::sync_file_range(file_, place, size, SYNC_FILE_RANGE_WRITE);
}

// Space is allocated first if the file system supports that, so that a full disk is detected
// immediately and the file is contiguous.
void write_file(const std::string& path, uint64_t bytes,
                const std::function<void(const PositionalWriter&)>& fill) {
  fill_file(path, [&](const Descriptor& file) {
    auto size = static_cast<off_t>(bytes);
    bool is_full = size > 0 && ::fallocate(*file, 0, 0, size) != 0 &&
                   (errno == ENOSPC || errno == EDQUOT || errno == EFBIG || errno == EIO);
    if (is_full) fail_io("write", path);
    fill(PositionalWriter(*file, path));
    sync(file, path);
  });
}

void write_file(const std::string& path, std::string_view text) { write_file(path, {&text, 1}); }

}  // namespace rille
