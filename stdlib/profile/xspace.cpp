// xspace: the planes of a capture.
#include "stdlib/profile/xspace.h"

#include <algorithm>

#include "stdlib/profile/xspace_parts.h"
#include "vm/text.h"

namespace rille::profile {
namespace {

void append_metadata_plane(std::string& space, const Timeline& timeline,
                           const XPrograms& programs) {
  XPlane plane(1001, "/host:metadata");
  XStats stats(plane, 6);
  stats.put("process_id", timeline.process).text("program", timeline.program);
  plane.add_stats(stats);
  for (const XPrograms::Program& program : programs.all()) {
    XStats proto(plane, 5);
    proto.bytes("Hlo Proto", program.hlo.proto);
    plane.add_metadata(program.title(), "", proto.data(), program.id);
  }
  plane.append_to(space);
}

void append_task_plane(std::string& space, const Timeline& timeline) {
  XPlane plane(1002, "Task Environment");
  auto start = static_cast<uint64_t>(std::max<int64_t>(timeline.start_unix_ns, 0));
  auto duration = static_cast<uint64_t>(std::max<int64_t>(timeline.duration, 0));
  XStats stats(plane, 6);
  stats.put_natural("profile_start_time", start);
  stats.put_natural("profile_stop_time", start + duration);
  plane.add_stats(stats);
  plane.append_to(space);
}

}  // namespace

std::string xspace(const Timeline& timeline) { return xspace(timeline, XPrograms(timeline)); }

std::string xspace(const Timeline& timeline, const XPrograms& programs) {
  XSteps steps = find_xsteps(timeline);
  std::string out;
  append_device_planes(out, timeline, steps, programs);
  append_host_plane(out, timeline, steps, programs);
  append_metadata_plane(out, timeline, programs);
  append_task_plane(out, timeline);
  ProtoMessage rest;
  if (timeline.dropped > 0) {
    rest.text(3, str(timeline.dropped, " events did not fit into the buffers of the capture"));
  }
  if (timeline.omitted > 0) {
    rest.text(3, str(timeline.omitted, " events are only in the file of Rille"));
  }
  if (!timeline.is_complete) rest.text(3, "the capture ended before it was stopped");
  rest.text(4, timeline.machine.host);
  out += rest.data();
  return out;
}

}  // namespace rille::profile
