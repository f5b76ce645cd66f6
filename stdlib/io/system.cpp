// io.list, io.env: directories and environment variables.
#include <cstdlib>

#include "stdlib/file/folder.h"
#include "vm/bind.h"
#include "vm/run/grants.h"
#include "vm/state.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

bool is_utf8(std::string_view text) { return first_bad(text) == text.size(); }

// Names that are not valid UTF-8 are skipped, since a script cannot represent them.
Value listed(const std::string& path, bool folders) {
  Values names;
  for (FolderEntry& entry : entries_in(path.empty() ? "." : path)) {
    bool is_asked_for = !folders || entry.is_folder;
    if (is_asked_for && is_utf8(entry.name)) names.emplace_back(std::move(entry.name));
  }
  return Value::tuple(std::move(names));
}

Value variable(const std::string& name, const Value& otherwise) {
  need_grant(Grant::environment, "io.env");
  const char* found = name.find('\0') == std::string::npos ? std::getenv(name.c_str()) : nullptr;
  if (found == nullptr) return otherwise;
  std::string text = found;
  if (is_utf8(text)) return text;
  throw Error(Code::io, str("io.env: the environment variable \"", name, "\" is not valid UTF-8"));
}

}  // namespace

extern const Builtin io_list_builtin = {
    .signature = "io.list(path: str = \"\", dirs: bool = false) -> (str, ...)",
    .brief = "Returns the names of the entries of a directory, sorted by their bytes.",
    .params = {{"path",
                "Path of the directory, or a URL with s3:// or gs://. If empty, the working "
                "directory is listed."},
               {"dirs", "If true, only directories are listed."}},
    .errors = "error[io] if the directory does not exist or cannot be read",
    .example =
        "io.write(\"a note.txt\", \"\"); [name == \"a note.txt\" for name in io.list()] |> any  #> "
        "true",
    .source = "Python's os.listdir, sorted",
    .call = bind<&listed>,
    .purity = Purity::host,
};

extern const Builtin io_env_builtin = {
    .signature = "io.env(name: str, default: any = nil) -> any",
    .brief = "Returns the value of an environment variable.",
    .params = {{"name", "Name of the variable."},
               {"default", "Value to return if the variable is not set."}},
    .returns = "the value as a string, or `default`",
    .errors = "error[io] if the value is not valid UTF-8",
    .example = "io.env(\"NO_SUCH_VARIABLE\", \"none\")  #> none",
    .source = "Python's os.environ.get",
    .call = bind<&variable>,
    .purity = Purity::host,
};

}  // namespace rille
