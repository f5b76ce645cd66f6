// HloProgram: computations, fusions, and loops of a module.
#include "stdlib/profile/hlo.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "stdlib/profile/hlo_buffers.h"
#include "stdlib/profile/hlo_ops.h"
#include "vm/text.h"

namespace rille::profile {
namespace {

// A computation that is being written.
struct HloScope {
  std::string name;
  int64_t id = 0;
  HloScope* parent = nullptr;
  bool is_fusion = false;
  ProtoMessage instructions = {}, params = {};
  std::unordered_map<int, int64_t> values = {};  // ids of the instructions of nodes
  std::vector<int64_t> operands = {};            // in the parent, of the parameters
  int64_t param_count = 0, last = -1;
};

// The nodes that a step computes, and those that other steps or the caller use.
struct HloStepNodes {
  std::vector<int> nodes, outputs;
};

class HloBuilder {
 public:
  explicit HloBuilder(const Module& module) : m_(module) {}
  HloProgram build();

 private:
  struct Emitted {
    std::string name;
    HloShape shape;
  };

  bool is_node(int node) const { return node >= 0 && node < static_cast<int>(m_.nodes.size()); }
  const ModuleNode& node(int index) const { return m_.nodes[static_cast<size_t>(index)]; }
  HloScope open(std::string name, HloScope* parent) {
    return {.name = std::move(name), .id = ++computation_ids_, .parent = parent};
  }
  std::string unique(std::string_view base);
  std::string path(const ModuleNode& of) const;

  void collect();
  void emit_params(HloScope& entry);
  void emit_steps(HloScope& scope, size_t begin, size_t end);
  void emit_step(HloScope& scope, size_t index, size_t end);
  void emit_scratch(HloScope& entry);
  void emit_root(HloScope& entry);
  int64_t emit(HloScope& scope, HloInstruction instruction);
  int64_t emit_param(HloScope& scope, int of);
  int64_t value(HloScope& scope, int of);
  void define(HloScope& scope, size_t index, int64_t id);
  HloInstruction node_instruction(HloScope& scope, int of, std::string name);
  HloInstruction call_instruction(HloScope& scope, size_t index, size_t end);
  HloInstruction fusion_instruction(HloScope& scope, size_t index);
  HloShape output_shape(size_t index) const;
  int64_t combiner(const std::string& opcode, const std::string& dtype);
  void close(HloScope& scope, int64_t root);
  std::string expression(const HloInstruction& of, const std::string& called) const;
  std::string main_op(size_t index) const;
  std::string category(size_t index, const HloOpcode& op) const;

  const Module& m_;
  std::vector<HloStepNodes> step_nodes_;
  std::vector<HloStep> steps_;
  HloDefinitions definitions_;
  ProtoMessage computations_;
  std::unordered_set<std::string> names_;
  std::unordered_map<std::string, int64_t> name_counts_, combiners_;
  std::vector<Emitted> emitted_;  // by id - 1
  int64_t computation_ids_ = 0;
};

std::string HloBuilder::unique(std::string_view base) {
  std::string name = hlo_name(base);
  std::string out = name;
  while (!names_.insert(out).second) out = str(name, ".", ++name_counts_[name]);
  return out;
}

// The layer as a path: "layers[2]/attn/dot_general".
std::string HloBuilder::path(const ModuleNode& of) const {
  std::string out = of.layer;
  std::ranges::replace(out, '.', '/');
  return str(m_.name, "/", out, out.empty() ? "" : "/", of.op);
}

void HloBuilder::collect() {
  step_nodes_.resize(m_.steps.size());
  std::vector<bool> is_used(m_.nodes.size());
  for (int result : m_.results) {
    if (is_node(result)) is_used[static_cast<size_t>(result)] = true;
  }
  for (const ModuleNode& user : m_.nodes) {
    for (int in : user.operands) {
      if (is_node(in) && node(in).step != user.step) is_used[static_cast<size_t>(in)] = true;
    }
  }
  for (size_t i = 0; i < m_.steps.size(); ++i) {
    HloStepNodes& of = step_nodes_[i];
    std::ranges::copy_if(m_.steps[i].nodes, std::back_inserter(of.nodes),
                         [&](int x) { return is_node(x); });
    std::ranges::copy_if(of.nodes, std::back_inserter(of.outputs),
                         [&](int x) { return is_used[static_cast<size_t>(x)]; });
    if (of.outputs.empty() && !of.nodes.empty()) of.outputs.push_back(of.nodes.back());
    steps_.push_back({.name = unique(m_.steps[i].name.empty() ? "step" : m_.steps[i].name)});
    definitions_.step_names.push_back(steps_.back().name);
  }
  definitions_.nodes.resize(m_.nodes.size());
  definitions_.params.assign(m_.nodes.size(), -1);
}

int64_t HloBuilder::emit(HloScope& scope, HloInstruction instruction) {
  auto id = static_cast<int64_t>(emitted_.size()) + 1;
  scope.instructions.message(2, instruction.proto(id));
  emitted_.push_back({std::move(instruction.name), std::move(instruction.shape)});
  scope.last = id;
  return id;
}

int64_t HloBuilder::emit_param(HloScope& scope, int of) {
  const ModuleNode& from = node(of);
  HloInstruction out{.name = unique(scope.parent == nullptr ? from.name : from.name + ".in"),
                     .op = {.opcode = "parameter", .fields = {}, .text = {}, .combiner = {}},
                     .shape = hlo_shape(from.dtype, from.shape),
                     .op_type = "parameter",
                     .op_name = path(from),
                     .place = from.place};
  out.op.fields.put(9, scope.param_count);
  scope.params.message(1, out.shape.proto).text(3, out.name);
  if (scope.parent == nullptr) definitions_.params[static_cast<size_t>(of)] = scope.param_count;
  ++scope.param_count;
  int64_t id = emit(scope, std::move(out));
  if (scope.parent == nullptr) definitions_.nodes[static_cast<size_t>(of)] = {id, -1};
  return scope.values[of] = id;
}

void HloBuilder::emit_params(HloScope& entry) {
  std::vector<int> params;
  for (size_t i = 0; i < m_.nodes.size(); ++i) {
    if (m_.nodes[i].param >= 0) params.push_back(static_cast<int>(i));
  }
  std::ranges::stable_sort(params, {}, [&](int of) { return node(of).param; });
  for (int of : params) emit_param(entry, of);
}

// The id of the instruction that has the value of a node in the scope; -1 if it has none there,
// because the node is missing or belongs to a later step.
int64_t HloBuilder::value(HloScope& scope, int of) {
  if (!is_node(of)) return -1;
  auto found = scope.values.find(of);
  if (found != scope.values.end()) return found->second;
  const ModuleNode& from = node(of);
  bool is_constant = from.step < 0 && from.op != "param" && from.param < 0;
  if (is_constant && (scope.parent == nullptr || from.shape.empty())) {
    HloInstruction out{.name = unique(from.name),
                       .op = hlo_opcode({.op = "constant",
                                         .dtype = from.dtype,
                                         .shape = from.shape,
                                         .attributes = from.attributes},
                                        {}),
                       .shape = hlo_shape(from.dtype, from.shape),
                       .op_type = from.op,
                       .op_name = path(from),
                       .place = from.place};
    int64_t id = emit(scope, std::move(out));
    HloDefinition& definition = definitions_.nodes[static_cast<size_t>(of)];
    if (definition.instruction < 0) definition = {id, -1};
    return scope.values[of] = id;
  }
  bool is_body_param = from.step < 0 && from.param < 0 && !is_constant;
  if (is_body_param && scope.parent != nullptr && !scope.is_fusion) return emit_param(scope, of);
  if (scope.parent == nullptr) return is_body_param ? emit_param(scope, of) : -1;
  int64_t outer = value(*scope.parent, of);
  if (outer < 0) return -1;
  scope.operands.push_back(outer);
  return emit_param(scope, of);
}

HloInstruction HloBuilder::node_instruction(HloScope& scope, int of, std::string name) {
  const ModuleNode& from = node(of);
  HloInstruction out{.name = std::move(name),
                     .op = {},
                     .shape = hlo_shape(from.dtype, from.shape),
                     .op_type = from.op,
                     .op_name = path(from),
                     .place = from.place};
  std::vector<const ModuleNode*> in;
  for (int operand : from.operands) {
    int64_t id = value(scope, operand);
    if (id < 0) continue;
    out.operands.push_back(id);
    in.push_back(&node(operand));
  }
  out.op = hlo_opcode(from, in);
  if (out.op.combiner.empty()) return out;
  HloInstruction zero{.name = unique(out.name + ".init"),
                      .op = {.opcode = "constant", .fields = {}, .text = {}, .combiner = {}},
                      .shape = hlo_shape(from.dtype, {})};
  out.operands.push_back(emit(scope, std::move(zero)));
  out.called.push_back(combiner(out.op.combiner, from.dtype));
  return out;
}

// The computation of two scalars that reductions of a type call.
int64_t HloBuilder::combiner(const std::string& opcode, const std::string& dtype) {
  int64_t& known = combiners_[str(opcode, "_", dtype)];
  if (known != 0) return known;
  HloScope scope = open(str(opcode, "_", dtype), nullptr);
  known = scope.id;
  HloInstruction out{.name = unique(scope.name),
                     .op = {.opcode = opcode, .fields = {}, .text = {}, .combiner = {}},
                     .shape = hlo_shape(dtype, {})};
  for (std::string_view side : {"lhs", "rhs"}) {
    HloInstruction param{.name = unique(str(scope.name, ".", side)),
                         .op = {.opcode = "parameter", .fields = {}, .text = {}, .combiner = {}},
                         .shape = out.shape};
    param.op.fields.put(9, scope.param_count++);
    scope.params.message(1, param.shape.proto).text(3, param.name);
    out.operands.push_back(emit(scope, std::move(param)));
  }
  close(scope, emit(scope, std::move(out)));
  return scope.id;
}

HloShape HloBuilder::output_shape(size_t index) const {
  const std::vector<int>& outputs = step_nodes_[index].outputs;
  std::vector<HloShape> shapes;
  for (int of : outputs) shapes.push_back(hlo_shape(node(of).dtype, node(of).shape));
  if (shapes.size() == 1) return shapes[0];
  std::vector<const HloShape*> elements;
  for (const HloShape& shape : shapes) elements.push_back(&shape);
  return hlo_tuple(elements);
}

// A step whose body is the steps up to `end`, or one that has no nodes.
HloInstruction HloBuilder::call_instruction(HloScope& scope, size_t index, size_t end) {
  HloInstruction out{.name = steps_[index].name,
                     .op = hlo_custom_call(main_op(index)),
                     .shape = output_shape(index),
                     .op_type = main_op(index)};
  auto add = [&](int64_t id) {
    bool is_new = id >= 0 && std::ranges::find(out.operands, id) == out.operands.end();
    if (is_new) out.operands.push_back(id);
  };
  for (int of : step_nodes_[index].nodes) {
    for (int operand : node(of).operands) add(value(scope, operand));
  }
  if (end <= index + 1) return out;
  HloScope body = open(steps_[index].name + "_body", &scope);
  emit_steps(body, index + 1, end);
  if (body.last < 0) return out;
  close(body, body.last);
  for (int64_t id : body.operands) add(id);
  out.called.push_back(body.id);
  return out;
}

HloInstruction HloBuilder::fusion_instruction(HloScope& scope, size_t index) {
  const HloStepNodes& of = step_nodes_[index];
  HloScope fused = open("fused_" + steps_[index].name, &scope);
  fused.is_fusion = true;
  bool has_contraction = false, has_reduction = false;
  for (int each : of.nodes) {
    has_contraction |= is_hlo_contraction(node(each).op);
    has_reduction |= is_hlo_reduction(node(each).op);
    fused.values[each] = emit(fused, node_instruction(fused, each, unique(node(each).name)));
    HloDefinition& definition = definitions_.nodes[static_cast<size_t>(each)];
    if (definition.instruction < 0) definition = {fused.values[each], -1};
  }
  HloInstruction out{.name = steps_[index].name,
                     .op = {.opcode = "fusion", .fields = {}, .text = {}, .combiner = {}},
                     .shape = output_shape(index),
                     .op_type = main_op(index)};
  int64_t root = fused.values[of.outputs[0]];
  if (of.outputs.size() > 1) {
    HloInstruction tuple{.name = unique(fused.name + ".tuple"),
                         .op = {.opcode = "tuple", .fields = {}, .text = {}, .combiner = {}},
                         .shape = out.shape};
    for (int output : of.outputs) tuple.operands.push_back(fused.values[output]);
    root = emit(fused, std::move(tuple));
  }
  close(fused, root);
  std::string kind = has_contraction ? "kOutput" : has_reduction ? "kInput" : "kLoop";
  out.op.fields.text(11, kind);
  out.op.text = ", kind=" + kind;
  out.operands = fused.operands;
  out.called.push_back(fused.id);
  return out;
}

void HloBuilder::emit_step(HloScope& scope, size_t index, size_t end) {
  const HloStepNodes& of = step_nodes_[index];
  bool calls = end > index + 1 || of.nodes.empty();
  HloInstruction out = calls ? call_instruction(scope, index, end)
                       : of.nodes.size() == 1
                           ? node_instruction(scope, of.nodes[0], steps_[index].name)
                           : fusion_instruction(scope, index);
  if (!of.outputs.empty()) {
    const ModuleNode& shown = node(of.outputs[0]);
    out.op_name = path(shown);
    out.place = shown.place;
  }
  bool is_fusion = out.op.opcode == "fusion";
  std::string called = out.called.empty() ? ""
                       : is_fusion        ? ", calls=%fused_" + out.name
                       : out.op.combiner.empty()
                           ? ", called_computations={%" + out.name + "_body}"
                           : ", to_apply=%" + out.op.combiner + "_" + node(of.nodes[0]).dtype;
  HloStep& step = steps_[index];
  step.op = main_op(index);
  step.category = category(index, out.op);
  step.expression = expression(out, called);
  define(scope, index, emit(scope, std::move(out)));
}

// Registers the values of a step, whose instruction is `id`.
void HloBuilder::define(HloScope& scope, size_t index, int64_t id) {
  const std::vector<int>& outputs = step_nodes_[index].outputs;
  if (outputs.size() == 1) {
    scope.values[outputs[0]] = id;
    definitions_.nodes[static_cast<size_t>(outputs[0])] = {id, -1};
    return;
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    const ModuleNode& of = node(outputs[i]);
    HloInstruction part{
        .name = unique(of.name + ".result"),
        .op = {.opcode = "get-tuple-element", .fields = {}, .text = {}, .combiner = {}},
        .shape = hlo_shape(of.dtype, of.shape),
        .operands = {id},
        .op_type = of.op,
        .op_name = path(of),
        .place = of.place};
    part.op.fields.put(13, static_cast<int64_t>(i));
    scope.values[outputs[i]] = emit(scope, std::move(part));
    definitions_.nodes[static_cast<size_t>(outputs[i])] = {id, static_cast<int>(i)};
  }
}

// Steps of greater depth that follow a step are its body.
void HloBuilder::emit_steps(HloScope& scope, size_t begin, size_t end) {
  while (begin < end) {
    size_t next = begin + 1;
    while (next < end && m_.steps[next].depth > m_.steps[begin].depth) ++next;
    emit_step(scope, begin, next);
    begin = next;
  }
}

// Scratch memory has an instruction of its own, so that XProf shows its size and its step.
void HloBuilder::emit_scratch(HloScope& entry) {
  definitions_.scratch.resize(m_.buffers.size());
  for (size_t i = 0; i < m_.buffers.size(); ++i) {
    const ModuleBuffer& buffer = m_.buffers[i];
    bool has_step = buffer.first >= 0 && buffer.first < static_cast<int>(steps_.size());
    if (buffer.node >= 0 || !has_step) continue;
    HloInstruction out{.name = unique(steps_[static_cast<size_t>(buffer.first)].name + ".scratch"),
                       .op = hlo_custom_call("scratch"),
                       .shape = hlo_shape("u8", {buffer.bytes})};
    definitions_.scratch[i] = {emit(entry, std::move(out)), -1};
  }
}

void HloBuilder::emit_root(HloScope& entry) {
  std::vector<const HloShape*> shapes;
  HloInstruction root{.name = unique("results"),
                      .op = {.opcode = "tuple", .fields = {}, .text = {}, .combiner = {}},
                      .shape = {}};
  for (int result : m_.results) {
    int64_t id = value(entry, result);
    if (id >= 0) root.operands.push_back(id);
  }
  for (int64_t id : root.operands) {
    shapes.push_back(&emitted_[static_cast<size_t>(id) - 1].shape);
  }
  root.shape = hlo_tuple(shapes);
  definitions_.root = {emit(entry, std::move(root)), -1};
}

void HloBuilder::close(HloScope& scope, int64_t root) {
  ProtoMessage shape, out;
  shape.merge(scope.params).message(2, emitted_[static_cast<size_t>(root) - 1].shape.proto);
  out.text(1, scope.name).merge(scope.instructions).message(4, shape).put(5, scope.id).put(6, root);
  out.put(7, scope.is_fusion ? 1 : 0);
  computations_.message(3, out);
}

std::string HloBuilder::expression(const HloInstruction& of, const std::string& called) const {
  std::string out = str("%", of.name, " = ", of.shape.text, " ", of.op.opcode, "(");
  std::string_view gap = "";
  for (int64_t id : of.operands) {
    const Emitted& operand = emitted_[static_cast<size_t>(id) - 1];
    out += str(gap, operand.shape.text, " %", operand.name);
    gap = ", ";
  }
  return str(out, ")", of.op.text, called);
}

// The primitive that dominates the cost of a step: a contraction, else one without an opcode of its
// own, else a reduction, else the last one.
std::string HloBuilder::main_op(size_t index) const {
  const HloStepNodes& of = step_nodes_[index];
  auto rank = [](const std::string& op) {
    return is_hlo_contraction(op) ? 2 : is_hlo_reduction(op) ? 1 : 0;
  };
  std::string out;
  for (int each : of.nodes) {
    const std::string& op = node(each).op;
    if (out.empty() || rank(op) >= rank(out)) out = op;
  }
  if (!out.empty()) return out;
  const ModuleStep& step = m_.steps[index];
  std::string_view text = step.ops.empty() ? step.name : step.ops;
  return std::string(text.substr(0, text.find_first_of(step.ops.empty() ? "." : " ")));
}

std::string HloBuilder::category(size_t index, const HloOpcode& op) const {
  if (op.opcode == "fusion") {
    return op.text.ends_with("kOutput")  ? "output fusion"
           : op.text.ends_with("kInput") ? "input fusion"
                                         : "loop fusion";
  }
  std::string main = main_op(index);
  if (main == "conv") return "convolution";
  return op.opcode == "custom-call" ? main : op.opcode;
}

HloProgram HloBuilder::build() {
  collect();
  HloScope entry = open("main", nullptr);
  definitions_.computation = entry.name;
  emit_params(entry);
  emit_steps(entry, 0, m_.steps.size());
  emit_scratch(entry);
  emit_root(entry);
  close(entry, definitions_.root.instruction);
  ProtoMessage shape, proto, out;
  shape.merge(entry.params);
  shape.message(2, emitted_[static_cast<size_t>(definitions_.root.instruction) - 1].shape.proto);
  proto.text(1, hlo_name(m_.name)).text(2, entry.name).merge(computations_).message(4, shape);
  proto.put(5, static_cast<int64_t>(m_.id)).put(6, entry.id);
  out.message(1, proto).message(3, hlo_buffer_assignment(m_, definitions_));
  return {out.take(), std::move(steps_)};
}

}  // namespace

HloProgram hlo_program(const Module& module) { return HloBuilder(module).build(); }

std::string hlo_proto(const Module& module) { return hlo_program(module).proto; }

std::string hlo_name(std::string_view name) {
  std::string out(name);
  auto is_plain = [](unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '-';
  };
  std::ranges::replace_if(
      out, [&](char c) { return !is_plain(static_cast<unsigned char>(c)); }, '_');
  bool begins_well =
      !out.empty() && (std::isalpha(static_cast<unsigned char>(out[0])) != 0 || out[0] == '_');
  return begins_well ? out : "_" + out;
}

}  // namespace rille::profile
