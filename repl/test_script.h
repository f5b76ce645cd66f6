// A script of `rille test`: run, and held to what it says.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "repl/coverage.h"
#include "repl/expectations.h"
#include "repl/shared_options.h"
#include "vm/error.h"

namespace rille {

// What a script came to. `said` is shown when its turn comes.
struct Count {
  int passed = 0, failed = 0;
  bool is_stopped = false;  // by a limit that was not expected
  double seconds = 0;
  std::string said = {};
  struct Case {
    std::string name, fault;  // "": none
  };
  std::vector<Case> cases = {};
  AllRuns runs = {};                     // where coverage is asked for
  std::vector<Blessing> blessings = {};  // what is to be written in place of what was expected

  void pass(std::string name) {
    ++passed;
    cases.push_back({std::move(name), ""});
  }
  void fail(std::string name, std::string fault) {
    ++failed;
    cases.push_back({std::move(name), std::move(fault)});
  }
};

// One text, as a file of that path. Statements that are wrong before anything runs are noted,
// blanked out, and the rest is run; what is printed is noted by line.
struct TestText {
  std::string path, text;
  std::string of = {};  // what it is an example of; "": it is the file itself
  int from_line = 0;    // lines up to it are none of the test's: what they expect is not looked at
  int offset = -1;      // where the text stands in its file; -1: not as it is here
};
struct TestScriptOptions {
  std::string filter;  // only test blocks whose name holds it, and no expectations
  bool bless = false;  // what was seen takes the place of what was expected
  bool coverage = false;
};
Count run_test_text(const TestText& test, const SharedOptions& shared,
                    const TestScriptOptions& options);

// As reports and `#!` lines begin: "error[kind]: message".
std::string first_line(const Error& error);

}  // namespace rille
