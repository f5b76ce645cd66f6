// data.stdin: the lines of standard input, as they come.
#include "stdlib/data/records/paths.h"
#include "stdlib/data/streams.h"
#include "stdlib/io/input.h"

namespace rille {
namespace {

struct StdinStream {
  static const Struct& record();
  int64_t at = 0;

  Value next(State& state) {
    need_no_trace(state, "standard input");
    Value line = input_line(state);
    if (!line.is_nil()) ++at;
    return line;
  }
};

StdinStream standard_input() { return {}; }

}  // namespace

extern const Struct data_stdin_struct = {
    .name = "data.Stdin",
    .brief = "The stream of the lines of standard input, without their ends.",
    .fields = {field<&StdinStream::at>("var at: int = 0", "how many it has given")},
    .methods = {STREAM_NEXT(StdinStream)},
    .example = "data.Stdin().at  #> 0",
    .source = "Python's sys.stdin",
    .open = open_stream<StdinStream>,
};
const Struct& StdinStream::record() { return data_stdin_struct; }

extern const Builtin data_stdin_builtin = {
    .signature = "data.stdin() -> stream",
    .brief = "The stream of the lines of standard input, as they come.",
    .returns = "strings. A line that was read is gone, for other streams and for io.input too",
    .errors = "error[io] where it cannot be read or is no UTF-8; error[trace] in a trace",
    .example = "data.stdin(\"x\")  #! error[type]",
    .source = "Python's sys.stdin",
    .call = bind<&standard_input>,
    .purity = Purity::host,
};

}  // namespace rille
