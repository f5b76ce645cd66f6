// NewFolder: writes a directory atomically.
#include "stdlib/file/new_folder.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "vm/error.h"
#include "vm/run/running.h"

namespace rille {
namespace {

namespace fs = std::filesystem;

constexpr size_t piece = size_t{1} << 20;        // bytes between two polls for interrupts
constexpr uint64_t synced = uint64_t{32} << 20;  // bytes between two syncs, so that each is short

void sync_path(const std::string& path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file.none()) fail_io("write", path);
  if (::fsync(*file) != 0 && errno != EINVAL && errno != EROFS) fail_io("write", path);
}

std::string parent_of(const std::string& path) {
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

std::string without_slashes(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

// The path with links resolved, so that the temporary directory is created next to the target, and
// a link remains a link.
std::string real_place(const std::string& path) {
  return behind_links(without_slashes(c_path(path, PathAccess::write)));
}

std::string beside(const std::string& path, std::string_view suffix) {
  uint64_t bits = 0;
  if (::getrandom(&bits, sizeof bits, 0) != sizeof bits)
    throw Error(Code::io, "cannot read random bytes from the system");
  return str(path, suffix, bits >> 1);
}

}  // namespace

NewFolder::NewFolder(const std::string& path, std::string_view suffix,
                     const std::function<bool(const std::string&)>& is_ours)
    : uploads_(is_url(path) ? std::make_unique<Uploads>(path) : nullptr),
      path_(uploads_ ? path : real_place(path)),
      aside_(beside(path_, suffix)) {
  if (uploads_) return;
  need_path(parent_of(path_), PathAccess::write);
  struct stat info{};
  bool is_there = ::stat(path_.c_str(), &info) == 0;
  if (is_there && !S_ISDIR(info.st_mode)) {
    throw Error(Code::io, str("\"", path, "\" is a file, expected a directory"));
  }
  std::error_code unknown;
  bool may_go = is_there && (fs::is_empty(path_, unknown) || is_ours(path_));
  if (is_there && !may_go) {
    throw Error(Code::io,
                str("\"", path, "\" is a directory with other contents, which stay unchanged"));
  }
  replaces_ = is_there;
  mode_t mode = is_there ? info.st_mode & 0777 : 0777;
  if (::mkdir(aside_.c_str(), mode) != 0) fail_io("write", path);
}

NewFolder::~NewFolder() {
  if (uploads_) return;
  open_.clear();
  std::error_code unknown;
  if (!is_done_) fs::remove_all(aside_, unknown);
}

void NewFolder::make_folders(const std::string& name) {
  for (size_t slash = name.find('/'); slash != std::string::npos;
       slash = name.find('/', slash + 1)) {
    std::string folder = name.substr(0, slash);
    if (folders_.contains(folder)) continue;
    if (::mkdir(str(aside_, "/", folder).c_str(), 0777) != 0 && errno != EEXIST) {
      fail_io("write", str(path_, "/", folder));
    }
    folders_[folder] = true;
  }
}

NewFolder::PendingFile& NewFolder::opened(const std::string& name) {
  auto found = open_.find(name);
  if (found != open_.end()) return found->second;
  constexpr size_t most = 8;
  if (open_.size() == most) close(open_.begin()->first);
  make_folders(name);
  std::string path = str(aside_, "/", name);
  Descriptor file(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0666));
  struct stat info{};
  if (file.none() || ::fstat(*file, &info) != 0) fail_io("write", str(path_, "/", name));
  auto bytes = static_cast<uint64_t>(info.st_size);
  return open_.emplace(name, PendingFile{std::move(file), bytes, bytes}).first->second;
}

void NewFolder::close(const std::string& name) {
  PendingFile& file = open_.at(name);
  if (::fsync(*file.file) != 0) fail_io("write", str(path_, "/", name));
  open_.erase(name);
}

uint64_t NewFolder::append(const std::string& name, std::string_view bytes) {
  if (uploads_) return uploads_->append(name, bytes);
  PendingFile& file = opened(name);
  uint64_t begin = file.bytes;
  while (!bytes.empty()) {
    poll();
    ssize_t done = ::write(*file.file, bytes.data(), std::min(bytes.size(), piece));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail_io("write", str(path_, "/", name));
    bytes.remove_prefix(static_cast<size_t>(done));
    file.bytes += static_cast<uint64_t>(done);
    if (file.bytes - file.synced < synced) continue;
    if (::fdatasync(*file.file) != 0) fail_io("write", str(path_, "/", name));
    file.synced = file.bytes;
  }
  return begin;
}

std::string NewFolder::place(const std::string& name) const {
  if (!uploads_) return str(aside_, "/", name);
  throw Error(Code::io, str("\"", path_, "\" is a URL, expected a local directory"));
}

void NewFolder::finish() {
  if (uploads_) return uploads_->finish();
  while (!open_.empty()) close(open_.begin()->first);
  for (const auto& [folder, made] : folders_) sync_path(str(aside_, "/", folder));
  sync_path(aside_);
  if (!replaces_) {
    if (::rename(aside_.c_str(), path_.c_str()) != 0) fail_io("write", path_);
    is_done_ = true;
  } else if (::renameat2(AT_FDCWD, aside_.c_str(), AT_FDCWD, path_.c_str(), RENAME_EXCHANGE) != 0) {
    fail_io("write", path_);
  }
  sync_path(
      parent_of(path_));  // the replaced directory is now at `aside_`; the destructor removes it
}

}  // namespace rille
