// stablehlo.save: exports a function as StableHLO text.

#include "stdlib/file.h"
#include "stdlib/stablehlo.h"
#include "vm/bind.h"

namespace rille {
namespace {

void save(std::string path, Function f, const Values& args) {
  write_file(path, stablehlo_text(f, args));
}

}  // namespace

extern const Builtin stablehlo_save_builtin = {
    .signature = "stablehlo.save(path: str, f: fn, ...args: any)",
    .brief =
        "Writes a function to a file of StableHLO text. The function is traced as by `jit` for the "
        "types of the arguments.",
    .params = {{"path", "Path of the file."},
               {"f", "Function to export. Captured arrays become constants of the program."},
               {"args",
                "Arguments with the types of the program's inputs; their values do not matter. A "
                "tree becomes one parameter for each leaf."}},
    .returns = "",
    .errors =
        "error[io] if the file cannot be written; error[type] if `f` uses an operation that "
        "StableHLO cannot represent",
    .example =
        "stablehlo.save(\"double.mlir\", x => x * 2, zeros(3))\n"
        "stablehlo.load(\"double.mlir\")([1.0, 2.0, 3.0])  #> [2, 4, 6]",
    .source = "jax.export.export",
    .call = bind<&save>,
    .purity = Purity::host,
};

}  // namespace rille
