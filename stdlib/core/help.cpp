// help: prints the documentation of a function.
#include "vm/help.h"

#include "vm/state.h"

namespace rille {
namespace {

// The text of a function of a script: its signature and its doc comment, the `##` lines above it.
std::string text_of(const FunctionInfo& info) {
  if (info.signature.empty()) {
    std::vector<std::string> names;
    for (const auto& p : info.params) names.push_back(p.has_default ? p.name + " = …" : p.name);
    return str(info.name, "(", join(names), ")\n",
               info.doc.empty() ? "" : str("\n", info.doc, "\n"));
  }
  return str(info.signature, "\n", info.doc.empty() ? "" : str("\n", info.doc, "\n"));
}

// The signature of a struct of a script.
std::string text_of(const StructType& type) {
  return str("struct ", type.name, "(", join(type.order), ")\n");
}

void help_of(State& state, Value x) {
  if (const Struct* record = struct_of(x)) return state.write(help(*record));
  if (const StructType* type = struct_type(x.layout())) return state.write(text_of(*type));
  if (!x.is_function()) {
    throw Error(Code::type, str("`x` of `help` is ", kind_text(x),
                                ", expected a function, a struct, or an instance"))
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
    .brief = "Prints the documentation of a function: its signature, parameters, and doc comment.",
    .params = {{"x",
                "Function or struct, of the library or of a script, or an instance of a struct."}},
    .errors = "error[type] if `x` is none of these",
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
