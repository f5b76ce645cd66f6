// HloProgram: a module as HLO of XLA, which XProf displays.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "stdlib/profile/timeline.h"

namespace rille::profile {

// The instruction of one step of the plan.
struct HloStep {
  std::string name;        // of the instruction, unique in the program
  std::string expression;  // "%matmul.3 = f32[8,4]{1,0} fusion(...), kind=kOutput, calls=%..."
  std::string category;    // "dot", "loop fusion", "output fusion", ...
  std::string op;          // the primitive that determines the cost, "dot_general"
};

struct HloProgram {
  std::string proto;           // a serialized xla.HloProto, with the assignment of buffers
  std::vector<HloStep> steps;  // parallel to Module::steps
};

// The entry computation has one instruction for each step at depth 0. A step with several values
// is a fusion, and the body of a loop is a computation that the instruction of the loop calls. A
// primitive without an opcode of HLO is a custom call with its name as the target.
HloProgram hlo_program(const Module& module);
std::string hlo_proto(const Module& module);

// The name with `_` in place of each character that names of HLO cannot have.
std::string hlo_name(std::string_view name);

}  // namespace rille::profile
