// turns: loops that builtins make.
#include "stdlib/transform/turns.h"

#include "jit/op.h"
#include "stdlib/transform/recorded.h"

namespace rille {
namespace {

using Arrays = std::vector<Array>;

void append(Arrays& to, const Arrays& more) { to.insert(to.end(), more.begin(), more.end()); }

// What was recorded, over all that the loop captures, its own from `at` on, and its own params.
Region over(const Recorded& made, const Arrays& consts, size_t at, const Arrays& params) {
  Builder b(made.graph.origin);
  Vars held, args;
  for (const Array& x : consts) held.push_back(b.param(x.type()));
  for (const Array& x : params) args.push_back(b.param(x.type()));
  args.append(held.begin() + at, held.begin() + at + made.captures.size());
  Vars results = inline_graph(b, made.graph, args);
  return std::make_shared<const Graph>(std::move(b).finish(results));
}

}  // namespace

Carry turns_while(const Carry& begin, const std::function<Array(const Carry&)>& goes,
                  const std::function<Carry(const Carry&)>& turn) {
  Recorded condition = record(begin, [&](const Arrays& at) { return Arrays{goes(at)}; });
  Recorded body = record(begin, turn);
  Arrays in = condition.captures;
  append(in, body.captures);
  Attrs attrs{{"consts", static_cast<int64_t>(in.size())}};
  Regions regions{over(condition, in, 0, begin), over(body, in, condition.captures.size(), begin)};
  append(in, begin);
  return apply(while_loop_op, in, attrs, regions);
}

std::vector<Array> turns_over(
    const Carry& begin, const std::vector<Array>& xs,
    const std::function<std::vector<Array>(const std::vector<Array>&)>& turn) {
  Arrays params = begin;
  for (const Array& x : xs) {
    params.emplace_back(x.type().with(Shape(x.shape().begin() + 1, x.shape().end())));
  }
  Recorded body = record(params, turn);
  Arrays in = body.captures;
  Attrs attrs{{"consts", static_cast<int64_t>(in.size())},
              {"carry", static_cast<int64_t>(begin.size())},
              {"reverse", false},
              {"length", Shape{xs[0].type().extent(0)}}};
  Regions regions{over(body, in, 0, params)};
  append(in, begin);
  append(in, xs);
  return apply(scan_op, in, attrs, regions);
}

}  // namespace rille
