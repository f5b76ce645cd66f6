// rille: the command line.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <optional>
#include <sstream>

#include "repl/commands.h"
#include "repl/commands/words.h"
#include "repl/process.h"
#include "repl/sandbox.h"
#include "vm/text.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

// Options that must come before the command.
struct ProgramOptions {
  std::string code;  // the argument of -e
  SandboxOptions sandbox;
};

void add_sandbox(CLI::App& app, SandboxOptions& options) {
  app.add_flag(
      "--sandbox{strict}", options.mode,
      "run untrusted code in a kernel-enforced sandbox; =best-effort: with the features it has");
  app.add_option("--allow-read", options.reads,
                 "sandbox: allow reading a file, or a directory and its contents")
      ->allow_extra_args(false);
  app.add_option("--allow-write", options.writes,
                 "sandbox: allow reading and writing a file or directory")
      ->allow_extra_args(false);
  app.add_flag("--allow-net", options.net, "sandbox: allow network connections");
  app.add_flag("--allow-env", options.env, "sandbox: allow reading all environment variables");
}

void add_all(CLI::App& app, ProgramOptions& options, Invocation& invocation) {
  // Shared options may follow the command. The words after a command belong to it.
  app.fallthrough();
  app.require_subcommand(0, 1);
  app.set_version_flag("--version", std::string("rille ") + RILLE_VERSION);
  app.add_flag("--json", invocation.shared.json, "print errors as JSON, one per line");
  app.add_flag("--check-nan", invocation.shared.check_nans,
               "stop compiled code at the first operation that produces NaN or infinity");
  app.add_option("--precision", invocation.shared.precision,
                 "of products of bf16 numbers: default, or fast")
      ->check(CLI::IsMember({"default", "fast"}));
  app.add_option("--time-limit", invocation.shared.time_s, "maximum running time in seconds");
  app.add_option("--memory-limit", invocation.shared.memory_mb, "maximum memory in megabytes");
  app.add_option("-e", options.code, "run this code");
  add_sandbox(app, options.sandbox);
#define COMMAND(name) add_##name##_command(app, invocation);
#include "repl/commands.def"
#undef COMMAND
}

Status wrong_usage(const std::string& why) {
  std::fputs(str(why, "\n").c_str(), stderr);
  return Status::usage;
}

Status shown(const CLI::App& app, const CLI::ParseError& error) {
  std::ostringstream out, err;  // they can contain file names, so they need visible()
  int status = app.exit(error, out, err);
  std::fputs(visible(out.str()).c_str(), stdout);
  std::fputs(visible(err.str()).c_str(), stderr);
  return status == 0 ? Status::success : Status::usage;
}

// Sets the action if the line has no command: run the code of -e, or start a prompt.
void choose_default(const ProgramOptions& options, Invocation& invocation) {
  if (invocation.act) return;
  invocation.guarded.emplace();
  invocation.act = [&] {
    return options.code.empty() ? prompt_command(invocation.shared)
                                : eval_command(invocation.shared, options.code);
  };
}

Status guarded(const ProgramOptions& options, Invocation& invocation) {
  const std::string& mode = options.sandbox.mode;
  if (mode.empty() && options.sandbox.grants_any()) {
    return wrong_usage(
        "--allow-read, --allow-write, --allow-net, and --allow-env require --sandbox: without it, "
        "a script is not restricted");
  }
  if (mode.empty()) return invocation.act();
  if (mode != "strict" && mode != "best-effort") {
    return wrong_usage(str("--sandbox is \"", visible(mode), "\", expected strict or best-effort"));
  }
  if (invocation.has_socket) {
    return wrong_usage(
        "--profile-socket does not work with --sandbox: a sandboxed process accepts "
        "no requests of others");
  }
  if (!invocation.guarded)
    return wrong_usage("--sandbox works only with run, test, check, repl, and -e");
  return sandboxed(options.sandbox, invocation.shared, *invocation.guarded, invocation.act);
}

// Parses the words into the options and the invocation. Returns the exit status if the words are
// wrong or ask for --help or --version, and nullopt if a command is to run.
std::optional<Status> read_words(std::vector<std::string> all, CLI::App& app,
                                 const ProgramOptions& options, Invocation& invocation) {
  ExpandedCommand words = spelled_out(std::move(all), app);
  if (std::string grant = misplaced_grant(words.line); !grant.empty()) {
    return wrong_usage(str("\"", visible(grant),
                           "\" comes after the command: options of a sandbox must come before it, ",
                           "as in `rille --sandbox --allow-read data test tests`"));
  }
  invocation.main_words = words.main_words;
  std::ranges::reverse(words.line);  // the order that CLI11 expects
  try {
    app.parse(words.line);
  } catch (const CLI::ParseError& error) {
    return shown(app, error);
  }
  if (!words.nearest_command.empty()) {
    return wrong_usage(str("no file and no command has the name \"", visible(words.missing_file),
                           "\"; did you mean `rille ", words.nearest_command, "`?"));
  }
  if (!invocation.shared.are_limits()) {
    return wrong_usage("--time-limit and --memory-limit must be from 0 to 1e12; 0 means no limit");
  }
  choose_default(options, invocation);
  return {};
}

}  // namespace
}  // namespace rille

int main(int count, char** words) {
  rille::begin_process();
  rille::ProgramOptions options;
  rille::Invocation invocation;
  CLI::App app{"Rille, a functional array language for machine learning", "rille"};
  rille::add_all(app, options, invocation);
  std::vector<std::string> all(words + 1, words + count);
  auto status = rille::read_words(std::move(all), app, options, invocation);
  if (status) return static_cast<int>(*status);
  return rille::end_process(rille::guarded(options, invocation));
}
