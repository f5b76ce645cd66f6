// BuiltinCallScope: the builtin that runs on this thread.
#include "vm/calling.h"

#include <algorithm>
#include <utility>

#include "vm/bind.h"
#include "vm/runtime/raw.h"

namespace rille {
namespace {

// Thread-local, like a run. Calls are nested if a builtin calls a script that calls other builtins.
thread_local const Arguments* innermost = nullptr;  // NOLINT(*-global-variables)
thread_local std::string_view innermost_name;       // NOLINT(*-global-variables)

}  // namespace

BuiltinCallScope::BuiltinCallScope(const Arguments* arguments, std::string_view name)
    : before_(std::exchange(innermost, arguments)),
      name_before_(std::exchange(innermost_name, name)) {}

BuiltinCallScope::~BuiltinCallScope() {
  innermost = before_;
  innermost_name = name_before_;
}

std::string_view calling_name(std::string_view otherwise) {
  return innermost == nullptr ? otherwise : innermost_name;
}

bool is_calling() { return innermost != nullptr; }

int argument_of_shape(const Shape& shape) {
  for (size_t i = 0; innermost != nullptr && i < innermost->params().size(); ++i) {
    if (!innermost->given(i)) continue;
    int type = lua_type(innermost->lua(), innermost->slot(i));
    const Array* array = array_at(innermost->lua(), innermost->slot(i));
    bool fits = array != nullptr ? array->shape() == shape : type == LUA_TNUMBER && shape.empty();
    if (fits) return static_cast<int>(i);
  }
  return -1;
}

Error labelled(Error error, std::string_view parameter, size_t nth) {
  if (innermost == nullptr) return error;
  auto params = innermost->params();
  auto found = std::ranges::find(params, parameter, &Signature::Parameter::name);
  if (found == params.end()) return error;
  return std::move(error).label(static_cast<int>(found - params.begin()) + static_cast<int>(nth));
}

}  // namespace rille
