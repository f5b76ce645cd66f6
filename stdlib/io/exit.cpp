// io.exit: ends the program with an exit status.
#include "stdlib/io.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/state.h"

namespace rille {
namespace {

void leave(State& state, int64_t status) {
  if (status < 0 || status > 255) {
    throw labelled(Error(Code::value, str("io.exit: `status` is ", status, ", expected 0 to 255")),
                   "status");
  }
  state.part<ExitRequest>().status = static_cast<int>(status);
  throw Error(Code::interrupt, str("the script ends with status ", status));
}

}  // namespace

extern const Builtin io_exit_builtin = {
    .signature = "io.exit(status: int = 0) -> nil",
    .brief = "Ends the program immediately.",
    .params = {{"status", "Exit status, 0 to 255; 0 means success."}},
    .errors =
        "error[value] if `status` is not in 0 to 255; error[interrupt] otherwise, which cannot be "
        "caught and is not shown by `rille run`",
    .example = "io.exit(300)  #! error[value]",
    .source = "Python's sys.exit",
    .call = bind<&leave>,
    .purity = Purity::host,
};

}  // namespace rille
