// HloInstruction: an instruction of HLO, and its opcode.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/profile/proto.h"
#include "stdlib/profile/timeline.h"

namespace rille::profile {

// An xla.ShapeProto and its text, "f32[8,4]{1,0}".
struct HloShape {
  ProtoMessage proto;
  std::string text;
};
HloShape hlo_shape(std::string_view dtype, const std::vector<int64_t>& dims);
HloShape hlo_tuple(const std::vector<const HloShape*>& elements);

// What an opcode needs besides its operands.
struct HloOpcode {
  std::string opcode;    // "dot"; "custom-call" if no opcode fits
  ProtoMessage fields;   // of xla.HloInstructionProto, for this opcode only
  std::string text;      // the same fields for display, ", dimensions={1}"
  std::string combiner;  // opcode of the computation that a reduction calls, "add"
};

// The opcode of a node whose operands are `in`. Attributes come from ModuleNode::attributes; if
// they are missing or do not fit, the result is a custom call, which XProf accepts in any case.
HloOpcode hlo_opcode(const ModuleNode& node, const std::vector<const ModuleNode*>& in);
HloOpcode hlo_custom_call(std::string_view target);

// Whether the primitive determines the cost of a kernel: a contraction, or a reduction.
bool is_hlo_contraction(std::string_view op);
bool is_hlo_reduction(std::string_view op);

struct HloInstruction {
  std::string name;
  HloOpcode op;
  HloShape shape;
  std::vector<int64_t> operands, called;  // ids of instructions and computations
  std::string op_type, op_name;           // the primitive, and the path of its layer
  Place place;

  ProtoMessage proto(int64_t id) const;  // an xla.HloInstructionProto
};

}  // namespace rille::profile
