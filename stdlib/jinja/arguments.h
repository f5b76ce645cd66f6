// Arguments of filters and tests, by position or by name.
#pragma once

#include <string_view>

#include "stdlib/jinja/value.h"

namespace rille {

// Returns an argument; error[type] if it is missing.
const JinjaValue& needed(const JinjaArguments& args, size_t at, std::string_view name);
// The truth value of an argument, or `fallback` if it is missing.
bool truth(const JinjaArguments& args, size_t at, std::string_view name, bool fallback);
// An integer argument, or `fallback` if it is missing or None; error[type] if it is not an integer.
int64_t integer_argument(const JinjaArguments& args, size_t at, std::string_view name,
                         int64_t fallback);
// The first argument, a count; error[value] if it is below 1.
int64_t needed_count(const JinjaArguments& args, std::string_view name);

}  // namespace rille
