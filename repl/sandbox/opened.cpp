// PathHandle: opens paths part by part; real paths by /proc.
#include "repl/sandbox/opened.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "vm/error.h"

namespace rille {
namespace {

namespace fs = std::filesystem;

mode_t kind_of(int descriptor) {
  struct stat state = {};
  return fstat(descriptor, &state) == 0 ? state.st_mode & S_IFMT : 0;
}

std::string link_at(int folder, const std::string& name) {
  std::string out(4096, '\0');
  ssize_t size = readlinkat(folder, name.c_str(), out.data(), out.size());
  out.resize(static_cast<size_t>(size > 0 ? size : 0));
  return out;
}

[[noreturn]] void refuse_link(const std::string& what, const std::string& path,
                              const std::string& link, const std::string& target) {
  std::string where = link == path ? "is" : str("contains \"", link, "\",");
  throw Error(Code::io, str(what, " \"", path, "\" ", where, " a symbolic link, to \"", target,
                            "\": a sandbox does not follow links"))
      .help("use the path of the file or directory itself");
}

}  // namespace

PathHandle::~PathHandle() {
  if (descriptor_ >= 0) close(descriptor_);
}

bool PathHandle::is_folder() const { return kind_of(descriptor_) == S_IFDIR; }
bool PathHandle::is_regular() const { return kind_of(descriptor_) == S_IFREG; }

std::string PathHandle::path_of_descriptor() const { return str("/proc/self/fd/", descriptor_); }

std::optional<fs::path> PathHandle::real_path() const {
  std::string out = link_at(AT_FDCWD, path_of_descriptor());
  return out.starts_with('/') ? std::optional(fs::path(out)) : std::nullopt;
}

std::optional<PathHandle> open_without_links(const std::string& path, const std::string& what,
                                             std::optional<PathHandle>* folder) {
  constexpr int flags = O_PATH | O_CLOEXEC;
  bool is_absolute = path.starts_with('/');
  if (path.empty()) return {};
  std::optional<PathHandle> here(PathHandle(open(is_absolute ? "/" : ".", flags)));
  size_t parts = 0;
  for (size_t at = 0; at < path.size() && here->descriptor() >= 0;) {
    size_t end = std::min(path.find('/', at), path.size());
    std::string name = path.substr(at, end - at);
    at = end + 1;
    if (name.empty() || name == ".") continue;
    bool may_be_link = is_absolute && parts++ == 0;
    int next = openat(here->descriptor(), name.c_str(), flags | (may_be_link ? 0 : O_NOFOLLOW));
    if (next >= 0 && kind_of(next) == S_IFLNK) {
      close(next);
      refuse_link(what, path, path.substr(0, end), link_at(here->descriptor(), name));
    }
    if (folder != nullptr) folder->emplace(std::move(*here));
    here.emplace(PathHandle(next));
  }
  return here->descriptor() >= 0 ? std::move(here) : std::nullopt;
}

std::optional<PathHandle> open_path(const std::string& path) {
  int descriptor = open(path.c_str(), O_PATH | O_CLOEXEC);
  return descriptor < 0 ? std::nullopt : std::optional<PathHandle>(PathHandle(descriptor));
}

}  // namespace rille
