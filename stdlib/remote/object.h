// ObjectFile: an object that is read by ranges, and ahead.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "stdlib/remote.h"
#include "stdlib/remote/ask.h"
#include "stdlib/remote/services.h"
#include "stdlib/remote/sums.h"

namespace rille {

// Pieces of it are kept, and while it is read in order the next ones are on their way already,
// longer and longer. Long reads go in several ranges at once to where they are wanted. Read in
// order from its beginning to its end, it is held against the sum that the server has of it.
class ObjectFile final : public RemoteFile {
 public:
  // Opening it reads the first piece: one request tells all that there is to know.
  ObjectFile(Url url, size_t first);
  ~ObjectFile() override;
  int64_t bytes() const override { return bytes_; }
  int64_t version() const override;
  void read(int64_t at, std::span<std::byte> to) override;
  // In several ranges at once, however short.
  void read_all(int64_t at, std::span<std::byte> to);

 private:
  struct Piece;
  using PieceRef = std::shared_ptr<Piece>;

  void open(size_t first);
  void take_whole(Answer answer);
  Request range(int64_t at, std::span<std::byte> to) const;
  void check(const Answer& answer, int64_t at, size_t size) const;
  size_t take_piece(int64_t at, std::span<std::byte> to);
  PieceRef piece_at(int64_t at);
  PieceRef held_at(int64_t at);
  PieceRef begin_piece(int64_t at, size_t most, bool in_order);
  void read_ahead(const Piece& from);
  void settle(Piece& piece);
  void forget(const Piece& piece);
  void sum(int64_t at, std::string_view bytes);
  [[noreturn]] void changed() const;

  Url url_;
  const Service& service_;
  int64_t bytes_ = 0;
  Version version_;
  std::mutex mutex_;              // of what follows
  std::vector<PieceRef> pieces_;  // the one that was used last at the end
  std::unique_ptr<RunningSums> sums_;
  int64_t summed_ = 0;
};

}  // namespace rille
