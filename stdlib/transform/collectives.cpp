// Collective operations over a named vmap axis.
#include <algorithm>
#include <functional>

#include "stdlib/array/reduce.h"
#include "stdlib/trace/leaves.h"
#include "stdlib/trace/region.h"
#include "stdlib/transform.h"
#include "stdlib/transform/axis_names.h"

namespace rille {
namespace {

const AxisNames::OpenAxis& axis_named(State& state, const std::string& name) {
  const auto& open = state.part<AxisNames>().open;
  auto found = std::ranges::find(open.rbegin(), open.rend(), name,
                                 [](const AxisNames::OpenAxis& one) { return one.axis.name; });
  if (found != open.rend()) return *found;
  std::vector<std::string> known;
  for (const auto& one : open) known.push_back(str("`", one.axis.name, "`"));
  Error error(Code::name, str("no enclosing `vmap` has an axis named `", name, "`"));
  error.help(known.empty() ? str("name the axis: `vmap(f, axis_name = \"", name, "\")`")
                           : str("the named axes are ", join(known)));
  throw labelled(std::move(error), "axis_name");
}

// `names` is one axis name, or a tuple of names of nested vmaps.
std::vector<const AxisNames::OpenAxis*> axes_named(State& state, const Value& names) {
  std::vector<const AxisNames::OpenAxis*> out;
  for (const Value& each : names.is_tuple() ? names.items() : Values{names}) {
    out.push_back(&axis_named(state, each.string()));
  }
  return out;
}

Value each_leaf(const Value& tree, const std::function<Array(const Array&)>& f) {
  std::vector<Array> leaves = leaves_of({tree});
  for (Array& leaf : leaves) leaf = f(leaf);
  return with_leaves_of({tree}, leaves)[0];
}

// A host scalar has the same value in every mapped element.
Array sum_over(const Array& x, const AxisNames::OpenAxis& over) {
  if (is_host_scalar(x)) return mul(x, Array(over.axis.size));
  Array number = x.dtype() == Dtype::boolean ? convert(x, Dtype::i32) : x;
  return apply1(psum_op, {number}, {{"axis", over.axis.name}});
}

// Applies f in the accumulation dtype of f16 and bf16, and rounds the result once.
Array summed_wide(const Array& x, const std::function<Array(Array)>& f) {
  return is_inexact(x.dtype()) ? as_dtype(f(wide(x)), x.dtype()) : f(x);
}

Array gather_over(const Array& x, const AxisNames::OpenAxis& over) {
  return apply1(all_gather_op, {strong(x), over.me},
                {{"axis", over.axis.name}, {"rows", over.axis.size}});
}

Value psum(State& state, const Value& x, const Value& axis_name) {
  auto axes = axes_named(state, axis_name);
  return each_leaf(x, [&](const Array& leaf) {
    return summed_wide(leaf, [&](Array sum) {
      for (const auto* axis : axes) sum = sum_over(sum, *axis);
      return sum;
    });
  });
}

}  // namespace

Value pmean(State& state, const Value& x, const Value& axis_name) {
  auto axes = axes_named(state, axis_name);
  return each_leaf(x, [&](const Array& leaf) {
    return summed_wide(inexact(leaf), [&](Array mean) {
      for (const auto* axis : axes) mean = div(sum_over(mean, *axis), Array(axis->axis.size));
      return mean;
    });
  });
}

namespace {

template <Array (*reduce)(const Array&, const Axes&, bool)>
Value reduced(State& state, const Value& x, const Value& axis_name) {
  auto axes = axes_named(state, axis_name);
  return each_leaf(x, [&](Array leaf) {
    for (const auto* axis : axes) leaf = reduce(gather_over(leaf, *axis), Ints{0}, false);
    return leaf;
  });
}

// Stacks the elements along the new axis `axis`, or if `tiled`, concatenates them along the
// existing axis.
Array gathered(const Array& x, const AxisNames::OpenAxis& over, int64_t axis, bool tiled) {
  Array all = move_axis(gather_over(x, over), 0, axis);
  if (!tiled) return all;
  int64_t at = axis_of(axis, x);
  Array rows = move_axis(gather_over(x, over), 0, at);
  Shape shape = x.shape();
  shape[static_cast<size_t>(at)] = x.type().extent(static_cast<int>(at)).number() * over.axis.size;
  return reshape_to(rows, shape);
}

Value all_gather(State& state, const Value& x, const std::string& axis_name, int64_t axis,
                 bool tiled) {
  const auto& over = axis_named(state, axis_name);
  return each_leaf(x, [&](const Array& leaf) { return gathered(leaf, over, axis, tiled); });
}

[[noreturn]] void refuse_pairs(const std::string& why) {
  throw labelled(Error(Code::value, str("ppermute: ", why)), "perm");
}

// For each mapped element the index of the element it receives from; -1: it receives nothing.
Ints sources_of(const Value& perm, int64_t rows) {
  Ints out(static_cast<size_t>(rows), -1);
  std::vector<bool> sends(static_cast<size_t>(rows), false);
  for (const Value& pair : perm.items()) {
    int64_t from = pair.items()[0].as_array().integer(), to = pair.items()[1].as_array().integer();
    bool fits = std::min(from, to) >= 0 && std::max(from, to) < rows;
    if (!fits) {
      refuse_pairs(
          str("pair (", from, ", ", to, ") is out of range for a mapped axis of size ", rows));
    }
    if (sends[static_cast<size_t>(from)]) {
      refuse_pairs(str("index ", from, " is the source of two pairs, expected at most one"));
    }
    if (out[static_cast<size_t>(to)] >= 0) {
      refuse_pairs(str("index ", to, " is the destination of two pairs, expected at most one"));
    }
    sends[static_cast<size_t>(from)] = true;
    out[static_cast<size_t>(to)] = from;
  }
  return out;
}

Value ppermute(State& state, const Value& x, const std::string& axis_name, const Value& perm) {
  const auto& over = axis_named(state, axis_name);
  Ints sources = sources_of(perm, over.axis.size);
  bool some_get_none = std::ranges::count(sources, -1) > 0;
  Attrs attrs{{"axis", over.axis.name}, {"sources", std::move(sources)}};
  return each_leaf(x, [&](const Array& leaf) {
    if (some_get_none && leaf.dtype() == Dtype::key) {
      refuse_pairs("with keys in `x`, every index must be the destination of a pair");
    }
    return apply1(ppermute_op, {strong(leaf), over.me}, attrs);
  });
}

// The axis of a leaf that is split into one part per mapped element.
int64_t axis_in_parts(int64_t named, const Array& leaf, const AxisNames::OpenAxis& over,
                      std::string_view parameter) {
  int64_t axis = axis_of(named, leaf, parameter), rows = over.axis.size;
  Extent extent = leaf.type().extent(static_cast<int>(axis));
  if (rows > 0 && extent.number() % rows == 0) return axis;
  Error error(Code::shape,
              str(calling_name("psum_scatter"), ": axis ", axis, " of ", leaf.type(),
                  " cannot be split into ", rows, " equal parts, one for each mapped element"));
  throw labelled(labelled(std::move(error), parameter), "x");
}

// Part `me` of x along an axis that is split into one part per mapped element.
Array own_part(const Array& x, const AxisNames::OpenAxis& over, int64_t axis) {
  Shape size = x.shape(), cut = size;
  auto at = static_cast<size_t>(axis);
  int64_t extent = size[at].number(), rows = over.axis.size;
  cut[at] = rows;
  cut.insert(cut.begin() + axis + 1, extent / rows);
  size[at] = extent / rows;
  return reshape_to(take(reshape_to(x, cut), reshape_to(over.me, {1}), axis), size);
}

Value all_to_all(State& state, const Value& x, const std::string& axis_name, int64_t split,
                 int64_t concat) {
  const auto& over = axis_named(state, axis_name);
  return each_leaf(x, [&](const Array& leaf) {
    int64_t from = axis_in_parts(split, leaf, over, "split_axis"),
            to = axis_of(concat, leaf, "concat_axis");
    Array mine = own_part(gather_over(leaf, over), over, from + 1);  // the mapped axis is first
    Array placed = move_axis(mine, 0, to);
    Shape shape = leaf.shape();
    shape[static_cast<size_t>(from)] = shape[static_cast<size_t>(from)].number() / over.axis.size;
    shape[static_cast<size_t>(to)] = shape[static_cast<size_t>(to)].number() * over.axis.size;
    return reshape_to(placed, shape);
  });
}

Value psum_scatter(State& state, const Value& x, const std::string& axis_name, int64_t axis) {
  const auto& over = axis_named(state, axis_name);
  return each_leaf(x, [&](const Array& leaf) {
    int64_t at = axis_in_parts(axis, leaf, over, "axis");
    return summed_wide(strong(leaf),
                       [&](const Array& used) { return own_part(sum_over(used, over), over, at); });
  });
}

Array axis_index(State& state, const std::string& axis_name) {
  return axis_named(state, axis_name).me;
}

int64_t axis_size(State& state, const std::string& axis_name) {
  return axis_named(state, axis_name).axis.size;
}

constexpr const char* unknown = "error[name] if no enclosing `vmap` has the axis";

}  // namespace

extern const Builtin psum_builtin = {
    .signature = "psum(x: tree, axis_name: str or (str, ...)) -> tree",
    .brief =
        "Computes the all-reduce sum of `x` over a named `vmap` axis. Every mapped element "
        "receives the sum.",
    .params = {{"x", "Tree of numeric arrays. A bool counts as 0 or 1."},
               {"axis_name", "Name of the `vmap` axis, or a tuple of names of nested axes."}},
    .errors = unknown,
    .example = "vmap(x => psum(x, \"rows\"), axis_name = \"rows\")([1, 2, 3])  #> [6, 6, 6]",
    .source = "jax.lax.psum",
    .call = bind<&psum>,
};

extern const Builtin pmean_builtin = {
    .signature = "pmean(x: tree, axis_name: str or (str, ...)) -> tree",
    .brief =
        "Computes the all-reduce mean of `x` over a named `vmap` axis. Every mapped element "
        "receives the mean.",
    .params = {{"x", "Tree of numeric arrays."},
               {"axis_name", "Name of the `vmap` axis, or a tuple of names of nested axes."}},
    .errors = unknown,
    .example =
        "vmap(x => x - pmean(x, \"rows\"), axis_name = \"rows\")([1.0, 2.0, 3.0])  #> [-1, 0, 1]",
    .source = "jax.lax.pmean",
    .call = bind<&pmean>,
};

extern const Builtin pmax_builtin = {
    .signature = "pmax(x: tree, axis_name: str or (str, ...)) -> tree",
    .brief =
        "Computes the all-reduce maximum of `x` over a named `vmap` axis. Every mapped element "
        "receives the maximum.",
    .params = {{"x", "Tree of arrays of an ordered dtype. The result is NaN if an element is NaN."},
               {"axis_name", "Name of the `vmap` axis, or a tuple of names of nested axes."}},
    .errors = unknown,
    .example = "vmap(x => pmax(x, \"rows\"), axis_name = \"rows\")([1, 5, 3])  #> [5, 5, 5]",
    .source = "jax.lax.pmax",
    .call = bind<&reduced<rille::max>>,
};

extern const Builtin pmin_builtin = {
    .signature = "pmin(x: tree, axis_name: str or (str, ...)) -> tree",
    .brief =
        "Computes the all-reduce minimum of `x` over a named `vmap` axis. Every mapped element "
        "receives the minimum.",
    .params = {{"x", "Tree of arrays of an ordered dtype. The result is NaN if an element is NaN."},
               {"axis_name", "Name of the `vmap` axis, or a tuple of names of nested axes."}},
    .errors = unknown,
    .example = "vmap(x => pmin(x, \"rows\"), axis_name = \"rows\")([4, 2, 3])  #> [2, 2, 2]",
    .source = "jax.lax.pmin",
    .call = bind<&reduced<rille::min>>,
};

extern const Builtin all_gather_builtin = {
    .signature = "all_gather(x: tree, axis_name: str, axis: int = 0, tiled: bool = false) -> tree",
    .brief = "Gathers the `x` of all mapped elements of a named `vmap` axis into one array.",
    .params =
        {{"x", "Tree of arrays of any dtype."},
         {"axis_name", "Name of the `vmap` axis."},
         {"axis",
          "Axis of the result along which the values are stacked, or if `tiled`, concatenated."},
         {"tiled",
          "If true, concatenates along the existing axis `axis`; if false, stacks along a new "
          "axis."}},
    .errors = unknown,
    .example =
        "vmap(x => sum(all_gather(x, \"rows\") * x), axis_name = \"rows\")([1, 2, 3])  #> [6, 12, "
        "18]",
    .source = "jax.lax.all_gather",
    .call = bind<&all_gather>,
};

extern const Builtin ppermute_builtin = {
    .signature = "ppermute(x: tree, axis_name: str, perm: ((int, int), ...)) -> tree",
    .brief =
        "Sends `x` between the mapped elements of a named `vmap` axis. An element that no pair "
        "sends to receives zeros.",
    .params = {{"x",
                "Tree of arrays of any dtype. With keys, every element must be the destination of "
                "a pair."},
               {"axis_name", "Name of the `vmap` axis."},
               {"perm",
                "Pairs (source, destination) of indices along the axis. An index is at most once a "
                "source and at most once a destination."}},
    .errors =
        "error[value] if an index is out of range, or is a source or a destination twice; "
        "error[name] if no enclosing `vmap` has the axis",
    .example =
        "vmap(x => ppermute(x, \"rows\", ((0, 1), (1, 2))), axis_name = \"rows\")([1, 2, 3])  #> "
        "[0, 1, 2]",
    .source = "jax.lax.ppermute",
    .call = bind<&ppermute>,
};

extern const Builtin all_to_all_builtin = {
    .signature = "all_to_all(x: tree, axis_name: str, split_axis: int, concat_axis: int) -> tree",
    .brief =
        "Exchanges parts of `x` between all mapped elements of a named axis. Splits `x` along "
        "`split_axis`, sends part i to element i, and concatenates the received parts along "
        "`concat_axis`.",
    .params = {{"x", "Tree of arrays of any dtype."},
               {"axis_name", "Name of the `vmap` axis."},
               {"split_axis",
                "Axis of `x` to split. Its size is a multiple of the mapped axis size."},
               {"concat_axis", "Axis of `x` along which the received parts are concatenated."}},
    .errors =
        "error[shape] if `split_axis` cannot be split into equal parts, one per mapped element; "
        "error[name] if no enclosing `vmap` has the axis",
    .example =
        "vmap(x => all_to_all(x, \"rows\", 0, 0), axis_name = \"rows\")([[1, 2], [3, 4]])\n#> [[1, "
        "3],\n#>  [2, 4]]",
    .source = "jax.lax.all_to_all with tiled = True",
    .call = bind<&all_to_all>,
};

extern const Builtin psum_scatter_builtin = {
    .signature = "psum_scatter(x: tree, axis_name: str, axis: int = 0) -> tree",
    .brief =
        "Computes the sum of `x` over a named axis and scatters it (reduce-scatter). The sum is "
        "split along `axis`, and element i receives part i.",
    .params = {{"x", "Tree of numeric arrays."},
               {"axis_name", "Name of the `vmap` axis."},
               {"axis", "Axis of `x` to split. Its size is a multiple of the mapped axis size."}},
    .errors =
        "error[shape] if `axis` cannot be split into equal parts, one per mapped element; "
        "error[name] if no enclosing `vmap` has the axis",
    .example =
        "vmap(x => psum_scatter(x, \"rows\"), axis_name = \"rows\")([[1, 2], [3, 4]])\n#> "
        "[[4],\n#>  [6]]",
    .source = "jax.lax.psum_scatter with tiled = True",
    .call = bind<&psum_scatter>,
};

extern const Builtin axis_index_builtin = {
    .signature = "axis_index(axis_name: str) -> i32[]",
    .brief = "Returns the index of the mapped element along a named `vmap` axis, from 0.",
    .params = {{"axis_name", "Name of the `vmap` axis."}},
    .errors = unknown,
    .example =
        "vmap(x => x * axis_index(\"rows\"), axis_name = \"rows\")([5, 5, 5])  #> [0, 5, 10]",
    .source = "jax.lax.axis_index",
    .call = bind<&axis_index>,
};

extern const Builtin axis_size_builtin = {
    .signature = "axis_size(axis_name: str) -> int",
    .brief = "Returns the size of a named `vmap` axis.",
    .params = {{"axis_name", "Name of the `vmap` axis."}},
    .errors = unknown,
    .example =
        "vmap(x => x / axis_size(\"rows\"), axis_name = \"rows\")([3.0, 6.0, 9.0])  #> [1, 2, 3]",
    .source = "jax.lax.axis_size",
    .call = bind<&axis_size>,
};

}  // namespace rille
