// Waits for saves, and takes the status of `exit`.
#include "repl/ended.h"

#include "stdlib/ckpt.h"
#include "stdlib/core.h"
#include "stdlib/io.h"

namespace rille {

Status ended(Session& session, Outcome outcome) {
  std::optional<int> asked = session.interpreter().state().part<ExitRequest>().status;
  bool leaves = asked && !outcome.errors.empty() && outcome.errors[0].code() == Code::interrupt;
  if (leaves) outcome.errors.clear();
  for (Error& error : end_saves(session.interpreter().state())) {
    outcome.errors.push_back(std::move(error));
  }
  Status status = session.report(outcome);
  return leaves && status == Status::success ? static_cast<Status>(*asked) : status;
}

}  // namespace rille
