// nn.capture: the outputs of all layers of a model.
#include "stdlib/nn/capture.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "backends/apply.h"
#include "stdlib/nodes.h"
#include "vm/bind.h"
#include "vm/call.h"
#include "vm/calling.h"
#include "vm/run/observer.h"
#include "vm/tree.h"

namespace rille {
namespace {

// Whether a and b share one body or are the same value of one trace.
bool is_very(const Array& a, const Array& b) {
  if (a.body() == b.body()) return true;
  return a.is_traced() && b.is_traced() && a.body()->trace == b.body()->trace &&
         a.body()->var == b.body()->var;
}

struct NodeSimilarity {
  int arrays = 0, shared = 0;  // arrays of the node; those shared with the other node
  int equal = 0, other = 0;    // numbers and constants that equal, or differ from, the other's

  bool is_another() const { return arrays > 0 ? shared == 0 : equal == 0 && other > 0; }
  int score() const { return 1000 * shared + equal - other; }
};

// Equality in which NaN equals NaN.
bool is_same_leaf(const Value& a, const Value& b) {
  const auto *left = std::get_if<double>(&a.unwrapped().any()),
             *right = std::get_if<double>(&b.unwrapped().any());
  bool are_nan = left != nullptr && right != nullptr && std::isnan(*left) && std::isnan(*right);
  return are_nan || same(a, b);
}

// Compares two instances of one struct.
void compare(const Value& node, const Value& other, NodeSimilarity& out) {
  auto is_traced = [](const Value& x) { return x.is_array() && x.array().is_traced(); };
  bool is_number =
      node.is_leaf() && !is_traced(node) && (!node.is_array() || node.as_array().is_weak());
  if (node.is_array() && !is_number) {
    ++out.arrays;
    if (other.is_array() && is_very(node.array(), other.array())) ++out.shared;
    return;
  }
  if (!node.is_branch() || !other.is_branch()) {
    ++(!is_traced(other) && is_same_leaf(node, other) ? out.equal : out.other);
    return;
  }
  if (!is_same_form(node.branch(), other.branch())) return;
  for (size_t i = 0; i < node.items().size(); ++i) {
    compare(node.items()[i], other.items()[i], out);
  }
}

class CaptureObserver;

// Only the innermost capture records calls: a model may capture a part of itself while it is
// captured.
struct ActiveCapture {
  const CaptureObserver* now = nullptr;
};

// Records the calls of the model's nodes. Instances are copied between C++ and scripts but their
// arrays are not, so that the arrays identify the node. Calls of equal nodes are assigned to them
// alternately.
class CaptureObserver final : Observer {
 public:
  CaptureObserver(State& state, const Value& model)
      : state_(state),
        nodes_(nodes_within(model)),
        depth_(Trace::depth()),
        outer_(std::exchange(state.part<ActiveCapture>().now, this)),
        observing_(state, *this, {Topic::layer}) {}
  ~CaptureObserver() override { state_.part<ActiveCapture>().now = outer_; }
  std::vector<CapturedNode> nodes() { return std::move(nodes_); }

 private:
  using Observer::on;
  void on(const event::LayerCall& call) override {
    const Value& self = call.self;
    if (state_.part<ActiveCapture>().now != this) return;
    if (Trace::depth() != depth_) return;
    CapturedNode* best = nullptr;
    int most = 0;
    for (CapturedNode& node : nodes_) {
      if (node.now.layout() != self.layout()) continue;
      NodeSimilarity like;
      compare(node.now, self, like);
      if (like.is_another()) continue;
      int score = like.score();
      bool is_better = best == nullptr || score > most ||
                       (score == most && node.gave.size() < best->gave.size());
      if (!is_better) continue;
      most = score;
      best = &node;
    }
    if (best == nullptr) return;
    best->given.emplace_back(call.args.begin(), call.args.end());
    best->gave.push_back(call.out);
    best->now = call.after;
  }

  State& state_;
  std::vector<CapturedNode> nodes_;
  size_t depth_;
  const CaptureObserver* outer_;
  ObserverScope observing_;
};

Value capture(State& state, const Value& model, const Values& args) {
  auto keys = std::make_shared<DictKeys>();
  Values items;
  for (CapturedNode& node : captured(state, model, args)) {
    if (node.gave.empty()) continue;
    keys->list.emplace_back(node.path);
    items.push_back(node.gave.size() == 1 ? node.gave[0] : Value::tuple(std::move(node.gave)));
  }
  return Value::dict(std::move(keys), std::move(items));
}

}  // namespace

std::vector<CapturedNode> nodes_within(const Value& model) {
  std::vector<CapturedNode> out;
  for (auto& [path, node] : nodes_of(model)) out.push_back({path, node, node, {}, {}});
  return out;
}

std::vector<CapturedNode> captured(State& state, const Value& model, const Values& args) {
  if (!has_method(state, model, "call")) {
    throw Error(Code::type, str(calling_name("nn.capture"), ": `model` is ", kind_text(model),
                                ", expected a struct with a method `call`"))
        .label(0);
  }
  CaptureObserver watching(state, model);
  call_method(state, model, "call", args);
  return watching.nodes();
}

extern const Builtin nn_capture_builtin = {
    .signature = "nn.capture(model: tree, ...args: any) -> dict",
    .brief = "Returns the outputs of all layers of a model for one call, by path.",
    .params = {{"model",
                "Struct with a method `call`. Its layers are the structs with `call` within it."},
               {"args", "Arguments of the call model(args...)."}},
    .returns =
        "a dict from path to output; the path of the model itself is \"\". A layer that is called "
        "more than once has a tuple of outputs. Calls in a traced loop or branch, or in a "
        "transform that the model itself uses, are not captured. Calls of layers that share all of "
        "their arrays are assigned to these layers alternately",
    .errors = "error[type] if `model` has no method `call`; errors of the call itself",
    .example =
        "let m = nn.sequential(nn.Linear([[2.0]]), relu, nn.Linear([[3.0]]))\n"
        "nn.capture(m, [1.0])  #> dict((\"\", \"layers[0]\", \"layers[2]\"), ([6], [2], [6]))\n"
        "grad(m => sum(nn.capture(m, [1.0])[\"layers[0]\"]))(m).layers[0].w  #> [[1]]",
    .source = "flax.nnx.capture",
    .call = bind<&capture>,
};

}  // namespace rille
