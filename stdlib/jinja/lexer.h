// The tokens of a template.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rille {

struct JinjaToken {
  enum class Kind {
    text,
    begin_block,
    end_block,
    begin_output,
    end_output,
    name,
    string,
    integer,
    real,
    sign,
    end
  };
  Kind kind;
  std::string text;  // for strings, without quotes and with escapes decoded
  int line;
};
std::vector<JinjaToken> tokenize_template(std::string_view text);

}  // namespace rille
