// io.list, io.env: what the system knows by name.
#include <cstdlib>

#include "stdlib/file/folder.h"
#include "vm/bind.h"
#include "vm/run/grants.h"
#include "vm/state.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

bool is_utf8(std::string_view text) { return first_bad(text) == text.size(); }

// What is no text cannot be named by a script, and is left out.
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
  throw Error(Code::io, str("the variable \"", name, "\" of the environment is no UTF-8"));
}

}  // namespace

extern const Builtin io_list_builtin = {
    .signature = "io.list(path: str = \"\", folders: bool = false) -> (str, ...)",
    .brief = "The names of what is in a folder, in the order of their bytes.",
    .params = {{"path", "of a folder, or s3:// or gs://; empty: the one where the program runs"},
               {"folders", "those of folders alone"}},
    .errors = "error[io] where there is no such folder or it cannot be read",
    .example =
        "io.write(\"a note.txt\", \"\"); [name == \"a note.txt\" for name in io.list()] |> any  "
        "#> true",
    .source = "Python's os.listdir, in an order",
    .call = bind<&listed>,
    .purity = Purity::host,
};

extern const Builtin io_env_builtin = {
    .signature = "io.env(name: str, otherwise: any = nil) -> any",
    .brief = "A variable of the environment.",
    .params = {{"name", "as the system has it"},
               {"otherwise", "what is given where there is none"}},
    .returns = "its text, or otherwise",
    .errors = "error[io] where it is no UTF-8",
    .example = "io.env(\"NO_SUCH_VARIABLE\", \"none\")  #> none",
    .source = "Python's os.environ.get",
    .call = bind<&variable>,
    .purity = Purity::host,
};

}  // namespace rille
