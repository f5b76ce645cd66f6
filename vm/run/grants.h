// Grants: what a State may reach of the world.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rille {

// A State has all of them unless its host says otherwise (State::set_grants).
struct Grants {
  bool print = true;  // print and its like; error[io] elsewhere, too
  bool files = true;  // disks, imports of files included
  // The files and directories (with all below them) that may be accessed, symbolic links followed.
  // None: every path. An empty list: no path.
  std::optional<std::vector<std::string>> paths = {};
  // Those of `paths` that may be written, too. None: all of them.
  std::optional<std::vector<std::string>> writable = {};
  bool net = true;          // paths that are URLs
  bool clock = true;        // io.now, io.time, io.progress
  bool environment = true;  // io.env
  bool input = true;        // standard input
  bool process = true;      // a handler of SIGTERM and words on standard error: ckpt.manager
  bool sandbox = false;     // `rille --sandbox` set these: errors name its options
  // Real paths: the folders whose modules a sandbox's scripts may import, and those that the host
  // or the command line names on the way to what it grants.
  std::vector<std::string> modules = {}, known = {};
};

enum class Grant { print, net, clock, environment, input };

// error[io] where the State that runs on this thread was not granted it. `what`: who asks.
void need_grant(Grant grant, std::string_view what);
// The same for a path of a disk that is to be read (or asked about), or written (created, removed).
enum class PathAccess : uint8_t { read, write };
void need_path(const std::string& path, PathAccess access = PathAccess::read);
// The same for a file that an import may mean: in a sandbox one below a folder of modules is
// granted where its real name ends in `.rille`, whether it is there or not. False where it does not
// end so.
bool need_module(const std::string& path);
// Whether a script may learn if the path leads anywhere: a `..` in it asks whether the folder
// before it is there.
bool may_ask(const Grants& grants, const std::string& path);
// The real folders that a path's `..` go up from.
std::vector<std::string> folders_left(const std::string& path);
// Whether it is the program's own script, and acts for the process.
bool acts_for_process();

}  // namespace rille
