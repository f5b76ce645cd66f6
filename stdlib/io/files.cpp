// io.read, io.write, io.exists, io.here: files of a script.
#include "stdlib/file.h"
#include "stdlib/io.h"
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
  std::string folder = slash == std::string::npos ? "" : name.substr(0, slash + 1);
  if (!folder.starts_with('/')) folder = state.part<ScriptPlace>().folder + folder;
  return folder + path;
}

}  // namespace

extern const Builtin io_read_builtin = {
    .signature = "io.read(path: str) -> str",
    .brief = "The contents of a file as a string.",
    .params = {{"path", "as the system writes it, or a URL: gs://, s3://, https://"}},
    .errors = "error[io] where it cannot be read or is no UTF-8",
    .example = "io.write(\"notes.txt\", \"a line\\n\"); len(io.read(\"notes.txt\"))  #> 7",
    .source = "ours",
    .call = bind<&read_whole>,
    .purity = Purity::host,
};

extern const Builtin io_write_builtin = {
    .signature = "io.write(path: str, text: str) -> nil",
    .brief = "Makes a file of a string; nothing is lost where that fails half-way.",
    .params = {{"path", "a file that is there is replaced in one step; or a URL"},
               {"text", "its new contents"}},
    .errors = "error[io] where it cannot be written",
    .example =
        "io.write(\"list.txt\", \"one\\ntwo\\n\"); lines(io.read(\"list.txt\"))  #> "
        "(\"one\", \"two\")",
    .source = "ours",
    .call = bind<&write_whole>,
    .purity = Purity::host,
};

extern const Builtin io_exists_builtin = {
    .signature = "io.exists(path: str) -> bool",
    .brief = "Whether there is a file or folder of that name.",
    .params = {{"path", "as the system writes it, or a URL"}},
    .errors = "none of a path; of a URL error[io] where its server does not say",
    .example = "io.exists(\"no such file.txt\")  #> false",
    .source = "ours",
    .call = bind<&exists>,
    .purity = Purity::host,
};

extern const Builtin io_here_builtin = {
    .signature = "io.here(path: str = \"\") -> str",
    .brief = "The path of a file that stands beside the running script.",
    .params = {{"path",
                "relative to the script's folder; in a program that `rille build` made, to "
                "that of the program"}},
    .errors = "none",
    .example = "io.exists(io.here(\"no such file.csv\"))  #> false",
    .source = "ours",
    .call = bind<&here>,
    .purity = Purity::host,
};

}  // namespace rille
