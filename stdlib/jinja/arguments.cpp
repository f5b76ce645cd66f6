// Arguments that are required or have a type.
#include "stdlib/jinja/arguments.h"

#include "vm/error.h"

namespace rille {

const JinjaValue& needed(const JinjaArguments& args, size_t at, std::string_view name) {
  const JinjaValue* x = argument(args, at, name);
  if (x == nullptr) throw Error(Code::type, str("`", name, "` is missing"));
  return *x;
}

bool truth(const JinjaArguments& args, size_t at, std::string_view name, bool fallback) {
  const JinjaValue* x = argument(args, at, name);
  return x == nullptr ? fallback : is_true(*x);
}

int64_t integer_argument(const JinjaArguments& args, size_t at, std::string_view name,
                         int64_t fallback) {
  const JinjaValue* x = argument(args, at, name);
  if (x == nullptr || x->is_none()) return fallback;
  if (!x->is_integer())
    throw Error(Code::type, str("`", name, "` is ", kind_of(*x), ", expected an int"));
  return x->integer();
}

int64_t needed_count(const JinjaArguments& args, std::string_view name) {
  int64_t out = integer_argument(args, 0, name, 0);
  if (out < 1) throw Error(Code::value, str("`", name, "` is ", out, ", expected an int above 0"));
  return out;
}

}  // namespace rille
