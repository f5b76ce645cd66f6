// dropped_update(): an update that nothing would keep.
#pragma once

#include <string>
#include <string_view>

#include "vm/error.h"
#include "vm/function.h"

namespace rille {

// `who` changes its `inout` parameter: which it got from a bare var, or, where the value of the
// call goes as well (`whole`), from anything that is not lent.
inline Error dropped_update(const std::string& who, std::string_view parameter, bool whole) {
  bool is_self = parameter == "self";
  std::string changes = str(who, " changes ", is_self ? "" : "its parameter ", "`", parameter, "`");
  if (!whole) return Error(Code::type, changes).help("write `&` before a var");
  Error out(Code::type, changes + ", but the change is discarded");
  return is_self ? out.help("write `!` before the parentheses, of a var or an `inout` parameter")
                 : out.help("write `&` before a var or an `inout` parameter");
}

// What a call does not keep: of a bare var, what becomes of it; where its value goes as well
// (`whole`), anything but a key, unless it is a proc, which may be called for what else it does.
inline void refuse_dropped(const std::string& who, const FunctionInfo& info, bool whole) {
  if (whole && info.is_proc) return;
  for (size_t i = !whole && info.is_method ? 1 : 0; i < info.params.size(); ++i) {
    const auto& param = info.params[i];
    if (!param.is_inout || (whole && param.draws)) continue;
    throw dropped_update(who, param.name, whole);
  }
}

}  // namespace rille
