// JSON: values as texts, and back.
#pragma once

#include <optional>
#include <string>

#include "vm/value.h"

namespace rille {

// What json.text and json.parse do.
std::string json_text(State& state, const Value& x, std::optional<int64_t> indent = {});
Value parse_json(const std::string& text);

}  // namespace rille
