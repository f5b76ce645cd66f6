// rille ckpt show: lists the arrays of a checkpoint.
#include "stdlib/ckpt.h"

#include <cstdio>

#include "repl/commands/command.h"
#include "repl/session.h"
#include "stdlib/file.h"

namespace rille {
namespace {

struct CkptShowOptions {
  std::string path;             // a file, or a directory of steps
  std::optional<int64_t> step;  // a step of the directory; nullopt for the latest
  std::string item;             // an item of the step, in directories of Orbax
};

Status show_checkpoint(const SharedOptions& shared, const CkptShowOptions& options) {
  Session session(shared);
  Outcome outcome = session.interpreter().act([&] {
    std::fputs(checkpoint_table(options.path, options.step, options.item).c_str(), stdout);
  });
  Status status = session.report(outcome);
  return status == Status::script && !file_exists(options.path) ? Status::file : status;
}

}  // namespace

void add_ckpt_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<CkptShowOptions>();
  auto* all = app.add_subcommand("ckpt", "inspect checkpoints");
  all->require_subcommand(1);
  auto* show = all->add_subcommand("show", "list the arrays of a checkpoint without reading them");
  show->add_option("PATH", options->path, "a file, or a directory of steps")->required();
  show->add_option("--step", options->step, "the step of a directory; default: the latest");
  show->add_option("--item", options->item, "the item of a step, in Orbax directories");
  set_act(*show, invocation,
          [options, &invocation] { return show_checkpoint(invocation.shared, *options); });
}

}  // namespace rille
