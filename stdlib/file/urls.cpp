// URLs, and the library that accesses servers.
#include <dlfcn.h>

#include <algorithm>

#include "jit/plugin.h"
#include "stdlib/remote.h"
#include "vm/error.h"
#include "vm/run/grants.h"

namespace rille {

bool is_url(std::string_view path) {
  constexpr std::string_view schemes[] = {"gs://", "s3://", "https://", "http://"};
  return std::ranges::any_of(schemes, [&](auto scheme) { return path.starts_with(scheme); });
}

std::string shown_path(std::string_view path) {
  size_t query = is_url(path) ? path.find('?') : std::string_view::npos;
  if (query == std::string_view::npos || !path.starts_with("http")) return std::string(path);
  return str(path.substr(0, query), "?…");
}

Remote& remote() {
  need_grant(Grant::net, "a URL as a path");
  static Remote* const opened = [] {
    void* library = open_beside("librille-remote.so", "RILLE_REMOTE");
    auto make = reinterpret_cast<Remote* (*)()>(dlsym(library, "rille_remote"));
    if (make == nullptr)
      throw Error(Code::device, "librille-remote.so has no function rille_remote");
    return make();
  }();
  return *opened;
}

}  // namespace rille
