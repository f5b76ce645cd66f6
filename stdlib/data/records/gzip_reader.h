// GzipReader: a decompressed view of a gzip or zlib file.
#pragma once

#include <zlib.h>

#include "stdlib/bytes/scan.h"
#include "stdlib/data/records/paths.h"

namespace rille {

// Reads forward only. A view at a later offset decompresses all bytes before it. The file may
// consist of several concatenated gzip members.
class GzipReader {
 public:
  explicit GzipReader(SequentialFile file);
  ~GzipReader();
  GzipReader(const GzipReader&) = delete;
  GzipReader& operator=(const GzipReader&) = delete;

  // Whether a file that begins with these bytes is compressed by gzip or zlib.
  static bool is_packed(std::string_view front);

  // Returns `size` decompressed bytes at `at`, or fewer at the end. The view is valid until the
  // next call, whose `at` must not be smaller. Raises error[io] if the compressed data is corrupt.
  std::string_view view(int64_t at, size_t size, const FileLocation& whence);

 private:
  void unpack_more(const FileLocation& whence);
  void begin_next(const FileLocation& whence);

  SequentialFile file_;
  int64_t taken_ = 0;  // number of compressed bytes consumed
  z_stream stream_{};
  bool is_done_ = false;
  std::string piece_;
  int64_t begin_ = 0;  // offset of piece_ in the decompressed data
};

// Compresses bytes in the gzip format, or in the zlib format if `gzip` is false.
std::string zipped(std::string_view bytes, bool gzip);

}  // namespace rille
