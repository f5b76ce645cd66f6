// Writes loops and their tapes as StableHLO text.
#include <map>

#include "jit/op.h"
#include "jit/regions.h"
#include "jit/stablehlo/write.h"

namespace rille {
namespace {

const Type whole(Dtype::i64, Shape{});

HloValues part(const HloValues& all, size_t first, size_t count) {
  auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}
void append(HloValues& to, const HloValues& more) { to.insert(to.end(), more.begin(), more.end()); }
Types types_of(const HloValues& values) {
  Types out;
  for (const HloValue& v : values) out.push_back(v.type);
  return out;
}
HloValue zeros(HloWriter& w, const Type& type) {
  return w.number(type, type.dtype() == Dtype::boolean ? AttrValue(false) : AttrValue(int64_t{0}));
}
HloValue next(HloWriter& w, const HloValue& turn) {
  return w.same("stablehlo.add", {turn, w.number(whole, int64_t{1})});
}

// The start indices of a row: `at` along the first axis, 0 along all others.
HloValues row_starts(HloWriter& w, const HloValue& at, const Type& rows) {
  HloValues out{at};
  HloValue zero = rows.rank() > 1 ? w.number(at.type, int64_t{0}) : at;
  for (int axis = 1; axis < rows.rank(); ++axis) out.push_back(zero);
  return out;
}

Type one_row(const Type& rows) {
  Shape out = rows.shape();
  out[0] = Extent(1);
  return rows.with(out);
}

HloValue row_of(HloWriter& w, const HloValue& rows, const HloValue& at) {
  HloValues in{rows};
  append(in, row_starts(w, at, rows.type));
  Type one = one_row(rows.type);
  HloValue window = w.made(
      str("stablehlo.dynamic_slice ", hlo_operands(in.size()), ", sizes = ", hlo_ints(one.ints())),
      in, one);
  return w.made("stablehlo.reshape $0", {window},
                one.with(Shape(one.shape().begin() + 1, one.shape().end())));
}

HloValue with_row(HloWriter& w, const HloValue& rows, const HloValue& row, const HloValue& at) {
  HloValues in{rows, w.made("stablehlo.reshape $0", {row}, one_row(rows.type))};
  append(in, row_starts(w, at, rows.type));
  return w.made(str("stablehlo.dynamic_update_slice ", hlo_operands(in.size())), in, rows.type);
}

// A tape without rows; a row read from it is zeros.
HloValue empty_tape_of(const Type& type) {
  auto tape = std::make_shared<HloTape>();
  Type row = type.element();
  tape->rows = [row](HloWriter& w, const HloValue&) -> HloValues {
    return {row.form() == TypeForm::tape ? empty_tape_of(row) : zeros(w, hlo_type(row))};
  };
  return {.tape = tape};
}

// A loop with a given trip count. Any of its iterations can be run again.
struct CountedLoop {
  HloValues consts, begin, xs;
  Region body;
  bool reverse = false;
  HloValue count = {};

  size_t carry() const { return begin.size(); }

  // The row that an iteration reads and writes, and the iteration of a row.
  HloValue place(HloWriter& w, const HloValue& turn) const {
    if (!reverse) return turn;
    HloValue last = w.same("stablehlo.subtract", {count, w.number(whole, int64_t{1})});
    return w.same("stablehlo.subtract", {last, turn});
  }

  // Applies the body to a carry.
  HloValues made(HloWriter& w, const HloValues& now, const HloValue& at) const {
    HloValues all = consts;
    append(all, now);
    std::map<const HloTape*, HloValues> rows;
    for (const HloValue& x : xs) {
      if (x.tape == nullptr) {
        all.push_back(row_of(w, x, at));
        continue;
      }
      auto [found, is_new] = rows.try_emplace(x.tape.get());
      if (is_new) found->second = x.tape->rows(w, at);
      all.push_back(found->second[x.number]);
    }
    return w.graph(*body, all);
  }

  // The carry after the first `turns` iterations, and `more` values that each iteration updates.
  using ExtraCarry =
      std::function<HloValues(const HloValues& now, const HloValues& made, const HloValue& at)>;
  HloValues run(HloWriter& w, const HloValue& turns, const HloValues& more,
                const ExtraCarry& changed) const {
    HloValues all{w.number(whole, int64_t{0})};
    append(all, begin);
    append(all, more);
    HloBlock condition = w.block(types_of(all), [&](const HloValues& now) -> HloValues {
      return {w.compared("LT", now[0], turns)};
    });
    HloBlock turn = w.block(types_of(all), [&](const HloValues& now) {
      HloValue at = place(w, now[0]);
      HloValues got = made(w, part(now, 1, carry()), at), out{next(w, now[0])};
      append(out, part(got, 0, carry()));
      append(out, changed(part(now, 1 + carry(), more.size()), got, at));
      return out;
    });
    HloValues out = w.loop(all, std::move(condition), std::move(turn));
    out.erase(out.begin());
    return out;
  }
  HloValues carried(HloWriter& w, const HloValue& turns) const {
    return run(w, turns, {}, [](const auto&...) { return HloValues{}; });
  }

  // The ys of the body, row by row: each row is computed by running the iterations up to it again.
  std::shared_ptr<const HloTape> tape() const {
    auto out = std::make_shared<HloTape>();
    out->count = count;
    out->rows = [loop = *this](HloWriter& w, const HloValue& at) {
      HloValues now = loop.carried(w, loop.place(w, at)), got = loop.made(w, now, at);
      return part(got, loop.carry(), got.size() - loop.carry());
    };
    return out;
  }
};

CountedLoop turns_of(const HloNode& n, const LoopShape& shape) {
  return {.consts = part(n.in, 0, shape.consts),
          .begin = part(n.in, shape.consts, shape.carry),
          .xs = part(n.in, shape.consts + shape.carry, shape.xs),
          .body = n.node.regions.back(),
          .reverse = shape.reverse};
}

// A loop with a condition. If it has tapes, it also counts its iterations.
HloValues while_loop(HloWriter& w, const HloNode& n) {
  LoopShape shape = loop_shape(n.node);
  CountedLoop turns = turns_of(n, shape);
  HloValues all;
  size_t counts = shape.ys > 0 ? 1 : 0;
  if (counts > 0) all.push_back(w.number(whole, int64_t{0}));
  append(all, turns.begin);
  auto taken = [&](const Region& region, const HloValues& now) {
    HloValues in = turns.consts;
    append(in, part(now, counts, shape.carry));
    return w.graph(*region, in);
  };
  HloBlock condition =
      w.block(types_of(all), [&](const HloValues& now) { return taken(n.node.regions[0], now); });
  HloBlock body = w.block(types_of(all), [&](const HloValues& now) {
    HloValues out;
    if (counts > 0) out.push_back(next(w, now[0]));
    append(out, part(taken(turns.body, now), 0, shape.carry));
    return out;
  });
  HloValues out = w.loop(all, std::move(condition), std::move(body));
  if (counts == 0) return out;
  turns.count = out[0];
  out.erase(out.begin());
  auto tape = turns.tape();
  for (size_t i = 0; i < shape.ys; ++i) out.push_back({.tape = tape, .number = i});
  return out;
}

// The trip count of a loop over tapes. An empty tape does not determine it.
HloValue rows_in(HloWriter& w, const HloValues& xs) {
  for (const HloValue& x : xs) {
    if (x.tape != nullptr && x.tape->count.id >= 0) return x.tape->count;
  }
  return w.number(whole, int64_t{0});
}

// A loop that counts its iterations, reads a row of each input, and writes a row of each output.
HloValues scan(HloWriter& w, const HloNode& n) {
  LoopShape shape = loop_shape(n.node);
  CountedLoop turns = turns_of(n, shape);
  bool is_empty = !shape.dynamic && shape.length.number() == 0;
  turns.count = shape.dynamic ? rows_in(w, turns.xs) : w.number(whole, shape.length.number());
  std::vector<size_t> stacks;  // the outputs that are arrays
  HloValues arrays, ys(shape.ys);
  for (size_t i = 0; i < shape.ys; ++i) {
    const Type& type = n.result(shape.carry + i);
    if (type.form() != TypeForm::array) {
      if (is_empty) ys[i] = empty_tape_of(type);
      continue;
    }
    stacks.push_back(i);
    arrays.push_back(zeros(w, hlo_type(type)));
  }
  HloValues out = turns.begin;
  if (is_empty) {
    append(out, arrays);
  } else {
    out = turns.run(w, turns.count, arrays,
                    [&](const HloValues& now, const HloValues& made, const HloValue& at) {
                      HloValues changed;
                      for (size_t i = 0; i < stacks.size(); ++i) {
                        changed.push_back(with_row(w, now[i], made[shape.carry + stacks[i]], at));
                      }
                      return changed;
                    });
    auto tape = turns.tape();
    for (size_t i = 0; i < shape.ys; ++i) ys[i] = {.tape = tape, .number = i};
  }
  for (size_t i = 0; i < stacks.size(); ++i) ys[stacks[i]] = out[shape.carry + i];
  out.resize(shape.carry);
  append(out, ys);
  return out;
}

HloValues empty_tape(HloWriter&, const HloNode& n) { return {empty_tape_of(n.result())}; }

constexpr HloWriteRule loops_written[] = {
    {"empty_tape", empty_tape},
    {"scan", scan},
    {"while_loop", while_loop},
};

}  // namespace

std::span<const HloWriteRule> written_loops() { return loops_written; }

}  // namespace rille
