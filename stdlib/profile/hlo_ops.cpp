// Opcodes of HLO for the primitives, with their attributes.
#include "stdlib/profile/hlo_ops.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <optional>

#include "stdlib/bytes/scan.h"
#include "vm/text.h"

namespace rille::profile {
namespace {

using HloInts = std::vector<int64_t>;

struct HloType {
  std::string_view dtype, name;
  int number;  // of xla.PrimitiveType
};
constexpr int tuple_type = 13;
constexpr auto hlo_types = std::to_array<HloType>({
    {"bool", "pred", 1},      {"i4", "s4", 21},   {"i8", "s8", 2},      {"i16", "s16", 3},
    {"i32", "s32", 4},        {"i64", "s64", 5},  {"u4", "u4", 22},     {"u8", "u8", 6},
    {"u16", "u16", 7},        {"u32", "u32", 8},  {"u64", "u64", 9},    {"f8e4m3", "f8e4m3fn", 20},
    {"f8e5m2", "f8e5m2", 19}, {"f16", "f16", 10}, {"bf16", "bf16", 16}, {"f32", "f32", 11},
    {"f64", "f64", 12},       {"c64", "c64", 15}, {"c128", "c128", 18}, {"key", "u64", 9},
});

const HloType& hlo_type(std::string_view dtype) {
  const auto* at = std::ranges::find(hlo_types, dtype, &HloType::dtype);
  return at == hlo_types.end() ? hlo_types[7] : *at;
}

// How the attributes of a primitive become fields of the instruction.
enum class HloForm : uint8_t {
  plain,
  compare,    // `detail` is the direction
  reduce,     // `detail` is the opcode of the combiner
  axes,       // dimensions = axes
  axis,       // dimensions = [axis]
  broadcast,  // dimensions = all axes of the result except `axes`
  dot,
  slice,
  pad,
  reshape,
  dynamic_slice,
  dynamic_update,
};

struct HloRow {
  std::string_view op, opcode;
  int arity;  // -1: any
  HloForm form = HloForm::plain;
  std::string_view detail = {};
};

constexpr auto hlo_rows = std::to_array<HloRow>({
    {"abs", "abs", 1},
    {"add", "add", 2},
    {"atan2", "atan2", 2},
    {"bit_and", "and", 2},
    {"bit_not", "not", 1},
    {"bit_or", "or", 2},
    {"bit_xor", "xor", 2},
    {"bitcast", "bitcast-convert", 1},
    {"broadcast", "broadcast", 1, HloForm::broadcast},
    {"cbrt", "cbrt", 1},
    {"ceil", "ceil", 1},
    {"cholesky", "cholesky", 1},
    {"complex", "complex", 2},
    {"concatenate", "concatenate", -1, HloForm::axis},
    {"convert", "convert", 1},
    {"cos", "cosine", 1},
    {"div", "divide", 2},
    {"dot_general", "dot", 2, HloForm::dot},
    {"dynamic_slice", "dynamic-slice", -1, HloForm::dynamic_slice},
    {"dynamic_update_slice", "dynamic-update-slice", -1, HloForm::dynamic_update},
    {"eq", "compare", 2, HloForm::compare, "EQ"},
    {"erf", "erf", 1},
    {"exp", "exponential", 1},
    {"expm1", "exponential-minus-one", 1},
    {"floor", "floor", 1},
    {"ge", "compare", 2, HloForm::compare, "GE"},
    {"gt", "compare", 2, HloForm::compare, "GT"},
    {"imag", "imag", 1},
    {"iota", "iota", 0, HloForm::axis},
    {"is_finite", "is-finite", 1},
    {"le", "compare", 2, HloForm::compare, "LE"},
    {"log", "log", 1},
    {"log1p", "log-plus-one", 1},
    {"logistic", "logistic", 1},
    {"lt", "compare", 2, HloForm::compare, "LT"},
    {"max", "maximum", 2},
    {"min", "minimum", 2},
    {"mul", "multiply", 2},
    {"ne", "compare", 2, HloForm::compare, "NE"},
    {"neg", "negate", 1},
    {"pad", "pad", 2, HloForm::pad},
    {"permute", "transpose", 1, HloForm::axes},
    {"pow", "power", 2},
    {"prod", "reduce", 1, HloForm::reduce, "multiply"},
    {"real", "real", 1},
    {"reduce_and", "reduce", 1, HloForm::reduce, "and"},
    {"reduce_max", "reduce", 1, HloForm::reduce, "maximum"},
    {"reduce_min", "reduce", 1, HloForm::reduce, "minimum"},
    {"reduce_or", "reduce", 1, HloForm::reduce, "or"},
    {"rem", "remainder", 2},
    {"reshape", "reshape", 1, HloForm::reshape},
    {"reverse", "reverse", 1, HloForm::axes},
    {"round", "round-nearest-even", 1},
    {"rsqrt", "rsqrt", 1},
    {"select", "select", 3},
    {"shift_left", "shift-left", 2},
    {"shift_right", "shift-right-arithmetic", 2},
    {"sign", "sign", 1},
    {"sin", "sine", 1},
    {"slice", "slice", 1, HloForm::slice},
    {"sqrt", "sqrt", 1},
    {"sub", "subtract", 2},
    {"sum", "reduce", 1, HloForm::reduce, "add"},
    {"tan", "tan", 1},
    {"tanh", "tanh", 1},
});
static_assert(std::ranges::is_sorted(hlo_rows, {}, &HloRow::op));

// The text of an attribute, "[0, 1]" of "axes=[0, 1] dtype=f32".
std::optional<std::string_view> hlo_attribute(std::string_view all, std::string_view name) {
  for (size_t at = all.find(name); at != std::string_view::npos; at = all.find(name, at + 1)) {
    size_t end = at + name.size();
    bool is_whole = (at == 0 || all[at - 1] == ' ') && end < all.size() && all[end] == '=';
    if (!is_whole) continue;
    std::string_view rest = all.substr(end + 1);
    bool is_list = rest.starts_with('[') || rest.starts_with('(');
    return rest.substr(0, rest.find_first_of(is_list ? "])" : " "));
  }
  return {};
}

std::optional<HloInts> int_attribute(const ModuleNode& node, std::string_view name) {
  std::optional<std::string_view> text = hlo_attribute(node.attributes, name);
  if (!text) return {};
  HloInts out;
  for (const char *at = text->data(), *end = at + text->size(); at < end;) {
    int64_t value = 0;
    std::from_chars_result read = std::from_chars(at, end, value);
    if (read.ec == std::errc()) out.push_back(value);
    at = read.ec == std::errc() ? read.ptr : at + 1;
  }
  return out;
}

std::string dims_text(const HloInts& dims) {
  std::string out = "{";
  for (int64_t dim : dims) out += str(out.size() > 1 ? "," : "", dim);
  return out + "}";
}

bool are_axes(const HloInts& axes, size_t rank) {
  auto is_axis = [&](int64_t axis) { return axis >= 0 && axis < static_cast<int64_t>(rank); };
  return std::ranges::all_of(axes, is_axis);
}

int64_t element_count(const ModuleNode& node) {
  int64_t out = 1;
  for (int64_t dim : node.shape) out *= dim;
  return out;
}

void set_dimensions(HloOpcode& op, const HloInts& dims) {
  op.fields.packed(14, dims);
  op.text += ", dimensions=" + dims_text(dims);
}

bool set_broadcast(HloOpcode& op, const ModuleNode& node, const ModuleNode& in) {
  std::optional<HloInts> added = int_attribute(node, "axes");
  if (!added) return false;
  HloInts dims;
  for (int64_t axis = 0; axis < static_cast<int64_t>(node.shape.size()); ++axis) {
    if (std::ranges::find(*added, axis) == added->end()) dims.push_back(axis);
  }
  if (dims.size() != in.shape.size()) return false;
  set_dimensions(op, dims);
  return true;
}

bool set_dot(HloOpcode& op, const ModuleNode& node, const std::vector<const ModuleNode*>& in) {
  ProtoMessage dims;
  constexpr auto parts = std::to_array<std::pair<std::string_view, std::string_view>>({
      {"left_contracted", "lhs_contracting_dims"},
      {"right_contracted", "rhs_contracting_dims"},
      {"left_batch", "lhs_batch_dims"},
      {"right_batch", "rhs_batch_dims"},
  });
  for (size_t i = 0; i < parts.size(); ++i) {
    std::optional<HloInts> axes = int_attribute(node, parts[i].first);
    if (!axes || !are_axes(*axes, in[i % 2]->shape.size())) return false;
    dims.packed(static_cast<int>(i) + 1, *axes);
    if (!axes->empty()) op.text += str(", ", parts[i].second, "=", dims_text(*axes));
  }
  op.fields.message(30, dims);
  return true;
}

bool set_slice(HloOpcode& op, const ModuleNode& node, const ModuleNode& in) {
  std::optional<HloInts> start = int_attribute(node, "start"), size = int_attribute(node, "size"),
                         step = int_attribute(node, "step");
  size_t rank = in.shape.size();
  if (!start || !size || !step) return false;
  if (start->size() != rank || size->size() != rank || step->size() != rank) return false;
  op.text += ", slice={";
  for (size_t i = 0; i < rank; ++i) {
    int64_t limit = (*size)[i] == 0 ? (*start)[i] : (*start)[i] + ((*size)[i] - 1) * (*step)[i] + 1;
    op.fields.message(17, ProtoMessage().put(1, (*start)[i]).put(2, limit).put(3, (*step)[i]));
    op.text += str(i == 0 ? "" : ", ", "[", (*start)[i], ":", limit, ":", (*step)[i], "]");
  }
  op.text += "}";
  return true;
}

bool set_pad(HloOpcode& op, const ModuleNode& node, const ModuleNode& in) {
  std::optional<HloInts> low = int_attribute(node, "low"), high = int_attribute(node, "high"),
                         interior = int_attribute(node, "interior");
  size_t rank = in.shape.size();
  if (!low || !high || !interior) return false;
  if (low->size() != rank || high->size() != rank || interior->size() != rank) return false;
  ProtoMessage config;
  op.text += ", padding=";
  for (size_t i = 0; i < rank; ++i) {
    config.message(1, ProtoMessage().put(1, (*low)[i]).put(2, (*high)[i]).put(3, (*interior)[i]));
    op.text += str(i == 0 ? "" : "x", (*low)[i], "_", (*high)[i], "_", (*interior)[i]);
  }
  op.fields.message(21, config);
  return true;
}

bool set_reduce(HloOpcode& op, const HloRow& row, const ModuleNode& node, const ModuleNode& in) {
  std::optional<HloInts> axes = int_attribute(node, "axes");
  if (!axes || !are_axes(*axes, in.shape.size())) return false;
  set_dimensions(op, *axes);
  op.combiner = row.detail;
  return true;
}

bool set_axes(HloOpcode& op, const HloRow& row, const ModuleNode& node) {
  std::optional<HloInts> axes = int_attribute(node, row.form == HloForm::axis ? "axis" : "axes");
  if (!axes || !are_axes(*axes, node.shape.size())) return false;
  if (row.form == HloForm::axis && axes->size() != 1) return false;
  set_dimensions(op, *axes);
  return true;
}

// Sets the fields of the form; false if the attributes do not fit.
bool set_form(HloOpcode& op, const HloRow& row, const ModuleNode& node,
              const std::vector<const ModuleNode*>& in) {
  switch (row.form) {
    case HloForm::plain: return true;
    case HloForm::compare:
      op.fields.text(63, row.detail);
      op.text += str(", direction=", row.detail);
      return true;
    case HloForm::reduce: return set_reduce(op, row, node, *in[0]);
    case HloForm::axes:
    case HloForm::axis: return set_axes(op, row, node);
    case HloForm::broadcast: return set_broadcast(op, node, *in[0]);
    case HloForm::dot: return set_dot(op, node, in);
    case HloForm::slice: return set_slice(op, node, *in[0]);
    case HloForm::pad: return set_pad(op, node, *in[0]);
    case HloForm::reshape: return element_count(node) == element_count(*in[0]);
    case HloForm::dynamic_slice:
      if (in.empty() || in.size() != 1 + in[0]->shape.size()) return false;
      op.fields.packed(20, node.shape);
      op.text += ", dynamic_slice_sizes=" + dims_text(node.shape);
      return true;
    case HloForm::dynamic_update: return in.size() >= 2 && in.size() == 2 + in[0]->shape.size();
  }
  return false;
}

// A scalar constant with its value, where the attribute `value` tells it.
HloOpcode constant_opcode(const ModuleNode& node) {
  HloOpcode out{.opcode = "constant", .fields = {}, .text = {}, .combiner = {}};
  std::optional<std::string_view> text = hlo_attribute(node.attributes, "value");
  if (!text || !node.shape.empty()) return out;
  std::string value(*text);
  ProtoMessage literal;
  literal.message(1, hlo_shape(node.dtype, {}).proto);
  double number = std::strtod(value.c_str(), nullptr);
  std::string raw;
  if (node.dtype == "f32") {
    put_little(raw, std::bit_cast<uint32_t>(static_cast<float>(number)), 4);
    literal.bytes(8, raw);
  } else if (node.dtype == "f64") {
    put_little(raw, std::bit_cast<uint64_t>(number), 8);
    literal.bytes(9, raw);
  } else if (node.dtype == "i32" || node.dtype == "i64") {
    HloInts one{std::strtoll(value.c_str(), nullptr, 10)};
    literal.packed(node.dtype == "i32" ? 4 : 5, one);
  } else if (node.dtype == "bool") {
    literal.packed(2, HloInts{value == "true"});
  } else {
    return out;
  }
  out.fields.message(8, literal);
  return out;
}

}  // namespace

HloShape hlo_shape(std::string_view dtype, const std::vector<int64_t>& dims) {
  const HloType& type = hlo_type(dtype);
  HloShape out;
  HloInts order;
  for (auto axis = static_cast<int64_t>(dims.size()) - 1; axis >= 0; --axis) order.push_back(axis);
  HloInts sizes = dims;
  for (int64_t& size : sizes) size = std::max<int64_t>(size, 0);
  out.proto.put(2, type.number).packed(3, sizes);
  out.proto.message(5, ProtoMessage().packed(1, order));
  if (!sizes.empty()) out.proto.packed(6, HloInts(sizes.size(), 0));
  out.text = str(type.name, "[");
  for (size_t i = 0; i < sizes.size(); ++i) out.text += str(i == 0 ? "" : ",", sizes[i]);
  out.text += "]";
  if (!order.empty()) out.text += dims_text(order);
  return out;
}

HloShape hlo_tuple(const std::vector<const HloShape*>& elements) {
  HloShape out;
  out.proto.put(2, tuple_type);
  out.text = "(";
  for (const HloShape* element : elements) {
    out.proto.message(4, element->proto);
    out.text += str(out.text.size() > 1 ? ", " : "", element->text);
  }
  out.text += ")";
  return out;
}

HloOpcode hlo_custom_call(std::string_view target) {
  HloOpcode out{.opcode = "custom-call", .fields = {}, .text = {}, .combiner = {}};
  out.fields.text(28, target.empty() ? "unknown" : target);
  out.text = str(", custom_call_target=\"", target, "\"");
  return out;
}

HloOpcode hlo_opcode(const ModuleNode& node, const std::vector<const ModuleNode*>& in) {
  if (node.op == "constant" || node.op == "fill") return constant_opcode(node);
  const auto* row = std::ranges::lower_bound(hlo_rows, std::string_view(node.op), {}, &HloRow::op);
  bool is_known = row != hlo_rows.end() && row->op == node.op &&
                  (row->arity < 0 || row->arity == static_cast<int>(in.size()));
  HloOpcode out{.opcode = {}, .fields = {}, .text = {}, .combiner = {}};
  if (!is_known || !set_form(out, *row, node, in)) return hlo_custom_call(node.op);
  out.opcode = row->opcode;
  bool is_natural = node.dtype.starts_with('u');
  if (node.op == "shift_right" && is_natural) out.opcode = "shift-right-logical";
  return out;
}

bool is_hlo_contraction(std::string_view op) { return op == "dot_general" || op == "conv"; }

bool is_hlo_reduction(std::string_view op) {
  const auto* row = std::ranges::lower_bound(hlo_rows, op, {}, &HloRow::op);
  return row != hlo_rows.end() && row->op == op && row->form == HloForm::reduce;
}

ProtoMessage HloInstruction::proto(int64_t id) const {
  ProtoMessage out;
  out.text(1, name).text(2, op.opcode).message(3, shape.proto);
  ProtoMessage metadata;
  metadata.text(1, op_type).text(2, op_name).text(3, place.file).put(4, place.line);
  out.message(7, metadata);
  out.merge(op.fields);
  return out.put_always(35, id).packed(36, operands).packed(38, called);
}

}  // namespace rille::profile
