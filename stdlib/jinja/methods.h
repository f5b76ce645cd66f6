// Methods of strings.
#pragma once

#include <span>

#include "stdlib/jinja/run.h"

namespace rille {

struct JinjaStringMethod {
  std::string_view name;
  JinjaValue (*call)(const std::string& text, const JinjaArguments& args, const JinjaRenderer& run);
};

// The methods that pad, partition, and format strings; all others are in methods.cpp.
std::span<const JinjaStringMethod> layout_methods();

}  // namespace rille
