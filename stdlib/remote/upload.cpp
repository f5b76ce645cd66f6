// MultipartUpload: collects bytes into parts.
#include "stdlib/remote/upload.h"

#include <algorithm>

#include "stdlib/remote/network.h"
#include "vm/run/running.h"

namespace rille {

// s3 allows at most 10,000 parts, so that the parts of a long object grow.
size_t MultipartUpload::part_bytes() const {
  constexpr uint64_t least = uint64_t{16} << 20, most = uint64_t{1} << 30;
  constexpr uint64_t step = uint64_t{1} << 20;
  return std::clamp((sent_ / 8000 + step - 1) / step * step, least, most);
}

void MultipartUpload::append(std::string_view bytes) {
  while (!bytes.empty()) {
    size_t most = part_bytes();
    bool is_full = held_.size() == most;
    if (is_full) {
      if (!is_begun_) begin();
      is_begun_ = true;
      sent_ += held_.size();
      send_part(std::exchange(held_, {}), false);
      continue;
    }
    std::string_view now = bytes.substr(0, std::min(most - held_.size(), size_t{1} << 20));
    poll(held_.size() + now.size());
    held_ += now;
    bytes.remove_prefix(now.size());
  }
}

void MultipartUpload::finish() {
  if (is_begun_) {
    send_part(std::exchange(held_, {}), true);
    complete();
  } else {
    send_whole(std::exchange(held_, {}));
  }
  is_done_ = true;
}

void take_back(HttpRequest request) {
  network().begin_alone(std::make_unique<HttpExchange::Transfer>(std::move(request)));
}

}  // namespace rille
