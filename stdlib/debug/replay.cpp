// debug.replay: what each operation was given and gave.
#include "jit/op.h"
#include "stdlib/debug/stepped.h"
#include "stdlib/transform.h"
#include "vm/bind.h"

namespace rille {
namespace {

// One or a tuple; what has no elements (a tape of a loop) by its kind.
Value shown(std::span<const Array> arrays) {
  Values items;
  for (const Array& x : arrays) {
    bool is_array = !x.is_none() && x.type().form() == Form::array;
    items.push_back(is_array ? Value::from_array(x) : Value("tape"));
  }
  return Value::tuple(std::move(items));
}

class Recorder final : public Observer {
 public:
  explicit Recorder(State& state) : state_(state) {}

  using Observer::on;
  void on(const event::Operation& step) override {
    if (step.is_whole() || step.node.op == &fill_op) return;  // numbers of the script
    StepPlace place = place_of(state_, step.node.origin);
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
        "The function f, run operation by operation, which gives what each operation was given and "
        "gave beside its result.",
    .params = {{"f", "a pure function, or what grad, vmap or jit gave"}},
    .returns =
        "a function that gives (result, steps): a record for each operation in the order in which "
        "they ran, with its place, the line there, the layer of the model that it is in, through "
        "which transforms it came to be, the "
        "primitive op, the turns of the loops around it, and the arrays given and gave",
    .errors = "error[memory] where the arrays of all steps are more than the limit",
    .example = "debug.replay(x => exp(x) + 1.0)(0.0).steps[0].gave  #> 1",
    .source = "the pdb of a call that has been compiled",
    .call = bind<&debug_replay>,
};

}  // namespace rille
