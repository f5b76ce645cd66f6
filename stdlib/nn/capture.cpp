// nn.capture: what each layer of a model gives.
#include "stdlib/nn/capture.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "backends/apply.h"
#include "stdlib/nodes.h"
#include "vm/bind.h"
#include "vm/call.h"
#include "vm/run/observer.h"
#include "vm/tree.h"

namespace rille {
namespace {

// One handle, or one value of a trace.
bool is_very(const Array& a, const Array& b) {
  if (a.body() == b.body()) return true;
  return a.is_traced() && b.is_traced() && a.body()->trace == b.body()->trace &&
         a.body()->var == b.body()->var;
}

struct Likeness {
  int arrays = 0, shared = 0;  // arrays of the node; those that the other has as well
  int equal = 0, other = 0;    // numbers and constants: of the other's value, or not

  bool is_another() const { return arrays > 0 ? shared == 0 : equal == 0 && other > 0; }
  int score() const { return 1000 * shared + equal - other; }
};

// NaN is itself.
bool is_same_leaf(const Value& a, const Value& b) {
  const auto *left = std::get_if<double>(&a.unwrapped().any()),
             *right = std::get_if<double>(&b.unwrapped().any());
  bool are_nan = left != nullptr && right != nullptr && std::isnan(*left) && std::isnan(*right);
  return are_nan || same(a, b);
}

// Of two instances of one struct.
void compare(const Value& node, const Value& other, Likeness& out) {
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

class Watching;

// A model that looks into a part of its own does so for itself: the latest notes what is called.
struct Innermost {
  const Watching* now = nullptr;
};

// Instances are copied wherever C++ and a script meet, their arrays are not: these tell which of
// the model's nodes is called. Of equal ones each has its turn.
class Watching final : Observer {
 public:
  Watching(State& state, const Value& model)
      : state_(state),
        nodes_(nodes_within(model)),
        depth_(Trace::depth()),
        outer_(std::exchange(state.part<Innermost>().now, this)),
        observing_(state, *this, {Topic::layer}) {}
  ~Watching() override { state_.part<Innermost>().now = outer_; }
  std::vector<CapturedNode> nodes() { return std::move(nodes_); }

 private:
  using Observer::on;
  void on(const event::LayerCall& call) override {
    const Value& self = call.self;
    if (state_.part<Innermost>().now != this) return;
    if (Trace::depth() != depth_) return;
    CapturedNode* best = nullptr;
    int most = 0;
    for (CapturedNode& node : nodes_) {
      if (node.now.layout() != self.layout()) continue;
      Likeness like;
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
  const Watching* outer_;
  Observing observing_;
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
    throw Error(Code::type, str("a model with `call` is needed, got ", kind_text(model))).label(0);
  }
  Watching watching(state, model);
  call_method(state, model, "call", args);
  return watching.nodes();
}

extern const Builtin nn_capture_builtin = {
    .signature = "nn.capture(model: tree, ...args: any) -> dict",
    .brief = "What each layer of a model gives when model(args...) runs, by its path.",
    .params = {{"model", "an instance with `call`, whose layers are such instances"},
               {"args", "what the model is called with"}},
    .returns =
        "a dict by path, of the model itself \"\"; a tuple where a layer is called more than "
        "once. Calls in a traced loop or branch, or in a transform that the model itself uses, "
        "are left out. Layers with the very same arrays take turns",
    .errors = "error[type] where the model has no `call`; those of the call",
    .example =
        "let m = nn.sequential(nn.Linear([[2.0]]), relu, nn.Linear([[3.0]]))\n"
        "nn.capture(m, [1.0])  #> dict((\"\", \"layers[0]\", \"layers[2]\"), ([6], [2], [6]))\n"
        "grad(m => sum(nn.capture(m, [1.0])[\"layers[0]\"]))(m).layers[0].w  #> [[1]]",
    .source = "flax.nnx.capture",
    .call = bind<&capture>,
};

}  // namespace rille
