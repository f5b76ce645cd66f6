// JinjaRenderer: the functions range, dict, and namespace.
#include "stdlib/jinja/run.h"
#include "vm/error.h"

namespace rille {
namespace {

JinjaValue range(const JinjaArguments& args, const JinjaRenderer& run) {
  size_t count = args.positional.size();
  if (count < 1 || count > 3)
    throw Error(Code::value, str("range: got ", count, " arguments, expected 1 to 3"));
  for (const JinjaValue& x : args.positional) {
    if (!x.is_integer())
      throw Error(Code::type, str("range: an argument is ", kind_of(x), ", expected an int"));
  }
  int64_t begin = count > 1 ? args.positional[0].integer() : 0;
  int64_t end = args.positional[count > 1 ? 1 : 0].integer();
  int64_t by = count > 2 ? args.positional[2].integer() : 1;
  if (by == 0) throw Error(Code::value, "range: the step is 0, expected a nonzero int");
  JinjaValues items;
  for (int64_t i = begin; by > 0 ? i < end : i > end;) {
    if (std::ssize(items) >= run.limits().range) {
      fail_at(run.line(), str("a range has more than ", run.limits().range, " items"), true);
    }
    items.push_back(i);
    if (__builtin_add_overflow(i, by, &i)) break;
  }
  return list_of(std::move(items));
}

// Merges the entries of dicts and the named arguments.
JinjaDict merged(const JinjaArguments& args) {
  JinjaDict out;
  for (const JinjaValue& x : args.positional) {
    if (x.dict() == nullptr)
      throw Error(Code::type, str("a positional argument is ", kind_of(x), ", expected a dict"));
    for (const auto& [key, value] : x.dict()->rows) out.put(key, value);
  }
  for (const auto& [key, value] : args.named) out.put(key, value);
  return out;
}

}  // namespace

void JinjaRenderer::define_globals() {
  globals_.names["range"] =
      function_of([this](const JinjaArguments& args) { return range(args, *this); });
  globals_.names["dict"] =
      function_of([](const JinjaArguments& args) { return dict_of(merged(args)); });
  globals_.names["namespace"] = function_of([this](const JinjaArguments& args) {
    JinjaDict dict = merged(args);
    dict.is_namespace = true;
    JinjaValue made = dict_of(std::move(dict));
    namespaces_.emplace_back(*made.get<JinjaDictRef>());
    return made;
  });
}

}  // namespace rille
