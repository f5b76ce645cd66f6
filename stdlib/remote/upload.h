// PartedUpload: bytes that are sent in parts, or at once.
#pragma once

#include <string>
#include <string_view>

#include "stdlib/remote.h"
#include "stdlib/remote/http.h"
#include "stdlib/remote/url.h"

namespace rille {

// What is shorter than two parts goes in one request. A service says how the parts are sent.
class PartedUpload : public RemoteUpload {
 public:
  explicit PartedUpload(Url url) : url_(std::move(url)) {}
  void append(std::string_view bytes) final;
  void finish() final;

 protected:
  virtual void send_whole(std::string bytes) = 0;
  virtual void begin() = 0;
  virtual void send_part(std::string bytes, bool is_last) = 0;
  virtual void complete() = 0;
  const Url& url() const { return url_; }
  bool is_begun() const { return is_begun_; }
  bool is_done() const { return is_done_; }

 private:
  size_t part_bytes() const;

  Url url_;
  std::string held_;
  uint64_t sent_ = 0;
  bool is_begun_ = false, is_done_ = false;
};

// Has what was begun taken back, and does not wait for it: the error that ends it goes on.
void take_back(Request request);

}  // namespace rille
