// rille run, rille -e: runs a file or a line of code.
#include <cstdio>
#include <optional>

#include "repl/commands/command.h"
#include "repl/ended.h"
#include "repl/prompt/show.h"
#include "repl/session.h"
#include "stdlib/file.h"
#include "stdlib/profile.h"
#include "stdlib/profile_socket.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

struct RunOptions {
  std::string path;
  std::string profile;  // the log directory; "" for no profile
  bool has_socket = false;
};

// Runs the script and its `main`. The profile is written whether or not they fail, also one that
// the script has started and not stopped.
Outcome run_file(Interpreter& interpreter, const RunOptions& options,
                 const std::vector<std::string>& main_words) {
  State& state = interpreter.state();
  Outcome outcome;
  if (!options.profile.empty()) {
    outcome = interpreter.act(
        [&] { start_profile(state, options.profile, options.path, "`rille run --profile`"); });
    if (!outcome.ok()) return outcome;
  }
  outcome = interpreter.run_file(options.path);
  if (outcome.ok()) outcome = interpreter.run_main(main_words);
  std::string owner = profile_owner(state);
  if (owner.empty() || owner == request_owner) return outcome;
  ProfileRun profile;
  Outcome written = interpreter.act([&] { profile = stop_profile(state); });
  if (written.ok()) {
    std::fprintf(stderr, "profile: %s\n", visible(profile.directory).c_str());
    if (profile.omitted > 0) {
      std::fprintf(stderr, "note: the files for other tools lack the last %lld events\n",
                   static_cast<long long>(profile.omitted));
    }
  } else if (outcome.ok()) {
    return written;
  }
  return outcome;
}

Status run_script(const SharedOptions& shared, const RunOptions& options,
                  const std::vector<std::string>& main_words) {
  Session session(shared);
  State& state = session.interpreter().state();
  show_all_on_terminal(state);
  std::optional<ProfileServer> server;
  if (options.has_socket) {
    Outcome listens = session.interpreter().act([&] { server.emplace(state, options.path); });
    if (!listens.ok()) return session.report(listens);
  }
  Status status = ended(session, run_file(session.interpreter(), options, main_words));
  return status == Status::script && !file_exists(options.path) ? Status::file : status;
}

}  // namespace

void add_run_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<RunOptions>();
  auto* run = app.add_subcommand("run", "run a script, then its `main` with ARGS");
  run->add_option("FILE", options->path, "the script")->required();
  run->add_option("--profile", options->profile,
                  "record a profile in this log directory; `rille profile show` prints it")
      ->check(not_empty);
  run->add_flag("--profile-socket", options->has_socket,
                "let `rille profile PID` of this user record profiles of the run");
  run->callback([options, &invocation] {
    invocation.has_socket = options->has_socket;
    invocation.guarded = {options->path};
    invocation.act = [options, &invocation] {
      return run_script(invocation.shared, *options, invocation.main_words);
    };
  });
}

Status eval_command(const SharedOptions& shared, const std::string& code) {
  Session session(shared);
  show_all_on_terminal(session.interpreter().state());
  return ended(session, session.interpreter().run_cell(code));
}

}  // namespace rille
