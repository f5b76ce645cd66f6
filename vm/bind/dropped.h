// dropped_update(): the error for a change that is discarded.
#pragma once

#include <string>
#include <string_view>

#include "vm/error.h"
#include "vm/function.h"

namespace rille {

// `who` changes its `inout` parameter, but the argument is a bare var; or, if the value of the call
// is unused as well (`whole`), any value that is not passed by reference.
inline Error dropped_update(const std::string& who, std::string_view parameter, bool whole) {
  bool is_self = parameter == "self";
  std::string changes = str(who, " changes ", is_self ? "" : "its parameter ", "`", parameter, "`");
  if (!whole) return Error(Code::type, changes).help("write `&` before a var");
  Error out(Code::type, changes + ", but the change is discarded");
  return is_self ? out.help("write `!` before the parentheses, for a var or an `inout` parameter")
                 : out.help("write `&` before a var or an `inout` parameter");
}

// Raises if a call discards a change: of a bare var; or, if the value of the call is unused as well
// (`whole`), of any argument except a key. A proc may be called for its side effects.
inline void refuse_dropped(const std::string& who, const FunctionInfo& info, bool whole) {
  if (whole && info.is_proc) return;
  for (size_t i = !whole && info.is_method ? 1 : 0; i < info.params.size(); ++i) {
    const auto& param = info.params[i];
    if (!param.is_inout || (whole && param.draws)) continue;
    throw dropped_update(who, param.name, whole);
  }
}

}  // namespace rille
