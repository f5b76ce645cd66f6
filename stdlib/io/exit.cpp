// io.exit: a program's end, and what it says to who ran it.
#include "stdlib/io.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/state.h"

namespace rille {
namespace {

void leave(State& state, int64_t status) {
  if (status < 0 || status > 255) {
    throw labelled(Error(Code::value, str("io.exit: `status` needs 0 to 255, got ", status)),
                   "status");
  }
  state.part<AskedExit>().status = static_cast<int>(status);
  throw Error(Code::interrupt, str("the script ends with status ", status));
}

}  // namespace

extern const Builtin io_exit_builtin = {
    .signature = "io.exit(status: int = 0) -> nil",
    .brief = "Ends the program at once.",
    .params = {{"status", "what it says to who ran it: 0 for success, to 255"}},
    .errors =
        "error[value] where status is none; error[interrupt] otherwise, which cannot be caught "
        "and is not shown by `rille run`",
    .example = "io.exit(300)  #! error[value]",
    .source = "Python's sys.exit",
    .call = bind<&leave>,
    .purity = Purity::host,
};

}  // namespace rille
