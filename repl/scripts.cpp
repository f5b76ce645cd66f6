// Scripts: a search through directories.
#include "repl/scripts.h"

#include <algorithm>

#include "repl/session.h"
#include "vm/error.h"

namespace rille {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const fs::path& path, const std::string& why) {
  throw Error(Code::io, str("cannot read \"", path.string(), "\": ", why));
}

// Raises error[io] for a pipe or a device, which may never end. Paths in /dev and /proc are
// allowed: a user names /dev/stdin on purpose, and shells substitute such paths for the output of a
// process.
void need_end(const std::string& path) {
  std::error_code unknown;
  fs::file_type kind = fs::status(path, unknown).type();
  bool is_meant = path.starts_with("/dev/") || path.starts_with("/proc/");
  bool may_end = kind == fs::file_type::regular || kind == fs::file_type::not_found ||
                 kind == fs::file_type::none || kind == fs::file_type::unknown;
  if (!may_end && !is_meant) fail(path, "not a regular file");
}

}  // namespace

// At most one directory is open at a time, whatever the depth.
std::vector<std::string> files_under(const std::string& path, const FileFilter& is_wanted) {
  std::error_code failed;
  if (fs::path(path).is_relative()) {
    fs::current_path(failed);
    if (failed) fail(path, failed.message());  // a removed directory: `.` would seem empty
  }
  if (!fs::is_directory(path, failed)) {
    need_end(path);
    return {path};
  }
  std::vector<std::string> out;
  std::vector<fs::path> folders = {path};
  while (!folders.empty()) {
    fs::path folder = std::move(folders.back());
    folders.pop_back();
    auto options = fs::directory_options::skip_permission_denied;
    fs::directory_iterator at(folder, options, failed), end;
    for (; !failed && at != end; at.increment(failed)) {
      std::error_code unknown;
      fs::file_type kind = at->symlink_status(unknown).type();
      if (kind == fs::file_type::directory) folders.push_back(at->path());
      bool is_regular = kind == fs::file_type::regular;
      if (!is_regular || !is_wanted(at->path())) continue;
      out.push_back(at->path().lexically_normal().string());
    }
    if (failed) fail(folder, failed.message());
  }
  std::ranges::sort(out);
  return out;
}

std::optional<std::vector<std::string>> reported_scripts(Session& session,
                                                         const std::vector<std::string>& paths) {
  auto is_script = [](const fs::path& file) { return file.extension() == ".rille"; };
  std::vector<std::string> out;
  try {
    for (const std::string& path : paths) {
      for (std::string& file : files_under(path, is_script)) out.push_back(std::move(file));
    }
  } catch (const Error& error) {
    session.report({.errors = {error}});
    return {};
  }
  return out;
}

}  // namespace rille
