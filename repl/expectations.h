// What a test script says it will print or raise.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rille {

// `#> text` or `#! error[kind]: text` at the end of a line; `#>` lines of their own below go on.
struct Expectation {
  int line = 0;    // from 1: where it stands
  int offset = 0;  // of the mark
  bool error = false;
  std::string text;
};

std::vector<Expectation> expectations_in(std::string_view text);

// Whether what was printed is what was expected: once, or by each of several runs of the line.
bool matches(const Expectation& expected, std::string_view printed);
// Whether the first line of an error is, or begins with, what was expected.
bool matches_error(const Expectation& expected, std::string_view first_line);

}  // namespace rille
