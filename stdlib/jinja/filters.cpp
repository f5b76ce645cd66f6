// Filters and tests of JinjaRenderer: lookup by name.
#include "stdlib/jinja/filters.h"

#include <algorithm>

namespace rille {
namespace {

struct JinjaFilter {
  std::string_view name;
  JinjaValue (*call)(const JinjaValue& x, const JinjaArguments& args, JinjaRenderer& run);
};

struct JinjaTest {
  std::string_view name;
  bool (*holds)(const JinjaValue& x, const JinjaArguments& args);
};

#define JINJA_FILTER(name, function) {name, jinja_filter::function},
const JinjaFilter filters[] = {
#include "stdlib/jinja/filters.def"
};
#undef JINJA_FILTER

#define JINJA_TEST(name, function) {name, jinja_test::function},
const JinjaTest tests[] = {
#include "stdlib/jinja/tests.def"
};
#undef JINJA_TEST

}  // namespace

JinjaValue JinjaRenderer::filter(std::string_view name, const JinjaValue& x,
                                 const JinjaArguments& args) {
  const auto* found = std::ranges::find(filters, name, &JinjaFilter::name);
  if (found == std::end(filters)) fail_at(line_, str("unknown filter `", name, "`"));
  return found->call(x, args, *this);
}

bool JinjaRenderer::test(std::string_view name, const JinjaValue& x,
                         const JinjaArguments& args) const {
  const auto* found = std::ranges::find(tests, name, &JinjaTest::name);
  if (found == std::end(tests)) fail_at(line_, str("unknown test `", name, "`"));
  return found->holds(x, args);
}

}  // namespace rille
