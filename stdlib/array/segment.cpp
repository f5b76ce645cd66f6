// segment_sum, segment_prod, segment_max, segment_min.
#include "stdlib/array/reduce.h"
#include "vm/calling.h"

namespace rille {
namespace {

// The identity of the reduction: the result of an empty segment.
Array neutral(Dtype dtype, UpdateOp how) {
  if (how == UpdateOp::add) return convert(Array(0), dtype);
  if (how == UpdateOp::mul) return convert(Array(1), dtype);
  return bound_of(dtype, how == UpdateOp::max);
}

// A segment id out of range is an error, in compiled code too.
Array joined(const Array& x, const Array& segments, int64_t count, UpdateOp how) {
  if (count < 0) {
    throw labelled(Error(Code::value, str(calling_name("segment_sum"), ": `num_segments` is ",
                                          count, ", expected count >= 0")),
                   "num_segments");
  }
  Array rows = strong(x);
  bool counts = rows.dtype() == Dtype::boolean && (how == UpdateOp::add || how == UpdateOp::mul);
  if (counts) rows = convert(rows, Dtype::i32);
  Dtype own = rows.dtype();
  if (how == UpdateOp::add || how == UpdateOp::mul) rows = wide(rows);  // as `sum` and `prod` do
  if (rows.rank() == 0 || segments.rank() != 1 || rows.shape()[0] != segments.shape()[0]) {
    throw Error(Code::shape, str(calling_name("segment_sum"), ": ", arg(0, "x"), " is ", x.type(),
                                 " but ", arg(1, "segment_ids"), " is ", segments.type(),
                                 ", expected one segment id for each row"))
        .label(0)
        .label(1);
  }
  Array is_there = logical_and(ge(segments, Array(0)), lt(segments, Array(count)));
  check(is_there, "index", str("segment id {0} is out of range for ", count, " segments"),
        {segments});
  Shape shape = rows.shape();
  shape[0] = Extent(count);
  Array none = broadcast(neutral(rows.dtype(), how), shape);
  return as_dtype(updated(none, {{Subscript::Kind::index, segments}}, rows, how), own);
}

template <UpdateOp how>
Array segment(const Array& x, const Array& segments, int64_t count) {
  return joined(x, segments, count, how);
}

constexpr const char* segment_errors =
    "error[index] if a segment id is not in [0, count), in compiled code too; error[shape] if "
    "there is not one segment id for each row; error[value] if `num_segments` is negative";

}  // namespace

extern const Builtin segment_sum_builtin = {
    .signature =
        "segment_sum(x: number[n, ...], segment_ids: int[n], num_segments: int) -> "
        "number[num_segments, ...]",
    .brief = "Computes the sum of the rows of each segment; 0 for an empty segment.",
    .params = {{"x", "Rows to add. Bools count as 0 and 1."},
               {"segment_ids", "Segment id of each row, 0 ≤ id < count, in any order."},
               {"num_segments", "Number of segments."}},
    .errors = segment_errors,
    .example = "segment_sum([1, 2, 3, 4], [0, 2, 0, 2], 3)  #> [4, 0, 6]",
    .source = "jax.ops.segment_sum",
    .call = bind<&segment<UpdateOp::add>>,
};

extern const Builtin segment_prod_builtin = {
    .signature =
        "segment_prod(x: number[n, ...], segment_ids: int[n], num_segments: int) -> "
        "number[num_segments, ...]",
    .brief = "Computes the product of the rows of each segment; 1 for an empty segment.",
    .params = {{"x", "Rows to multiply."},
               {"segment_ids", "Segment id of each row, 0 ≤ id < count, in any order."},
               {"num_segments", "Number of segments."}},
    .errors = segment_errors,
    .example = "segment_prod([1, 2, 3, 4], [0, 2, 0, 2], 3)  #> [3, 1, 8]",
    .source = "jax.ops.segment_prod",
    .call = bind<&segment<UpdateOp::mul>>,
};

extern const Builtin segment_max_builtin = {
    .signature =
        "segment_max(x: real[n, ...], segment_ids: int[n], num_segments: int) -> "
        "real[num_segments, ...]",
    .brief =
        "Computes the maximum of the rows of each segment. An empty segment yields the lowest "
        "value of the dtype.",
    .params = {{"x", "Rows to reduce, elementwise in each segment."},
               {"segment_ids", "Segment id of each row, 0 ≤ id < count, in any order."},
               {"num_segments", "Number of segments."}},
    .errors = segment_errors,
    .example = "segment_max([1.0, 2.0, 3.0], [0, 2, 0], 3)  #> [3, -inf, 2]",
    .source = "jax.ops.segment_max",
    .call = bind<&segment<UpdateOp::max>>,
};

extern const Builtin segment_min_builtin = {
    .signature =
        "segment_min(x: real[n, ...], segment_ids: int[n], num_segments: int) -> "
        "real[num_segments, ...]",
    .brief =
        "Computes the minimum of the rows of each segment. An empty segment yields the largest "
        "value of the dtype.",
    .params = {{"x", "Rows to reduce, elementwise in each segment."},
               {"segment_ids", "Segment id of each row, 0 ≤ id < count, in any order."},
               {"num_segments", "Number of segments."}},
    .errors = segment_errors,
    .example = "segment_min([1.0, 2.0, 3.0], [0, 2, 0], 3)  #> [1, inf, 2]",
    .source = "jax.ops.segment_min",
    .call = bind<&segment<UpdateOp::min>>,
};

}  // namespace rille
