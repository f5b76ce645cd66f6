// Executable: runs on whole Arrays.
#include "backends/backend.h"

#include "vm/error.h"

namespace rille {

std::vector<Array> Executable::run(std::span<Array> args, std::span<const bool> donate) {
  std::span<const Type> types = params();
  RILLE_CHECK(args.size() == types.size(), args.size(), " of ", types.size());
  std::vector<RunInput> in(args.size());
  for (size_t i = 0; i < args.size(); ++i) {
    if (types[i].form() == TypeForm::token) continue;
    bool is_array = types[i].form() == TypeForm::array;
    RILLE_CHECK(!is_array || args[i].type() == types[i], i, ": ", args[i].type(), " for ",
                types[i]);
    in[i].data = args[i].data();
    bool may = i < donate.size() && donate[i] && !args[i].is_weak() && args[i].is_sole();
    if (may) in[i].donated = &args[i];
  }
  std::vector<Array> out(results());
  run(in, out);
  return out;
}

}  // namespace rille
