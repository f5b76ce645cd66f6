// JinjaRun::filter and JinjaRun::test: lookup by name.
#include "stdlib/jinja/filters.h"

#include <algorithm>

namespace rille {
namespace {

struct Filter {
  std::string_view name;
  JinjaValue (*call)(const JinjaValue& x, const JinjaArguments& args, JinjaRun& run);
};

struct Test {
  std::string_view name;
  bool (*holds)(const JinjaValue& x, const JinjaArguments& args);
};

#define JINJA_FILTER(name, function) {name, jinja_filter::function},
const Filter filters[] = {
#include "stdlib/jinja/filters.def"
};
#undef JINJA_FILTER

#define JINJA_TEST(name, function) {name, jinja_test::function},
const Test tests[] = {
#include "stdlib/jinja/tests.def"
};
#undef JINJA_TEST

}  // namespace

JinjaValue JinjaRun::filter(std::string_view name, const JinjaValue& x,
                            const JinjaArguments& args) {
  const auto* found = std::ranges::find(filters, name, &Filter::name);
  if (found == std::end(filters)) fail_at(line_, str("unknown filter `", name, "`"));
  return found->call(x, args, *this);
}

bool JinjaRun::test(std::string_view name, const JinjaValue& x, const JinjaArguments& args) const {
  const auto* found = std::ranges::find(tests, name, &Test::name);
  if (found == std::end(tests)) fail_at(line_, str("unknown test `", name, "`"));
  return found->holds(x, args);
}

}  // namespace rille
