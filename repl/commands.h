// Commands: what `rille` does, one function a subcommand.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rille {

class State;         // vm/state.h
struct Limits;       // the same
struct InSandbox;    // repl/sandbox.h
struct CommandLine;  // repl/command_line.h

// The exit status of the program: 0 success, 1 an error in the script, 2 wrong usage, 3 a limit
// or an interrupt, 4 a file that cannot be read.
enum class Status { success = 0, script = 1, usage = 2, limit = 3, file = 4 };

struct Shared {
  bool json = false;  // errors as one JSON object a line, on stderr
  double time_s = 0;  // limits; 0: none
  double memory_mb = 0;
  bool check_nans = false;             // stdlib/debug.h
  const InSandbox* sandbox = nullptr;  // null: nothing guards the process

  // Whether both are numbers from 0 on that a machine can have.
  bool are_limits() const;
  Limits limits() const;
  void give_limits(State& state) const;
};

Status run_command(const Shared& shared, const std::string& path,
                   const std::vector<std::string>& words);
Status eval_command(const Shared& shared, const std::string& code);
Status prompt_command(const Shared& shared);
// The arrays of a checkpoint: of a step, if the path is a folder of them, and of an item.
Status show_checkpoint_command(const Shared& shared, const std::string& path,
                               std::optional<int64_t> step, const std::string& item);
struct TestWish {
  std::string filter;  // only test blocks whose name holds it, and no expectations
  std::string junit;   // a file to write
  std::string lcov;    // a file to write the coverage to, as lcov does
  int jobs = 1;        // scripts at once
  bool bless = false;  // what was seen takes the place of what was expected
  bool coverage = false;
  bool doc = false;  // examples in `##` comments and Markdown, and nothing else
};
Status test_command(const Shared& shared, const std::vector<std::string>& paths,
                    const TestWish& wish);
// `as_script`: a graph as a function of the language (jit/script.h), before all passes if none is
// named.
Status dump_command(const Shared& shared, const std::string& path, const std::string& after,
                    bool as_script);
// What jit makes of a call, and what that should cost: of FILE:FN with the arguments `args`, or of
// `call` in FILE. `isa`: on a core of that kind instead of this machine.
struct PlanWish {
  std::string target, args, call, isa;
  std::string command = "plan";  // who asks
};
Status plan_command(const Shared& shared, const PlanWish& wish);
// `only_check`: names the files that would change instead of changing them.
Status fmt_command(const Shared& shared, const std::vector<std::string>& paths, bool only_check);
Status check_command(const Shared& shared, const std::vector<std::string>& paths);
Status lsp_command();  // a server of the language server protocol on stdin and stdout
// Runs `main` of each file of StableHLO text and holds its checks, as it stands there or as we
// write it, whose composites are ours by name or what decomposes them.
enum class HloForm : uint8_t { given, rewritten, decomposed };
struct HloWish {
  bool eager = false;  // op by op
  HloForm form = HloForm::given;
  std::vector<std::string> args = {};  // files of the arguments: stdlib/stablehlo.h
  std::string out = {};                // the file of the results
};
Status stablehlo_command(const Shared& shared, const std::vector<std::string>& paths,
                         const HloWish& wish);
// The program of a file as we write it, to the file `out`, or printed where that is empty.
Status rewrite_command(const Shared& shared, const std::string& path, const std::string& out);
// What a file of bytecode says, to the file `out`, or printed where that is empty.
Status bytecode_text_command(const Shared& shared, const std::string& path, const std::string& out);
// A function as StableHLO text. `check`: its arguments are constants, and what it gives for them
// is checked, to be `equal`, `close` or `near`.
struct ExportWish {
  PlanWish call;
  std::string out, check;
};
Status export_command(const Shared& shared, ExportWish wish);
// The kernel of notebooks: a folder of Jupyter's names it, and Jupyter runs it.
struct KernelWish {
  bool sys_prefix = false;  // below the environment that is active
  std::string prefix;       // below this folder; neither: for this user
  std::string name = "rille", display_name = "Rille";
  bool by_message = false;  // interrupts come as messages, not as SIGINT
};
Status kernel_install_command(const KernelWish& wish);
Status kernel_uninstall_command(const KernelWish& wish);
// Until Jupyter ends it; `connection`: the file that says where to listen.
Status kernel_run_command(const Shared& shared, const std::string& connection);
// The reference of a script or a module of the library: "text", "markdown" or "json".
struct DocWish {
  std::string what, form = "text", out;
};
Status doc_command(const Shared& shared, const DocWish& wish);
Status new_command(const std::string& path);  // a project: a folder that is not there yet
// A function as an object for C: OUT.o and OUT.h, whose function is `name`.
struct BuildWish {
  PlanWish call;
  std::string out, name;
};
Status build_command(const Shared& shared, BuildWish wish);
// A script as a program of its own, the file `out`. What compiled code goes in: of functions whose
// annotations say it, of `calls`, if it `records`, of a run with the `words` for its main, and what
// stands in the program `also`.
struct ProgramWish {
  std::string path, out, isa, also;
  std::vector<std::string> calls, words;
  bool records = false;
  bool is_bare = false;  // nothing is run, and no compiled code goes in
};
Status build_program_command(const Shared& shared, const ProgramWish& wish);
Status help_command(const std::string& name);
Status help_all_command(const std::string& module);  // every function in it; "": all
Status help_json_command();                          // every public builtin, one object each
Status explain_command(const std::string& kind);
std::vector<std::string> kinds_of_errors();  // what it can be asked for
// What shells complete, and the page of the manual: made of the words of the command line.
Status completions_command(const CommandLine& line, const std::string& shell);
Status man_command(const CommandLine& line, const std::string& version);
Status doctor_command();

}  // namespace rille
