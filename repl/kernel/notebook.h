// Notebook: answers the requests of a frontend.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "repl/kernel/outlet.h"
#include "repl/kernel/stops.h"
#include "repl/kernel/xeus.h"
#include "repl/prompt/complete.h"
#include "repl/prompt/prompt.h"
#include "stdlib/io.h"

namespace rille {

// Answers requests with the prompt that it owns. Requests come from one thread; stop() may be
// called from any thread.
class Notebook : public xeus::xinterpreter {
 public:
  explicit Notebook(const SharedOptions& shared);

  void stop() { stops_.stop(); }
  void leave();  // waits for checkpoints that are being saved
  // Drops the cells that are already queued after a failed cell.
  void drop_waiting();

 private:
  using Clock = std::chrono::steady_clock;

  // The display state of an id in the current cell.
  struct DisplayState {
    Clock::time_point next;  // time of the next allowed update
    Value waiting = {};      // a newer value that arrived before that time
  };

  void configure_impl() override {}
  void shutdown_request_impl() override { stop(); }
  Json execute_request_impl(int count, const std::string& code, bool silent, bool store_history,
                            Json user_expressions, bool allow_stdin) override;
  Json complete_request_impl(const std::string& code, int cursor) override;
  Json inspect_request_impl(const std::string& code, int cursor, int detail) override;
  Json is_complete_request_impl(const std::string& code) override;
  Json kernel_info_request_impl() override;

  bool is_dropped();  // returns whether the current request is a dropped cell
  OutputSink output_sink();
  void begin_cell(int count, bool silent, bool allow_stdin);
  void end_cell();
  bool take(const std::string& code);  // returns whether the cell asks the kernel to quit
  bool is_asked_to_exit(std::span<const Error> errors);
  void fail(std::span<const Error> errors, std::span<const Source> sources);
  void display(const Value& value);
  void display_page(const std::string& page);
  void show(const Value& value, const std::string& id);
  void send(const Value& value, const std::string& id, bool is_new);
  void draw(const Progress& progress);
  std::optional<std::string> ask(const std::string& prompt);
  Json evaluated(const std::string& expression);

  SharedOptions shared_;
  OutputBuffer outlet_;
  Session session_;
  Prompt prompt_;
  PromptLanguage language_;
  InterruptHandler stops_;

  int count_ = 0;  // execution count of the cell
  bool may_ask_ = false, has_failed_ = false, is_leaving_ = false;
  Json failure_;      // the reply of a failed cell
  std::string mark_;  // identifies this kernel and cell in display ids
  std::map<std::string, DisplayState> shown_;
  int bars_ = 0;
  std::string dropped_to_;         // cells sent before this time are dropped
  Clock::time_point drops_until_;  // until when cells are dropped, if clocks disagree
};

}  // namespace rille
