// Collectives: what rows of a named axis do together.
#include <algorithm>
#include <functional>

#include "stdlib/array/reduce.h"
#include "stdlib/trace/leaves.h"
#include "stdlib/trace/region.h"
#include "stdlib/transform.h"
#include "stdlib/transform/axis_names.h"

namespace rille {
namespace {

const AxisNames::One& axis_named(State& state, const std::string& name) {
  const auto& open = state.part<AxisNames>().open;
  auto found = std::ranges::find(open.rbegin(), open.rend(), name,
                                 [](const AxisNames::One& one) { return one.axis.name; });
  if (found != open.rend()) return *found;
  std::vector<std::string> known;
  for (const auto& one : open) known.push_back(str("`", one.axis.name, "`"));
  Error error(Code::name, str("no vmap around has an axis `", name, "`"));
  error.help(known.empty() ? str("name it: `vmap(f, axis_name = \"", name, "\")`")
                           : str("they are named ", join(known)));
  throw labelled(std::move(error), "axis_name");
}

// A name, or several of nested vmaps.
std::vector<const AxisNames::One*> axes_named(State& state, const Value& names) {
  std::vector<const AxisNames::One*> out;
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

// Of a number of the host all rows have the same.
Array sum_over(const Array& x, const AxisNames::One& over) {
  if (is_host_scalar(x)) return mul(x, Array(over.axis.size));
  Array number = x.dtype() == Dtype::boolean ? convert(x, Dtype::i32) : x;
  return apply1(psum_op, {number}, {{"axis", over.axis.name}});
}

// f of what f16 and bf16 are summed in, rounded once.
Array summed_wide(const Array& x, const std::function<Array(Array)>& f) {
  return is_inexact(x.dtype()) ? as_dtype(f(wide(x)), x.dtype()) : f(x);
}

Array gather_over(const Array& x, const AxisNames::One& over) {
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

// One behind the other along `axis`, which is new or, tiled, gets longer.
Array gathered(const Array& x, const AxisNames::One& over, int64_t axis, bool tiled) {
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

// For each row the one that it gets from; -1: none.
Ints sources_of(const Value& perm, int64_t rows) {
  Ints out(static_cast<size_t>(rows), -1);
  std::vector<bool> sends(static_cast<size_t>(rows), false);
  for (const Value& pair : perm.items()) {
    int64_t from = pair.items()[0].as_array().integer(), to = pair.items()[1].as_array().integer();
    bool fits = std::min(from, to) >= 0 && std::max(from, to) < rows;
    if (!fits) refuse_pairs(str("the axis has ", rows, " rows, got (", from, ", ", to, ")"));
    if (sends[static_cast<size_t>(from)]) refuse_pairs(str("row ", from, " sends twice"));
    if (out[static_cast<size_t>(to)] >= 0) refuse_pairs(str("row ", to, " is sent to twice"));
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
      refuse_pairs("a row that gets no key has none: each is to be sent to");
    }
    return apply1(ppermute_op, {strong(leaf), over.me}, attrs);
  });
}

// The axis of a row's leaf that is cut in as many parts as there are rows.
int64_t axis_in_parts(int64_t named, const Array& leaf, const AxisNames::One& over,
                      std::string_view parameter) {
  int64_t axis = axis_of(named, leaf, parameter), rows = over.axis.size;
  Extent extent = leaf.type().extent(static_cast<int>(axis));
  if (rows > 0 && extent.number() % rows == 0) return axis;
  Error error(Code::shape, str(calling_name("psum_scatter"), ": axis ", axis, " of ", leaf.type(),
                               " has no ", rows, " equal parts, one for each row"));
  throw labelled(labelled(std::move(error), parameter), "x");
}

// Part `me` of x along an axis that is cut in as many as there are rows.
Array own_part(const Array& x, const AxisNames::One& over, int64_t axis) {
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
    int64_t from = axis_in_parts(split, leaf, over, "split"), to = axis_of(concat, leaf, "concat");
    Array mine = own_part(gather_over(leaf, over), over, from + 1);  // rows in front
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

constexpr const char* unknown = "error[name] where no vmap around has the axis";

}  // namespace

extern const Builtin psum_builtin = {
    .signature = "psum(x: tree, axis_name: str or (str, ...)) -> tree",
    .brief = "The sum of x over the rows of the vmap that has this axis, the same in each.",
    .params = {{"x", "numbers; bools are counted"},
               {"axis_name", "the name, or names, that vmap was given"}},
    .errors = unknown,
    .example = "vmap(x => psum(x, \"rows\"), axis_name = \"rows\")([1, 2, 3])  #> [6, 6, 6]",
    .source = "jax.lax.psum",
    .call = bind<&psum>,
};

extern const Builtin pmean_builtin = {
    .signature = "pmean(x: tree, axis_name: str or (str, ...)) -> tree",
    .brief = "The mean of x over the rows of the vmap that has this axis, the same in each.",
    .params = {{"x", "numbers"}, {"axis_name", "the name, or names, that vmap was given"}},
    .errors = unknown,
    .example =
        "vmap(x => x - pmean(x, \"rows\"), axis_name = \"rows\")([1.0, 2.0, 3.0])  #> [-1, 0, 1]",
    .source = "jax.lax.pmean",
    .call = bind<&pmean>,
};

extern const Builtin pmax_builtin = {
    .signature = "pmax(x: tree, axis_name: str or (str, ...)) -> tree",
    .brief = "The greatest x of the rows of the vmap that has this axis, the same in each.",
    .params = {{"x", "what has an order; NaN where one is"},
               {"axis_name", "the name, or names, that vmap was given"}},
    .errors = unknown,
    .example = "vmap(x => pmax(x, \"rows\"), axis_name = \"rows\")([1, 5, 3])  #> [5, 5, 5]",
    .source = "jax.lax.pmax",
    .call = bind<&reduced<rille::max>>,
};

extern const Builtin pmin_builtin = {
    .signature = "pmin(x: tree, axis_name: str or (str, ...)) -> tree",
    .brief = "The least x of the rows of the vmap that has this axis, the same in each.",
    .params = {{"x", "what has an order; NaN where one is"},
               {"axis_name", "the name, or names, that vmap was given"}},
    .errors = unknown,
    .example = "vmap(x => pmin(x, \"rows\"), axis_name = \"rows\")([4, 2, 3])  #> [2, 2, 2]",
    .source = "jax.lax.pmin",
    .call = bind<&reduced<rille::min>>,
};

extern const Builtin all_gather_builtin = {
    .signature = "all_gather(x: tree, axis_name: str, axis: int = 0, tiled: bool = false) -> tree",
    .brief = "The x of all rows of the vmap that has this axis, one behind the other.",
    .params = {{"x", "arrays of any dtype"},
               {"axis_name", "the name that vmap was given"},
               {"axis", "where the rows stand in the result"},
               {"tiled", "along an axis that x has, which gets longer"}},
    .errors = unknown,
    .example =
        "vmap(x => sum(all_gather(x, \"rows\") * x), axis_name = \"rows\")([1, 2, 3])  #> [6, 12, "
        "18]",
    .source = "jax.lax.all_gather",
    .call = bind<&all_gather>,
};

extern const Builtin ppermute_builtin = {
    .signature = "ppermute(x: tree, axis_name: str, perm: ((int, int), ...)) -> tree",
    .brief = "The x of another row of the vmap that has this axis; zeros where none sends.",
    .params = {{"x", "arrays of any dtype"},
               {"axis_name", "the name that vmap was given"},
               {"perm", "pairs (from, to) of rows; each sends once and gets once at most"}},
    .errors =
        "error[value] where a row is named twice or is not there; error[name] where no vmap around "
        "has the axis",
    .example =
        "vmap(x => ppermute(x, \"rows\", ((0, 1), (1, 2))), axis_name = \"rows\")([1, 2, 3])  #> "
        "[0, 1, 2]",
    .source = "jax.lax.ppermute",
    .call = bind<&ppermute>,
};

extern const Builtin all_to_all_builtin = {
    .signature = "all_to_all(x: tree, axis_name: str, split: int, concat: int) -> tree",
    .brief =
        "What all rows have for this one: x is cut along `split`, part i goes to row i, and what "
        "comes is joined along `concat`.",
    .params = {{"x", "arrays of any dtype"},
               {"axis_name", "the name that vmap was given"},
               {"split", "an axis of x, a multiple of the number of rows"},
               {"concat", "an axis of x, which gets longer"}},
    .errors =
        "error[shape] where the axis cannot be cut so; error[name] where no vmap around has the "
        "axis",
    .example =
        "vmap(x => all_to_all(x, \"rows\", 0, 0), axis_name = \"rows\")([[1, 2], [3, 4]])\n#> [[1, "
        "3],\n#>  [2, 4]]",
    .source = "jax.lax.all_to_all with tiled = True",
    .call = bind<&all_to_all>,
};

extern const Builtin psum_scatter_builtin = {
    .signature = "psum_scatter(x: tree, axis_name: str, axis: int = 0) -> tree",
    .brief =
        "The part of the sum over the rows that is this row's: the axis is cut in as many parts as "
        "there are rows.",
    .params = {{"x", "numbers"},
               {"axis_name", "the name that vmap was given"},
               {"axis", "an axis of x, a multiple of the number of rows"}},
    .errors =
        "error[shape] where the axis cannot be cut so; error[name] where no vmap around has the "
        "axis",
    .example =
        "vmap(x => psum_scatter(x, \"rows\"), axis_name = \"rows\")([[1, 2], [3, 4]])\n#> "
        "[[4],\n#>  [6]]",
    .source = "jax.lax.psum_scatter with tiled = True",
    .call = bind<&psum_scatter>,
};

extern const Builtin axis_index_builtin = {
    .signature = "axis_index(axis_name: str) -> i32[]",
    .brief = "The number of this row of the vmap that has this axis, from 0.",
    .params = {{"axis_name", "the name that vmap was given"}},
    .errors = unknown,
    .example =
        "vmap(x => x * axis_index(\"rows\"), axis_name = \"rows\")([5, 5, 5])  #> [0, 5, 10]",
    .source = "jax.lax.axis_index",
    .call = bind<&axis_index>,
};

extern const Builtin axis_size_builtin = {
    .signature = "axis_size(axis_name: str) -> int",
    .brief = "How many rows the vmap has that has this axis.",
    .params = {{"axis_name", "the name that vmap was given"}},
    .errors = unknown,
    .example =
        "vmap(x => x / axis_size(\"rows\"), axis_name = \"rows\")([3.0, 6.0, 9.0])  #> [1, 2, 3]",
    .source = "jax.lax.axis_size",
    .call = bind<&axis_size>,
};

}  // namespace rille
