// data.stdin: the lines of standard input, as they arrive.
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
    .brief = "Stream of the lines of standard input, without line endings.",
    .fields = {field<&StdinStream::at>("var position: int = 0",
                                       "Number of lines already returned.")},
    .methods = {STREAM_NEXT(StdinStream)},
    .example = "data.Stdin().position  #> 0",
    .source = "Python's sys.stdin",
    .open = open_stream<StdinStream>,
};
const Struct& StdinStream::record() { return data_stdin_struct; }

extern const Builtin data_stdin_builtin = {
    .signature = "data.stdin() -> stream",
    .brief = "Reads the lines of standard input as they arrive.",
    .returns =
        "a stream of strings. Other streams and `io.input` do not receive a line that was read",
    .errors =
        "error[io] if standard input cannot be read or is not UTF-8; error[trace] while tracing",
    .example = "data.stdin(\"x\")  #! error[type]",
    .source = "Python's sys.stdin",
    .call = bind<&standard_input>,
    .purity = Purity::host,
};

}  // namespace rille
