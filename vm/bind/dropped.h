// dropped_update(): an update that nothing would keep.
#pragma once

#include <string>
#include <string_view>

#include "vm/error.h"

namespace rille {

// `who` changes its `inout` parameter: which it got from a bare var, or, where the value of the
// call goes as well (`whole`), from anything that is not lent.
inline Error dropped_update(const std::string& who, std::string_view parameter, bool whole) {
  bool is_self = parameter == "self";
  std::string changes = str(who, " changes ", is_self ? "" : "its parameter ", "`", parameter, "`");
  if (!whole) return Error(Code::type, changes).help("write `&` before a var");
  Error out(Code::type, changes + ", and nothing here keeps that");
  return is_self ? out.help("write `!` before the parentheses, of a var or an `inout` parameter")
                 : out.help("write `&` before a var or an `inout` parameter");
}

}  // namespace rille
