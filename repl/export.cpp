// rille export: functions of a script for other systems.
#include <cstdio>

#include "repl/planned_call.h"
#include "repl/put_text.h"
#include "stdlib/file.h"
#include "stdlib/stablehlo.h"

namespace rille {

void put_text(const std::string& path, const std::string& text) {
  if (!path.empty()) return write_file(path, text);
  std::fputs(text.c_str(), stdout);
}

Status export_command(const Shared& shared, ExportWish wish) {
  wish.call.command = "export stablehlo";
  return on_planned_call(shared, wish.call, [&](const PlannedCall& call) {
    Values args(call.parts.begin() + 1, call.parts.end());
    put_text(wish.out, stablehlo_text(call.parts[0].function(), args, wish.check));
  });
}

}  // namespace rille
