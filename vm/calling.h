// Calling: which builtin runs on this thread.
#pragma once

#include <string_view>

#include "vm/error.h"
#include "vm/type.h"

namespace rille {

class Arguments;

// Stands around the code of a builtin, and without arguments around what C++ calls of a script.
class Calling {
 public:
  explicit Calling(const Arguments* arguments, std::string_view name = "");
  ~Calling();
  Calling(const Calling&) = delete;
  Calling& operator=(const Calling&) = delete;

 private:
  const Arguments* before_;
  std::string_view name_before_;
};

// Its name, or what stands for one where none runs.
std::string_view calling_name(std::string_view otherwise);
bool is_calling();
// Which argument of the running builtin is an array, or a number, of this shape; -1: none is.
int argument_of_shape(const Shape& shape);

// The error with what the running builtin was given for this parameter underlined, as far as it has
// one; `nth` counts from 0 what `...` takes. So code that many builtins share finds the argument.
Error labelled(Error error, std::string_view parameter, size_t nth = 0);

}  // namespace rille
