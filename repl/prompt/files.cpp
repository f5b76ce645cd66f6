// files_of(): the files of a directory with a given prefix.
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "repl/prompt/complete.h"

namespace rille {

std::vector<line::Candidate> files_of(const std::string& begun) {
  namespace fs = std::filesystem;
  constexpr size_t most = 1000;
  size_t slash = begun.rfind('/');
  std::string folder = slash == std::string::npos ? "." : begun.substr(0, slash + 1);
  std::string name = slash == std::string::npos ? begun : begun.substr(slash + 1);
  const char* home = std::getenv("HOME");
  if (folder.starts_with("~/") && home != nullptr) folder = home + folder.substr(1);
  std::vector<line::Candidate> out;
  std::error_code error;
  fs::directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end;
  for (; !error && it != end && out.size() < most; it.increment(error)) {
    std::string file = it->path().filename().string();
    bool is_hidden = file.starts_with('.') && !name.starts_with('.');
    if (!file.starts_with(name) || is_hidden) continue;
    std::error_code ignored;
    out.push_back({it->is_directory(ignored) ? file + "/" : file});
  }
  std::ranges::sort(out, {}, &line::Candidate::text);
  return out;
}

}  // namespace rille
