// rille test: the test blocks and expectations of scripts.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <mutex>
#include <thread>

#include "repl/commands.h"
#include "repl/expectations.h"
#include "repl/interpreter.h"
#include "stdlib/core.h"
#include "stdlib/file.h"
#include "vm/call.h"
#include "vm/visible.h"

namespace rille {
namespace {

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

  void pass(std::string name) {
    ++passed;
    cases.push_back({std::move(name), ""});
  }
  void fail(std::string name, std::string fault) {
    ++failed;
    cases.push_back({std::move(name), std::move(fault)});
  }
};

// Which line an offset is on, from 1.
class Lines {
 public:
  explicit Lines(std::string_view text) {
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

std::string first_line(const Error& error) {
  return str("error[", name(error.code()), "]: ", shown_message(error.what()));
}

// One script. Statements that are wrong before anything runs are noted, blanked out, and the rest
// is run; what is printed is noted by line.
class Script {
 public:
  Script(std::string path, const Shared& shared, const std::string& filter)
      : path_(std::move(path)),
        filter_(filter),
        text_(read_source(path_)),
        lines_(text_),
        expected_(expectations_in(text_)),
        shared_(shared) {}

  Count run() {
    for (int tries = 0; tries < 100 && !run_once(); ++tries) continue;
    if (filter_.empty()) judge();
    return std::move(count_);
  }

 private:
  // Whether it ran; else something was blanked out and it is worth another try.
  bool run_once() {
    printed_.clear();
    Interpreter interpreter([this](std::string_view text) { note(text); });
    interpreter_ = &interpreter;
    shared_.give_limits(interpreter.state());
    CoreHooks& hooks = core_hooks(interpreter.state());
    hooks.line = [this](int64_t offset) {
      statement_ = static_cast<int>(offset);
      has_printed_ = false;
    };
    hooks.show = [&](const Value& value) {
      if (!value.is_nil() || !has_printed_) note(rille::text(value) + "\n");
    };
    hooks.raised = [this](const Error& error) { raised_[lines_.at(statement_)].push_back(error); };
    hooks.test = [&](const std::string& name, const Function& body) { test(name, body); };
    FileOptions options{.tests = true, .lines = true, .guards = {}};
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
    return !again;
  }

  // Takes the statements out that the errors stand in; false where none is expected there.
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

  // The top-level statement that holds the place, else its line.
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

  // Where what is printed now belongs: to the line that prints, if something is expected there,
  // else to the statement of the top level.
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

  // The statement's last line that expects something: a call over several lines has it at its end.
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
    if (name.find(filter_) == std::string::npos) return;
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
      bool is_met = e.error ? raised_.contains(e.line) : !printed_[e.line].empty();
      if (e.line > stopped_at_ && !is_met) {
        ++unreached;
      } else if (e.error) {
        judge_error(e);
      } else if (matches(e, printed_[e.line])) {
        count_.pass(str("line ", e.line));
      } else {
        std::string fault = str("expected\n", e.text, "\ngot\n", printed_[e.line]);
        fail(str("line ", e.line), str("line ", e.line, ": ", fault));
      }
    }
    if (unreached == 0) return;
    fail("what is expected",
         str(unreached, unreached == 1 ? " expectation" : " expectations", " not reached"));
    count_.failed += unreached - 1;
  }

  // What was raised on its line, or above it with no other expectation between.
  void judge_error(const Expectation& e) {
    std::string line = str("line ", e.line);
    auto first = std::ranges::lower_bound(expected_, e.line, {}, &Expectation::line);
    int before = first == expected_.begin() ? 0 : std::prev(first)->line;
    auto found = raised_.upper_bound(before);
    if (found == raised_.end() || found->first > e.line) {
      return fail(line, str(line, ": expected ", e.text, ", nothing was raised"));
    }
    for (const Error& error : found->second) {
      if (matches_error(e, first_line(error))) return count_.pass(line);
    }
    fail(line, str(line, ": expected ", e.text, "\ngot ", first_line(found->second[0])));
  }

  void fail(const std::string& name, const std::string& why) {
    count_.fail(name, why);
    count_.said += str(visible(path_), ": ", why, why.ends_with("\n") ? "" : "\n");
  }

  std::string path_, filter_, text_;
  Lines lines_;  // what is blanked out keeps its line ends
  std::vector<Expectation> expected_;
  const Shared& shared_;  // the limits are each script's own
  std::map<int, std::string> printed_;
  std::map<int, std::vector<Error>> raised_;
  int stopped_at_ = INT32_MAX;  // the line of the error that ended the script; 0: nothing ran
  int statement_ = 0;           // the offset of the one that runs
  bool spoke_ = false;          // it printed something: then its value nil is not shown
  bool has_printed_ = false;    // the statement at hand: its nil is then not shown
  Interpreter* interpreter_ = nullptr;
  Count count_;
};

// The scripts under a path, sorted; a path that is a file is one, whatever its ending. Files of
// modules that scripts import (a folder `modules`) are none.
std::vector<std::string> scripts_under(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code failed;
  if (!fs::is_directory(path, failed)) return {path};
  std::vector<std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator(path, failed)) {
    bool module = entry.path().parent_path().filename() == "modules";
    if (entry.path().extension() == ".rille" && !module) out.push_back(entry.path().string());
  }
  std::ranges::sort(out);
  return out;
}

Count run_script(const std::string& path, const Shared& shared, const std::string& filter) {
  auto since = std::chrono::steady_clock::now();
  Count out;
  try {
    out = Script(path, shared, filter).run();
  } catch (const Error& error) {
    std::string why = shown_message(error.what());
    out.said = str(visible(path), ": ", why, "\n");
    out.fail("the script", why);
  }
  out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
  return out;
}

// All scripts, some at once; each is told of in its turn, whichever ends first.
std::vector<Count> run_scripts(const Shared& shared, const std::vector<std::string>& scripts,
                               const TestWish& wish) {
  std::vector<Count> out(scripts.size());
  std::vector<bool> is_done(scripts.size());
  std::mutex mutex;
  size_t next = 0, told = 0;
  auto work = [&] {
    std::unique_lock lock(mutex);
    while (next < scripts.size()) {
      size_t own = next++;
      lock.unlock();
      Count count = run_script(scripts[own], shared, wish.filter);
      lock.lock();
      out[own] = std::move(count);
      is_done[own] = true;
      for (; told < scripts.size() && is_done[told]; ++told) {
        std::fputs(out[told].said.c_str(), stdout);
      }
    }
  };
  {
    std::vector<std::jthread> others;
    auto jobs = std::min(static_cast<size_t>(wish.jobs), scripts.size());
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

// As JUnit writes it, which services that run tests read.
std::string junit(const std::vector<std::string>& scripts, const std::vector<Count>& counts) {
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  for (size_t i = 0; i < scripts.size(); ++i) {
    const Count& count = counts[i];
    std::string path = escaped(scripts[i]);
    out += str("<testsuite name=\"", path, "\" tests=\"", count.cases.size(), "\" failures=\"",
               count.failed, "\" time=\"", count.seconds, "\">\n");
    for (const Count::Case& it : count.cases) {
      std::string fault = it.fault.empty()
                              ? "/>\n"
                              : str("><failure>", escaped(it.fault), "</failure></testcase>\n");
      out += str("<testcase classname=\"", path, "\" name=\"", escaped(it.name), "\"", fault);
    }
    out += "</testsuite>\n";
  }
  return out + "</testsuites>\n";
}

}  // namespace

Status test_command(const Shared& shared, const std::vector<std::string>& paths,
                    const TestWish& wish) {
  std::vector<std::string> scripts;
  for (const std::string& path : paths) {
    std::vector<std::string> some = scripts_under(path);
    scripts.insert(scripts.end(), some.begin(), some.end());
  }
  std::vector<Count> counts = run_scripts(shared, scripts, wish);
  Count total;
  for (const Count& count : counts) {
    total.passed += count.passed;
    total.failed += count.failed;
    total.is_stopped = total.is_stopped || count.is_stopped;
  }
  std::fputs(str(total.passed, " passed, ", total.failed, " failed\n").c_str(), stdout);
  if (!wish.junit.empty()) {
    try {
      write_file(wish.junit, junit(scripts, counts));
    } catch (const Error& error) {
      std::fputs(str(first_line(error), "\n").c_str(), stderr);
      return Status::file;
    }
  }
  if (total.failed == 0) return Status::success;
  return total.is_stopped ? Status::limit : Status::script;
}

}  // namespace rille
