// The primitives by what their samples say.
#include "tests/diff/catalog.h"

#include <algorithm>
#include <map>

#include "jit/graph.h"
#include "tests/diff/grow.h"
#include "vm/error.h"

namespace rille::diff {

std::string_view why_never(const Op& op) {
  if (op.effects != Effect::none) return "it has no result";
  if (op.name == "empty_tape") return "a loop makes it";
  if (op.name == "linear_call") return "custom_vjp makes it";
  if (op.samples().empty()) return "nothing says what it takes";
  return "";
}

bool accepts(const Op& op, const Types& in, const Attrs& attrs, const Regions& regions) {
  try {
    op.type({in, attrs, regions, {}});
    return true;
  } catch (const Error&) {
    return false;
  }
}

namespace {

Types of_shape(const Types& types, const Shape& shape) {
  Types out;
  for (const Type& type : types) out.push_back(type.with(shape));
  return out;
}

bool keeps(const Op& op, const Sample& sample, const Shape& shape) {
  Types in = of_shape(sample.in, shape);
  if (!accepts(op, in, sample.attrs)) return false;
  Types out = op.type({in, sample.attrs, {}, {}});
  return out.size() == 1 && out[0].shape() == shape;
}

bool is_elementwise(const Op& op, const Sample& sample) {
  if (sample.in.empty() || !sample.regions.empty()) return false;
  return keeps(op, sample, {}) && keeps(op, sample, {2, 3, 1}) && keeps(op, sample, {0, 4});
}

// One sample for each choice of dtypes and attributes.
std::vector<Sample> ways_of(const Op& op) {
  std::map<std::string, Sample> found;
  for (const Sample& sample : op.samples()) {
    if (!is_elementwise(op, sample)) continue;
    std::string key;
    for (const Type& type : sample.in) key += std::string(name(type.dtype())) + " ";
    for (const Attr& attr : sample.attrs.items()) key += text(attr.value) + " ";
    found.emplace(key, sample);
  }
  std::vector<Sample> out;
  for (auto& [_, sample] : found) out.push_back(std::move(sample));
  return out;
}

bool all_arrays(const Op& op) {
  return std::ranges::all_of(op.samples(), [&](const Sample& sample) {
    auto is_array = [](const Type& type) { return type.form() == TypeForm::array; };
    return std::ranges::all_of(sample.in, is_array) &&
           std::ranges::all_of(op.type({sample.in, sample.attrs, sample.regions, {}}), is_array);
  });
}

}  // namespace

std::span<const Elementwise> elementwise_ops() {
  static const std::vector<Elementwise> all = [] {
    std::vector<Elementwise> out;
    for (const Op* op : all_ops()) {
      if (!why_never(*op).empty() || !all_arrays(*op)) continue;
      if (auto ways = ways_of(*op); !ways.empty()) out.push_back({op, std::move(ways)});
    }
    return out;
  }();
  return all;
}

std::span<const Op* const> sampled_ops() {
  static const std::vector<const Op*> all = [] {
    std::vector<const Op*> out;
    for (const Op* op : all_ops()) {
      auto is_it = [&](const Elementwise& other) { return other.op == op; };
      bool known = std::ranges::any_of(elementwise_ops(), is_it);
      bool may_not_end =
          op->control == RegionControl::while_loop;  // its samples end on their own inputs
      if (why_never(*op).empty() && !known && !may_not_end) out.push_back(op);
    }
    return out;
  }();
  return all;
}

bool is_wide(const Graph& graph) {
  auto good = [](const Type& type) { return widened(type.dtype()) == type.dtype(); };
  if (!std::ranges::all_of(graph.types, good)) return false;
  return std::ranges::all_of(graph.nodes, [](const Node& node) {
    return std::ranges::all_of(node.regions, [](const Region& r) { return is_wide(*r); });
  });
}

std::optional<Sample> widened(const Op& op, const Sample& sample) {
  for (const Region& region : sample.regions) {
    if (!is_wide(*region)) return std::nullopt;
  }
  Sample out = sample;
  for (Type& type : out.in) type = type.with(widened(type.dtype()));
  for (const Attr& attr : sample.attrs.items()) {
    if (auto* dtype = std::get_if<Dtype>(&attr.value)) {
      out.attrs = out.attrs.with(attr.name, widened(*dtype));
    }
  }
  if (!accepts(op, out.in, out.attrs, out.regions)) return std::nullopt;
  return out;
}

}  // namespace rille::diff
