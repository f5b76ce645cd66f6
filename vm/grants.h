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
};

enum class Grant { print, net, clock, environment, input };

// error[io] where the State that runs on this thread was not granted it. `what`: who asks.
void need_grant(Grant grant, std::string_view what);
// The same for a path of a disk that is to be read (or asked about), or written (created, removed).
enum class PathAccess : uint8_t { read, write };
void need_path(const std::string& path, PathAccess access = PathAccess::read);
// Whether it is the program's own script, and acts for the process.
bool acts_for_process();

}  // namespace rille
