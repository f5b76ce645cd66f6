// io.read, io.write, io.exists, io.here: files of a script.
#include "stdlib/file.h"
#include "vm/bind.h"
#include "vm/state.h"

namespace rille {
namespace {

std::string read_whole(std::string path) { return read_text(path); }
void write_whole(std::string path, std::string text) { write_file(path, text); }
bool exists(std::string path) { return file_exists(path); }

// The folder of the script that is being run, so that it finds what stands beside it.
std::string here(State& state, std::string path) {
  Span span = state.current_span();
  auto sources = state.sources();
  std::string name = span.empty() ? "" : sources[static_cast<size_t>(span.file)].name;
  size_t slash = name.rfind('/');
  return slash == std::string::npos ? path : str(name.substr(0, slash + 1), path);
}

const std::vector<Param> path_params = {{"path", "str", "", "as the system writes it"}};
const std::vector<Param> here_params = {{"path", "str", "\"\"", "relative to the script's folder"}};
const std::vector<Param> write_params = {
    {"path", "str", "", "a file that is there is replaced in one step"},
    {"text", "str", "", "its new contents"},
};

}  // namespace

extern const Builtin io_read_builtin = {
    .name = "io.read",
    .brief = "The contents of a file as a string.",
    .params = path_params,
    .returns = "str",
    .errors = "error[io] where it cannot be read or is no UTF-8",
    .example = "io.write(\"notes.txt\", \"a line\\n\"); len(io.read(\"notes.txt\"))  #> 7",
    .source = "ours",
    .call = bind<&read_whole>,
    .purity = Purity::host,
};

extern const Builtin io_write_builtin = {
    .name = "io.write",
    .brief = "Makes a file of a string; nothing is lost where that fails half-way.",
    .params = write_params,
    .returns = "nil",
    .errors = "error[io] where it cannot be written",
    .example =
        "io.write(\"list.txt\", \"one\\ntwo\\n\"); lines(io.read(\"list.txt\"))  #> "
        "(\"one\", \"two\")",
    .source = "ours",
    .call = bind<&write_whole>,
    .purity = Purity::host,
};

extern const Builtin io_exists_builtin = {
    .name = "io.exists",
    .brief = "Whether there is a file or folder of that name.",
    .params = path_params,
    .returns = "bool",
    .errors = "none",
    .example = "io.exists(\"no such file.txt\")  #> false",
    .source = "ours",
    .call = bind<&exists>,
    .purity = Purity::host,
};

extern const Builtin io_here_builtin = {
    .name = "io.here",
    .brief = "The path of a file that stands beside the running script.",
    .params = here_params,
    .returns = "str",
    .errors = "none",
    .example = "io.exists(io.here(\"no such file.csv\"))  #> false",
    .source = "ours",
    .call = bind<&here>,
    .purity = Purity::host,
};

}  // namespace rille
