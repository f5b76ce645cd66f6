// The tokens of a template: text, marks, words.
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
  std::string text;  // of a string, its characters without quotes and escapes
  int line;
};
std::vector<JinjaToken> tokenize_template(std::string_view text);

}  // namespace rille
