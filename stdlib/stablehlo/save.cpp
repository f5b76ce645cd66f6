// stablehlo.save: a function as a file of StableHLO text.

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
        "Writes the function, as jit sees it for these arguments, as a file of StableHLO text.",
    .params = {{"path", "where the text goes"},
               {"f", "what is written; arrays that it captures are written down, too"},
               {"args",
                "of the types that the program takes: their numbers do not matter. A tree "
                "becomes a param for each leaf"}},
    .returns = "",
    .errors =
        "error[io] where the file cannot be written; error[type] where f does what StableHLO "
        "has no words for",
    .example =
        "stablehlo.save(\"double.mlir\", x => x * 2, zeros(3))\n"
        "stablehlo.load(\"double.mlir\")([1.0, 2.0, 3.0])  #> [2, 4, 6]",
    .source = "jax.export.export",
    .call = bind<&save>,
    .purity = Purity::host,
};

}  // namespace rille
