// Sandbox: a command in a child that can touch little.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "repl/modules.h"
#include "repl/shared_options.h"
#include "vm/run/grants.h"

namespace rille {

class Interpreter;  // repl/interpreter.h

// What a user asks for. Nothing is granted that is not named here, but for what the program itself
// needs: the scripts, its own libraries and the system's.
struct SandboxOptions {
  std::string mode;  // "": none, "strict", or "best-effort": with as much as the kernel has
  std::vector<std::string> reads,
      writes;        // files, or folders with all below; `writes` are read too
  bool net = false;  // sockets of IPv4 and IPv6
  bool env = false;  // the environment as it is, not what names no secret
  bool grants_any() const { return !reads.empty() || !writes.empty() || net || env; }
};

// The scripts, and folders of scripts, that the command line names.
using Scripts = std::vector<std::string>;

// What the interpreters of a guarded process are given: the grants once more, so that their errors
// name what is missing, and the texts that were read before the guards closed.
struct InSandbox {
  Grants grants;
  ImportedTexts texts;
};
void give_sandbox(const InSandbox& sandbox, Interpreter& interpreter);
// The text of a script that the command line names: one that was read before, or the file's.
std::string script_text(const SharedOptions& shared, const std::string& path);

// The security of a sandbox rests on the order of these steps, which tests/sandbox/order.py checks
// by the system calls:
//   1. The command line, and nothing else, decides what is granted.
//   2. The guards go up.
//   3. Scripts are read and parsed, then the modules that they import: what is granted, and files
//      that end in `.rille` in the folder of the script and in those of RILLE_PATH.
//   4. The folders of modules are closed.
//   5. Scripts run.
// So no text of a script is looked at before the guards stand, and no text grants anything.
//
// Runs a command in a child behind Landlock and seccomp, under limits of memory and time (shared's,
// or 1,024 MB and 60 s), and waits for it: what it came to. A child that overstays its time is
// killed. Where the kernel lacks a guard: Status::usage, and why, unless the mode is best-effort.
Status sandboxed(const SandboxOptions& options, SharedOptions& shared, const Scripts& scripts,
                 const std::function<Status()>& act);

// The parts, for tests. Each says why it could not, "" where it could.
struct Guards {
  std::string files, calls;
};
Guards missing_guards();  // of this kernel
// Steps 1, 2 and 4 in this process, for good.
void guard(const SandboxOptions& options, const Scripts& scripts);

}  // namespace rille
