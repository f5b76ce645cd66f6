// debug.replay: operands and results of each operation.
#include "jit/op.h"
#include "stdlib/debug/stepped.h"
#include "stdlib/transform.h"
#include "vm/bind.h"

namespace rille {
namespace {

// The arrays as a tuple. A value without elements (the tape of a loop) is the string "tape".
Value shown(std::span<const Array> arrays) {
  Values items;
  for (const Array& x : arrays) {
    bool is_array = !x.is_none() && x.type().form() == TypeForm::array;
    items.push_back(is_array ? Value::from_array(x) : Value("tape"));
  }
  return Value::tuple(std::move(items));
}

class Recorder final : public Observer {
 public:
  explicit Recorder(State& state) : state_(state) {}

  using Observer::on;
  void on(const event::Operation& step) override {
    if (step.is_whole() || step.node.op == &fill_op) return;  // fill: constants of the script
    StepLocation place = place_of(state_, step.node.origin);
    Values turns;
    for (int64_t turn : step.turns) turns.emplace_back(turn);
    Value out = shown(step.out);
    if (step.out.size() == 1) out = out.items()[0];
    steps_.push_back(Value::record(state_, {{"place", place.place},
                                            {"code", place.code},
                                            {"layer", step.node.origin.layer().text()},
                                            {"through", place.through},
                                            {"op", std::string(step.node.op->name)},
                                            {"turns", Value::tuple(std::move(turns))},
                                            {"given", shown(step.in)},
                                            {"gave", std::move(out)}}));
  }

  Value steps() { return Value::tuple(std::move(steps_)); }

 private:
  State& state_;
  Values steps_;
};

Function debug_replay(State& state, Function f) {
  return transformed(f, "debug.replay", "", [&state](const Function& g, const Values& args) {
    Recorder recorder(state);
    Values outputs = call_stepped(g, args, "debug.replay", recorder);
    outputs[0] = Value::record(state, {{"result", outputs[0]}, {"steps", recorder.steps()}});
    return outputs;
  });
}

}  // namespace

extern const Builtin debug_replay_builtin = {
    .signature = "debug.replay(f: fn) -> fn",
    .brief =
        "Creates a function that records the operands and results of every operation. It runs `f` "
        "operation by operation.",
    .params = {{"f", "Pure function, or a function returned by `grad`, `vmap`, or `jit`."}},
    .returns =
        "a function that returns the record (result, steps). steps has one record per operation, "
        "in execution order: `place` (file, line, and column), `code` (that line), `layer` (path "
        "of the layer in the model), `through` (transforms that derived the operation, innermost "
        "first), `op` (name of the primitive), `turns` (iterations of the enclosing loops), "
        "`given` (operands), and `gave` (the result, or a tuple of results)",
    .errors = "error[memory] if the recorded arrays exceed the memory limit",
    .example = "debug.replay(x => exp(x) + 1.0)(0.0).steps[0].gave  #> 1",
    .source = "ours",
    .call = bind<&debug_replay>,
};

}  // namespace rille
