// Runs a test script and compares it with its expectations.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "repl/coverage.h"
#include "repl/expectations.h"
#include "repl/shared_options.h"
#include "vm/error.h"

namespace rille {

// The result of a script. `said` is its report, printed in the order of the scripts.
struct TestResult {
  int passed = 0, failed = 0;
  bool is_stopped = false;  // by an unexpected error[limit]
  double seconds = 0;
  std::string said = {};
  struct TestCase {
    std::string name, fault;  // `fault` is "" if the case passed
  };
  std::vector<TestCase> cases = {};
  RunsByPath runs = {};                  // if coverage is requested
  std::vector<Blessing> blessings = {};  // the expectations to be updated

  void pass(std::string name) {
    ++passed;
    cases.push_back({std::move(name), ""});
  }
  void fail(std::string name, std::string fault) {
    ++failed;
    cases.push_back({std::move(name), std::move(fault)});
  }
};

// A text to be tested as a file of that path. Statements with syntax or name errors are recorded
// and blanked out, and the rest runs. The output is recorded by line.
struct TestText {
  std::string path, text;
  std::string of = {};  // name of an example in a document, "" for a whole file
  int from_line = 0;  // expectations up to this line are ignored: they belong to the script itself
  int offset = -1;    // of the text in its file; -1 if the file does not contain it unchanged
};
struct TestScriptOptions {
  std::string filter;  // if not "", runs only test blocks whose names contain it
  bool bless = false;  // replace wrong expected outputs by the actual ones
  bool coverage = false;
};
TestResult run_test_text(const TestText& test, const SharedOptions& shared,
                         const TestScriptOptions& options);

// Returns the first line of a rendered error, as `#!` lines quote it: "error[kind]: message".
std::string first_line(const Error& error);

}  // namespace rille
