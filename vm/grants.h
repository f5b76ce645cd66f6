// Grants: what a State may reach of the world.
#pragma once

#include <string>
#include <string_view>

namespace rille {

// A State has all of them unless its host says otherwise (State::set_grants).
struct Grants {
  bool print = true;        // print and its like; error[io] elsewhere, too
  bool files = true;        // disks, imports of files included
  std::string root = "";    // files below this folder alone, links followed; "": anywhere
  bool net = true;          // paths that are URLs
  bool clock = true;        // io.now, io.time, io.progress
  bool environment = true;  // io.env
  bool input = true;        // standard input
  bool process = true;      // a handler of SIGTERM and words on standard error: ckpt.manager
};

enum class Grant { print, net, clock, environment, input };

// error[io] where the State that runs on this thread was not granted it. `what`: who asks.
void need_grant(Grant grant, std::string_view what);
// The same for a path of a disk, whatever is done with it.
void need_path(const std::string& path);
// Whether it is the program's own script, and acts for the process.
bool acts_for_process();

}  // namespace rille
