// Filters and tests listed in filters.def and tests.def.
#pragma once

#include "stdlib/jinja/run.h"

// NOLINTBEGIN(readability-redundant-declaration): some functions have several names
namespace rille::jinja_filter {

// Computes x | name(args).
#define JINJA_FILTER(name, function) \
  JinjaValue function(const JinjaValue& x, const JinjaArguments& args, JinjaRenderer& run);
#include "stdlib/jinja/filters.def"
#undef JINJA_FILTER

}  // namespace rille::jinja_filter

namespace rille::jinja_test {

// Computes x is name(args).
#define JINJA_TEST(name, function) bool function(const JinjaValue& x, const JinjaArguments& args);
#include "stdlib/jinja/tests.def"
#undef JINJA_TEST

}  // namespace rille::jinja_test
// NOLINTEND(readability-redundant-declaration)
