// ObjectFile: an object that is read in ranges, with prefetch.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "stdlib/remote.h"
#include "stdlib/remote/retry.h"
#include "stdlib/remote/services.h"
#include "stdlib/remote/sums.h"

namespace rille {

// An object of a server. Pieces are cached; during sequential reads the next pieces are prefetched,
// with growing sizes. Long reads request several ranges at the same time, directly into the
// destination. If the object is read in order from beginning to end, its checksum is verified.
class ObjectFile final : public RemoteFile {
 public:
  // Reads the first piece, so that one request also returns the size, version, and checksum.
  ObjectFile(Url url, size_t first);
  ~ObjectFile() override;
  int64_t bytes() const override { return bytes_; }
  int64_t version() const override;
  void read(int64_t at, std::span<std::byte> to) override;
  // Reads several ranges at the same time, even if `to` is short.
  void read_all(int64_t at, std::span<std::byte> to);

 private:
  struct CachedPiece;
  using PieceRef = std::shared_ptr<CachedPiece>;

  void open(size_t first);
  void take_whole(HttpResponse answer);
  HttpRequest range(int64_t at, std::span<std::byte> to) const;
  void check(const HttpResponse& answer, int64_t at, size_t size) const;
  size_t take_piece(int64_t at, std::span<std::byte> to);
  PieceRef piece_at(int64_t at);
  PieceRef held_at(int64_t at);
  PieceRef begin_piece(int64_t at, size_t most, bool in_order);
  void read_ahead(const CachedPiece& from);
  void settle(CachedPiece& piece);
  void forget(const CachedPiece& piece);
  void sum(int64_t at, std::string_view bytes);
  [[noreturn]] void changed() const;

  Url url_;
  const Service& service_;
  int64_t bytes_ = 0;
  ObjectVersion version_;
  std::mutex mutex_;              // guards the members below
  std::vector<PieceRef> pieces_;  // the most recently used piece is last
  std::unique_ptr<RunningChecksum> sums_;
  int64_t summed_ = 0;
};

}  // namespace rille
