// scan: a loop over rows with a carry.
#include "jit/ops/scan.h"

#include <algorithm>
#include <cstring>

#include "vm/error.h"

namespace rille {
namespace {

const OpDoc scan_doc = {
    .brief =
        "Runs its region once for each row of xs. Each iteration passes the carry on, and its "
        "other results are stacked.",
    .shapes = "consts..., carry..., xs: t[n, ...]... -> carry..., ys: t[n, ...]...",
    .errors =
        "error[trace] if the types of the region's parameters or results do not match the loop",
    .example = "(x => { var s = 0.0; for i in 0..10 { s += x[i] }; s })(arange(10.0))  #> 45",
    .source = "jax.lax.scan; tapes are ours",
};

void check_shape(const OpCall& call, size_t consts, size_t carry) {
  if (consts + carry <= call.in.size()) return;
  throw Error(Code::trace,
              str("a scan with ", consts, " captured and ", carry, " carried values got ",
                  call.in.size(), " operands"),
              call.origin.span());
}

// The type of one row of an input in xs.
Type row_of(const OpCall& call, const Type& xs, const AttrValue* length) {
  if (xs.form() == TypeForm::tape) return xs.element();
  bool fits = length != nullptr && xs.form() == TypeForm::array && xs.rank() > 0 &&
              xs.extent(0) == std::get<Shape>(*length)[0];
  if (!fits) {
    throw Error(Code::shape,
                str("a loop over rows got ", xs, ", expected one row for each iteration"),
                call.origin.span());
  }
  return row_type(xs);
}

Types scan_type(const OpCall& call) {
  auto consts = static_cast<size_t>(call.attrs.integer("consts"));
  auto carry = static_cast<size_t>(call.attrs.integer("carry"));
  check_shape(call, consts, carry);
  const AttrValue* length = call.attrs.find("length");
  Types params;
  for (size_t i = 0; i < call.in.size(); ++i) {
    bool row = i >= consts + carry;
    params.push_back(row ? row_of(call, call.in[i], length) : call.in[i]);
  }
  check_params(call, call.regions[0], params);
  Types given = result_types(call.regions[0]), carried = slice(call.in, consts, carry);
  check_results(call, slice(given, 0, std::min(carry, given.size())), carried, "the loop's body");
  LoopShape shape{};
  shape.dynamic = length == nullptr;
  if (length != nullptr) shape.length = std::get<Shape>(*length)[0];
  Types out = carried;
  for (size_t i = carry; i < given.size(); ++i) out.push_back(stacked(given[i], shape));
  return out;
}

// The rows of one input; an empty tape yields zeros.
std::vector<Array> rows_given(const Array& xs, const Type& type, size_t turns) {
  Type row = row_type(type);
  std::vector<Array> rows;
  if (type.form() == TypeForm::tape) {
    rows = rows_of(xs, row);
    while (rows.size() < turns) rows.push_back(zero_row(row));
    return rows;
  }
  size_t bytes_each = static_cast<size_t>(row.count()) * bytes(row.dtype());
  for (size_t i = 0; i < turns; ++i) rows.push_back(xs.view(row, i * bytes_each));
  return rows;
}

size_t count_turns(const Loop& loop, std::span<const Array> in) {
  if (!loop.shape.dynamic) return static_cast<size_t>(loop.shape.length.number());
  size_t turns = 0;
  for (size_t i = loop.inputs() - loop.shape.xs; i < in.size(); ++i) {
    turns = std::max(turns, rows_in(in[i]));
  }
  return turns;
}

void scan_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  Loop loop{node};
  const LoopShape& shape = loop.shape;
  size_t turns = count_turns(loop, in), carried = shape.consts + shape.carry;
  std::vector<std::vector<Array>> xs, ys(shape.ys);
  for (size_t i = carried; i < in.size(); ++i) {
    const Type& row = loop.body->type(loop.body->params[i]);
    xs.push_back(rows_given(in[i], stacked(row, shape), turns));
  }
  std::vector<Array> args(in.begin(), in.begin() + carried);
  args.resize(in.size());
  for (size_t turn = 0; turn < turns; ++turn) {
    size_t at = shape.reverse ? turns - 1 - turn : turn;
    for (size_t i = 0; i < xs.size(); ++i) args[carried + i] = xs[i][at];
    std::vector<Array> got = evaluate(*loop.body, args);
    std::copy_n(got.begin(), shape.carry, args.begin() + shape.consts);
    for (size_t i = 0; i < shape.ys; ++i) ys[i].push_back(got[shape.carry + i]);
  }
  for (auto& rows : ys) {
    if (shape.reverse) std::ranges::reverse(rows);
  }
  std::copy_n(args.begin() + shape.consts, shape.carry, out.begin());
  for (size_t i = 0; i < shape.ys; ++i) {
    const Type& row = loop.body->type(loop.body->results[shape.carry + i]);
    out[shape.carry + i] = stack_of(ys[i], stacked(row, shape));
  }
}

}  // namespace

extern const Op scan_op = {
    .name = "scan",
    .doc = scan_doc,
    .type = scan_type,
    .jvp = loop_jvp,
    .transpose = scan_transpose,
    .batch = loop_batch,
    .factors = MissingRule{"the regions have factors of their own"},
    .lower = MissingRule{"the Plan lowers the regions, not the operation that holds them"},
    .reference = scan_reference,
    .samples = scan_samples,
    .flow = loop_flow,
    .split = loop_split,
    .control = RegionControl::scan,
};

Vars op::scan(Builder& b, LoopInputs in, Region body, Extent length, bool reverse) {
  LoopShape shape{};
  shape.length = length;
  shape.reverse = reverse;
  Vars all = in.consts;
  append(all, in.carry);
  append(all, in.xs);
  Attrs attrs = scan_attrs(shape, in.consts.size(), in.carry.size(), false);
  return b.emit(scan_op, all, attrs, {std::move(body)});
}

}  // namespace rille
