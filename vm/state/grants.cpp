// Grants: checks of the capabilities of a script.
#include "vm/run/grants.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>

#include "vm/error.h"
#include "vm/run/running.h"
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
    case Grant::net: return "the network";
    case Grant::clock: return "the clock";
    case Grant::environment: return "the environment";
    case Grant::input: return "standard input";
  }
  return "";
}

// A path with all links resolved, including dangling links, through which a write would create a
// file. The missing components follow the existing ones.
struct ResolvedPath {
  fs::path end;                // "" if it cannot be determined
  std::vector<fs::path> left;  // directories that are left by `..`, or that contain a link
};

// Appends the components of a path to the remaining ones, which are in reverse order.
void put(const fs::path& path, std::vector<fs::path>& parts) {
  std::vector<fs::path> own(path.begin(), path.end());
  parts.insert(parts.end(), std::make_move_iterator(own.rbegin()),
               std::make_move_iterator(own.rend()));
}

ResolvedPath way_of(const std::string& path) {
  constexpr size_t max_links = 40, max_bytes = 4096;  // limits of the kernel
  bool is_path = !path.empty() && path.size() < max_bytes && path.find('\0') == path.npos;
  if (!is_path) return {};
  std::error_code failed;
  ResolvedPath way{.end = fs::current_path(failed)};
  std::vector<fs::path> parts;
  put(path, parts);
  for (size_t links = 0; !parts.empty();) {
    fs::path part = std::move(parts.back());
    parts.pop_back();
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      way.left.push_back(way.end);
      way.end = way.end.parent_path();
      continue;
    }
    fs::path next = way.end / part;  // only the root if the component is the root
    fs::path target = fs::read_symlink(next, failed);
    if (failed) {
      way.end = std::move(next);
      continue;
    }
    if (++links > max_links) return {};
    way.left.push_back(way.end);
    put(target, parts);
  }
  return way;
}

// The path quoted for a shell.
std::string quoted(const std::string& path) {
  constexpr std::string_view plain = "-_./+@%,:=";
  auto is_plain = [&](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || plain.find(c) != plain.npos;
  };
  if (!path.empty() && std::ranges::all_of(path, is_plain)) return path;
  std::string out = "'";
  for (char c : path) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

bool is_below(const std::string& path, const std::string& root) {
  if (path.size() == root.size()) return path == root;
  return path.starts_with(root) && (root.ends_with('/') || path[root.size()] == '/');
}

// The option of `rille` that grants a capability.
std::string_view option(Grant grant) {
  switch (grant) {
    case Grant::net: return "--allow-net";
    case Grant::environment: return "--allow-env";
    default: return "";
  }
}

// Whether a path is a standard stream, which is open in one direction. Opened in the other
// direction, a pipe would deliver data of other programs.
bool is_standard_stream(const std::string& path, PathAccess access) {
  if (access == PathAccess::read) return path == "/dev/stdin";
  return path == "/dev/stdout" || path == "/dev/stderr";
}

using Paths = std::vector<std::string>;

bool covers(const std::optional<Paths>& granted, const std::string& real) {
  auto is_granted = [&](const std::string& path) { return is_below(real, path); };
  return !granted || (!real.empty() && std::ranges::any_of(*granted, is_granted));
}

// Whether scripts may know that a directory exists: it contains a granted path, is inside of one,
// or is the working directory.
bool is_known(const Grants& grants, const std::string& folder) {
  auto is_near = [&](const std::string& path) {
    return is_below(folder, path) || is_below(path, folder);
  };
  auto is_above = [&](const std::string& path) { return is_below(path, folder); };
  std::error_code failed;
  return is_above(fs::current_path(failed).string()) ||
         std::ranges::any_of(grants.known, is_above) ||
         std::ranges::any_of(grants.modules, is_near) ||
         (grants.paths && std::ranges::any_of(*grants.paths, is_near));
}

// Whether a path may be followed. `..` from any other directory would reveal whether it exists.
bool may_go(const Grants& grants, const ResolvedPath& way) {
  auto may_leave = [&](const fs::path& folder) { return is_known(grants, folder.string()); };
  return std::ranges::all_of(way.left, may_leave);
}

// Resolves the paths that a host grants, and records the directories that these paths mention.
void follow_links(std::optional<Paths>& paths, Paths& known) {
  if (!paths) return;
  for (std::string& path : *paths) {
    ResolvedPath way = way_of(path);
    std::string real = way.end.string();
    for (const fs::path& folder : way.left) known.push_back(folder.string());
    if (real.empty()) throw Error(Code::value, str("directory \"", path, "\" does not exist"));
    path = real.size() > 1 && real.ends_with('/') ? real.substr(0, real.size() - 1) : real;
  }
}

[[noreturn]] void refuse(const Grants& grants, const std::string& path, PathAccess access) {
  if (!grants.sandbox) {
    throw Error(Code::io, str("\"", path, "\" is outside of the directory granted to this script"));
  }
  bool writes = access == PathAccess::write;
  throw Error(Code::io,
              str(writes ? "writing" : "reading", " \"", path, "\" is not granted to this script"))
      .help(str("`rille --sandbox ", writes ? "--allow-write " : "--allow-read ", quoted(path),
                " …` grants it"));
}

}  // namespace

void State::set_grants(Grants grants) {
  follow_links(grants.paths, grants.known);
  follow_links(grants.writable, grants.known);
  inside_->grants = std::move(grants);
}

void need_grant(Grant grant, std::string_view what) {
  const Grants* grants = running().grants;
  if (grants == nullptr || has(*grants, grant)) return;
  Error error(Code::io, str(what, ": ", text(grant), " is not granted to this script"));
  if (grants->sandbox && !option(grant).empty()) {
    error.help(str("`rille --sandbox ", option(grant), " …` grants it"));
  }
  throw error;
}

void need_path(const std::string& path, PathAccess access) {
  const Grants* grants = running().grants;
  if (grants == nullptr) return;
  if (!grants->files) {
    throw Error(Code::io, str("\"", path, "\": file access is not granted to this script"));
  }
  if (!grants->paths || (grants->sandbox && is_standard_stream(path, access))) return;
  ResolvedPath way = way_of(path);
  std::string real = way.end.string();
  bool is_granted =
      covers(grants->paths, real) && (access == PathAccess::read || covers(grants->writable, real));
  if (!is_granted || !may_go(*grants, way)) refuse(*grants, path, access);
}

bool need_module(const std::string& path) {
  const Grants* grants = running().grants;
  if (grants != nullptr && grants->sandbox) {
    ResolvedPath way = way_of(path);
    std::string real = way.end.string();
    if (covers(grants->modules, real) && may_go(*grants, way)) return real.ends_with(".rille");
  }
  need_path(path);
  return true;
}

bool may_ask(const Grants& grants, const std::string& path) { return may_go(grants, way_of(path)); }

std::vector<std::string> folders_left(const std::string& path) {
  std::vector<std::string> out;
  for (const fs::path& folder : way_of(path).left) out.push_back(folder.string());
  return out;
}

bool acts_for_process() {
  const Grants* grants = running().grants;
  return grants == nullptr || grants->process;
}

}  // namespace rille
