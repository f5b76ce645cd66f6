// Methods of strings, in two tables.
#pragma once

#include <span>

#include "stdlib/jinja/run.h"

namespace rille {

struct JinjaStringMethod {
  std::string_view name;
  JinjaValue (*call)(const std::string& text, const JinjaArguments& args, const JinjaRun& run);
};

// Those that pad, part and format; all others are in methods.cpp.
std::span<const JinjaStringMethod> layout_methods();

}  // namespace rille
