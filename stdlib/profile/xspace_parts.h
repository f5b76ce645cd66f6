// Parts of an XSpace that several planes share.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/profile/hlo.h"
#include "stdlib/profile/timeline.h"
#include "stdlib/profile/xplane.h"

namespace rille::profile {

// A step of training. Steps are disjoint and ordered.
struct XStep {
  int64_t begin = 0, end = 0, number = 0;
};

// The steps of the thread that has the most of them. If no thread recorded steps, the calls of the
// compiled function with the most time take their place, each up to the next one; if there are none
// either, the whole capture is one step.
struct XSteps {
  std::vector<XStep> steps;
  int track = -1;  // index in Timeline::tracks; -1: no thread
};
XSteps find_xsteps(const Timeline& timeline);

// Finds the step of events whose `begin` increases.
class XStepCursor {
 public:
  explicit XStepCursor(std::span<const XStep> steps) : steps_(steps) {}
  // The step that contains the time; null if there is none.
  const XStep* at(int64_t time);

 private:
  std::span<const XStep> steps_;
  size_t next_ = 0;
};

// The modules as HLO. Labels of operations without a module belong to one more module, "eager".
class XPrograms {
 public:
  explicit XPrograms(const Timeline& timeline);

  struct Program {
    std::string name;  // "step"
    int64_t id = 0;
    HloProgram hlo;
    std::string title() const;  // "step(1)"
  };
  const std::vector<Program>& all() const { return programs_; }
  const Program& of(uint32_t label) const;
  // The instruction of the label; null if its module does not have the step.
  const HloStep* step(uint32_t label) const;

 private:
  struct Slot {
    int program = -1, step = -1;
  };
  std::vector<Program> programs_;
  std::vector<Slot> slots_;  // by label
};

// The components of the place of a label in the program: function, layers, and "FILE line N". No
// component contains a slash or a colon.
std::vector<std::string> scope_path(const Label& label);
std::string joined_scope(const std::vector<std::string>& path);
std::string_view category_name(Category category);
std::string base_name(std::string_view path);

// The kernels of each device and the eager operations of each thread, as lists of events in the
// order of Track::events. An eager operation that contains kernels is left out, because they stand
// for it. Eager operations of a thread are on a device of their own if they overlap kernels.
struct XDevice {
  int64_t number = 0;  // of the plane "/device:TPU:N"
  std::string name;
  std::vector<Event> events;
  int64_t thread = -1;  // Track::thread
};
std::vector<XDevice> find_xdevices(const Timeline& timeline);

// The planes.
void append_device_planes(std::string& space, const Timeline& timeline, const XSteps& steps,
                          const XPrograms& programs);
void append_host_plane(std::string& space, const Timeline& timeline, const XSteps& steps,
                       const XPrograms& programs);

}  // namespace rille::profile
