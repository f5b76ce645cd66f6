// JSON: values as texts, and back.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "vm/value.h"

namespace rille {

// What json.text and json.parse do; error[value] with line and column where the text is no JSON.
std::string json_text(State& state, const Value& x, std::optional<int64_t> indent = {});
Value parse_json(const std::string& text);

// The same of a file: `refuse` throws what is wrong with a text that is none, and where.
Value json_value(std::string_view text, const std::function<void(const std::string& why)>& refuse);

// A text in quotes, as JSON has it; bytes that are no UTF-8 are replaced.
std::string json_quoted(std::string_view text);

}  // namespace rille
