// ObjectFile: opens, caches, and checks objects.
#include "stdlib/remote/object.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstring>
#include <deque>
#include <optional>

#include "stdlib/remote/ranges.h"
#include "vm/error.h"
#include "vm/run/running.h"

namespace rille {
namespace {

constexpr size_t short_piece = size_t{256} << 10, long_piece = size_t{4} << 20;
constexpr size_t max_kept = size_t{32} << 20;  // maximum bytes of cached pieces
constexpr size_t pieces_ahead = 3, ranges_at_once = 4;

}  // namespace

struct ObjectFile::CachedPiece {
  int64_t begin;
  size_t size;
  bool in_order;  // whether it follows another piece, so that its successor is likely to be read
  BufferRef bytes;
  std::timed_mutex settling = {};
  bool is_ready = false;  // guarded by `settling`
  std::unique_ptr<RetriedRequest> ask = nullptr;

  int64_t end() const { return begin + static_cast<int64_t>(size); }
  std::span<std::byte> span() const { return {static_cast<std::byte*>(bytes->data()), size}; }
};

ObjectFile::ObjectFile(Url url, size_t first) : url_(std::move(url)), service_(service_of(url_)) {
  open(first);
}
ObjectFile::~ObjectFile() = default;

int64_t ObjectFile::version() const {
  auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  std::string said = str(version_.etag, "\n", version_.generation, "\n", version_.modified);
  bool is_told = !(version_ == ObjectVersion());
  std::string sum = sha256(str(url_.shown, url_.whole, "\n", is_told ? said : str(now)));
  int64_t out = 0;
  std::memcpy(&out, sum.data(), sizeof out);
  return out;
}

HttpRequest ObjectFile::range(int64_t at, std::span<std::byte> to) const {
  HttpRequest out = service_.get(url_);
  out.headers.push_back(str("Range: bytes=", at, "-", at + std::ssize(to) - 1));
  out.part = to;
  service_.hold(out, version_);
  return out;
}

void ObjectFile::open(size_t first) {
  auto piece =
      std::make_shared<CachedPiece>(0, first, false, std::make_shared<Buffer>(host_space(), first));
  HttpResponse answer = answer_of([&] { return range(0, piece->span()); });
  bool is_whole = answer.status == 200 && (answer.is_good() || answer.is_too_long);
  if (is_whole || answer.status == 416) return take_whole(std::move(answer));
  if (!answer.is_good()) fail_remote("read", url_, answer);
  std::optional<ByteRange> got = range_of(answer.header("content-range"));
  bool is_empty = !got && answer.part == 0;  // "bytes 0--1/0"
  if (is_empty) return take_whole({});
  if (!got) fail_remote(url_, "was sent as a range without a valid Content-Range");
  bytes_ = got->all;
  version_ = version_of(answer);
  Checksums said = service_.sums(answer);
  if (said.is_known()) sums_ = std::make_unique<RunningChecksum>(said);
  piece->size = std::min(first, static_cast<size_t>(bytes_));
  check(answer, 0, piece->size);
  piece->is_ready = true;
  sum(0, {reinterpret_cast<const char*>(piece->span().data()), piece->size});
  pieces_.push_back(std::move(piece));
}

// Takes the whole object from one answer: for a server without ranges, and for an empty
// object.
void ObjectFile::take_whole(HttpResponse answer) {
  if (!answer.is_good()) {
    answer = answer_of([&] {
      HttpRequest out = service_.get(url_);
      out.most = largest_file;
      return out;
    });
  }
  if (!answer.is_good()) fail_remote("read", url_, answer);
  bytes_ = std::ssize(answer.text);
  version_ = version_of(answer);
  Checksums said = service_.sums(answer);
  if (said.is_known()) sums_ = std::make_unique<RunningChecksum>(said);
  auto piece = std::make_shared<CachedPiece>(
      0, answer.text.size(), false,
      std::make_shared<Buffer>(host_space(), std::max<size_t>(answer.text.size(), 1)));
  copy_bytes(piece->bytes->data(), answer.text.data(), answer.text.size());
  piece->is_ready = true;
  sum(0, answer.text);
  pieces_.push_back(std::move(piece));
}

void ObjectFile::changed() const { fail_remote(url_, "was changed while it was read"); }

// Raises error[io] unless the answer has the requested bytes of the opened version.
void ObjectFile::check(const HttpResponse& answer, int64_t at, size_t size) const {
  bool is_gone = answer.status == 412 || answer.status == 404 || answer.status == 410;
  if (is_gone && answer.fault.empty()) changed();
  if (!answer.is_good()) fail_remote("read", url_, answer);
  std::optional<ByteRange> got = range_of(answer.header("content-range"));
  int64_t last = at + static_cast<int64_t>(size) - 1;
  bool is_other = !(version_of(answer) == version_) || (got && got->all != bytes_);
  if (is_other) changed();
  bool is_it =
      answer.status == 206 && got && got->first == at && got->last == last && answer.part == size;
  if (is_it) return;
  fail_remote(
      url_, str("was requested from byte ", at, " to ", last, ", but the server sent other bytes"));
}

// Adds bytes that are read in order to the checksum, and verifies it at the end of the object.
void ObjectFile::sum(int64_t at, std::string_view bytes) {
  std::lock_guard lock(mutex_);
  if (!sums_ || at != summed_) return;
  for (size_t done = 0; done < bytes.size(); done += size_t{1} << 20) {
    sums_->add(bytes.substr(done, size_t{1} << 20));
  }
  summed_ += std::ssize(bytes);
  if (summed_ < bytes_) return;
  bool is_whole = sums_->is_as_said();
  sums_.reset();
  if (!is_whole) fail_remote(url_, "was corrupted during the read: checksum mismatch");
}

ObjectFile::PieceRef ObjectFile::held_at(int64_t at) {
  auto found = std::ranges::find_if(
      pieces_, [&](const PieceRef& each) { return each->begin <= at && at < each->end(); });
  if (found == pieces_.end()) return nullptr;
  std::rotate(found, found + 1, pieces_.end());
  return pieces_.back();
}

// Starts reading a piece, which extends at most to the next cached piece or to the end.
ObjectFile::PieceRef ObjectFile::begin_piece(int64_t at, size_t most, bool in_order) {
  int64_t end = std::min(bytes_, at + static_cast<int64_t>(most));
  for (const PieceRef& each : pieces_) {
    if (each->begin > at) end = std::min(end, each->begin);
  }
  auto size = static_cast<size_t>(end - at);
  auto piece = std::make_shared<CachedPiece>(at, size, in_order,
                                             std::make_shared<Buffer>(host_space(), size));
  piece->ask = std::make_unique<RetriedRequest>(
      [this, held = piece.get()] { return range(held->begin, held->span()); });
  pieces_.push_back(piece);
  size_t kept = 0;
  for (const PieceRef& each : pieces_) kept += each->size;
  while (kept > max_kept && pieces_.size() > 1 + pieces_ahead) {
    kept -= pieces_.front()->size;
    pieces_.erase(pieces_.begin());
  }
  return piece;
}

void ObjectFile::read_ahead(const CachedPiece& from) {
  int64_t at = from.end();
  size_t size = from.size;
  for (size_t i = 0; i < pieces_ahead && at < bytes_; ++i) {
    auto next = std::ranges::find(pieces_, at, [](const PieceRef& each) { return each->begin; });
    PieceRef there = next != pieces_.end()
                         ? *next
                         : begin_piece(at, std::clamp(2 * size, short_piece, long_piece), true);
    at = there->end();
    size = there->size;
  }
}

ObjectFile::PieceRef ObjectFile::piece_at(int64_t at) {
  std::lock_guard lock(mutex_);
  PieceRef piece = held_at(at);
  if (!piece) {
    auto before = std::ranges::find(pieces_, at, [](const PieceRef& each) { return each->end(); });
    bool in_order = before != pieces_.end();
    size_t size = in_order ? std::clamp(2 * (*before)->size, short_piece, long_piece) : short_piece;
    piece = begin_piece(at, size, in_order);
  }
  if (piece->in_order) read_ahead(*piece);
  return piece;
}

void ObjectFile::forget(const CachedPiece& piece) {
  std::lock_guard lock(mutex_);
  std::erase_if(pieces_, [&](const PieceRef& each) { return each.get() == &piece; });
}

// Waits until the bytes of the piece are available. A piece that failed is removed, so that the
// next reader requests it again.
void ObjectFile::settle(CachedPiece& piece) {
  constexpr std::chrono::milliseconds turn(20);
  while (!piece.settling.try_lock_for(turn)) poll();
  std::lock_guard lock(piece.settling, std::adopt_lock);
  if (piece.is_ready) return;
  HttpResponse& answer = piece.ask->wait();
  bool is_right = answer.is_good() && answer.part == piece.size;
  if (!is_right) forget(piece);
  check(answer, piece.begin, piece.size);
  piece.ask.reset();
  piece.is_ready = true;
  sum(piece.begin, {reinterpret_cast<const char*>(piece.span().data()), piece.size});
}

size_t ObjectFile::take_piece(int64_t at, std::span<std::byte> to) {
  PieceRef piece = piece_at(at);
  settle(*piece);
  size_t size = std::min(to.size(), static_cast<size_t>(piece->end() - at));
  std::memcpy(to.data(), piece->span().data() + (at - piece->begin), size);
  return size;
}

void ObjectFile::read(int64_t at, std::span<std::byte> to) {
  bool fits = at >= 0 && at <= bytes_ && std::ssize(to) <= bytes_ - at;
  if (!fits) fail_remote(url_, str("ends at byte ", bytes_, ", before the requested range"));
  while (!to.empty()) {
    bool is_long = to.size() >= long_piece;
    if (is_long) {
      std::lock_guard lock(mutex_);
      is_long = held_at(at) == nullptr;
    }
    if (is_long) return read_all(at, to);
    size_t size = take_piece(at, to);
    at += static_cast<int64_t>(size);
    to = to.subspan(size);
  }
}

void ObjectFile::read_all(int64_t at, std::span<std::byte> to) {
  {
    std::unique_lock lock(mutex_);
    bool is_held = !to.empty() && held_at(at) != nullptr;
    lock.unlock();
    if (is_held) {
      size_t size = take_piece(at, to);
      at += static_cast<int64_t>(size);
      to = to.subspan(size);
    }
  }
  std::deque<std::unique_ptr<RetriedRequest>> asks;
  size_t begun = 0;
  for (size_t done = 0; done < to.size();) {
    while (begun < to.size() && asks.size() < ranges_at_once) {
      std::span<std::byte> part = to.subspan(begun, std::min(long_piece, to.size() - begun));
      int64_t from = at + static_cast<int64_t>(begun);
      asks.push_back(
          std::make_unique<RetriedRequest>([this, from, part] { return range(from, part); }));
      begun += part.size();
    }
    size_t size = std::min(long_piece, to.size() - done);
    int64_t from = at + static_cast<int64_t>(done);
    check(asks.front()->wait(), from, size);
    asks.pop_front();
    sum(from, {reinterpret_cast<const char*>(to.data()) + done, size});
    done += size;
  }
}

}  // namespace rille
