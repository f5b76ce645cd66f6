// optim.microbatch: a function of a batch, in parts.
#include <algorithm>

#include "stdlib/optim/rules/moments.h"
#include "stdlib/trace/region.h"
#include "stdlib/transform/loops.h"
#include "stdlib/transform/traced.h"
#include "vm/call.h"
#include "vm/calling.h"

namespace rille {
namespace {

enum class AccumulationMode : uint8_t { sum, mean, running_mean, concat };

struct MicrobatchPlan {
  Ints argnums, axes;  // one batch axis for each argument
  int64_t size;
  Value ways;  // the name of an accumulator, or a tree of names
  std::optional<int64_t> real;
};

AccumulationMode way_of(const Value& name) {
  static constexpr std::pair<std::string_view, AccumulationMode> all[] = {
      {"sum", AccumulationMode::sum},
      {"mean", AccumulationMode::mean},
      {"running_mean", AccumulationMode::running_mean},
      {"concat", AccumulationMode::concat}};
  if (name.is_string()) {
    for (const auto& [text, way] : all) {
      if (name.string() == text) return way;
    }
  }
  throw labelled(
      Error(Code::value,
            str("optim.microbatch: `accumulator` is ",
                name.is_string() ? str("\"", text(name), "\"") : kind_text(name),
                ", expected \"sum\", \"mean\", \"running_mean\", \"concat\", or a tree of these")),
      "accumulator");
}

// Checks the tree of names before the function runs.
void check_ways(const Value& spec) {
  if (!spec.is_branch()) {
    way_of(spec);
    return;
  }
  for (const Value& item : spec.items()) check_ways(item);
}

// The accumulator of each leaf. One name applies to all leaves below it.
void ways_below(const Value& spec, const Value& tree, std::vector<AccumulationMode>& out) {
  if (tree.is_leaf()) return out.push_back(way_of(spec));
  if (!tree.is_branch()) return;
  BranchRef fits = spec.is_branch() ? fitted(tree.branch(), spec) : nullptr;
  if (spec.is_branch() && fits == nullptr) {
    throw Error(Code::type, str("optim.microbatch: `accumulator` is ", form_text(spec),
                                ", but `fun` returned ", form_text(tree)));
  }
  for (size_t i = 0; i < tree.items().size(); ++i) {
    ways_below(fits == nullptr ? spec : fits->items[i], tree.items()[i], out);
  }
}

// --- inputs ---------------------------------------------------------------------------------

// Element i of part p is element p + parts * i of the batch. So a batch that is sharded over
// devices in blocks need not be moved.
class Microbatches {
 public:
  Microbatches(const MicrobatchPlan& plan, const Values& args) : plan_(plan), args_(args) {
    for (size_t k = 0; k < plan.argnums.size(); ++k) {
      for (const Array& leaf : flatten(args_[place(k)]).leaves) add(leaf, plan.axes[k]);
    }
    if (rows_.empty())
      throw Error(Code::value, "optim.microbatch: the arguments of `wrt` contain no arrays");
  }

  int64_t count() const { return count_; }
  const std::vector<Array>& rows() const { return rows_; }

  // The arguments of one part.
  Values args(const std::vector<Array>& row) const {
    Values out = args_;
    size_t next = 0;
    for (size_t k = 0; k < plan_.argnums.size(); ++k) {
      out[place(k)] = map_leaves(args_[place(k)], [&](const Value&) {
        const Array& part = row[next++];
        return Value(
            move_axis(part, 0, plan_.axes[k] < 0 ? plan_.axes[k] + part.rank() : plan_.axes[k]));
      });
    }
    return out;
  }

 private:
  size_t place(size_t k) const {
    int64_t at = plan_.argnums[k];
    if (at < 0 || at >= static_cast<int64_t>(args_.size())) {
      throw Error(Code::value, str("optim.microbatch: `wrt` contains ", at,
                                   ", but the number of arguments is ", args_.size()));
    }
    return static_cast<size_t>(at);
  }

  void add(const Array& leaf, int64_t axis) {
    int64_t at = axis < 0 ? axis + leaf.rank() : axis;
    if (at < 0 || at >= leaf.rank()) {
      throw Error(Code::shape, str("optim.microbatch: `in_axes` contains ", axis,
                                   ", which is not an axis of ", leaf.type()));
    }
    int64_t batch = leaf.shape()[static_cast<size_t>(at)].number();
    if (!rows_.empty() && batch != count_ * plan_.size) {
      throw Error(Code::shape, str("optim.microbatch: the batch sizes ", count_ * plan_.size,
                                   " and ", batch, " differ, expected one batch size"));
    }
    if (batch == 0 || batch % plan_.size != 0) {
      throw Error(Code::shape,
                  str("optim.microbatch: the batch size is ", batch,
                      ", expected a positive multiple of `microbatch_size`, ", plan_.size));
    }
    count_ = batch / plan_.size;
    Array first = move_axis(leaf, at, 0);
    Shape split = first.shape();
    split[0] = Extent(count_);
    split.insert(split.begin(), Extent(plan_.size));
    rows_.push_back(swap(reshape_to(first, split), 0, 1));
  }

  const MicrobatchPlan& plan_;
  Values args_;
  std::vector<Array> rows_ = {};
  int64_t count_ = 0;
};

// --- results --------------------------------------------------------------------------------

// The parts joined to one batch in the original order. Parts that did not run are 0.
Array joined(const Array& parts, int64_t count) {
  if (parts.rank() < 2) {
    throw Error(Code::shape, str("optim.microbatch: `fun` returned ", parts.type().with({}),
                                 ", expected an array with an axis to concatenate along"));
  }
  Ints low(static_cast<size_t>(parts.rank()), 0), high = low;
  high[0] = count - parts.shape()[0].number();
  Array all = swap(high[0] > 0 ? pad(parts, low, high) : parts, 0, 1);
  Shape shape(all.shape().begin() + 1, all.shape().end());
  shape[0] = all.shape()[0] * all.shape()[1];
  return reshape_to(all, shape);
}

class MicrobatchLoop {
 public:
  MicrobatchLoop(const Function& f, const MicrobatchPlan& plan, const Microbatches& parts)
      : f_(f), parts_(parts) {
    std::vector<Array> row;
    for (const Array& x : parts.rows()) {
      row.emplace_back(x.type().with(Shape(x.shape().begin() + 1, x.shape().end())));
    }
    RecordedGraph made = record(row, [&](const auto& at) { return one(at); });
    for (Var v : made.graph.results) types_.push_back(made.graph.type(v));
    ways_below(plan.ways, like_, ways_);
    for (size_t i = 0; i < ways_.size(); ++i) need_float(i);
    turns_ = plan.real ? std::min(*plan.real, parts.count()) : parts.count();
  }

  Value run() const {
    std::vector<Array> rows{arange(0, turns_)};
    for (const Array& x : parts_.rows()) rows.push_back(slice_axis(x, 0, 0, turns_));
    LoopCarry sums;
    for (size_t i = 0; i < ways_.size(); ++i) {
      if (ways_[i] != AccumulationMode::concat)
        sums.push_back(zeros(types_[i].shape(), types_[i].dtype()));
    }
    size_t carried = sums.size();
    std::vector<Array> all =
        run_scan_loop(sums, rows, [&](const std::vector<Array>& at) { return turn(at, carried); });
    std::vector<Array> out;
    size_t sum = 0, list = carried;
    for (AccumulationMode way : ways_) {
      Array made =
          way == AccumulationMode::concat ? joined(all[list++], parts_.count()) : all[sum++];
      if (way == AccumulationMode::mean) made = made / fit(Array(parts_.count()), made);
      out.push_back(made);
    }
    return flatten(like_).shape.unflatten(std::move(out));
  }

 private:
  std::vector<Array> one(const std::vector<Array>& row) const {
    ScriptTraceScope traced(f_.state());
    like_ = map_leaves(call(f_, parts_.args(row)),
                       [](const Value& leaf) { return Value(strong(leaf.as_array())); });
    return flatten(like_).leaves;
  }

  void need_float(size_t i) const {
    bool is_mean = ways_[i] == AccumulationMode::mean || ways_[i] == AccumulationMode::running_mean;
    if (!is_mean || has_tangent(types_[i])) return;
    throw Error(Code::dtype, str("optim.microbatch: `fun` returned ", types_[i],
                                 ", expected floats for a mean"));
  }

  // The accumulated values after this part, followed by the results of the part that are stacked.
  std::vector<Array> turn(const std::vector<Array>& at, size_t carried) const {
    std::vector<Array> row(at.begin() + static_cast<std::ptrdiff_t>(carried) + 1, at.end());
    std::vector<Array> made = one(row), sums, lists;
    const Array& number = at[carried];
    for (size_t i = 0; i < ways_.size(); ++i) {
      if (ways_[i] == AccumulationMode::concat) {
        lists.push_back(made[i]);
        continue;
      }
      const Array& before = at[sums.size()];
      sums.push_back(ways_[i] == AccumulationMode::running_mean
                         ? mean_after(before, made[i], number)
                         : before + made[i]);
    }
    sums.insert(sums.end(), lists.begin(), lists.end());
    return sums;
  }

  static Array mean_after(const Array& before, const Array& now, const Array& number) {
    Dtype dtype =
        before.dtype() == Dtype::f64 || before.dtype() == Dtype::c128 ? Dtype::f64 : Dtype::f32;
    Array at = convert(number, dtype), share = at / (at + 1.0);
    return kept_kind(before, before * share + now * (1.0 - share));
  }

  const Function& f_;
  const Microbatches& parts_;
  mutable Value like_ = {};  // the last result of f
  std::vector<Type> types_ = {};
  std::vector<AccumulationMode> ways_ = {};
  int64_t turns_ = 0;
};

// NOLINTNEXTLINE(readability-function-size): the builtin's parameters
Function microbatch(const Function& fun, const Ints& argnums, std::optional<int64_t> size,
                    const Value& accumulator, const Ints& in_axes,
                    std::optional<int64_t> num_real_microbatches) {
  if (!size) return fun;
  if (*size < 1) {
    throw labelled(Error(Code::value, str("optim.microbatch: `microbatch_size` is ", *size,
                                          ", expected at least 1")),
                   "microbatch_size");
  }
  if (fun.info().inout_count() > 0) {
    throw labelled(
        Error(Code::type,
              "optim.microbatch: `fun` has `inout` parameters, expected a function without them"),
        "fun");
  }
  check_ways(accumulator);
  Ints axes = in_axes.size() == 1 ? Ints(argnums.size(), in_axes[0]) : in_axes;
  if (axes.size() != argnums.size() || argnums.empty()) {
    throw labelled(
        Error(Code::value,
              str("optim.microbatch: `wrt` has ", argnums.size(), " elements and `in_axes` has ",
                  axes.size(), ", expected one axis for each argument and at least one argument")),
        "in_axes");
  }
  MicrobatchPlan plan{argnums, axes, *size, accumulator, num_real_microbatches};
  auto words = [](const Ints& list) {
    std::string out;
    for (int64_t x : list) out += str(x, ",");
    return out;
  };
  std::string settings = str(words(argnums), " ", words(axes), " ", *size, " ", text(accumulator),
                             " ", num_real_microbatches.value_or(-1));
  return transformed(fun, "optim.microbatch", settings,
                     [plan](const Function& f, const Values& args) -> Values {
                       Microbatches parts(plan, args);
                       return {MicrobatchLoop(f, plan, parts).run()};
                     });
}

}  // namespace

extern const Builtin optim_microbatch_builtin = {
    .signature =
        "optim.microbatch(fun: fn, wrt: int or (int, ...), microbatch_size: int or nil, "
        "accumulator: str or tree = \"sum\", in_axes: int or (int, ...) = 0, "
        "num_real_microbatches: int = nil) -> fn",
    .brief =
        "Transforms a function of a batch to run on one microbatch at a time. This saves memory.",
    .params =
        {{"fun", "Pure function of the batch."},
         {"wrt",
          "Index of the argument with the batch, an array or a tree of arrays; or the indices of "
          "several."},
         {"microbatch_size",
          "Number of elements of a microbatch, which must divide the batch size. If nil, the "
          "result is `fun` itself."},
         {"accumulator",
          "Accumulation of the results: one of `\"sum\"`, `\"mean\"`, `\"running_mean\"`, "
          "`\"concat\"` (along the first axis), or a tree of these for the parts of the result."},
         {"in_axes", "Batch axis, or one for each argument of `wrt`."},
         {"num_real_microbatches",
          "Number of microbatches that are processed. `\"mean\"` still divides by the number of "
          "all, and `\"running_mean\"` by the number processed. If nil, all are."}},
    .returns =
        "a function with the parameters of `fun`. Of n microbatches, microbatch p has the elements "
        "p, p + n, p + 2 * n, …",
    .errors =
        "error[shape] if the microbatch size does not divide the batch size; error[dtype] if a "
        "mean is of ints; error[value] if `accumulator` is not one of these names",
    .example =
        "let f = optim.microbatch(x => sum(x ^ 2), 0, 2)\n"
        "f([1.0, 2.0, 3.0, 4.0])  #> 30",
    .source = "optax.microbatch",
    .call = bind<&microbatch>,
};

}  // namespace rille
