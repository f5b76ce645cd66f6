// io.read, io.write, io.exists, io.here: files.
#include "stdlib/file.h"
#include "stdlib/io.h"
#include "vm/bind.h"
#include "vm/state.h"

namespace rille {
namespace {

std::string read_whole(std::string path) { return read_text(path); }
void write_whole(std::string path, std::string text) { write_file(path, text); }
bool exists(std::string path) { return file_exists(path); }

// Resolves a path relative to the directory of the running script.
std::string here(State& state, std::string path) {
  Span span = state.current_span();
  auto sources = state.sources();
  std::string name = span.empty() ? "" : sources[static_cast<size_t>(span.file)].name;
  size_t slash = name.rfind('/');
  std::string folder = slash == std::string::npos ? "" : name.substr(0, slash + 1);
  if (!folder.starts_with('/')) folder = state.part<ScriptFolder>().folder + folder;
  return folder + path;
}

}  // namespace

extern const Builtin io_read_builtin = {
    .signature = "io.read(path: str) -> str",
    .brief = "Reads a text file as a string.",
    .params = {{"path", "Path of the file, or a URL with gs://, s3://, or https://."}},
    .errors = "error[io] if the file cannot be read or is not valid UTF-8",
    .example = "io.write(\"notes.txt\", \"a line\\n\"); len(io.read(\"notes.txt\"))  #> 7",
    .source = "ours",
    .call = bind<&read_whole>,
    .purity = Purity::host,
};

extern const Builtin io_write_builtin = {
    .signature = "io.write(path: str, text: str) -> nil",
    .brief = "Writes a string to a file. If writing fails, an existing file is unchanged.",
    .params = {{"path", "Path of the file, or a URL. An existing file is replaced atomically."},
               {"text", "New contents of the file."}},
    .errors = "error[io] if the file cannot be written",
    .example =
        "io.write(\"list.txt\", \"one\\ntwo\\n\"); lines(io.read(\"list.txt\"))  #> "
        "(\"one\", \"two\")",
    .source = "ours",
    .call = bind<&write_whole>,
    .purity = Purity::host,
};

extern const Builtin io_exists_builtin = {
    .signature = "io.exists(path: str) -> bool",
    .brief = "Returns whether a file or directory exists.",
    .params = {{"path", "Path of the file or directory, or a URL."}},
    .errors = "none for a path; for a URL, error[io] if the server cannot be queried",
    .example = "io.exists(\"no such file.txt\")  #> false",
    .source = "ours",
    .call = bind<&exists>,
    .purity = Purity::host,
};

extern const Builtin io_here_builtin = {
    .signature = "io.here(path: str = \"\") -> str",
    .brief = "Returns the path of a file relative to the running script.",
    .params = {{"path",
                "Path relative to the directory of the script. In a program made by `rille build`, "
                "it is relative to the directory of the program."}},
    .errors = "none",
    .example = "io.exists(io.here(\"no such file.csv\"))  #> false",
    .source = "ours",
    .call = bind<&here>,
    .purity = Purity::host,
};

}  // namespace rille
