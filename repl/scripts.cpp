// Scripts: folders are gone through.
#include "repl/scripts.h"

#include <algorithm>

namespace rille {

namespace fs = std::filesystem;

std::vector<std::string> files_under(const std::string& path, const IsWanted& is_wanted) {
  std::error_code failed;
  if (!fs::is_directory(path, failed)) return {path};
  std::vector<std::string> out;
  auto options = fs::directory_options::skip_permission_denied;
  fs::recursive_directory_iterator at(path, options, failed), end;
  while (!failed && at != end) {
    std::error_code unknown;
    bool is_regular = at->symlink_status(unknown).type() == fs::file_type::regular;
    if (is_regular && is_wanted(at->path())) out.push_back(at->path().lexically_normal().string());
    at.increment(failed);
  }
  std::ranges::sort(out);
  return out;
}

std::vector<std::string> scripts_under(const std::vector<std::string>& paths) {
  std::vector<std::string> out;
  for (const std::string& path : paths) {
    auto is_script = [](const fs::path& file) { return file.extension() == ".rille"; };
    for (std::string& file : files_under(path, is_script)) out.push_back(std::move(file));
  }
  return out;
}

}  // namespace rille
