// Grants: whether what a script asks for is given.
#include "vm/grants.h"

#include <filesystem>
#include <system_error>

#include "vm/error.h"
#include "vm/running.h"
#include "vm/state/inside.h"

namespace rille {
namespace {

namespace fs = std::filesystem;

bool has(const Grants& grants, Grant grant) {
  switch (grant) {
    case Grant::print: return grants.print;
    case Grant::net: return grants.net;
    case Grant::clock: return grants.clock;
    case Grant::environment: return grants.environment;
    case Grant::input: return grants.input;
  }
  return false;
}

std::string_view text(Grant grant) {
  switch (grant) {
    case Grant::print: return "output";
    case Grant::net: return "the net";
    case Grant::clock: return "the clock";
    case Grant::environment: return "the environment";
    case Grant::input: return "standard input";
  }
  return "";
}

// All links followed; what does not exist is named below what does.
std::string real_path(const std::string& path) {
  std::error_code failed;
  fs::path whole = fs::weakly_canonical(fs::absolute(path, failed), failed);
  return failed ? "" : whole.string();
}

bool is_below(const std::string& path, const std::string& root) {
  if (path.size() == root.size()) return path == root;
  return path.starts_with(root) && (root.ends_with('/') || path[root.size()] == '/');
}

}  // namespace

void State::set_grants(Grants grants) {
  if (!grants.root.empty()) {
    std::string real = real_path(grants.root);
    if (real.empty()) throw Error(Code::value, str("there is no folder \"", grants.root, "\""));
    grants.root = real.size() > 1 && real.ends_with('/') ? real.substr(0, real.size() - 1) : real;
  }
  inside_->grants = std::move(grants);
}

void need_grant(Grant grant, std::string_view what) {
  const Grants* grants = running().grants;
  if (grants == nullptr || has(*grants, grant)) return;
  throw Error(Code::io, str(what, ": ", text(grant), " is not granted to this script"));
}

void need_path(const std::string& path) {
  const Grants* grants = running().grants;
  if (grants == nullptr) return;
  if (!grants->files) {
    throw Error(Code::io, str("\"", path, "\": files are not granted to this script"));
  }
  if (grants->root.empty() || is_below(real_path(path), grants->root)) return;
  throw Error(Code::io,
              str("\"", path, "\" is not below the folder that is granted to this script"));
}

bool acts_for_process() {
  const Grants* grants = running().grants;
  return grants == nullptr || grants->process;
}

}  // namespace rille
