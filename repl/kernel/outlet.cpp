// OutputBuffer: sends messages under one lock, in one order.
#include "repl/kernel/outlet.h"

#include <chrono>
#include <thread>

namespace rille {
namespace {

constexpr size_t max_text = size_t{1} << 20;
constexpr auto gathering = std::chrono::milliseconds(50);

Json metadata_of(const RichDisplay& value) {
  if (value.width == 0) return Json::object();
  return {{"image/png", {{"width", value.width}, {"height", value.height}}}};
}

}  // namespace

Json data_of(const RichDisplay& value) {
  Json out = Json::object();
  for (const auto& [type, text] : value.forms) out[type] = text;
  return out;
}

void OutputBuffer::begin(bool is_silent) {
  std::lock_guard lock(mutex_);
  is_open_ = !is_silent;
}

void OutputBuffer::end() {
  std::lock_guard lock(mutex_);
  send_text();
  is_open_ = false;
}

void OutputBuffer::capture(std::string* to) {
  std::lock_guard lock(mutex_);
  capture_ = to;
}

void OutputBuffer::send_text() {
  if (is_open_ && !text_.empty()) to_.publish_stream(stream_, text_);
  text_.clear();
}

void OutputBuffer::write(std::string_view stream, std::string_view text) {
  std::lock_guard lock(mutex_);
  if (capture_ != nullptr) capture_->append(text);
  if (!is_heard() || text.empty()) return;
  if (stream != stream_) send_text();
  stream_ = stream;
  text_ += text;
  if (text_.size() >= max_text) send_text();
  has_text_.notify_one();
}

void OutputBuffer::result(int count, const RichDisplay& value) {
  std::lock_guard lock(mutex_);
  if (!is_heard()) return;
  send_text();
  to_.publish_execution_result(count, data_of(value), metadata_of(value));
}

void OutputBuffer::show(const RichDisplay& value, const std::string& id, bool is_new) {
  std::lock_guard lock(mutex_);
  if (!is_heard()) return;
  send_text();
  Json transient = Json::object();
  if (!id.empty()) transient["display_id"] = id;
  if (is_new) {
    to_.display_data(data_of(value), metadata_of(value), std::move(transient));
  } else {
    to_.update_display_data(data_of(value), metadata_of(value), std::move(transient));
  }
}

void OutputBuffer::fail(const std::string& name, const std::string& value,
                        const std::vector<std::string>& trace) {
  std::lock_guard lock(mutex_);
  if (!is_heard()) return;
  send_text();
  to_.publish_execution_error(name, value, trace);
}

void OutputBuffer::send_now_and_then() {
  std::unique_lock lock(mutex_);
  for (;;) {
    has_text_.wait(lock, [this] { return !text_.empty(); });
    lock.unlock();
    std::this_thread::sleep_for(gathering);
    lock.lock();
    send_text();
  }
}

}  // namespace rille
