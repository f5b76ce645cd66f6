// BuiltinCallScope: the builtin that runs on this thread.
#pragma once

#include <string_view>

#include "vm/error.h"
#include "vm/type.h"

namespace rille {

class Arguments;

// The scope of the code of a builtin; without arguments, the scope of a call from C++ to a script.
class BuiltinCallScope {
 public:
  explicit BuiltinCallScope(const Arguments* arguments, std::string_view name = "");
  ~BuiltinCallScope();
  BuiltinCallScope(const BuiltinCallScope&) = delete;
  BuiltinCallScope& operator=(const BuiltinCallScope&) = delete;

 private:
  const Arguments* before_;
  std::string_view name_before_;
};

// The name of the running builtin, or `otherwise` if none runs.
std::string_view calling_name(std::string_view otherwise);
bool is_calling();
// The index of the argument of the running builtin that is an array or number of this shape; -1 if
// none.
int argument_of_shape(const Shape& shape);

// Underlines the argument of the running builtin for this parameter, if it has one; `nth` is the
// index from 0 in a `...` parameter. For code that several builtins share.
Error labelled(Error error, std::string_view parameter, size_t nth = 0);

}  // namespace rille
