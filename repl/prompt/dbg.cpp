// Dbg: frames, their variables, and expressions in a frame.
#include "repl/prompt/dbg.h"

#include <algorithm>
#include <charconv>

#include "repl/prompt/show.h"
#include "repl/prompt/traced.h"
#include "vm/call.h"
#include "vm/run/frames.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

constexpr size_t short_text = 60;

bool holds_traced(const Value& value) {
  if (value.is_array()) return value.array().is_traced();
  return value.is_branch() && std::ranges::any_of(value.items(), holds_traced);
}

// Returns the type and the value, "f32[3] = [1, 2, 3]"; only the type of a large or traced value.
std::string local_text(const Value& value) {
  std::string brief = brief_of(value);
  if (holds_traced(value)) return brief + ", traced";
  bool is_small = !value.is_array() || value.array().size() <= 64;
  std::string shown = is_small ? visible(text(value)) : "";
  std::ranges::replace(shown, '\n', ' ');
  if (shown.empty() || shown.size() > short_text) return brief;
  return value.is_array() || value.is_branch() ? str(brief, " = ", shown) : shown;
}

std::string place_text(State& state, Span span) {
  const Source& source = state.sources()[static_cast<size_t>(span.file)];
  return str(source.name, ":", line_at(source, span.begin).number);
}

// Returns the source line with carets below the span.
std::string excerpt(State& state, Span span) {
  Line line = line_at(state.sources()[static_cast<size_t>(span.file)], span.begin);
  std::string number = str(line.number);
  auto column = static_cast<size_t>(line.column - 1);
  auto width = static_cast<size_t>(std::max(1, span.end - span.begin));
  width =
      std::min(width, std::max<size_t>(1, line.text.size() - std::min(column, line.text.size())));
  return str(number, " | ", visible(line.text), "\n", std::string(number.size() + 3 + column, ' '),
             std::string(width, '^'), "\n");
}

const LastFailure& failure_of(Prompt& prompt) {
  return prompt.interpreter().state().part<LastFailure>();
}

}  // namespace

// Removes the frames of another error that was raised before and caught.
void Debugger::begin(Prompt& prompt, const Error& error) {
  at_ = 0;
  auto& failure = prompt.interpreter().state().part<LastFailure>();
  if (failure.message != error.what()) failure.frames.clear();
}

void Debugger::take(Prompt& prompt, const std::string& words) {
  const auto& frames = failure_of(prompt).frames;
  if (frames.empty()) return prompt.complain("no error with frames has been raised\n");
  int number = -1;
  auto end = words.data() + words.size();
  bool is_number = std::from_chars(words.data(), end, number).ptr == end && !words.empty();
  if (words.empty()) return show_frames(prompt);
  if (words == "up") {
    number = static_cast<int>(at_) + 1;
  } else if (words == "down") {
    number = static_cast<int>(at_) - 1;
  } else if (!is_number) {
    return evaluate(prompt, words);
  }
  if (number < 0 || number >= static_cast<int>(frames.size())) {
    return prompt.complain(str("expected a frame from 0 to ", frames.size() - 1, "\n"));
  }
  at_ = static_cast<size_t>(number);
  show_frame(prompt);
}

void Debugger::show_frames(Prompt& prompt) const {
  const LastFailure& failure = failure_of(prompt);
  std::string out = str(shown_message(failure.message), "\n");
  for (size_t i = 0; i < failure.frames.size(); ++i) {
    const FrameRecord& frame = failure.frames[i];
    std::string where = place_text(prompt.interpreter().state(), frame.span);
    out += str(i == at_ ? "* " : "  ", i, "  ", frame.function, " at ", where, "\n");
  }
  prompt.say(out);
  show_frame(prompt);
}

void Debugger::show_frame(Prompt& prompt) const {
  const FrameRecord& frame = failure_of(prompt).frames[at_];
  State& state = prompt.interpreter().state();
  std::string out = str("in ", frame.function, "\n", excerpt(state, frame.span));
  for (const auto& [name, value] : frame.locals) {
    std::string pad(name.size() < 8 ? 8 - name.size() : 1, ' ');
    out += str("  ", name, pad, local_text(value), "\n");
  }
  prompt.say(out);
}

// Evaluates an expression as a function of the frame's variables. Traced variables are not
// parameters: their trace has ended, and only their types are left.
void Debugger::evaluate(Prompt& prompt, const std::string& expression) const {
  const FrameRecord& frame = failure_of(prompt).frames[at_];
  std::string params;
  Values values;
  for (const auto& [name, value] : frame.locals) {
    if (name == expression && holds_traced(value)) return prompt.say(local_text(value) + "\n");
    if (holds_traced(value)) continue;
    params += str(params.empty() ? "" : ", ", name);
    values.push_back(value);
  }
  Interpreter& interpreter = prompt.interpreter();
  auto& failure = interpreter.state().part<LastFailure>();
  failure.is_kept = false;  // the frames stay those of the error
  Outcome outcome = interpreter.evaluate(str("(", params, ") => (", expression, ")"));
  if (outcome.ok()) {
    outcome = interpreter.act([&] { prompt.display(call(outcome.value.function(), values)); });
  }
  failure.is_kept = true;
  prompt.session().report(outcome);
}

}  // namespace rille
