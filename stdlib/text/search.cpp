// find, contains, starts_with, ends_with: parts of a text.
#include "vm/bind.h"

namespace rille {
namespace {

const std::vector<Param> search_params = {
    {"text", "str", "", ""},
    {"part", "str", "", ""},
};

int64_t characters(std::string_view text) {
  int64_t count = 0;
  for (char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return count;
}

// In characters, as len counts.
Value find(std::string text, std::string part) {
  size_t at = text.find(part);
  if (at == std::string::npos) return {};
  return characters(std::string_view(text).substr(0, at));
}

bool contains_part(std::string text, std::string part) {
  return text.find(part) != std::string::npos;
}
bool starts_with(std::string text, std::string part) { return text.starts_with(part); }
bool ends_with(std::string text, std::string part) { return text.ends_with(part); }

}  // namespace

extern const Builtin find_builtin = {
    .name = "find",
    .brief = "Where a part first stands in a text; nil where it does not.",
    .params = search_params,
    .returns = "int or nil",
    .errors = "error[type] where one is no string",
    .example = "find(\"abc\", \"c\")  #> 2",
    .source = "Python's str.find, with nil for -1",
    .call = bind<&find>,
};

extern const Builtin contains_builtin = {
    .name = "contains",
    .brief = "Whether a part stands in a text.",
    .params = search_params,
    .returns = "bool",
    .errors = "error[type] where one is no string",
    .example = "contains(\"abc\", \"bc\")  #> true",
    .source = "ours",
    .call = bind<&contains_part>,
};

extern const Builtin starts_with_builtin = {
    .name = "starts_with",
    .brief = "Whether a text begins with a part.",
    .params = search_params,
    .returns = "bool",
    .errors = "error[type] where one is no string",
    .example = "starts_with(\"abc\", \"ab\")  #> true",
    .source = "Python's str.startswith",
    .call = bind<&starts_with>,
};

extern const Builtin ends_with_builtin = {
    .name = "ends_with",
    .brief = "Whether a text ends with a part.",
    .params = search_params,
    .returns = "bool",
    .errors = "error[type] where one is no string",
    .example = "ends_with(\"abc\", \"bc\")  #> true",
    .source = "Python's str.endswith",
    .call = bind<&ends_with>,
};

}  // namespace rille
