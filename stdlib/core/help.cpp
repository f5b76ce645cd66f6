// help: what is known of a function, as text.
#include "vm/bind.h"
#include "vm/state.h"

namespace rille {
namespace {

// A function of a script is described by its head and the `##` lines above it.
std::string text_of(const FunctionInfo& info) {
  if (info.signature.empty()) {
    std::vector<std::string> names;
    for (const auto& p : info.params) names.push_back(p.has_default ? p.name + " = …" : p.name);
    return str(info.name, "(", join(names), ")\n",
               info.doc.empty() ? "" : str("\n", info.doc, "\n"));
  }
  return str(info.signature, "\n", info.doc.empty() ? "" : str("\n", info.doc, "\n"));
}

void help_of(State& state, Value x) {
  if (!x.is_function()) {
    throw Error(Code::type, str("`help` takes a function or a struct, got ", kind_text(x)));
  }
  const FunctionInfo& info = x.function().info();
  const Builtin* builtin = info.span.empty() ? state.builtin(info.name) : nullptr;
  state.write(builtin != nullptr ? help(*builtin) : text_of(info));
}

}  // namespace

extern const Builtin help_builtin = {
    .signature = "help(x: any) -> nil",
    .brief = "Prints what is known of a function: its parameters and its doc comment.",
    .params = {{"x", "a function, of the library or of a script, or a struct"}},
    .errors = "error[type] where x is no function",
    .example =
        "## Half of x.\n"
        "fn half(x) = x / 2\n"
        "help(half)\n"
        "#> fn half(x)\n"
        "#>\n"
        "#> Half of x.",
    .source = "Python's help",
    .call = bind<&help_of>,
    .purity = Purity::host,
};

}  // namespace rille
