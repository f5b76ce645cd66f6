// turns: loops that builtins build.
#include "stdlib/transform/loops.h"

#include "jit/op.h"
#include "stdlib/trace/region.h"

namespace rille {
namespace {

using Arrays = std::vector<Array>;

void add_all(Arrays& to, const Arrays& more) { to.insert(to.end(), more.begin(), more.end()); }

// The recorded graph as a region over all captures of the loop, then `params`. Its own captures are
// consts[first], consts[first + 1], ….
Region in_loop(const RecordedGraph& made, const Arrays& consts, size_t first,
               const Arrays& params) {
  Arrays all = consts;
  add_all(all, params);
  std::vector<size_t> at;
  for (size_t i = 0; i < params.size(); ++i) at.push_back(consts.size() + i);
  for (size_t i = 0; i < made.captures.size(); ++i) at.push_back(first + i);
  return over(made.graph, types_of(all), at);
}

}  // namespace

LoopCarry run_while_loop(const LoopCarry& begin, const std::function<Array(const LoopCarry&)>& goes,
                         const std::function<LoopCarry(const LoopCarry&)>& turn) {
  RecordedGraph condition = record(begin, [&](const Arrays& at) { return Arrays{goes(at)}; });
  RecordedGraph body = record(begin, turn);
  Arrays in = condition.captures;
  add_all(in, body.captures);
  Attrs attrs{{"consts", static_cast<int64_t>(in.size())}};
  Regions regions{in_loop(condition, in, 0, begin),
                  in_loop(body, in, condition.captures.size(), begin)};
  add_all(in, begin);
  return apply(while_loop_op, in, attrs, regions);
}

std::vector<Array> run_scan_loop(
    const LoopCarry& begin, const std::vector<Array>& xs,
    const std::function<std::vector<Array>(const std::vector<Array>&)>& turn) {
  Arrays params = begin;
  for (const Array& x : xs) {
    params.emplace_back(x.type().with(Shape(x.shape().begin() + 1, x.shape().end())));
  }
  RecordedGraph body = record(params, turn);
  Arrays in = body.captures;
  Attrs attrs{{"consts", static_cast<int64_t>(in.size())},
              {"carry", static_cast<int64_t>(begin.size())},
              {"reverse", false},
              {"length", Shape{xs[0].type().extent(0)}}};
  Regions regions{in_loop(body, in, 0, params)};
  add_all(in, begin);
  add_all(in, xs);
  return apply(scan_op, in, attrs, regions);
}

}  // namespace rille
