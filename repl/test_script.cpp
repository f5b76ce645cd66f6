// Runs test scripts and compares them with expectations.
#include "repl/test_script.h"

#include <algorithm>
#include <map>

#include "repl/interpreter.h"
#include "repl/sandbox.h"
#include "stdlib/core.h"
#include "vm/call.h"
#include "vm/run/observer.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

// Maps offsets to line numbers, from 1.
class LineNumbers {
 public:
  explicit LineNumbers(std::string_view text) {
    for (size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') ends_.push_back(static_cast<int>(i));
    }
  }
  int at(int offset) const {
    auto end = std::ranges::lower_bound(ends_, offset);
    return 1 + static_cast<int>(end - ends_.begin());
  }

 private:
  std::vector<int> ends_;
};

class TestScriptRun final : Observer {
 public:
  TestScriptRun(const TestText& test, const SharedOptions& shared, const TestScriptOptions& options)
      : path_(test.path),
        of_(test.of),
        text_(test.text),
        options_(options),
        lines_(text_),
        expected_(expectations_in(text_)),
        from_line_(test.from_line),
        shared_(shared) {}

  TestResult run() {
    for (int tries = 0; tries < 100 && !run_once(); ++tries) continue;
    if (options_.filter.empty()) judge();
    return std::move(count_);
  }

 private:
  // Runs the text. Returns false if statements with errors were blanked out: it must run again
  // then.
  bool run_once() {
    printed_.clear();
    Interpreter interpreter([this](std::string_view text) { note(text); });
    Coverage coverage;
    interpreter_ = &interpreter;
    shared_.give_limits(interpreter.state());
    if (shared_.sandbox != nullptr) give_sandbox(*shared_.sandbox, interpreter);
    std::vector<Topic> topics = {Topic::line, Topic::shown, Topic::raised};
    if (of_.empty()) topics.push_back(Topic::test);
    ObserverScope observing(interpreter.state(), *this, topics);
    FileOptions options{.tests = true, .lines = true, .guards = {}};
    if (options_.coverage) options.coverage = &coverage;
    for (const Expectation& e : expected_) {
      if (e.error) options.guards.push_back(e.offset);
    }
    Outcome outcome = interpreter.run_text(path_, text_, options);
    bool again = !outcome.ran && !outcome.ok() && blank_out(outcome.errors, interpreter);
    if (!again) {
      for (const Error& error : outcome.errors) fail(interpreter, error);
      if (!outcome.ok()) stopped_at_ = outcome.ran ? lines_.at(statement_) : 0;
    }
    interpreter_ = nullptr;
    if (!again && options_.coverage) count_.runs = coverage.files();
    return !again;
  }

  using Observer::on;
  void on(const event::LineEvent& event) override {
    statement_ = static_cast<int>(event.offset);
    has_printed_ = false;
  }
  void on(const event::DisplayEvent& event) override {
    if (!event.value.is_nil() || !has_printed_) note(rille::text(event.value) + "\n");
  }
  void on(const event::RaiseEvent& event) override {
    raised_[lines_.at(statement_)].push_back(event.error);
  }
  void on(const event::TestEvent& event) override { test(event.name, event.body); }

  // Blanks out the statements with expected errors. Returns false if none of the errors is
  // expected.
  bool blank_out(const std::vector<Error>& errors, Interpreter& interpreter) {
    bool changed = false;
    std::string before = text_;
    for (const Error& error : errors) {
      int line = lines_.at(error.span().begin);
      bool expected = std::ranges::any_of(
          expected_, [&](const Expectation& e) { return e.error && e.line == line; });
      if (!expected) continue;
      raised_[line].push_back(error);
      changed = true;
      blank(statement_around(interpreter.statements(), error.span(), before));
    }
    return changed;
  }

  // Returns the top-level statement that contains the span, or its line.
  static Span statement_around(const std::vector<Span>& statements, Span place,
                               std::string_view text) {
    for (const Span& s : statements) {
      if (s.begin <= place.begin && place.begin < std::max(s.end, s.begin + 1)) return s;
    }
    auto at = static_cast<size_t>(place.begin);
    size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
    size_t end = std::min(text.find('\n', at), text.size());
    return {place.file, static_cast<int>(begin), static_cast<int>(end)};
  }

  void blank(Span span) {
    for (int i = span.begin; i < span.end && i < static_cast<int>(text_.size()); ++i) {
      char& c = text_[static_cast<size_t>(i)];
      if (c != '\n') c = ' ';
    }
  }

  // Assigns printed text to the line that prints, if it has an expectation, or to the top-level
  // statement.
  void note(std::string_view text) {
    spoke_ = true;
    has_printed_ = true;
    Span place = interpreter_->state().current_span();
    int line = place.empty() ? 0 : lines_.at(place.begin);
    int top = lines_.at(statement_);
    printed_[expects(line) ? line : expects_within(top)] += text;
  }

  bool expects(int line) const {
    return std::ranges::any_of(expected_,
                               [&](const Expectation& e) { return !e.error && e.line == line; });
  }

  // Returns the last line with an expectation in the statement that begins at `top`: a call over
  // several lines has the expectation at its end.
  int expects_within(int top) const {
    int best = top;
    int next = next_statement_line(top);
    for (const Expectation& e : expected_) {
      if (!e.error && e.line >= top && e.line < next) best = e.line;
    }
    return best;
  }

  int next_statement_line(int top) const {
    int best = INT32_MAX;
    for (const Span& s : interpreter_->statements()) {
      int line = lines_.at(s.begin);
      if (line > top) best = std::min(best, line);
    }
    return best;
  }

  void test(const std::string& name, const Function& body) {
    if (name.find(options_.filter) == std::string::npos) return;
    try {
      call(body, {});
      count_.pass(name);
    } catch (const Error& error) {
      std::string head = str("test \"", visible(name), "\"\n");
      count_.is_stopped = count_.is_stopped || error.code() == Code::limit;
      fail(name, head + interpreter_->render(error));
    }
  }

  void fail(Interpreter& interpreter, const Error& error) {
    count_.is_stopped = count_.is_stopped || error.code() == Code::limit;
    fail("the script", interpreter.render(error));
  }

  void judge() {
    int unreached = 0;
    for (const Expectation& e : expected_) {
      if (e.line <= from_line_) continue;
      bool is_met = e.error ? raised_.contains(e.line) : !printed_[e.line].empty();
      if (e.line > stopped_at_ && !is_met) {
        ++unreached;
      } else if (e.error) {
        judge_error(e);
      } else if (matches(e, printed_[e.line])) {
        count_.pass(str("line ", e.line));
      } else if (!blesses(e, printed_[e.line])) {
        std::string fault = str("expected\n", e.text, "\ngot\n", printed_[e.line]);
        fail(str("line ", e.line), visible(str("line ", e.line, ": ", fault)));
      }
    }
    if (unreached == 0) return;
    fail("expectations",
         str(unreached, unreached == 1 ? " expectation" : " expectations", " not reached"));
    count_.failed += unreached - 1;
  }

  // Compares an expected error with those raised on its line, or above it without another
  // expectation in between.
  void judge_error(const Expectation& e) {
    std::string line = str("line ", e.line);
    auto first = std::ranges::lower_bound(expected_, e.line, {}, &Expectation::line);
    int before = first == expected_.begin() ? 0 : std::prev(first)->line;
    auto found = raised_.upper_bound(before);
    if (found == raised_.end() || found->first > e.line) {
      return fail(line, str(line, ": expected ", e.text, ", no error was raised"));
    }
    for (const Error& error : found->second) {
      if (matches_error(e, first_line(error))) return count_.pass(line);
    }
    if (blesses(e, first_line(found->second[0]) + "\n")) return;
    fail(line, str(line, ": expected ", e.text, "\ngot ", first_line(found->second[0])));
  }

  // With --bless, records the actual output in place of the expected one, and returns true.
  bool blesses(const Expectation& e, const std::string& seen) {
    if (!options_.bless || !can_be_expected(seen)) return false;
    count_.blessings.push_back({e, seen});
    count_.pass(str("line ", e.line));
    count_.said += str(visible(path_), ": line ", e.line, " updated\n");
    return true;
  }

  void fail(const std::string& name, const std::string& why) {
    count_.fail(name, why);
    count_.said += str(visible(path_), of_.empty() ? "" : str(", ", of_), ": ", why,
                       why.ends_with("\n") ? "" : "\n");
  }

  std::string path_, of_, text_;
  const TestScriptOptions& options_;
  LineNumbers lines_;  // stays valid, because blanking keeps newlines
  std::vector<Expectation> expected_;
  int from_line_;
  const SharedOptions& shared_;  // the limits apply to each script separately
  std::map<int, std::string> printed_;
  std::map<int, std::vector<Error>> raised_;
  int stopped_at_ = INT32_MAX;  // line of the error that ended the script; 0 if nothing ran
  int statement_ = 0;           // offset of the running statement
  bool spoke_ = false;          // the script has printed something
  bool has_printed_ = false;    // the statement has printed something: a nil value is not recorded
  Interpreter* interpreter_ = nullptr;
  TestResult count_;
};

}  // namespace

std::string first_line(const Error& error) {
  return str("error[", name(error.code()), "]: ", shown_message(error.what()));
}

TestResult run_test_text(const TestText& test, const SharedOptions& shared,
                         const TestScriptOptions& options) {
  return TestScriptRun(test, shared, options).run();
}

}  // namespace rille
