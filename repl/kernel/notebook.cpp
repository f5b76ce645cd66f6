// Notebook: runs cells by the prompt, and shows their output.
#include "repl/kernel/notebook.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <thread>

#include "repl/alike.h"
#include "repl/kernel/text.h"
#include "repl/line/brackets.h"
#include "repl/line/highlight.h"
#include "repl/notebook/entries.h"
#include "repl/notebook/paint.h"
#include "repl/notebook/places.h"
#include "repl/notebook/rich.h"
#include "stdlib/ckpt.h"
#include "stdlib/markup.h"
#include "vm/run/frames.h"
#include "vm/run/running.h"
#include "vm/words/visible.h"

namespace rille {
namespace {

constexpr auto update_every = std::chrono::milliseconds(50);
constexpr auto drop_for = std::chrono::milliseconds(200);

// Returns the time in the format of message headers: 2026-01-31T08:05:09.000123Z.
std::string time_text() {
  auto now = std::chrono::system_clock::now();
  std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  auto micros = std::chrono::duration_cast<std::chrono::microseconds>(now.time_since_epoch());
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  char day[32], out[48];
  std::strftime(day, sizeof day, "%Y-%m-%dT%H:%M:%S", &parts);
  std::snprintf(out, sizeof out, "%s.%06dZ", day, static_cast<int>(micros.count() % 1'000'000));
  return out;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    size_t size = std::min(text.find('\n'), text.size());
    out.emplace_back(text.substr(0, size));
    text.remove_prefix(std::min(size + 1, text.size()));
  }
  return out;
}

std::string unique_mark() {
  auto now = std::chrono::system_clock::now().time_since_epoch().count();
  return str(::getpid(), "-", now % 1'000'000'000);
}

}  // namespace

Notebook::Notebook(const SharedOptions& shared)
    : shared_(shared),
      outlet_(*this),
      session_(shared_, output_sink()),
      prompt_(session_, shared_, true),
      language_(session_.interpreter()),
      stops_(session_.interpreter().state()) {
  xeus::register_interpreter(this);
  State& state = session_.interpreter().state();
  prompt_.display = [this](const Value& value) { display(value); };
  prompt_.display_page = [this](const std::string& page) { display_page(page); };
  progress_place(state).draw = [this](const Progress& progress) { draw(progress); };
  input_place(state).ask = [this](const std::string& prompt) { return ask(prompt); };
  show_place(state) = {[this](const Value& v, const std::string& id) { show(v, id); }, true};
  std::thread([this] { stops_.watch(); }).detach();
  std::thread([this] { outlet_.send_now_and_then(); }).detach();
}

OutputSink Notebook::output_sink() {
  return {.out = [this](std::string_view text) { outlet_.write("stdout", text); },
          .err = [this](std::string_view text) { outlet_.write("stderr", text); },
          .failed = [this](auto errors, auto sources) { fail(errors, sources); }};
}

void Notebook::leave() {
  for (const Error& error : end_saves(session_.interpreter().state())) {
    std::fputs(session_.interpreter().render(error).c_str(), stderr);
  }
}

// Queued cells arrive without delay, so a short time is enough for any number of them.
void Notebook::drop_waiting() {
  dropped_to_ = time_text();
  drops_until_ = Clock::now() + drop_for;
}

bool Notebook::is_dropped() {
  if (Clock::now() > drops_until_) return false;
  const Json& header = parent_header();
  bool is_older = header.is_object() && header.value("date", "~") < dropped_to_;
  if (is_older) drops_until_ = Clock::now() + drop_for;
  return is_older;
}

void Notebook::begin_cell(int count, bool silent, bool allow_stdin) {
  count_ = count;
  may_ask_ = allow_stdin;
  has_failed_ = is_leaving_ = false;
  shown_.clear();
  mark_ = unique_mark();
  prompt_.cell_name = str("In[", count, "]");
  outlet_.begin(silent);
  stops_.begin();
}

void Notebook::end_cell() {
  session_.report(session_.interpreter().act([&] {
    for (auto& [id, shown] : shown_) {
      if (!shown.waiting.is_nil()) send(shown.waiting, id, false);
    }
  }));
  shown_.clear();
  stops_.end();
  outlet_.end();
}

bool Notebook::take(const std::string& code) {
  for (const CellEntry& entry : entries_of(code)) {
    bool ends = prompt_.take(entry.text) == Prompt::PromptStatus::ends;
    if (ends || is_leaving_) return true;
    if (has_failed_) return false;
  }
  return false;
}

Json Notebook::execute_request_impl(int count, const std::string& code, bool silent, bool,
                                    Json user_expressions, bool allow_stdin) {
  if (is_dropped()) return {{"status", "aborted"}};
  begin_cell(count, silent, allow_stdin);
  bool leaves = take(code);
  Json expressions = Json::object();
  if (!has_failed_ && user_expressions.is_object()) {
    for (const auto& [name, text] : user_expressions.items()) {
      if (text.is_string()) expressions[name] = evaluated(text);
    }
  }
  if (leaves) {
    outlet_.write(
        "stderr",
        "the kernel keeps running: shut it down or restart it from the menu of the notebook\n");
  }
  end_cell();
  if (has_failed_) return failure_;
  Json payload = Json::array();
  if (leaves) payload.push_back({{"source", "ask_exit"}, {"keepkernel", false}});
  return xeus::create_successful_reply(payload, expressions);
}

Json Notebook::evaluated(const std::string& expression) {
  Interpreter& interpreter = session_.interpreter();
  Outcome outcome = interpreter.evaluate(expression);
  Json data;
  if (outcome.ok()) {
    Value value = outcome.value;
    outcome = interpreter.act([&] { data = data_of(rich_of(value)); });
  }
  if (!outcome.ok()) {
    const Error& error = outcome.errors.front();
    return xeus::create_error_reply(str("error[", name(error.code()), "]"), error.what());
  }
  return {{"status", "ok"}, {"data", std::move(data)}, {"metadata", Json::object()}};
}

// Returns whether the error is that of io.exit, which is not reported; the notebook keeps running.
bool Notebook::is_asked_to_exit(std::span<const Error> errors) {
  auto& asked = asked_exit(session_.interpreter().state()).status;
  bool leaves = asked && errors.front().code() == Code::interrupt;
  asked.reset();
  return leaves;
}

void Notebook::fail(std::span<const Error> errors, std::span<const Source> sources) {
  if (is_asked_to_exit(errors)) {
    is_leaving_ = true;
    return;
  }
  const Error& first = errors.front();
  std::string kind = str("error[", name(first.code()), "]"), what = shown_message(first.what());
  std::vector<std::string> trace = lines_of(painted(shown_once(errors, sources)));
  outlet_.fail(kind, what, trace);
  if (!has_failed_) failure_ = xeus::create_error_reply(kind, what, trace);
  has_failed_ = true;
}

void Notebook::display(const Value& value) { outlet_.result(count_, rich_of(value)); }

// In a frame, so that the styles and the scripts of the page stay apart from those of the notebook.
void Notebook::display_page(const std::string& page) {
  RichDisplay rich;
  rich.forms.emplace_back("text/plain", "a page, which this frontend does not show");
  rich.forms.emplace_back("text/html",
                          str("<iframe style=\"width:100%;height:640px;border:0\" srcdoc=\"",
                              escaped_markup(page), "\"></iframe>"));
  outlet_.show(rich, "", true);
}

void Notebook::send(const Value& value, const std::string& id, bool is_new) {
  std::string full = id.empty() ? "" : str(id, "-", mark_);
  outlet_.show(rich_of(value), full, is_new);
}

// Limits the updates of an id to 20 per second, and to a tenth of the time for drawing. A loop may
// show values much faster.
void Notebook::show(const Value& value, const std::string& id) {
  auto begin = Clock::now();
  auto before = shown_.find(id);
  bool is_new = id.empty() || before == shown_.end();
  if (!is_new && begin < before->second.next) {
    before->second.waiting = value;
    return;
  }
  send(value, id, is_new);
  auto end = Clock::now();
  Clock::duration pause = std::max<Clock::duration>(update_every, 9 * (end - begin));
  if (!id.empty()) shown_[id] = {end + pause};
}

void Notebook::draw(const Progress& progress) {
  if (progress.begins) ++bars_;
  constexpr int64_t width = 24;
  int64_t share = std::clamp<int64_t>(progress.done * width / progress.total, 0, width);
  std::string bar;
  for (int64_t i = 0; i < width; ++i) bar += i < share ? "█" : "░";
  RichDisplay rich;
  rich.forms.emplace_back("text/plain", str(bar, " ", progress.words));
  rich.forms.emplace_back(
      "text/html",
      str("<div><progress value=\"", progress.done, "\" max=\"", progress.total,
          "\"></progress> <code>", escaped_markup(visible(progress.words)), "</code></div>"));
  outlet_.show(rich, str("progress-", bars_, "-", mark_), progress.begins);
}

std::optional<std::string> Notebook::ask(const std::string& prompt) {
  if (!may_ask_) {
    throw Error(Code::io, "io.input: this frontend does not support input requests")
        .help("assign the value in the cell");
  }
  return asked_of_frontend(prompt);
}

Json Notebook::complete_request_impl(const std::string& code, int cursor) {
  stops_.begin();
  size_t at = cursor < 0 ? code.size() : byte_of(code, cursor);
  CellEntry entry{0, code.substr(0, at)};
  for (CellEntry& each : entries_of(entry.text)) entry = std::move(each);
  line::Completion found = language_.complete(entry.text, entry.text.size());
  Json matches = Json::array(), types = Json::array();
  int begin = letters_of(code, entry.begin + found.from), end = letters_of(code, at);
  for (const line::Candidate& each : found.candidates) {
    matches.push_back(each.text);
    types.push_back({{"start", begin},
                     {"end", end},
                     {"text", each.text},
                     {"type", kind_of(each)},
                     {"signature", each.detail}});
  }
  stops_.end();
  Json metadata = {{"_jupyter_types_experimental", std::move(types)}};
  return xeus::create_complete_reply(matches, begin, end, metadata);
}

// Answers with the texts of `?name` and `??name` at the prompt.
Json Notebook::inspect_request_impl(const std::string& code, int cursor, int detail) {
  stops_.begin();
  std::string name = path_at(code, cursor < 0 ? code.size() : byte_of(code, cursor)), text;
  auto& failure = last_failure(session_.interpreter().state());
  has_failed_ = failure.is_kept = false;  // the frames stay those of the cell that failed
  outlet_.capture(&text);
  if (!name.empty()) prompt_.take(str(detail > 0 ? "??" : "?", name));
  outlet_.capture(nullptr);
  failure.is_kept = true;
  stops_.end();
  bool found = !text.empty() && !has_failed_;
  Json data = Json::object();
  if (found) data["text/plain"] = text;
  return xeus::create_inspect_reply(found, data);
}

Json Notebook::is_complete_request_impl(const std::string& code) {
  stops_.begin();
  std::vector<CellEntry> entries = entries_of(code);
  std::string last = entries.empty() ? "" : entries.back().text, status = "complete", indent;
  if (!line::is_command(last) && language_.goes_on(last)) {
    status = "incomplete";
    indent = std::string(line::indent_behind(last), ' ');
  } else if (!line::is_command(last) && is_wrong(last)) {
    status = "invalid";
  }
  stops_.end();
  return xeus::create_is_complete_reply(status, indent);
}

// Frontends have no syntax mode for Rille. Julia's mode has the same comments and strings, and most
// of the keywords.
Json Notebook::kernel_info_request_impl() {
  std::string banner = str("Rille ", RILLE_VERSION,
                           ", a functional array language. ?NAME describes a name, "
                           ":help lists the commands.");
  Json links = Json::array();
  return xeus::create_info_reply("", "rille", RILLE_VERSION, "rille", RILLE_VERSION, "text/x-rille",
                                 ".rille", "rille", "julia", "script", banner, false, links);
}

}  // namespace rille
