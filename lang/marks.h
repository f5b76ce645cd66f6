// Marks: the parts of a text, for who shows it in colours.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace rille::lang {

enum class MarkKind : uint8_t { name, keyword, number, string, comment, sign, bracket };

struct Mark {
  MarkKind kind;
  int begin, end;    // bytes
  int partner = -1;  // of a bracket: the place of its partner's mark; none: it is open or closes
                     // nothing
};

// In the order of the text, none within another; what stands between them are blanks and what no
// token begins with. A string with holes comes apart. The text may be anything: as far as the
// lexer can tell, these are the tokens that parse() would see.
std::vector<Mark> marks_of(std::string_view text);

}  // namespace rille::lang
