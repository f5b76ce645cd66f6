// What a test script says it will print or raise.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rille {

// `#> text` or `#! error[kind]: text` at the end of a line; `#>` lines of their own below go on.
struct Expectation {
  int line = 0;    // from 1: where it stands
  int offset = 0;  // of the code before the mark
  bool error = false;
  std::string text;
  int begin = 0, end = 0;  // where the marks and their text stand, lines of their own included
};

std::vector<Expectation> expectations_in(std::string_view text);

// Whether what was printed is what was expected: once, or by each of several runs of the line.
bool matches(const Expectation& expected, std::string_view printed);
// Whether the first line of an error is, or begins with, what was expected.
bool matches_error(const Expectation& expected, std::string_view first_line);

// An expectation, and what was seen instead: what was printed, or the first line of an error.
struct Blessing {
  Expectation of;
  std::string seen;
};
// The text of a script with what was seen in place of what was expected.
std::string blessed(const std::string& text, std::vector<Blessing> blessings);
// Whether a `#>` or `#!` can say it: whole lines, none of which ends in a blank.
bool can_be_expected(std::string_view seen);

}  // namespace rille
