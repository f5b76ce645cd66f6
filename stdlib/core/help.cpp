// help: what is known of a function, as text.
#include "vm/help.h"

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

// The head of a script's struct, of one of its instances.
std::string text_of(const StructType& type) {
  return str("struct ", type.name, "(", join(type.order), ")\n");
}

void help_of(State& state, Value x) {
  if (const Struct* record = struct_of(x)) return state.write(help(*record));
  if (const StructType* type = struct_type(x.layout())) return state.write(text_of(*type));
  if (!x.is_function()) {
    throw Error(Code::type,
                str("`help` takes a function, a struct or an instance of one, got ", kind_text(x)))
        .label(0);
  }
  const FunctionInfo& info = x.function().info();
  bool is_ours = info.span.empty();
  if (const Struct* record = is_ours ? state.struct_record(info.name) : nullptr) {
    return state.write(help(*record));
  }
  const Builtin* builtin = is_ours ? state.builtin(info.name) : nullptr;
  state.write(builtin != nullptr ? help(*builtin) : text_of(info));
}

}  // namespace

extern const Builtin help_builtin = {
    .signature = "help(x: any) -> nil",
    .brief = "Prints what is known of a function: its parameters and its doc comment.",
    .params = {{"x", "a function or a struct, of the library or of a script, or an instance"}},
    .errors = "error[type] where x is none of these",
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
