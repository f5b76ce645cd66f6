// while_loop: iterates while its condition is true.
#include <algorithm>

#include "jit/ops/scan.h"
#include "vm/error.h"

namespace rille {
namespace {

const OpDoc while_loop_doc = {
    .brief = "Runs its second region on the carry while its first region returns true.",
    .shapes = "consts..., carry... -> carry..., a tape for each further result of the body",
    .errors =
        "error[trace] if the types of the regions' parameters or results do not match the carry",
    .example = "(x => { var y = x; while y < 100 { y = y * 2 }; y })(3.0)  #> 192",
    .source = "jax.lax.while_loop; its reverse derivative is ours",
};

Types while_type(const OpCall& call) {
  auto consts = static_cast<size_t>(call.attrs.integer("consts"));
  RILLE_CHECK(call.regions.size() == 2 && consts <= call.in.size(), "a malformed loop");
  for (const Region& region : call.regions) check_params(call, region, call.in);
  check_results(call, result_types(call.regions[0]), {flag_type()}, "a condition");
  Types carried = slice(call.in, consts, call.in.size() - consts);
  Types given = result_types(call.regions[1]), out = carried;
  check_results(call, slice(given, 0, std::min(carried.size(), given.size())), carried,
                "the loop's body");
  for (size_t i = carried.size(); i < given.size(); ++i) out.push_back(Type::tape(given[i]));
  return out;
}

void while_reference(const Node& node, std::span<const Array> in, std::span<Array> out) {
  Loop loop{node};
  const LoopShape& shape = loop.shape;
  std::vector<Array> args(in.begin(), in.end());
  std::vector<std::vector<Array>> ys(shape.ys);
  while (evaluate(*node.regions[0], args)[0].as<bool>()[0]) {
    std::vector<Array> got = evaluate(*loop.body, args);
    std::copy_n(got.begin(), shape.carry, args.begin() + shape.consts);
    for (size_t i = 0; i < shape.ys; ++i) ys[i].push_back(got[shape.carry + i]);
  }
  std::copy_n(args.begin() + shape.consts, shape.carry, out.begin());
  for (size_t i = 0; i < shape.ys; ++i) out[shape.carry + i] = tape_of(ys[i]);
}

}  // namespace

extern const Op while_loop_op = {
    .name = "while_loop",
    .doc = while_loop_doc,
    .type = while_type,
    .jvp = loop_jvp,
    .transpose = MissingRule{"a while loop is split before it is transposed"},
    .batch = loop_batch,
    .factors = MissingRule{"the regions have factors of their own"},
    .lower = MissingRule{"the Plan lowers the regions, not the operation that holds them"},
    .reference = while_reference,
    .samples = while_samples,
    .flow = loop_flow,
    .split = loop_split,
    .control = RegionControl::while_loop,
};

Vars op::while_loop(Builder& b, LoopInputs in, Region condition, Region body) {
  Vars all = in.consts;
  append(all, in.carry);
  Attrs attrs{{"consts", static_cast<int64_t>(in.consts.size())}};
  return b.emit(while_loop_op, all, attrs, {std::move(condition), std::move(body)});
}

}  // namespace rille
