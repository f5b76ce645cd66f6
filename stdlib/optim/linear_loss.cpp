// Softmax cross-entropy of a linear layer, in blocks.
#include <algorithm>

#include "backends/apply.h"
#include "jit/op.h"
#include "stdlib/array.h"
#include "stdlib/optim/losses.h"
#include "stdlib/trace/region.h"
#include "stdlib/transform/loops.h"
#include "vm/bind.h"
#include "vm/calling.h"

namespace rille {
namespace {

// The logits are computed for a block of rows at a time. A matrix product reads all of w for each
// block, so a block has enough rows for full speed. If the number of classes allows it, the logits
// of a block fit into the caches.
constexpr int64_t block_elements = int64_t{1} << 22, min_rows = 128, max_rows = 1024;

// Rematerialization: only the operands are saved, and the backward pass runs `f` again.
Array run_again(const Arrays& in, const std::function<Array(const Arrays&)>& f) {
  RecordedGraph body = record(in, [&](const Arrays& params) { return Arrays{f(params)}; });
  Region region = std::make_shared<const Graph>(std::move(body.graph));
  Arrays operands = in;
  operands.insert(operands.end(), body.captures.begin(), body.captures.end());
  return apply(remat_op, operands, {}, {region})[0];
}

struct LinearLoss {
  Array w;
  std::optional<Array> b;
  Dtype dtype;  // of the logits

  Array of_block(const Array& x, const Array& labels) const {
    Arrays in{x, labels, w};
    if (b) in.push_back(*b);
    return run_again(in, [&](const Arrays& at) {
      Array logits = dot_in(at[0], at[2], dtype);
      if (b) logits = logits + at[3];
      Array right = eq(expand(at[1], {-1}), iota({logits.shape().back()}, 0, at[1].dtype()));
      return -sum(where(right, log_softmax(logits, -1), 0.0), Ints{-1});
    });
  }

  // x: [n, d]. A loop over whole blocks, followed by the remaining rows.
  Array of_rows(const Array& x, const Array& labels) const {
    int64_t n = x.shape()[0].number(), classes = w.shape()[1].number();
    int64_t rows = std::clamp(block_elements / std::max<int64_t>(classes, 1), min_rows, max_rows);
    int64_t blocks = n / rows;
    if (n <= rows) return of_block(x, labels);
    auto cut = [&](const Array& all) {
      Array whole = slice_axis(all, 0, 0, blocks * rows);
      Shape shape = whole.shape();
      shape[0] = Extent(rows);
      shape.insert(shape.begin(), Extent(blocks));
      return reshape_to(whole, shape);
    };
    auto turn = [&](const Arrays& at) { return Arrays{of_block(at[0], at[1])}; };
    Array out = flatten_array(run_scan_loop({}, {cut(x), cut(labels)}, turn)[0]);
    int64_t left = n - blocks * rows;
    if (left == 0) return out;
    auto last = [&](const Array& all) { return slice_axis(all, 0, blocks * rows, left); };
    return concat({out, of_block(last(x), last(labels))});
  }
};

Array linear_softmax_cross_entropy(const Array& given, const Array& w, const Array& given_labels,
                                   const std::optional<Array>& b) {
  Array x = strong(given), labels = strong(given_labels);
  Arrays floats{x, w};
  bool fits = x.rank() >= 1 && w.rank() == 2 && x.shape().back() == w.shape()[0] &&
              (!b || (b->rank() == 1 && b->shape()[0] == w.shape()[1]));
  if (!fits) {
    throw Error(Code::shape, str("nn.linear_softmax_cross_entropy: `x` is ", x.type(), ", `w` is ",
                                 w.type(), b ? str(" and `b` is ", b->type()) : std::string(),
                                 ", expected x[..., in], w[in, classes] and b[classes]"));
  }
  Shape rows(x.shape().begin(), x.shape().end() - 1);
  if (labels.shape() != rows) {
    throw labelled(Error(Code::shape, str("nn.linear_softmax_cross_entropy: `labels` is ",
                                          labels.type(), ", expected the shape ", text(rows),
                                          ", one label for each row of `x`")),
                   "labels");
  }
  int64_t classes = w.shape()[1].number();
  check(logical_and(ge(labels, 0), lt(labels, classes)), "index",
        str("label {0} is out of range for ", classes, " classes"), {labels});
  Dtype common = common_dtype(floats);
  bool is_half = common == Dtype::f16 || common == Dtype::bf16;
  LinearLoss loss{w, b, is_half ? Dtype::f32 : common};
  return reshape_to(loss.of_rows(reshape(x, {-1, w.shape()[0].number()}), flatten_array(labels)),
                    rows);
}

}  // namespace

extern const Builtin nn_linear_softmax_cross_entropy_builtin = {
    .signature =
        "nn.linear_softmax_cross_entropy(x: float[..., in], w: float[in, classes], labels: "
        "int[...], b: float[classes] = nil) -> float[...]",
    .brief =
        "Computes the softmax cross-entropy of a linear layer without storing all logits. The loss "
        "is that of `optim.softmax_cross_entropy` for the logits x @ w + b.",
    .params = {{"x", "Features, one row for each label."},
               {"w", "Weights of the linear layer, one column for each class."},
               {"labels", "Index of the target class of each row."},
               {"b", "Bias of each class. If nil, no bias is added."}},
    .returns =
        "the loss of each row, in nats. The logits are computed for a block of rows at a time, and "
        "recomputed in the backward pass. The memory in addition to that of `w` is that of about "
        "four million logits, or of 128 rows if these have more. For f16 and bf16 inputs the "
        "logits are f32",
    .errors =
        "error[shape] if the shapes of `x`, `w`, `b`, and `labels` do not match; error[index] if a "
        "label is not a class",
    .example = "nn.linear_softmax_cross_entropy([[1.0, 2.0]], zeros((2, 2)), [1])  #> [0.6931472]",
    .source =
        "Wijmans et al., arXiv 2411.09009, of rows; tokamax.linear_softmax_cross_entropy_loss",
    .call = bind<&linear_softmax_cross_entropy>,
};

}  // namespace rille
