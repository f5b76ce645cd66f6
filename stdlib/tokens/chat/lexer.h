// Words of a template, and the text between them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rille {

struct ChatWord {
  enum class Kind {
    text,
    begin_block,
    end_block,
    begin_output,
    end_output,
    name,
    string,
    whole,
    real,
    sign,
    end
  };
  Kind kind;
  std::string text;  // a string without its quotes; a sign as it is
  int line;
};
std::vector<ChatWord> words_of_template(std::string_view text);

}  // namespace rille
