// rille run, rille -e: runs a file or a line of code.
#include "repl/commands/command.h"
#include "repl/ended.h"
#include "repl/prompt/show.h"
#include "repl/session.h"
#include "stdlib/file.h"

namespace rille {
namespace {

struct RunOptions {
  std::string path;
};

Status run_script(const SharedOptions& shared, const std::string& path,
                  const std::vector<std::string>& main_words) {
  Session session(shared);
  show_all_on_terminal(session.interpreter().state());
  Outcome outcome = session.interpreter().run_file(path);
  if (outcome.ok()) outcome = session.interpreter().run_main(main_words);
  Status status = ended(session, std::move(outcome));
  return status == Status::script && !file_exists(path) ? Status::file : status;
}

}  // namespace

void add_run_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<RunOptions>();
  auto* run = app.add_subcommand("run", "run a script, then its `main` with ARGS");
  run->add_option("FILE", options->path, "the script")->required();
  run->callback([options, &invocation] {
    invocation.guarded = {options->path};
    invocation.act = [options, &invocation] {
      return run_script(invocation.shared, options->path, invocation.main_words);
    };
  });
}

Status eval_command(const SharedOptions& shared, const std::string& code) {
  Session session(shared);
  show_all_on_terminal(session.interpreter().state());
  return ended(session, session.interpreter().run_cell(code));
}

}  // namespace rille
