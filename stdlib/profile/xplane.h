// XPlane: writes planes, lines, and stats of an XSpace.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "stdlib/profile/proto.h"

namespace rille::profile {

class XPlane;

// Allows look-ups of names without copies.
struct NameHash {
  using is_transparent = void;
  size_t operator()(std::string_view name) const { return std::hash<std::string_view>{}(name); }
};
using NameIds = std::unordered_map<std::string, int64_t, NameHash, std::equal_to<>>;

// Stats in the order of the calls. Names are registered in the plane. Field 4 is that of events,
// field 5 that of metadata of events, and field 6 that of planes.
class XStats {
 public:
  XStats(XPlane& plane, int field) : plane_(&plane), field_(field) {}

  XStats& put(std::string_view name, int64_t value);
  XStats& put_natural(std::string_view name, uint64_t value);
  XStats& real(std::string_view name, double value);
  XStats& text(std::string_view name, std::string_view value);
  XStats& bytes(std::string_view name, std::string_view value);
  // A text that many events share: it is stored once.
  XStats& shared_text(std::string_view name, std::string_view value);
  const ProtoMessage& data() const { return out_; }
  void clear() { out_.clear(); }

 private:
  ProtoMessage& begin(std::string_view name);
  XStats& end();

  XPlane* plane_;
  int field_;
  ProtoMessage out_, stat_;
};

// The events of one row. Times are in ns from the start of the capture, as in files of JAX: XProf
// computes with ps in 64 bits, and the time since 1970 would overflow.
class XLine {
 public:
  XLine(int64_t id, std::string_view name);
  void add(int64_t metadata, int64_t begin, int64_t duration, const ProtoMessage& stats = {});
  bool is_empty() const { return is_empty_; }
  std::string take() { return out_.take(); }

 private:
  ProtoMessage out_, event_;
  bool is_empty_ = true;
};

class XPlane {
 public:
  XPlane(int64_t id, std::string_view name);
  // The metadata of a kind of event; returns its id, from 1, or `id` if it is positive. `fields`
  // are further fields of the message, such as stats.
  int64_t add_metadata(std::string_view name, std::string_view display_name,
                       const ProtoMessage& fields, int64_t id = 0);
  // add_metadata without stats; equal names share one id.
  int64_t named_metadata(std::string_view name);
  int64_t stat_id(std::string_view name);
  void add_stats(const XStats& stats) { head_.merge(stats.data()); }
  void add_line(XLine line);
  // Appends the plane as field 1 of an XSpace. The plane is empty afterwards.
  void append_to(std::string& space);

 private:
  ProtoMessage head_;
  std::deque<std::string> lines_;
  NameIds stats_, names_;
  int64_t metadata_ids_ = 0;
};

}  // namespace rille::profile
