// rille run, rille -e: a script from a file or from the line.
#include "repl/commands.h"
#include "repl/session.h"
#include "stdlib/ckpt.h"
#include "stdlib/core.h"
#include "stdlib/file.h"
#include "stdlib/io.h"

namespace rille {
namespace {

// What is still being saved is on the disk before the program ends, or it says why not.
Status ended(Session& session, Outcome outcome) {
  std::optional<int> asked = session.interpreter().state().part<AskedExit>().status;
  bool leaves = asked && !outcome.errors.empty() && outcome.errors[0].code() == Code::interrupt;
  if (leaves) outcome.errors.clear();
  for (Error& error : end_saves(session.interpreter().state())) {
    outcome.errors.push_back(std::move(error));
  }
  Status status = session.report(outcome);
  return leaves && status == Status::success ? static_cast<Status>(*asked) : status;
}

}  // namespace

Status run_command(const Shared& shared, const std::string& path,
                   const std::vector<std::string>& words) {
  Session session(shared);
  Outcome outcome = session.interpreter().run_file(path);
  if (outcome.ok()) outcome = session.interpreter().run_main(words);
  Status status = ended(session, std::move(outcome));
  return status == Status::script && !file_exists(path) ? Status::file : status;
}

Status eval_command(const Shared& shared, const std::string& code) {
  Session session(shared);
  return ended(session, session.interpreter().run_cell(code));
}

}  // namespace rille
