// EventFile: creates, appends, and syncs.
#include "stdlib/profile/event_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "stdlib/file/folder.h"
#include "stdlib/profile/events.h"
#include "stdlib/profile/machine.h"
#include "vm/error.h"

namespace rille::profile {
namespace {

constexpr size_t max_event_bytes = (size_t{1} << 31) - 1;  // of a protocol buffer

}  // namespace

EventFile::EventFile(const std::string& dir, double time) : dir_(dir) {
  make_folder(dir);
  constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC;
  for (int attempt = 0; file_.none(); ++attempt) {
    auto seconds = static_cast<int64_t>(time);
    path_ = joined_path(dir, event_file_name(seconds, host_name(), ::getpid(), attempt));
    file_ = Descriptor(::open(c_path(path_, PathAccess::write), flags, 0666));
    if (file_.none() && errno != EEXIST) fail_io("write", path_);
  }
  struct stat info{};
  has_links_ = ::fstat(*file_, &info) == 0 && info.st_nlink > 0;
  append(version_event(time));
}

void EventFile::append(std::string_view event) {
  if (event.size() > max_event_bytes) {
    throw Error(Code::value, str("an event of ", event.size(), " bytes is too large for \"", path_,
                                 "\", expected at most 2 GiB"));
  }
  check_link();
  write(tfrecord(event));
}

// An incomplete record would hide all later ones, so it is removed: immediately, or if that fails,
// before the next record.
void EventFile::write(std::string_view record) {
  if (is_torn_ && ::ftruncate(*file_, bytes_) != 0) fail_io("write", path_);
  is_torn_ = false;
  for (std::string_view rest = record; !rest.empty();) {
    ssize_t done = ::write(*file_, rest.data(), rest.size());
    if (done > 0) {
      rest.remove_prefix(static_cast<size_t>(done));
    } else if (done == 0 || errno != EINTR) {
      int why = done == 0 ? ENOSPC : errno;
      is_torn_ = ::ftruncate(*file_, bytes_) != 0;
      errno = why;
      fail_io("write", path_);
    }
  }
  bytes_ += static_cast<off_t>(record.size());
}

void EventFile::sync() {
  check_link();
  if (::fsync(*file_) != 0 && errno != EINVAL && errno != EROFS) fail_io("sync", path_);
  // Makes the name durable. A directory without read permission cannot be synced.
  Descriptor folder(::open(dir_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.none()) ::fsync(*folder);
}

void EventFile::check_link() const {
  struct stat info{};
  bool is_removed = has_links_ && ::fstat(*file_, &info) == 0 && info.st_nlink == 0;
  if (!is_removed) return;
  throw Error(Code::io, str("cannot write \"", path_, "\": the file was removed"))
      .help("`profile.writer(dir)` begins a new file");
}

}  // namespace rille::profile
