// segment_sum and kin: rows joined by their groups.
#include "stdlib/array/reduce.h"
#include "vm/calling.h"

namespace rille {
namespace {

// What joins to nothing: the result of a group without rows.
Array neutral(Dtype dtype, Update how) {
  if (how == Update::add) return convert(Array(0), dtype);
  if (how == Update::mul) return convert(Array(1), dtype);
  return bound_of(dtype, how == Update::max);
}

// A group that is not there is an error, in compiled code too.
Array joined(const Array& x, const Array& segments, int64_t count, Update how) {
  if (count < 0) {
    throw labelled(Error(Code::value, str("`count` is a number of groups, got ", count)), "count");
  }
  Array rows = strong(x);
  bool counts = rows.dtype() == Dtype::boolean && (how == Update::add || how == Update::mul);
  if (counts) rows = convert(rows, Dtype::i32);
  Dtype own = rows.dtype();
  if (how == Update::add || how == Update::mul) rows = wide(rows);  // as `sum` and `prod`
  if (rows.rank() == 0 || segments.rank() != 1 || rows.shape()[0] != segments.shape()[0]) {
    throw Error(Code::shape, str("one group for each row of ", arg(0, "x"), ": it is ", x.type(),
                                 ", but ", arg(1, "segments"), " is ", segments.type()))
        .label(0)
        .label(1);
  }
  Array is_there = logical_and(ge(segments, Array(0)), lt(segments, Array(count)));
  check(is_there, "index", str("group {0} of ", count), {segments});
  Shape shape = rows.shape();
  shape[0] = Extent(count);
  Array none = broadcast(neutral(rows.dtype(), how), shape);
  return as_dtype(updated(none, {{Subscript::Form::index, segments}}, rows, how), own);
}

template <Update how>
Array segment(const Array& x, const Array& segments, int64_t count) {
  return joined(x, segments, count, how);
}

constexpr const char* segment_errors =
    "error[index] where a group is not from 0 to count - 1, in compiled code too; error[shape] "
    "where there is not one for each row";

}  // namespace

extern const Builtin segment_sum_builtin = {
    .signature =
        "segment_sum(x: number[n, ...], segments: int[n], count: int) -> number[count, ...]",
    .brief = "The sum of the rows of each group; 0 of a group without rows.",
    .params = {{"x", "bools are counted"},
               {"segments", "the group of each row, in any order"},
               {"count", "how many groups there are"}},
    .errors = segment_errors,
    .example = "segment_sum([1, 2, 3, 4], [0, 2, 0, 2], 3)  #> [4, 0, 6]",
    .source = "jax.ops.segment_sum",
    .call = bind<&segment<Update::add>>,
};

extern const Builtin segment_prod_builtin = {
    .signature =
        "segment_prod(x: number[n, ...], segments: int[n], count: int) -> number[count, ...]",
    .brief = "The product of the rows of each group; 1 of a group without rows.",
    .params = {{"x", "numbers"},
               {"segments", "the group of each row, in any order"},
               {"count", "how many groups there are"}},
    .errors = segment_errors,
    .example = "segment_prod([1, 2, 3, 4], [0, 2, 0, 2], 3)  #> [3, 1, 8]",
    .source = "jax.ops.segment_prod",
    .call = bind<&segment<Update::mul>>,
};

extern const Builtin segment_max_builtin = {
    .signature = "segment_max(x: real[n, ...], segments: int[n], count: int) -> real[count, ...]",
    .brief =
        "The greatest of the rows of each group; the least number there is of a group without "
        "rows.",
    .params = {{"x", "what has an order"},
               {"segments", "the group of each row, in any order"},
               {"count", "how many groups there are"}},
    .errors = segment_errors,
    .example = "segment_max([1.0, 2.0, 3.0], [0, 2, 0], 3)  #> [3, -inf, 2]",
    .source = "jax.ops.segment_max",
    .call = bind<&segment<Update::max>>,
};

extern const Builtin segment_min_builtin = {
    .signature = "segment_min(x: real[n, ...], segments: int[n], count: int) -> real[count, ...]",
    .brief =
        "The least of the rows of each group; the greatest number there is of a group without "
        "rows.",
    .params = {{"x", "what has an order"},
               {"segments", "the group of each row, in any order"},
               {"count", "how many groups there are"}},
    .errors = segment_errors,
    .example = "segment_min([1.0, 2.0, 3.0], [0, 2, 0], 3)  #> [1, inf, 2]",
    .source = "jax.ops.segment_min",
    .call = bind<&segment<Update::min>>,
};

}  // namespace rille
