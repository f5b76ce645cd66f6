// Expectations: the expected output and errors of a script.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rille {

// `#> text` or `#! error[kind]: text` at the end of a line of code. Lines below that hold only
// `#> text` continue the expected output.
struct Expectation {
  int line = 0;    // of the code, from 1
  int offset = 0;  // of the last byte of the code before the mark
  bool error = false;
  std::string text;
  int begin = 0, end = 0;  // offsets of the marks and their texts, with the continuation lines
};

std::vector<Expectation> expectations_in(std::string_view text);

// Returns whether the printed text is the expected one, printed once or several times in sequence:
// the line may run more than once.
bool matches(const Expectation& expected, std::string_view printed);
// Returns whether the first line of an error equals the expected text, or begins with it.
bool matches_error(const Expectation& expected, std::string_view first_line);

// An expectation with the actual output, or with the first line of the actual error.
struct Blessing {
  Expectation of;
  std::string seen;
};
// Returns the text of a script with the actual output in place of the expected output.
std::string blessed(const std::string& text, std::vector<Blessing> blessings);
// Returns whether `#>` or `#!` can represent a text: complete lines without trailing blanks.
bool can_be_expected(std::string_view seen);

}  // namespace rille
