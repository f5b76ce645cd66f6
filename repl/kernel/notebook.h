// Notebook: answers what a frontend asks.
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

// All that is asked of the language goes to the prompt that it holds. One thread asks; stop() may
// be called from others.
class Notebook : public xeus::xinterpreter {
 public:
  explicit Notebook(const SharedOptions& shared);

  void stop() { stops_.stop(); }
  void leave();  // what is still being saved is saved
  // Of a cell that has failed: those that already wait behind it are not run.
  void drop_waiting();

 private:
  using Clock = std::chrono::steady_clock;

  // What was shown under an id in this cell.
  struct Shown {
    Clock::time_point next;  // when another one may follow
    Value waiting = {};      // a newer one that came before that
  };

  void configure_impl() override {}
  void shutdown_request_impl() override { stop(); }
  Json execute_request_impl(int count, const std::string& code, bool silent, bool store_history,
                            Json user_expressions, bool allow_stdin) override;
  Json complete_request_impl(const std::string& code, int cursor) override;
  Json inspect_request_impl(const std::string& code, int cursor, int detail) override;
  Json is_complete_request_impl(const std::string& code) override;
  Json kernel_info_request_impl() override;

  bool is_dropped();  // the cell that is asked for now
  Audience audience();
  void begin_cell(int count, bool silent, bool allow_stdin);
  void end_cell();
  bool take(const std::string& code);  // whether the kernel is asked to end
  bool is_asked_to_exit(std::span<const Error> errors);
  void fail(std::span<const Error> errors, std::span<const Source> sources);
  void display(const Value& value);
  void show(const Value& value, const std::string& id);
  void send(const Value& value, const std::string& id, bool is_new);
  void draw(const Progress& progress);
  std::optional<std::string> ask(const std::string& prompt);
  Json evaluated(const std::string& expression);

  SharedOptions shared_;
  Outlet outlet_;
  Session session_;
  Prompt prompt_;
  PromptLanguage language_;
  Stops stops_;

  int count_ = 0;  // of the cell
  bool may_ask_ = false, has_failed_ = false, is_leaving_ = false;
  Json failure_;      // the reply
  std::string mark_;  // of this kernel and cell, in ids
  std::map<std::string, Shown> shown_;
  int bars_ = 0;
  std::string dropped_to_;         // the time up to which cells are dropped
  Clock::time_point drops_until_;  // and when that ends, were no clock right
};

}  // namespace rille
