// rille: the command line.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <optional>
#include <sstream>

#include "repl/command_line.h"
#include "repl/commands.h"
#include "repl/process.h"
#include "repl/sandbox.h"
#include "vm/text.h"
#include "vm/words/nearest.h"
#include "vm/words/visible.h"

namespace {

using rille::Shared;
using rille::Status;

// What the words of the command line ask for.
struct Wish {
  Shared shared;
  std::string path, code, name;
  std::optional<int64_t> step;  // of ckpt show
  std::vector<std::string> words;
  std::string mode = "jit", form = "given";  // of stablehlo run
  rille::HloWish hlo;
  rille::ExportWish exported;
  rille::BuildWish built;
  rille::ProgramWish program;
  bool as_lib = false;  // of build
  rille::TestWish test;
  rille::DocWish doc;
  bool only_check = false;
  bool as_json = false, all = false, as_man = false;  // of help
  bool as_script = false;                             // of dump
  rille::PlanWish plan;
  rille::KernelWish kernel;
  rille::SandboxWish sandbox;
  bool may_be_guarded = false;  // a command that --sandbox goes with
  std::string meant;            // a command, in place of a file that is not there
  std::function<Status()> act;
};

void add_plan(CLI::App& app, Wish& wish) {
  auto* plan = app.add_subcommand(
      "plan", "what jit makes of a function and what that costs: kernels, memory, time, reasons");
  plan->add_option("FILE:FN", wish.plan.target, "a script and a function of its top level")
      ->required();
  plan->add_option("--args", wish.plan.args,
                   "its arguments: values of the script, and types, which stand for arrays, as in "
                   "'init(), f32[8, 784]'; left out: what its annotations say");
  plan->add_option("--call", wish.plan.call,
                   "a call, in place of FN, as in 'loss(init(), x = f32[8])'");
  plan->add_option("--isa", wish.plan.isa,
                   "baseline, avx2 or avx512: one core of that kind by the book, not this machine");
  plan->callback([&] { wish.act = [&] { return rille::plan_command(wish.shared, wish.plan); }; });
}

void add_stablehlo(CLI::App& app, Wish& wish) {
  auto* all = app.add_subcommand("stablehlo", "programs of StableHLO, text or bytecode");
  all->require_subcommand(1);
  auto* run = all->add_subcommand("run", "run `main` of each file, and hold its checks");
  run->add_option("FILE", wish.words)->required();
  run->add_option("--mode", wish.mode, "jit, or eager: one operation at a time")
      ->check(CLI::IsMember({"jit", "eager"}));
  run->add_option("--form", wish.form,
                  "given; or rewritten: as rille writes it, once that text was read back; or "
                  "decomposed: the same, and of its composites what they are made of")
      ->check(CLI::IsMember({"given", "rewritten", "decomposed"}));
  run->add_option("--args", wish.hlo.args,
                  "files of the arguments: .npy, .npz and safetensors, by name or in order");
  run->add_option("--out", wish.hlo.out,
                  "the file of the results: .npz, .safetensors of all dtypes, or .npy of one");
  run->callback([&] {
    wish.act = [&] {
      using rille::HloForm;
      HloForm form = wish.form == "given"       ? HloForm::given
                     : wish.form == "rewritten" ? HloForm::rewritten
                                                : HloForm::decomposed;
      wish.hlo.eager = wish.mode == "eager";
      wish.hlo.form = form;
      return rille::stablehlo_command(wish.shared, wish.words, wish.hlo);
    };
  });
  auto converts = [&](const char* name, const char* text, auto command) {
    auto* sub = all->add_subcommand(name, text);
    sub->add_option("FILE", wish.path)->required();
    sub->add_option("-o", wish.exported.out, "the file to write; left out: standard output");
    sub->callback([&wish, command] {
      wish.act = [&wish, command] { return command(wish.shared, wish.path, wish.exported.out); };
    });
  };
  converts("text", "the text of a file of bytecode", rille::bytecode_text_command);
  converts("rewrite", "read a file and write it as rille does", rille::rewrite_command);
}

void add_export(CLI::App& app, Wish& wish) {
  auto* all = app.add_subcommand("export", "functions of a script for other systems");
  all->require_subcommand(1);
  auto* text = all->add_subcommand("stablehlo", "a function as a program of StableHLO text");
  rille::PlanWish& call = wish.exported.call;
  text->add_option("FILE:FN", call.target, "a script and a function of its top level")->required();
  text->add_option("--args", call.args,
                   "its arguments, whose arrays become the params of `main`: values of the script "
                   "and types, as in 'init(), f32[8, 784]'; left out: what its annotations say");
  text->add_option("--call", call.call, "a call, in place of FN, as in 'loss(init(), x = f32[8])'");
  text->add_option("-o", wish.exported.out, "the file to write; left out: standard output");
  text->add_option("--check", wish.exported.check,
                   "arguments become constants, and checks say what the function gives for them: "
                   "equal, close (3 ulp) or near (1e-3)")
      ->check(CLI::IsMember({"equal", "close", "near"}));
  text->callback(
      [&] { wish.act = [&] { return rille::export_command(wish.shared, wish.exported); }; });
}

Status act_on_build(Wish& wish) {
  rille::ProgramWish& program = wish.program;
  bool is_program = program.records || program.is_bare || !program.calls.empty();
  const char* wrong = wish.as_lib && is_program ? "--lib compiles one function, FILE:FN, alone"
                      : !program.words.empty() && !program.records
                          ? "what stands behind FILE is for main, which runs with --record"
                          : nullptr;
  if (wrong != nullptr) {
    std::fputs((std::string(wrong) + "\n").c_str(), stderr);
    return Status::usage;
  }
  if (!wish.as_lib) return rille::build_program_command(wish.shared, program);
  wish.built.call.target = program.path;
  wish.built.call.isa = program.isa;
  wish.built.out = program.out;
  return rille::build_command(wish.shared, wish.built);
}

void add_build_lib(CLI::App& build, Wish& wish) {
  auto* as_lib = build.add_flag("--lib", wish.as_lib,
                                "OUT.o and OUT.h, an object that C links and that needs nothing of "
                                "Rille, of a function: FILE:FN");
  build
      .add_option("--args", wish.built.call.args,
                  "of --lib: its arguments, values of the script and types, as in 'init(), f32[8, "
                  "784]'; left out: what its annotations say")
      ->needs(as_lib);
  build.add_option("--name", wish.built.name, "of --lib: the function in C; left out: FN")
      ->needs(as_lib);
}

void add_build(CLI::App& app, Wish& wish) {
  auto* build = app.add_subcommand("build", "a script as a program of its own, or a library for C");
  rille::ProgramWish& program = wish.program;
  build->add_option("FILE", program.path, "a script")->required();
  build->add_option("ARGS", program.words, "behind `--`: what main is given while it is recorded");
  build->add_option("-o", program.out, "the program; left out: FILE without its end");
  auto* record = build->add_flag("--record", program.records,
                                 "run the script with ARGS now: what it compiles goes in");
  auto* calls =
      build
          ->add_option("--call", program.calls,
                       "compile what a call needs, as in 'loss(init(), f32[8])'; once for each")
          ->allow_extra_args(false);
  build->add_option("--also", program.also,
                    "what is compiled in a program that was built before, for other ARGS");
  build
      ->add_flag("--bare", program.is_bare,
                 "run nothing: nothing compiled goes in, also not of annotated functions")
      ->excludes(record)
      ->excludes(calls);
  build->add_option("--isa", program.isa, "baseline, avx2 or avx512; left out: this machine's")
      ->check(CLI::IsMember({"baseline", "avx2", "avx512"}));
  add_build_lib(*build, wish);
  build->callback([&] { wish.act = [&] { return act_on_build(wish); }; });
}

void add_ckpt(CLI::App& app, Wish& wish) {
  auto* all = app.add_subcommand("ckpt", "checkpoints");
  all->require_subcommand(1);
  auto* show = all->add_subcommand("show", "the arrays of a checkpoint, none of which is read");
  show->add_option("PATH", wish.path, "a file, or a folder of steps")->required();
  show->add_option("--step", wish.step, "which step of a folder; left out: the newest");
  show->add_option("--item", wish.name, "which item of a step, in folders of Orbax");
  show->callback([&] {
    wish.act = [&] {
      return rille::show_checkpoint_command(wish.shared, wish.path, wish.step, wish.name);
    };
  });
}

void add_lsp(CLI::App& app, Wish& wish) {
  auto* lsp = app.add_subcommand("lsp", "a language server for editors, on stdin and stdout");
  lsp->callback([&] { wish.act = [] { return rille::lsp_command(); }; });
  lsp->add_flag_callback("--stdio", [] {}, "as editors may say it; there is no other way");
}

void add_kernel_place(CLI::App& app, rille::KernelWish& wish) {
  app.add_flag_callback("--user", [] {}, "for you alone, which is what happens without options");
  auto* active = app.add_flag("--sys-prefix", wish.sys_prefix,
                              "in the virtual or conda environment that is active");
  app.add_option("--prefix", wish.prefix, "below this folder, in share/jupyter/kernels")
      ->excludes(active);
  app.add_option("--name", wish.name, "what Jupyter calls it: rille");
}

void add_kernel(CLI::App& app, Wish& wish) {
  auto* all = app.add_subcommand("kernel", "the kernel of Jupyter's notebooks");
  all->require_subcommand(1);
  auto* install = all->add_subcommand("install", "tell Jupyter of it");
  add_kernel_place(*install, wish.kernel);
  install->add_option("--display-name", wish.kernel.display_name, "in menus: Rille");
  install->add_flag("--interrupt-by-message", wish.kernel.by_message,
                    "Jupyter interrupts it by a message, not by a signal");
  install->callback([&] { wish.act = [&] { return rille::kernel_install_command(wish.kernel); }; });
  auto* uninstall = all->add_subcommand("uninstall", "take it out of Jupyter again");
  add_kernel_place(*uninstall, wish.kernel);
  uninstall->callback(
      [&] { wish.act = [&] { return rille::kernel_uninstall_command(wish.kernel); }; });
  auto* run = all->add_subcommand("run", "serve a notebook, as Jupyter asks");
  run->add_option("CONNECTION_FILE", wish.path, "says where to listen")->required();
  run->callback(
      [&] { wish.act = [&] { return rille::kernel_run_command(wish.shared, wish.path); }; });
}

// Scripts and folders of these; what nobody names is where the program was started.
void add_paths(CLI::App& command, Wish& wish) {
  command.add_option("PATH", wish.words, "scripts and folders; left out: this folder");
}

std::vector<std::string> paths_of(const Wish& wish) {
  return wish.words.empty() ? std::vector<std::string>{"."} : wish.words;
}

void add_test(CLI::App& app, Wish& wish) {
  auto* test = app.add_subcommand("test", "run the test blocks and #> lines of scripts");
  add_paths(*test, wish);
  test->add_option("--filter", wish.test.filter,
                   "only test blocks whose name holds this text; #> lines are not looked at");
  test->add_option("--jobs", wish.test.jobs, "scripts at once")->check(CLI::Range(1, 64));
  test->add_option("--junit", wish.test.junit, "a file for the results, as JUnit writes them");
  test->add_flag("--bless", wish.test.bless,
                 "what a script says takes the place of what its marks expect")
      ->excludes("--filter");
  test->add_flag("--doc", wish.test.doc,
                 "only the examples: ```rille in ## comments and in pages of Markdown");
  test->add_flag("--coverage", wish.test.coverage, "which lines ran, of modules as well");
  test->add_option("--lcov", wish.test.lcov, "a file for the coverage, as lcov writes it");
  test->callback([&] {
    wish.test.coverage = wish.test.coverage || !wish.test.lcov.empty();
    wish.act = [&] { return rille::test_command(wish.shared, paths_of(wish), wish.test); };
  });
}

void add_new(CLI::App& app, Wish& wish) {
  auto* made = app.add_subcommand("new", "make a project: a program, a module, a test");
  made->add_option("FOLDER", wish.path, "not there yet; its name is the project's")->required();
  made->callback([&] { wish.act = [&] { return rille::new_command(wish.path); }; });
}

void add_doc(CLI::App& app, Wish& wish) {
  auto* doc = app.add_subcommand(
      "doc", "the reference of a script, from its ## comments, or of a module of the library");
  doc->add_option("FILE", wish.doc.what,
                  "a script, or `nn`, `optim`, …; `global`: what has no module")
      ->required();
  doc->add_flag_callback("--markdown", [&] { wish.doc.form = "markdown"; }, "as Markdown");
  doc->add_flag_callback("--json", [&] { wish.doc.form = "json"; }, "as JSON");
  doc->add_option("-o", wish.doc.out, "the file to write; left out: standard output");
  doc->callback([&] { wish.act = [&] { return rille::doc_command(wish.shared, wish.doc); }; });
}

void add_completions(CLI::App& app, Wish& wish) {
  auto* completions = app.add_subcommand("completions", "what a shell needs to complete the words");
  completions->add_option("SHELL", wish.name)
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  completions->callback([&] {
    wish.act = [&] { return rille::completions_command(rille::command_line(app), wish.name); };
  });
}

void add_help(CLI::App& app, Wish& wish) {
  auto* help = app.add_subcommand("help", "what is known of a function, a module or a word");
  help->add_option("NAME", wish.name, "left out: what there is, on one screen");
  help->add_flag("--json", wish.as_json, "the records of all builtins, as JSON");
  help->add_flag("--all", wish.all, "every function, one a line; with NAME: of that module");
  help->add_flag("--man", wish.as_man, "the page of the manual, for man(1)");
  help->callback([&] {
    wish.act = [&] {
      if (wish.as_man) return rille::man_command(rille::command_line(app), RILLE_VERSION);
      if (wish.as_json) return rille::help_json_command();
      return wish.all ? rille::help_all_command(wish.name) : rille::help_command(wish.name);
    };
  });
}

void add_commands(CLI::App& app, Wish& wish) {
  auto* run = app.add_subcommand("run", "run a script, then its main with ARGS");
  run->add_option("FILE", wish.path)->required();
  run->callback(
      [&] { wish.act = [&] { return rille::run_command(wish.shared, wish.path, wish.words); }; });
  auto* repl = app.add_subcommand("repl", "a prompt");
  repl->callback([&] { wish.act = [&] { return rille::prompt_command(wish.shared); }; });
  add_test(app, wish);
  auto* dump = app.add_subcommand("dump", "run a script and print what it compiles");
  dump->add_option("FILE", wish.path)->required();
  dump->add_option(
      "--after", wish.name,
      "a pass, `trace`, `lua` for the emitted text, or `times` for how long each took");
  auto form = [&](const char* flag, const char* name, const char* text) {
    dump->add_flag_callback(flag, [&wish, name] { wish.name = name; }, text);
  };
  form("--core", "core", "what is known of its values before Lua is written");
  form("--plan", "plan", "the kernels of compiled functions, their loops and their memory");
  form("--nest", "nest", "the loops of each kernel, and how they run on this machine");
  form("--llvm", "llvm", "LLVM's code of each kernel");
  form("--asm", "asm", "the machine's code of each kernel");
  dump->add_flag("--script", wish.as_script, "the graph as a function of the language");
  dump->callback([&] {
    wish.act = [&] {
      return rille::dump_command(wish.shared, wish.path, wish.name, wish.as_script);
    };
  });
  add_plan(app, wish);
  add_stablehlo(app, wish);
  add_export(app, wish);
  add_build(app, wish);
  add_ckpt(app, wish);
  add_lsp(app, wish);
  add_kernel(app, wish);
  add_new(app, wish);
  add_doc(app, wish);
  add_completions(app, wish);
  auto* fmt = app.add_subcommand("fmt", "write scripts in the one look of a program");
  fmt->add_option("PATH", wish.words)->required();
  fmt->add_flag("--check", wish.only_check, "only name the files that would change");
  fmt->callback([&] {
    wish.act = [&] { return rille::fmt_command(wish.shared, wish.words, wish.only_check); };
  });
  auto* check = app.add_subcommand("check", "say what is wrong with scripts, run nothing");
  add_paths(*check, wish);
  check->callback(
      [&] { wish.act = [&] { return rille::check_command(wish.shared, paths_of(wish)); }; });
  add_help(app, wish);
  auto* explain = app.add_subcommand("explain", "what a kind of error means");
  explain->add_option("KIND", wish.name)->required();
  explain->callback([&] { wish.act = [&] { return rille::explain_command(wish.name); }; });
  auto* doctor = app.add_subcommand("doctor", "whether all that is needed is here");
  doctor->callback([&] { wish.act = [] { return rille::doctor_command(); }; });
}

void add_sandbox(CLI::App& app, Wish& wish) {
  app.add_flag(
      "--sandbox{strict}", wish.sandbox.mode,
      "run untrusted code, guarded by the kernel; =best-effort: with the guards that it has");
  app.add_option("--allow-read", wish.sandbox.reads,
                 "sandbox: grant reading a file, or a folder with all below it")
      ->allow_extra_args(false);
  app.add_option("--allow-write", wish.sandbox.writes, "sandbox: grant reading and writing one")
      ->allow_extra_args(false);
  app.add_flag("--allow-net", wish.sandbox.net, "sandbox: grant network connections");
  app.add_flag("--allow-env", wish.sandbox.env,
               "sandbox: grant reading every environment variable");
}

// The scripts that the command line names, which a sandbox must be able to read.
rille::Scripts scripts_of(const Wish& wish, const CLI::App& app) {
  if (app.got_subcommand("run")) return {wish.path};
  bool has_paths = app.got_subcommand("test") || app.got_subcommand("check");
  return has_paths ? paths_of(wish) : rille::Scripts{};
}

Status guarded(Wish& wish, const CLI::App& app) {
  const std::string& mode = wish.sandbox.mode;
  if (mode.empty()) return wish.act();
  const char* wrong = mode != "strict" && mode != "best-effort"
                          ? "--sandbox is strict or best-effort"
                      : !wish.may_be_guarded ? "--sandbox goes with run, test, check, repl and -e"
                                             : nullptr;
  if (wrong == nullptr)
    return rille::sandboxed(wish.sandbox, wish.shared, scripts_of(wish, app), wish.act);
  std::fputs((std::string(wrong) + "\n").c_str(), stderr);
  return Status::usage;
}

std::vector<std::string> commands_of(const CLI::App& app) {
  std::vector<std::string> out;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    out.push_back(command->get_name());
  }
  return out;
}

// Where the first word stands that is no option, nor the value of one.
size_t first_word(const std::vector<std::string>& words, size_t from) {
  constexpr std::string_view valued[] = {"-e", "--time-limit", "--memory-limit", "--allow-read",
                                         "--allow-write"};
  size_t i = from;
  while (i < words.size() && words[i].starts_with("-")) {
    i += std::ranges::find(valued, words[i]) != std::end(valued) ? 2 : 1;
  }
  return std::min(i, words.size());
}

// An option of a sandbox behind the command, where the name of a file could be one: `test *` in a
// folder of untrusted files. "" where there is none.
std::string misplaced_grant(const std::vector<std::string>& words) {
  size_t command = first_word(words, 0);
  bool is_guarded = false;
  for (size_t i = 0; i < command; ++i) is_guarded = is_guarded || words[i].starts_with("--sandbox");
  constexpr std::string_view valued[] = {"--filter", "--jobs", "--junit", "--lcov"};
  for (size_t i = command + 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    bool is_value = std::ranges::find(valued, words[i - 1]) != std::end(valued);
    if (word == "--" && !is_value) break;
    bool is_limit = word.starts_with("--time-limit") || word.starts_with("--memory-limit");
    bool is_grant = word.starts_with("--allow-") || word.starts_with("--sandbox");
    if (is_grant || (is_guarded && is_limit)) return word;
  }
  return "";
}

// `rille FILE …` is `rille run FILE …`. Behind the file all words are the script's, whatever they
// look like: they are taken off and go to `main`. A FILE that is not there may be a command with a
// slip: `meant` is what it is near to.
std::vector<std::string> spelled_out(int count, char** words, const CLI::App& app, Wish& wish) {
  std::vector<std::string> out(words + 1, words + count), commands = commands_of(app);
  size_t command = first_word(out, 0);
  if (command < out.size() && std::ranges::find(commands, out[command]) == commands.end()) {
    std::error_code ignored;
    if (!std::filesystem::exists(out[command], ignored)) {
      wish.meant = rille::nearest(out[command], commands);
    }
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(command), "run");
  }
  if (command >= out.size() || out[command] != "run") return out;
  auto rest = static_cast<std::ptrdiff_t>(first_word(out, command + 1)) + 1;
  if (rest < std::ssize(out)) {
    wish.words.assign(out.begin() + rest, out.end());
    out.resize(static_cast<size_t>(rest));
  }
  return out;
}

}  // namespace

int main(int count, char** words) {
  rille::begin_process();
  Wish wish;
  CLI::App app{"Rille, a small functional array language", "rille"};
  // Options of all commands may stand behind one; its words are none of another's.
  app.fallthrough();
  app.require_subcommand(0, 1);
  app.set_version_flag("--version", std::string("rille ") + RILLE_VERSION);
  app.add_flag("--json", wish.shared.json, "errors as JSON, one a line");
  app.add_flag("--check-nan", wish.shared.check_nans,
               "what jit and grad compile stops at the operation that first gives NaN or infinity");
  app.add_option("--time-limit", wish.shared.time_s, "seconds");
  app.add_option("--memory-limit", wish.shared.memory_mb, "megabytes");
  app.add_option("-e", wish.code, "code to run");
  add_sandbox(app, wish);
  add_commands(app, wish);
  std::vector<std::string> spelled = spelled_out(count, words, app, wish);
  if (std::string grant = misplaced_grant(spelled); !grant.empty()) {
    std::fputs(rille::str("\"", rille::visible(grant),
                          "\" stands behind the command: options of a sandbox come first, ",
                          "as in `rille --sandbox --allow-read data test tests`\n")
                   .c_str(),
               stderr);
    return static_cast<int>(Status::usage);
  }
  std::reverse(spelled.begin(), spelled.end());
  try {
    app.parse(spelled);
  } catch (const CLI::ParseError& error) {
    std::ostringstream out, err;  // which may show names of files
    int status = app.exit(error, out, err);
    std::fputs(rille::visible(out.str()).c_str(), stdout);
    std::fputs(rille::visible(err.str()).c_str(), stderr);
    return status == 0 ? 0 : static_cast<int>(Status::usage);
  }
  if (!wish.meant.empty()) {
    std::fputs(rille::str("there is no file and no command \"", rille::visible(wish.path),
                          "\"; did you mean `rille ", wish.meant, "`?\n")
                   .c_str(),
               stderr);
    return static_cast<int>(Status::usage);
  }
  if (!wish.shared.are_limits()) {
    std::fputs("a limit is a number from 0 on; 0 is none\n", stderr);
    return static_cast<int>(Status::usage);
  }
  wish.may_be_guarded = !wish.act || app.got_subcommand("run") || app.got_subcommand("test") ||
                        app.got_subcommand("check") || app.got_subcommand("repl");
  if (!wish.act && !wish.code.empty()) {
    wish.act = [&] { return rille::eval_command(wish.shared, wish.code); };
  }
  if (!wish.act) wish.act = [&] { return rille::prompt_command(wish.shared); };
  return rille::end_process(guarded(wish, app));
}
