// rille ckpt show: what is in a checkpoint.
#include "stdlib/ckpt.h"

#include <cstdio>

#include "repl/session.h"
#include "stdlib/file.h"

namespace rille {

Status show_checkpoint_command(const Shared& shared, const std::string& path,
                               std::optional<int64_t> step, const std::string& item) {
  Session session(shared);
  Outcome outcome = session.interpreter().act(
      [&] { std::fputs(checkpoint_table(path, step, item).c_str(), stdout); });
  Status status = session.report(outcome);
  return status == Status::script && !file_exists(path) ? Status::file : status;
}

}  // namespace rille
