// Sandbox: runs a command in a restricted child process.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "repl/modules.h"
#include "repl/shared_options.h"
#include "vm/run/grants.h"

namespace rille {

class Interpreter;  // repl/interpreter.h

// The options of a sandbox. Nothing else is granted, except what the program itself needs: the
// scripts, its own libraries, and those of the system.
struct SandboxOptions {
  std::string mode;  // "" (no sandbox), "strict", or "best-effort" (the guards that the kernel has)
  std::vector<std::string> reads,
      writes;        // files, or directories with all their contents; `writes` can also be read
  bool net = false;  // IPv4 and IPv6 sockets
  bool env = false;  // all environment variables, not only those known to hold no secrets
  bool grants_any() const { return !reads.empty() || !writes.empty() || net || env; }
};

// The scripts, and directories of scripts, on the command line.
using Scripts = std::vector<std::string>;

// State for the interpreters of a sandboxed process: the grants, so that errors can name a missing
// grant, and the texts that were read before the directories were closed.
struct SandboxState {
  Grants grants;
  ImportedTexts texts;
};
void give_sandbox(const SandboxState& sandbox, Interpreter& interpreter);
// Returns the text of a script on the command line: the text that was read before, or that of the
// file.
std::string script_text(const SharedOptions& shared, const std::string& path);

// The security of the sandbox depends on the order of these steps, which tests/sandbox/order.py
// verifies from the system calls:
//   1. The command line alone determines the grants.
//   2. The guards (Landlock and seccomp) are installed.
//   3. The scripts and their imports are read and parsed: granted files, and files that end in
//      `.rille` in the directory of the script and in those of RILLE_PATH.
//   4. Access to the directories of modules is revoked.
//   5. The scripts run.
// So no script is read before the guards are installed, and no script can grant anything.
//
// Runs a command in a child process under Landlock and seccomp, with limits of memory and time
// (those of `shared`, or 1,024 MB and 60 s), waits for it, and returns its status. A child that
// exceeds its time limit is killed. If the kernel lacks a guard and the mode is not best-effort,
// prints the reason and returns Status::usage.
Status sandboxed(const SandboxOptions& options, SharedOptions& shared, const Scripts& scripts,
                 const std::function<Status()>& act);

// The parts, for tests. A text says why a guard is not available; "" if it is.
struct Guards {
  std::string files, calls;
};
Guards missing_guards();  // for this kernel
// Performs steps 1, 2, and 4 in this process, irrevocably.
void guard(const SandboxOptions& options, const Scripts& scripts);

}  // namespace rille
