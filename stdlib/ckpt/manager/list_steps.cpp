// ckpt.steps: lists the steps of a directory.
#include "stdlib/ckpt/steps.h"
#include "vm/bind.h"

namespace rille {
namespace {

Values all_steps(std::string path) {
  Values out;
  for (int64_t step : steps_in(path)) out.emplace_back(step);
  return out;
}

}  // namespace

extern const Builtin ckpt_steps_builtin = {
    .signature = "ckpt.steps(dir: str) -> (int, ...)",
    .brief = "Lists the steps in the directory of a checkpoint manager, even during a save.",
    .params = {{"dir", "Directory of a `ckpt.manager`."}},
    .returns = "the steps in ascending order; empty if the directory does not exist",
    .errors = "none",
    .example =
        "let m = ckpt.manager(\"run7\"); m.save(7, 1.0); m.wait(); ckpt.steps(\"run7\")  #> (7,)",
    .source = "ours",
    .call = bind<&all_steps>,
    .purity = Purity::host,
};

}  // namespace rille
