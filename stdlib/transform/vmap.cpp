// vmap: maps a function over an axis of its arguments.
#include <algorithm>
#include <optional>

#include "stdlib/array.h"
#include "stdlib/trace/mapped.h"
#include "stdlib/transform/traced.h"
#include "vm/bind.h"
#include "vm/calling.h"
#include "vm/tree.h"

namespace rille {
namespace {

constexpr int unmapped = -1;
using AxisNumbers = std::vector<std::optional<int64_t>>;  // nullopt: not mapped

[[noreturn]] void refuse_axes(const Value& spec, std::string_view what) {
  Error error(Code::type,
              str("vmap: `", what, "` contains ", kind_text(spec),
                  ", expected an axis, nil, or a tree of these in the structure of the ",
                  what == "in_axes" ? "arguments" : "result"));
  throw labelled(std::move(error), what);
}

// The axis of each leaf of `tree`. `spec` is a prefix tree: an int or nil holds for all leaves
// below it.
void spread_axes(const Value& spec, const Value& tree, std::string_view what, AxisNumbers& out) {
  if (tree.is_leaf()) {
    if (spec.is_nil()) return out.push_back({});
    if (const auto* axis = std::get_if<int64_t>(&spec.any())) return out.push_back(*axis);
  } else if (!tree.is_branch()) {
    return;  // a static value has no axis
  } else if (!spec.is_branch()) {
    for (const Value& item : tree.items()) spread_axes(spec, item, what, out);
    return;
  } else if (BranchRef fit = fitted(tree.branch(), spec)) {
    for (size_t i = 0; i < tree.items().size(); ++i) {
      spread_axes(fit->items[i], tree.items()[i], what, out);
    }
    return;
  }
  refuse_axes(spec, what);
}

// Raises if `spec` contains anything except axes. Checked before vmap returns, because the spec is
// stored.
void check_axes(const Value& spec, std::string_view what) {
  if (spec.is_branch()) {
    for (size_t i = 0; i < spec.items().size(); ++i) {
      bool is_const = spec.layout() != nullptr && spec.layout()->is_const(i);
      if (!is_const) check_axes(spec.items()[i], what);
    }
  } else if (!spec.is_nil() && !std::holds_alternative<int64_t>(spec.any())) {
    refuse_axes(spec, what);
  }
}

int axis_within(std::optional<int64_t> given, int rank, std::string_view what) {
  if (!given) return unmapped;
  int64_t axis = *given;
  if (axis < -rank || axis >= rank) {
    throw Error(Code::shape, str("vmap: `", what, "` names axis ", axis, ", but the value has ",
                                 rank, rank == 1 ? " axis" : " axes"));
  }
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

struct VmapAxes {
  Extent size = 0;
  std::vector<int> axes;  // per leaf; `unmapped` if the leaf is not mapped
  std::vector<Type> types;
};

Value spec_of(const Value& in, size_t argument, size_t count) {
  if (!in.is_tuple()) return in;
  if (in.items().size() != count) {
    size_t entries = in.items().size();
    throw Error(Code::value,
                str("vmap: `in_axes` has ", entries, entries == 1 ? " entry" : " entries", " for ",
                    count, count == 1 ? " argument" : " arguments"));
  }
  return in.items()[argument];
}

// `first`: the argument that determines the size; -1: the parameter `size` of vmap does.
[[noreturn]] void refuse_size(Extent size, Extent extent, const Leaf& leaf, int first) {
  if (first < 0) {
    throw Error(Code::shape,
                str("vmap: `axis_size` is ", size, ", but the mapped axis of argument ",
                    leaf.argument, " has size ", extent, ": ", leaf.value.type()))
        .label(leaf.argument);
  }
  throw Error(Code::shape,
              str("vmap: mapped axes have sizes ", size, " and ", extent,
                  ", expected equal sizes: argument ", leaf.argument, " is ", leaf.value.type()))
      .label(first)
      .label(leaf.argument);
}

// The parameters of vmap.
struct VmapOptions {
  Value in, out;
  std::string name;             // name of the mapped axis; empty: it has no name
  std::optional<int64_t> size;  // size of the mapped axis, if given
};

// A host scalar has no axis and is the same for every mapped element.
VmapAxes mapping_of(const Values& args, const CallTree& parts, const VmapOptions& as) {
  AxisNumbers wanted;
  for (size_t i = 0; i < args.size(); ++i) {
    spread_axes(spec_of(as.in, i, args.size()), args[i], "in_axes", wanted);
  }
  VmapAxes out;
  bool sized = as.size.has_value();
  if (sized) out.size = *as.size;
  int first = -1;  // the argument that determines the size
  for (size_t i = 0; i < parts.leaves.size(); ++i) {
    const Array& value = parts.leaves[i].value;
    bool host = value.is_weak() && value.rank() == 0;
    int axis =
        i < wanted.size() && !host ? axis_within(wanted[i], value.rank(), "in_axes") : unmapped;
    Shape shape = value.shape();
    if (axis != unmapped) {
      Extent extent = shape[static_cast<size_t>(axis)];
      if (sized && extent != out.size) {
        refuse_size(out.size, extent, parts.leaves[i], first);
      }
      if (!sized) first = parts.leaves[i].argument;
      out.size = extent;
      sized = true;
      shape.erase(shape.begin() + axis);
    }
    out.axes.push_back(axis);
    out.types.push_back(value.type().with(shape));
  }
  if (!sized) {
    throw Error(Code::value,
                "vmap: no argument has an axis to map over, and no `axis_size` is given");
  }
  return out;
}

// The mapped axes of the results: as `out` says for the result of the function, the first axis for
// the values of inout parameters.
std::vector<int> result_axes(const TracedFunction& traced, const Value& out) {
  AxisNumbers wanted;
  spread_axes(out, traced.outputs[0], "out_axes", wanted);
  std::vector<int> axes;
  for (size_t i = 0; i < traced.graph.results.size(); ++i) {
    int rank = traced.graph.type(traced.graph.results[i]).rank() + 1;
    axes.push_back(i < wanted.size() ? axis_within(wanted[i], rank, "out_axes") : 0);
  }
  return axes;
}

// Adds a leaf with the index of each mapped element, for axis_index. It is not an argument of f.
void add_row_numbers(CallTree& parts, VmapAxes& mapping) {
  parts.leaves.push_back({.value = arange(0, mapping.size.number())});
  mapping.axes.push_back(0);
  mapping.types.emplace_back(Dtype::i32, Shape{});
}

Values call_mapped(const Function& f, const Values& args, const VmapOptions& as) {
  CallTree parts = take_apart(f, args);
  VmapAxes mapping = mapping_of(args, parts, as);
  TransformSpec recipe{.name = "vmap", .strong_results = true};
  for (int axis : mapping.axes) recipe.settings.push_back(static_cast<uint64_t>(axis));
  for (char c : text(as.out)) recipe.settings.push_back(static_cast<uint64_t>(c));
  if (as.size) recipe.settings.push_back(static_cast<uint64_t>(*as.size));
  if (!as.name.empty()) {
    recipe.axis = {as.name, mapping.size.number()};
    add_row_numbers(parts, mapping);
  }
  recipe.types = mapping.types;
  recipe.derive = [&](const TracedFunction& traced) {
    BatchAxes axes{.in = {}, .out = result_axes(traced, as.out), .name = as.name};
    for (size_t leaf : traced.params) axes.in.push_back(mapping.axes[leaf]);
    axes.in.resize(traced.graph.params.size(), unmapped);
    return vmap(traced.graph, mapping.size, axes);
  };
  auto entry = entry_of(f, args, parts, recipe);
  return outputs_of(entry->traced, entry->run(parts), parts);
}

Function vmap_of(Function f, Value in, Value out, std::optional<std::string> axis_name,
                 std::optional<int64_t> size) {
  check_axes(in, "in_axes");
  check_axes(out, "out_axes");
  if (size && *size < 0) {
    throw labelled(Error(Code::value, str("vmap: `axis_size` is ", *size,
                                          ", expected a number of mapped elements, at least 0")),
                   "axis_size");
  }
  VmapOptions as{std::move(in), std::move(out), axis_name.value_or(""), size};
  std::string settings = str("vmap ", text(as.in), " ", text(as.out), " ", as.name);
  if (size) settings += str(" ", *size);
  return transformed(f, "vmap", settings, [as](const Function& g, const Values& args) {
    return call_mapped(g, args, as);
  });
}

}  // namespace

Values mapped_over_rows(const Function& f, const Values& args) {
  return call_mapped(f, args, {.in = Value(int64_t{0}), .out = Value(int64_t{0})});
}

extern const Builtin vmap_builtin = {
    .signature =
        "vmap(f: fn, in_axes: int or tree = 0, out_axes: int or tree = 0, axis_name: str = nil, "
        "axis_size: int = nil) -> fn",
    .brief =
        "Vectorizes a function over an axis of its arguments. The new function applies `f` to all "
        "mapped elements at once and stacks the results.",
    .params =
        {{"f", "Pure function of one element along the mapped axis of each argument."},
         {"in_axes",
          "Mapped axis of the arguments: an int for all, or a tuple with one entry per argument. "
          "An entry is an int, nil, or a tree of these in the structure of the argument. nil: not "
          "mapped, the same value for every mapped element."},
         {"out_axes",
          "Position of the mapped axis in the result, or a tree of positions. nil: not mapped."},
         {"axis_name",
          "Name of the mapped axis for collectives in `f` such as `psum`, `all_gather`, and "
          "`axis_index`. If nil, the axis has no name."},
         {"axis_size", "Size of the mapped axis, ≥ 0. If nil, the size is that of the arguments."}},
    .returns = "a function of the same parameters",
    .errors =
        "error[shape] if the mapped axes differ in size or do not exist; error[value] if no "
        "argument is mapped and `axis_size` is nil, if `in_axes` does not have one entry per "
        "argument, or if `axis_size` is negative; error[type] if `in_axes` or `out_axes` is not a "
        "tree of axes",
    .example = "vmap((x, y) => x * y, in_axes = (0, nil))([1.0, 2.0], 3.0)  #> [3, 6]",
    .source = "jax.vmap",
    .call = bind<&vmap_of>,
};

}  // namespace rille
