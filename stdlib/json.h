// JSON: values to text, and text to values.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "vm/value.h"

namespace rille {

// The implementations of json.text and json.parse; error[value] with line and column if the text is
// not valid JSON.
std::string json_text(State& state, const Value& x, std::optional<int64_t> indent = {});
Value parse_json(const std::string& text);

// parse_json for a file: `refuse` throws the error for an invalid text, with its position.
Value json_value(std::string_view text, const std::function<void(const std::string& why)>& refuse);

// The text as a JSON string literal; bytes that are not valid UTF-8 are replaced.
std::string json_quoted(std::string_view text);

}  // namespace rille
