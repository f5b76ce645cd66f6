// Unzipped: a file that gzip or zlib packed, as it was before.
#pragma once

#include <zlib.h>

#include "stdlib/bytes/scan.h"
#include "stdlib/data/records/paths.h"

namespace rille {

// Read from front to back; what lies behind the last place that was asked for costs the unpacking
// of all before it. Gzips may stand one behind the other.
class Unzipped {
 public:
  explicit Unzipped(PieceFile file);
  ~Unzipped();
  Unzipped(const Unzipped&) = delete;
  Unzipped& operator=(const Unzipped&) = delete;

  // Whether a file that begins with these bytes is packed so.
  static bool is_packed(std::string_view front);

  // Of the unpacked bytes, fewer than `size` only at their end. They stay until the next call; `at`
  // is not below that of the call before. error[io] where the packed bytes are damaged.
  std::string_view view(int64_t at, size_t size, const Whence& whence);

 private:
  void unpack_more(const Whence& whence);
  void begin_next(const Whence& whence);

  PieceFile file_;
  int64_t taken_ = 0;  // of the packed bytes
  z_stream stream_{};
  bool is_done_ = false;
  std::string piece_;
  int64_t begin_ = 0;  // of the piece
};

// Bytes packed by gzip, or as zlib.
std::string zipped(std::string_view bytes, bool gzip);

}  // namespace rille
