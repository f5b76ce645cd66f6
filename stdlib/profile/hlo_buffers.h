// Buffers of a plan as an assignment of buffers of XLA.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "stdlib/profile/proto.h"
#include "stdlib/profile/timeline.h"

namespace rille::profile {

// The instruction that defines a value, and the index in its tuple, or -1 for an array.
struct HloDefinition {
  int64_t instruction = -1;
  int tuple_index = -1;
};

struct HloDefinitions {
  std::vector<HloDefinition> nodes;     // by index of the node; instruction -1: not in the program
  std::vector<HloDefinition> scratch;   // by index of the buffer, for those without a value
  std::vector<std::string> step_names;  // names of the instructions
  std::vector<int64_t> params;          // by index of the node: number of the parameter, or -1
  HloDefinition root;                   // represents values that are not in the program
  std::string computation;              // name of the entry computation
};

// An xla.BufferAssignmentProto: one allocation for the arena, whose use over the steps is a trace
// of the heap simulator, and one for each parameter, result, and constant.
ProtoMessage hlo_buffer_assignment(const Module& module, const HloDefinitions& definitions);

}  // namespace rille::profile
