// OutputBuffer: a cell's output as messages in order.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "repl/kernel/xeus.h"
#include "repl/notebook/rich.h"

namespace rille {

// Text is buffered for 50 ms, or up to a megabyte, to limit the number of messages of a printing
// loop. A value is sent after all text that was written before it. Messages are sent only between
// begin() and end(), because xeus uses the same socket at other times.
class OutputBuffer {
 public:
  explicit OutputBuffer(xeus::xinterpreter& to) : to_(to) {}

  void begin(bool is_silent);
  void end();

  void write(std::string_view stream, std::string_view text);  // "stdout", "stderr"
  void result(int count, const RichDisplay& value);
  // Shows a value. A later value with the same display id replaces it; "" means none. `is_new` is
  // true for the first value of an id.
  void show(const RichDisplay& value, const std::string& id, bool is_new);
  void fail(const std::string& name, const std::string& value,
            const std::vector<std::string>& trace);
  // Redirects text to `to` and suppresses all messages, until the call with null.
  void capture(std::string* to);

  void send_now_and_then();  // sends buffered text in a loop; for a thread of its own

 private:
  bool is_heard() const { return is_open_ && capture_ == nullptr; }
  void send_text();

  xeus::xinterpreter& to_;
  std::mutex mutex_;
  std::condition_variable has_text_;
  std::string stream_, text_;  // buffered text and its stream
  std::string* capture_ = nullptr;
  bool is_open_ = false;
};

// Returns the representations of a value as a MIME bundle of Jupyter.
Json data_of(const RichDisplay& value);

}  // namespace rille
