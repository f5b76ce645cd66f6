// XPlane: metadata, stats, and lines on the wire.
#include "stdlib/profile/xplane.h"

#include <algorithm>

#include "stdlib/bytes/scan.h"

namespace rille::profile {
namespace {

constexpr int64_t ps_per_ns = 1000;

size_t varint_size(uint64_t x) {
  size_t out = 1;
  for (; x > 127; x >>= 7) ++out;
  return out;
}

}  // namespace

ProtoMessage& XStats::begin(std::string_view name) {
  stat_.clear();
  return stat_.put(1, plane_->stat_id(name));
}

XStats& XStats::end() {
  out_.message(field_, stat_);
  return *this;
}

XStats& XStats::put(std::string_view name, int64_t value) {
  begin(name).put_always(4, value);
  return end();
}

XStats& XStats::put_natural(std::string_view name, uint64_t value) {
  begin(name).put_always(3, static_cast<int64_t>(value));
  return end();
}

XStats& XStats::real(std::string_view name, double value) {
  begin(name).real(2, value);
  return end();
}

XStats& XStats::text(std::string_view name, std::string_view value) {
  begin(name).bytes(5, valid_utf8(value));
  return end();
}

XStats& XStats::bytes(std::string_view name, std::string_view value) {
  begin(name).bytes(6, value);
  return end();
}

XStats& XStats::shared_text(std::string_view name, std::string_view value) {
  int64_t id = plane_->stat_id(value);
  begin(name).put(7, id);
  return end();
}

XLine::XLine(int64_t id, std::string_view name) { out_.put(1, id).text(2, name); }

void XLine::add(int64_t metadata, int64_t begin, int64_t duration, const ProtoMessage& stats) {
  event_.clear();
  event_.put(1, metadata).put_always(2, begin * ps_per_ns);
  event_.put(3, std::max<int64_t>(duration, 0) * ps_per_ns).merge(stats);
  out_.message(4, event_);
  is_empty_ = false;
}

XPlane::XPlane(int64_t id, std::string_view name) { head_.put(1, id).text(2, name); }

int64_t XPlane::add_metadata(std::string_view name, std::string_view display_name,
                             const ProtoMessage& fields, int64_t id) {
  id = id > 0 ? id : ++metadata_ids_;
  ProtoMessage metadata, entry;
  metadata.put(1, id).text(2, name).text(4, display_name).merge(fields);
  head_.message(4, entry.put(1, id).message(2, metadata));
  return id;
}

int64_t XPlane::named_metadata(std::string_view name) {
  auto at = names_.find(name);
  if (at != names_.end()) return at->second;
  return names_[std::string(name)] = add_metadata(name, "", {});
}

int64_t XPlane::stat_id(std::string_view name) {
  auto at = stats_.find(name);
  if (at != stats_.end()) return at->second;
  auto id = static_cast<int64_t>(stats_.size()) + 1;
  ProtoMessage metadata, entry;
  metadata.put(1, id).text(2, name);
  head_.message(5, entry.put(1, id).message(2, metadata));
  return stats_[std::string(name)] = id;
}

void XPlane::add_line(XLine line) {
  if (!line.is_empty()) lines_.push_back(line.take());
}

void XPlane::append_to(std::string& space) {
  constexpr uint64_t line_tag = 3 << 3 | 2, plane_tag = 1 << 3 | 2;
  uint64_t size = head_.data().size();
  for (const std::string& line : lines_) size += 1 + varint_size(line.size()) + line.size();
  space.reserve(space.size() + size + 16);
  put_varint(space, plane_tag);
  put_varint(space, size);
  space += head_.data();
  head_.clear();
  for (; !lines_.empty(); lines_.pop_front()) {
    put_varint(space, line_tag);
    put_varint(space, lines_.front().size());
    space += lines_.front();
  }
}

}  // namespace rille::profile
