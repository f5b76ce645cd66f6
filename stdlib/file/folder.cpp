// Directories: listed by the system or by a server.
#include "stdlib/file/folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <ranges>
#include <system_error>

#include "stdlib/file/descriptor.h"
#include "stdlib/remote.h"
#include "vm/error.h"
#include "vm/run/grants.h"
#include "vm/run/running.h"

namespace rille {
namespace {

namespace fs = std::filesystem;

std::vector<FolderEntry> entries_of_url(const std::string& url) {
  std::vector<FolderEntry> out;
  for (RemoteEntry& entry : remote().list(url, false)) {
    out.push_back({std::move(entry.name), entry.bytes, entry.is_folder, !entry.is_folder});
  }
  if (out.empty()) throw Error(Code::io, str("\"", shown_path(url), "\": no such directory"));
  return out;
}

// Whether the script has a grant for the target of a link.
bool may_follow(const std::string& link) {
  try {
    need_path(link);
  } catch (const Error&) {
    return false;
  }
  return true;
}

void sync_directory(const std::string& path) {
  Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.none() || (::fsync(*folder) != 0 && errno != EINVAL && errno != EROFS)) {
    fail_io("sync", path);
  }
}

}  // namespace

std::vector<FolderEntry> entries_in(const std::string& folder, bool sizes) {
  if (is_url(folder)) return entries_of_url(folder);
  std::vector<FolderEntry> out;
  std::error_code error;
  fs::directory_iterator each(c_path(folder), error), end;
  PollCounter polls;
  for (; !error && each != end; each.increment(error)) {
    polls.step(out.capacity() * sizeof(FolderEntry));
    std::error_code unknown;  // ignored: a dangling link is neither a directory nor a file
    FolderEntry entry{each->path().filename().string()};
    entry.is_link = each->is_symlink(unknown);
    bool is_shown = !entry.is_link || may_follow(each->path().string());
    entry.is_folder = is_shown && each->is_directory(unknown);
    entry.is_file = is_shown && each->is_regular_file(unknown);
    if (entry.is_file && sizes) entry.bytes = each->file_size(unknown);
    out.push_back(std::move(entry));
  }
  if (error) throw Error(Code::io, str("\"", folder, "\": ", error.message()));
  std::ranges::sort(out, {}, &FolderEntry::name);
  return out;
}

bool is_folder(const std::string& path) {
  if (is_url(path)) return remote().is_folder(path);
  struct stat info{};
  return ::stat(c_path(path), &info) == 0 && S_ISDIR(info.st_mode);
}

bool is_file(const std::string& path) {
  if (is_url(path)) return remote().is_object(path);
  struct stat info{};
  return ::stat(c_path(path), &info) == 0 && S_ISREG(info.st_mode);
}

std::string joined_path(const std::string& folder, const std::string& name) {
  return str(folder, folder.ends_with('/') ? "" : "/", name);
}

void make_folder(const std::string& path) {
  std::vector<fs::path> missing;
  std::error_code error;
  c_path(path, PathAccess::write);
  if (is_url(path)) {
    throw Error(Code::io, str("\"", path, "\" is a URL, expected a local directory"));
  }
  for (fs::path at = path; !at.empty() && !fs::exists(at, error); at = at.parent_path()) {
    missing.push_back(at);
  }
  for (const fs::path& at : std::views::reverse(missing)) {
    if (::mkdir(at.c_str(), 0777) != 0 && errno != EEXIST) fail_io("create the directory", path);
    fs::path above = at.parent_path();
    sync_directory(above.empty() ? "." : above.string());
  }
  if (!fs::is_directory(path, error)) {
    throw Error(Code::io, str("\"", path, "\" is not a directory"));
  }
}

bool make_new_folder(const std::string& path) {
  if (::mkdir(c_path(path, PathAccess::write), 0777) == 0) return true;
  if (errno != EEXIST) fail_io("create the directory", path);
  return false;
}

void remove_file(const std::string& path) {
  if (is_url(path)) return remote().remove(path);
  if (::unlink(c_path(path, PathAccess::write)) != 0 && errno != ENOENT) fail_io("write", path);
}

}  // namespace rille
