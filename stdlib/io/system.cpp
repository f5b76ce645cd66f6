// io.list, io.env: what the system knows by name.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "vm/bind.h"
#include "vm/running.h"
#include "vm/state.h"
#include "vm/visible.h"

namespace rille {
namespace {

bool is_utf8(std::string_view text) { return first_bad(text) == text.size(); }

[[noreturn]] void fail(const std::string& path, const std::error_code& error) {
  throw Error(Code::io, str("\"", path, "\": ", error.message()));
}

// What is no text cannot be named by a script, and is left out.
Value listed(const std::string& path, bool folders) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::directory_iterator each(fs::path(path.empty() ? "." : path), error), end;
  if (error) fail(path, error);
  std::vector<std::string> names;
  Polls polls;
  for (; each != end; each.increment(error)) {
    if (error) fail(path, error);
    polls.step(64);
    std::string name = each->path().filename().string();
    std::error_code unknown;  // a link that leads nowhere is no folder
    if (is_utf8(name) && (!folders || each->is_directory(unknown)))
      names.push_back(std::move(name));
  }
  std::ranges::sort(names);
  return Value::tuple(Values(names.begin(), names.end()));
}

Value variable(const std::string& name, const Value& otherwise) {
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
    .params = {{"path", "of a folder; empty: the one where the program runs"},
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
