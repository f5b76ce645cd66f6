// Grants: whether what a script asks for is given.
#include "vm/grants.h"

#include <algorithm>
#include <cctype>
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

// The first part of a path that is a symbolic link; "" where none is.
fs::path first_link(const fs::path& path) {
  fs::path at;
  std::error_code unknown;
  for (const fs::path& part : path) {
    at /= part;
    if (fs::symlink_status(at, unknown).type() == fs::file_type::symlink) return at;
  }
  return "";
}

// All links followed, also those that lead to nothing yet, where writing would make a file; what
// does not exist is named below what does. "" where that cannot be told.
std::string real_path(const std::string& path) {
  constexpr int most_links = 40;
  std::error_code failed;
  fs::path whole = fs::absolute(path, failed);
  for (int links = 0; links < most_links && !failed; ++links) {
    whole = fs::weakly_canonical(whole, failed);
    if (failed || fs::exists(whole, failed)) break;
    fs::path link = first_link(whole);
    if (link.empty()) break;
    fs::path target = fs::read_symlink(link, failed);
    whole = link.parent_path() / target / whole.lexically_relative(link);
    if (links + 1 == most_links) return "";
  }
  return failed ? "" : whole.string();
}

// As a shell reads it back.
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

// The option of `rille` that grants it.
std::string_view option(Grant grant) {
  switch (grant) {
    case Grant::net: return "--allow-net";
    case Grant::environment: return "--allow-env";
    default: return "";
  }
}

// Standard streams are open already, each in one direction: read the other way, a pipe would give
// what other programs write into it.
bool is_standard_stream(const std::string& path, PathAccess access) {
  if (access == PathAccess::read) return path == "/dev/stdin";
  return path == "/dev/stdout" || path == "/dev/stderr";
}

using Paths = std::vector<std::string>;

bool covers(const std::optional<Paths>& granted, const std::string& real) {
  auto is_granted = [&](const std::string& path) { return is_below(real, path); };
  return !granted || (!real.empty() && std::ranges::any_of(*granted, is_granted));
}

void follow_links(std::optional<Paths>& paths) {
  if (!paths) return;
  for (std::string& path : *paths) {
    std::string real = real_path(path);
    if (real.empty()) throw Error(Code::value, str("there is no folder \"", path, "\""));
    path = real.size() > 1 && real.ends_with('/') ? real.substr(0, real.size() - 1) : real;
  }
}

[[noreturn]] void refuse(const Grants& grants, const std::string& path, PathAccess access) {
  if (!grants.sandbox) {
    throw Error(Code::io,
                str("\"", path, "\" is not below the folder that is granted to this script"));
  }
  bool writes = access == PathAccess::write;
  throw Error(Code::io,
              str(writes ? "writing" : "reading", " \"", path, "\" is not granted to this script"))
      .help(str("`rille --sandbox ", writes ? "--allow-write " : "--allow-read ", quoted(path),
                " …` grants it"));
}

}  // namespace

void State::set_grants(Grants grants) {
  follow_links(grants.paths);
  follow_links(grants.writable);
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
    throw Error(Code::io, str("\"", path, "\": files are not granted to this script"));
  }
  if (!grants->paths || (grants->sandbox && is_standard_stream(path, access))) return;
  std::string real = real_path(path);
  bool is_granted =
      covers(grants->paths, real) && (access == PathAccess::read || covers(grants->writable, real));
  if (!is_granted) refuse(*grants, path, access);
}

bool acts_for_process() {
  const Grants* grants = running().grants;
  return grants == nullptr || grants->process;
}

}  // namespace rille
