// rille run, rille -e: a script from a file or from the line.
#include "repl/commands.h"
#include "repl/ended.h"
#include "repl/prompt/show.h"
#include "repl/session.h"
#include "stdlib/file.h"
#include "stdlib/io.h"
#include "vm/state.h"

namespace rille {

namespace {

void show_as_a_prompt_does(State& state) {
  state.part<ShowPlace>().show = [&state](const Value& value, const std::string&) {
    show_on_terminal(state, value);
  };
}

}  // namespace

Status run_command(const Shared& shared, const std::string& path,
                   const std::vector<std::string>& words) {
  Session session(shared);
  show_as_a_prompt_does(session.interpreter().state());
  Outcome outcome = session.interpreter().run_file(path);
  if (outcome.ok()) outcome = session.interpreter().run_main(words);
  Status status = ended(session, std::move(outcome));
  return status == Status::script && !file_exists(path) ? Status::file : status;
}

Status eval_command(const Shared& shared, const std::string& code) {
  Session session(shared);
  show_as_a_prompt_does(session.interpreter().state());
  return ended(session, session.interpreter().run_cell(code));
}

}  // namespace rille
