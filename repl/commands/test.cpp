// rille test: runs test blocks and checks expectations.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>

#include "repl/commands/command.h"
#include "repl/doc_examples.h"
#include "repl/sandbox.h"
#include "repl/scripts.h"
#include "repl/test_script.h"
#include "stdlib/file.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

struct TestOptions : TestScriptOptions {
  std::vector<std::string> paths = {"."};
  std::string junit;  // output file of the results as JUnit XML
  std::string lcov;   // output file of the coverage in the format of lcov
  int jobs = 1;       // number of scripts that run in parallel
  bool doc = false;   // run only examples in `##` comments and Markdown files
};

void add(TestResult& to, TestResult more) {
  to.passed += more.passed;
  to.failed += more.failed;
  for (Blessing& it : more.blessings) to.blessings.push_back(std::move(it));
  to.is_stopped = to.is_stopped || more.is_stopped;
  to.said += more.said;
  for (TestResult::TestCase& it : more.cases) to.cases.push_back(std::move(it));
  add_runs(to.runs, more.runs);
}

// Returns the scripts under a path, without those in directories named `modules`, which only other
// scripts import. With `with_pages`, returns all scripts and Markdown files: each can have
// examples.
std::vector<std::string> tests_under(const std::string& path, bool with_pages) {
  return files_under(path, [&](const std::filesystem::path& file) {
    bool module = file.parent_path().filename() == "modules";
    auto ending = file.extension();
    return ending == ".rille" ? with_pages || !module : with_pages && ending == ".md";
  });
}

// Tests one text of a file. Offsets of blessings are converted to offsets in the file.
TestResult run_text(const TestText& test, const SharedOptions& shared, TestOptions options) {
  options.bless = options.bless && test.offset >= 0;
  options.coverage = options.coverage && test.of.empty();
  TestResult out = run_test_text(test, shared, options);
  for (Blessing& blessing : out.blessings) {
    blessing.of.begin += test.offset;
    blessing.of.end += test.offset;
  }
  if (!test.of.empty() && out.cases.empty()) out.pass(str(test.of, " runs"));
  return out;
}

// Tests the file itself, or, with --doc, the examples in it.
TestResult run_texts(const std::string& path, const SharedOptions& shared,
                     const TestOptions& options) {
  std::string text = script_text(shared, path);
  std::vector<TestText> tests = {{.path = path, .text = text, .offset = 0}};
  if (options.doc) tests = examples_in(path, text);
  TestResult out;
  for (const TestText& test : tests) add(out, run_text(test, shared, options));
  if (!out.blessings.empty()) write_file(path, blessed(text, out.blessings));
  return out;
}

TestResult run_script(const std::string& path, const SharedOptions& shared,
                      const TestOptions& options) {
  auto since = std::chrono::steady_clock::now();
  TestResult out;
  try {
    out = run_texts(path, shared, options);
  } catch (const Error& error) {
    std::string why = shown_message(error.what());
    out.said = str(visible_name(path), ": ", why, "\n");
    out.fail("the script", why);
  }
  out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
  return out;
}

// Runs all scripts, `jobs` in parallel. Reports are printed in the order of the scripts.
std::vector<TestResult> run_scripts(const SharedOptions& shared,
                                    const std::vector<std::string>& scripts,
                                    const TestOptions& options) {
  std::vector<TestResult> out(scripts.size());
  std::vector<bool> is_done(scripts.size());
  std::mutex mutex;
  size_t next = 0, told = 0;
  auto work = [&] {
    std::unique_lock lock(mutex);
    while (next < scripts.size()) {
      size_t own = next++;
      lock.unlock();
      TestResult count = run_script(scripts[own], shared, options);
      lock.lock();
      out[own] = std::move(count);
      is_done[own] = true;
      for (; told < scripts.size() && is_done[told]; ++told) {
        std::fwrite(out[told].said.data(), 1, out[told].said.size(), stdout);
      }
    }
  };
  {
    std::vector<std::jthread> others;
    auto jobs = std::min(static_cast<size_t>(options.jobs), scripts.size());
    for (size_t i = 1; i < jobs; ++i) others.emplace_back(work);
    work();
  }
  return out;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (char c : visible(std::string(text))) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

// Returns the results as JUnit XML.
std::string junit(const std::vector<std::string>& scripts, const std::vector<TestResult>& counts) {
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  for (size_t i = 0; i < scripts.size(); ++i) {
    const TestResult& count = counts[i];
    std::string path = escaped(visible_name(scripts[i]));
    out += str("<testsuite name=\"", path, "\" tests=\"", count.cases.size(), "\" failures=\"",
               count.failed, "\" time=\"", count.seconds, "\">\n");
    for (const TestResult::TestCase& it : count.cases) {
      std::string fault = it.fault.empty()
                              ? "/>\n"
                              : str("><failure>", escaped(it.fault), "</failure></testcase>\n");
      out += str("<testcase classname=\"", path, "\" name=\"", escaped(it.name), "\"", fault);
    }
    out += "</testsuite>\n";
  }
  return out + "</testsuites>\n";
}

Status write_reports(const std::vector<std::string>& scripts, const std::vector<TestResult>& counts,
                     const TestResult& total, const TestOptions& options) {
  try {
    if (!options.junit.empty()) write_file(options.junit, junit(scripts, counts));
    if (!options.lcov.empty()) write_file(options.lcov, coverage_lcov(total.runs));
  } catch (const Error& error) {
    std::fputs(str(first_line(error), "\n").c_str(), stderr);
    return Status::file;
  }
  return Status::success;
}

Status run_tests(const SharedOptions& shared, const TestOptions& options) {
  std::vector<std::string> scripts;
  try {
    for (const std::string& path : options.paths) {
      std::vector<std::string> some = tests_under(path, options.doc);
      scripts.insert(scripts.end(), some.begin(), some.end());
    }
  } catch (const Error& error) {
    std::fputs(str(first_line(error), "\n").c_str(), stderr);
    return Status::file;
  }
  std::vector<TestResult> counts = run_scripts(shared, scripts, options);
  TestResult total;
  for (const TestResult& count : counts) add(total, count);
  if (options.coverage) std::fputs(coverage_text(total.runs).c_str(), stdout);
  std::string blessed = options.bless ? str(", ", total.blessings.size(), " updated") : "";
  std::fputs(str(total.passed, " passed, ", total.failed, " failed", blessed, "\n").c_str(),
             stdout);
  Status written = write_reports(scripts, counts, total, options);
  if (written != Status::success) return written;
  if (total.failed == 0) return Status::success;
  return total.is_stopped ? Status::limit : Status::script;
}

}  // namespace

void add_test_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<TestOptions>();
  auto* test = app.add_subcommand("test", "run the test blocks and `#>` lines of scripts");
  test->add_option("PATH", options->paths,
                   "scripts and directories; default: the current directory");
  test->add_option("--filter", options->filter,
                   "run only test blocks whose name contains this text, and no `#>` lines");
  test->add_option("--jobs", options->jobs, "number of scripts to run in parallel")
      ->check(CLI::Range(1, 64));
  test->add_option("--junit", options->junit, "write the results to a JUnit XML file");
  test->add_flag("--bless", options->bless,
                 "replace the expected output in scripts by their actual output")
      ->excludes("--filter");
  test->add_flag("--doc", options->doc,
                 "run only the examples: ```rille blocks in ## comments and in Markdown files");
  test->add_flag("--coverage", options->coverage, "report the lines that ran, in modules too");
  test->add_option("--lcov", options->lcov, "write the coverage to an lcov file");
  test->callback([options, &invocation] {
    options->coverage = options->coverage || !options->lcov.empty();
    invocation.guarded = options->paths;
    invocation.act = [options, &invocation] { return run_tests(invocation.shared, *options); };
  });
}

Status test_command(const SharedOptions& shared, const std::vector<std::string>& paths) {
  TestOptions options;
  options.paths = paths;
  return run_tests(shared, options);
}

}  // namespace rille
