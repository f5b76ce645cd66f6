// Outlet: what a cell says, as messages in their order.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "repl/kernel/xeus.h"
#include "repl/notebook/rich.h"

namespace rille {

// Text is gathered for 50 ms or a megabyte, so that a loop that prints makes no flood of messages;
// what is shown comes behind the text that was written before it. Between begin() and end() alone
// anything is sent, since xeus uses the same socket outside of them.
class Outlet {
 public:
  explicit Outlet(xeus::xinterpreter& to) : to_(to) {}

  void begin(bool is_silent);
  void end();

  void write(std::string_view stream, std::string_view text);  // "stdout", "stderr"
  void result(int count, const Rich& value);
  // `id`: what a later one of the same id takes the place of; "": it stays. `is_new`: there is none
  // yet.
  void show(const Rich& value, const std::string& id, bool is_new);
  void fail(const std::string& name, const std::string& value,
            const std::vector<std::string>& trace);
  // Until the next call, text goes here and nothing else is sent; null: no more.
  void capture(std::string* to);

  void send_now_and_then();  // for a thread that does nothing else

 private:
  bool is_heard() const { return is_open_ && capture_ == nullptr; }
  void send_text();

  xeus::xinterpreter& to_;
  std::mutex mutex_;
  std::condition_variable has_text_;
  std::string stream_, text_;  // written, not sent
  std::string* capture_ = nullptr;
  bool is_open_ = false;
};

// A value's forms as Jupyter has them.
Json data_of(const Rich& value);

}  // namespace rille
