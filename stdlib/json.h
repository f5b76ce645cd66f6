<<<<<<< HEAD
// JSON in C++: a value of a text.
#pragma once

=======
// JSON: values as texts, and back.
#pragma once

#include <optional>
>>>>>>> main
#include <string>

#include "vm/value.h"

namespace rille {

<<<<<<< HEAD
// As json.parse gives it; error[value] with line and column where the text is no JSON.
=======
// What json.text and json.parse do.
std::string json_text(State& state, const Value& x, std::optional<int64_t> indent = {});
>>>>>>> main
Value parse_json(const std::string& text);

}  // namespace rille
