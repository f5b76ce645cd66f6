// Draws graphs: ops that hold graphs.
#include "jit/transform.h"
#include "jit/transforms/parts.h"
#include "tests/diff/grow.h"
#include "vm/error.h"

namespace rille::diff {

Region Grower::region(const Types& params, const Types& results) {
  Bounds bounds = bounds_;
  --bounds.depth;
  return make_region(Graph{}, params, [&](Builder& b, const Vars& in) {
    Grower inner(chance_, b, bounds, true);
    inner.keep(in);
    for (int64_t i = chance_.from(1, 4); i > 0; --i) inner.step();
    Vars out;
    for (const Type& wanted : results) out.push_back(inner.made(wanted));
    return out;
  });
}

Types Grower::some_types() {
  Types out;
  for (int64_t i = chance_.from(1, 2); i > 0; --i) out.push_back(type(some()));
  return out;
}

Vars Grower::args(const Types& types) {
  Vars out;
  for (const Type& wanted : types) out.push_back(made(wanted));
  return out;
}

void Grower::branches() {
  Types in = some_types(), out = some_types();
  bool counts = chance_.once_in(2);
  Regions regions;
  for (int64_t i = counts ? chance_.from(1, 3) : 2; i > 0; --i) regions.push_back(region(in, out));
  Type selector(counts ? Dtype::i32 : Dtype::boolean, Shape{});
  keep(op::cond(b_, made(selector), args(in), regions));
}

void Grower::scans() {
  int64_t length = chance_.from(chance_.once_in(10) ? 0 : 1, 4);
  Types consts, carry = some_types(), xs, ys = some_types(), rows;
  if (chance_.once_in(2)) consts = some_types();
  if (chance_.once_in(2)) rows = some_types();
  for (const Type& row : rows) {
    if (row.rank() > 5 || row.count() * length > 2 * bounds_.elements) return;
    Shape shape = row.shape();
    shape.insert(shape.begin(), length);
    xs.push_back(row.with(shape));
  }
  for (const Type& row : ys) {
    if (row.rank() > 5) return;
  }
  Types all = consts, out = carry;
  all.append(carry);
  all.append(rows);
  out.append(ys);
  Region body = region(all, out);
  keep(op::scan(b_, {args(consts), args(carry), args(xs)}, body, length, chance_.once_in(2)));
}

// At most three turns: a counter ends it, or a value of the body's.
void Grower::loops() {
  Types consts, carry = some_types();
  if (chance_.once_in(2)) consts = some_types();
  Type counter(Dtype::i32, Shape{}), truth(Dtype::boolean, Shape{});
  Types given = consts, out = carry;
  given.append(carry);
  out.push_back(truth);
  Region step = region(given, out);
  Types all = consts;
  all.push_back(counter);
  all.append(carry);
  int64_t turns = chance_.from(0, 3);
  auto at = consts.size();
  Region goes = make_region(Graph{}, all, [&](Builder& b, const Vars& x) {
    return Vars{op::lt(b, x[at], op::fill(b, counter, turns))};
  });
  Region body = make_region(Graph{}, all, [&](Builder& b, const Vars& x) {
    Vars in;
    for (size_t i = 0; i < x.size(); ++i) {
      if (i != at) in.push_back(x[i]);
    }
    Vars y = inline_graph(b, *step, in);
    Var by =
        op::select(b, y.back(), op::fill(b, counter, int64_t{2}), op::fill(b, counter, int64_t{1}));
    Vars next{op::add(b, x[at], by)};
    for (size_t i = 0; i + 1 < y.size(); ++i) next.push_back(y[i]);
    return next;
  });
  Vars in{op::fill(b_, counter, int64_t{0})};
  in.append(args(carry));
  keep(op::while_loop(b_, {args(consts), in}, goes, body));
}

namespace {

// Rules of a body's own, by the transforms; none where they refuse it (a primitive without one).
Regions rules_of(const Region& body, bool forward) {
  try {
    if (forward) return {body, std::make_shared<const Graph>(jvp(*body))};
    Vjp two = vjp(*body);
    return {body, std::make_shared<const Graph>(two.forward),
            std::make_shared<const Graph>(two.backward)};
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

// The same function by a name, by rules of its own, or computed twice.
void Grower::wraps() {
  Types in = some_types(), out = some_types();
  Region body = region(in, out);
  Vars x = args(in);
  int64_t kind = chance_.below(4);
  if (kind == 0) return keep(op::remat(b_, x, body));
  Regions rules = kind > 1 ? rules_of(body, kind == 2) : Regions{};
  if (rules.empty()) return keep(op::call(b_, "inner", x, body));
  if (kind == 2) return keep(op::custom_jvp(b_, x, rules[0], rules[1]));
  keep(op::custom_vjp(b_, x, rules));
}

}  // namespace rille::diff
