// Grants: the capabilities of a State outside of the process.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rille {

// A State has all capabilities unless the host restricts them (State::set_grants).
struct Grants {
  bool print = true;  // print and other output; otherwise error[io], as for all of these
  bool files = true;  // file systems, including imports of files
  // The files and directories (with everything inside them) that may be accessed, after symbolic
  // links are followed. nullopt allows every path, an empty list no path.
  std::optional<std::vector<std::string>> paths = {};
  // The subset of `paths` that may also be written; nullopt allows all of them.
  std::optional<std::vector<std::string>> writable = {};
  bool net = true;          // paths that are URLs
  bool clock = true;        // io.now, io.monotonic, io.progress
  bool environment = true;  // io.env
  bool input = true;        // standard input
  bool process = true;      // handle SIGTERM and write to standard error: ckpt.manager
  bool sandbox = false;     // set by `rille --sandbox`: errors name the options
  // Real paths: the directories whose modules scripts of a sandbox may import, and the directories
  // that the paths of the host or the command line mention.
  std::vector<std::string> modules = {}, known = {};
};

enum class Grant { print, net, clock, environment, input };

// Raises error[io] if the State that runs on this thread lacks the capability. `what` names the
// caller.
void need_grant(Grant grant, std::string_view what);
// Raises error[io] if a path must not be read or examined, or written, created, or removed.
enum class PathAccess : uint8_t { read, write };
void need_path(const std::string& path, PathAccess access = PathAccess::read);
// Checks access to a file of an import. In a sandbox, a file in a directory of modules is
// accessible if its real name ends in `.rille`, whether it exists or not. False for other names.
bool need_module(const std::string& path);
// Whether a script may learn that the path exists: a `..` reveals whether the directory before it
// exists.
bool may_ask(const Grants& grants, const std::string& path);
// The real directories that the `..` of a path leave.
std::vector<std::string> folders_left(const std::string& path);
// Whether the running script is the main script of the program, and acts for the process.
bool acts_for_process();

}  // namespace rille
