// rille run, rille -e: a script from a file or from the line.
#include "repl/commands.h"
#include "repl/ended.h"
#include "repl/prompt/show.h"
#include "repl/session.h"
#include "stdlib/file.h"

namespace rille {

Status run_command(const Shared& shared, const std::string& path,
                   const std::vector<std::string>& words) {
  Session session(shared);
  show_all_on_terminal(session.interpreter().state());
  Outcome outcome = session.interpreter().run_file(path);
  if (outcome.ok()) outcome = session.interpreter().run_main(words);
  Status status = ended(session, std::move(outcome));
  return status == Status::script && !file_exists(path) ? Status::file : status;
}

Status eval_command(const Shared& shared, const std::string& code) {
  Session session(shared);
  show_all_on_terminal(session.interpreter().state());
  return ended(session, session.interpreter().run_cell(code));
}

}  // namespace rille
