// Sandbox: a command in a child that can touch little.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "repl/commands.h"

namespace rille {

// What a user asks for. Nothing is granted that is not named here, but for what the program itself
// needs: the scripts, its own libraries and the system's.
struct SandboxWish {
  std::string mode;  // "": none, "strict", or "best-effort": with as much as the kernel has
  std::vector<std::string> reads,
      writes;        // files, or folders with all below; `writes` are read too
  bool net = false;  // sockets of IPv4 and IPv6
  bool env = false;  // the environment as it is, not what names no secret
};

// The scripts that a command runs; what they import is found by reading them.
using Scripts = std::vector<std::string>;

// Runs a command in a child behind Landlock and seccomp, under limits of memory and time (shared's,
// or 1,024 MB and 60 s), and waits for it: what it came to. A child that overstays its time is
// killed. Where the kernel lacks a guard: Status::usage, and why, unless the mode is best-effort.
Status sandboxed(const SandboxWish& wish, Shared& shared, const Scripts& scripts,
                 const std::function<Status()>& act);

// The parts, for tests. Each says why it could not, "" where it could.
struct Guards {
  std::string files, calls;
};
Guards missing_guards();                                    // of this kernel
void guard(const SandboxWish& wish, const Scripts& paths);  // this process, from now on, for good

}  // namespace rille
