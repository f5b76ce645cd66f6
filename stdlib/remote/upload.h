// MultipartUpload: an upload in parts or in one request.
#pragma once

#include <string>
#include <string_view>

#include "stdlib/remote.h"
#include "stdlib/remote/http.h"
#include "stdlib/remote/url.h"

namespace rille {

// An object of at most one part is sent in one request. A service implements how parts are sent.
class MultipartUpload : public RemoteUpload {
 public:
  explicit MultipartUpload(Url url) : url_(std::move(url)) {}
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

// Sends a request that cancels an upload, without waiting for it, so that an error can propagate.
void take_back(HttpRequest request);

}  // namespace rille
