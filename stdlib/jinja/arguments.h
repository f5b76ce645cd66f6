// Arguments of filters and tests, by position or by name.
#pragma once

#include <string_view>

#include "stdlib/jinja/value.h"

namespace rille {

// Raises error[type] if there is no such argument.
const JinjaValue& needed(const JinjaArguments& args, size_t at, std::string_view name);
// The argument's truth, or `fallback` if there is none.
bool truth(const JinjaArguments& args, size_t at, std::string_view name, bool fallback);
// `fallback` if there is none or it is None; error[type] if it is not an integer.
int64_t integer_argument(const JinjaArguments& args, size_t at, std::string_view name,
                         int64_t fallback);
// Raises error[value] if the first argument is below 1.
int64_t needed_count(const JinjaArguments& args, std::string_view name);

}  // namespace rille
