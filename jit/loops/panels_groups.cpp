// Panels whose lanes hold several values of k.
#include <algorithm>

#include "jit/loops/panels.h"
#include "jit/loops/transpose.h"
#include "jit/schedule/product.h"

namespace rille {

void Panels::group(Register number, Register deep, int64_t count) {
  if (copies_words()) return;
  if (is_by_rows()) return group_rows(number, deep);
  if (groups_at_once() && !in_tiles_) return;
  b_.loop({.from = b_.i64(0), .to = b_.i64(count)}, [&](Register i) {
    Register own = b_.plus(number, i);
    if (!groups_at_once()) group_lines(own, deep);
    if (in_tiles_) clear_lines(own, deep);
    if (transposes_words()) transpose_words(own, b_.quotient(whole_rows(deep), b_.i64(group_)));
  });
}

bool Panels::is_in_words() const {
  const Access* access = plain_access(operand_, batch_);
  if (access == nullptr || !is_by_rows() || group_ == 1 || last() != batch_ + 1) return false;
  bool are_parts = bits(unconverted(operand_).dtype) * group_ == 32;
  if (nest_.is_local(access->buffer) || !are_parts) return false;
  auto is_word = [&](Size size) { return size.known() && size.number % group_ == 0; };
  return access->strides.back().is(1) && is_word(access->offset) &&
         std::all_of(access->strides.begin(), access->strides.end() - 1, is_word);
}

void Panels::copy_words(Register first, Register number) {
  auto [from, to] = outermost();
  Register begin = b_.quotient(from, b_.i64(group_)), end = b_.quotient(to, b_.i64(group_));
  Register length = b_.minus(end, begin);
  if (in_tiles_) end = b_.plus(begin, b_.quotient(whole_rows(b_.minus(to, from)), b_.i64(group_)));
  code_.bind(last(), b_.i64(0));
  b_.loop({.from = b_.i64(0), .to = b_.i64(tile_)}, [&](Register row) {
    bind_row(b_.plus(first, row));
    LinearIndex start = code_.indices_of(unconverted(operand_).access)[0];
    start.constant /= group_;
    for (LinearIndex::Term& term : start.terms) term.scale = term.scale.number / group_;
    auto copy = [&](Register at, bool has_mask) {
      LoopOp load{
          .kind = LoopOpKind::load, .buffer = words_, .indices = {start}, .lane_strides = {1}};
      load.indices[0].terms.push_back({at, 1});
      Register k = b_.minus(at, begin);
      if (has_mask) load.mask = b_.first_lanes(b_.minus(length, k), lanes_);
      Register words = b_.add({dtype_, lanes_}, std::move(load));
      if (flips_ != 0) {
        Register all = b_.constant({dtype_, 1}, int64_t{static_cast<int32_t>(0x80808080u)});
        words = b_.compute(Scalar::bit_xor, dtype_, {words, all});
      }
      put(words, {{.terms = {{number, 1}}}, {.terms = {{row, 1}}}, {.terms = {{k, 1}}}});
    };
    Register edge = b_.plus(begin, b_.bits_and(length, b_.i64(-lanes_)));
    b_.loop({.from = begin, .to = edge, .step = lanes_}, [&](Register at) { copy(at, false); });
    b_.loop({.from = edge, .to = end, .step = lanes_, .most = 1},
            [&](Register at) { copy(at, true); });
  });
}

// Evaluates the values of k of a lane together.
void Panels::across_groups(Register first, Register number, int64_t count, bool has_masks) {
  auto [from, to] = outermost();
  Register rest = b_.bits_and(b_.minus(to, from), b_.i64(group_ - 1)), edge = b_.minus(to, rest);
  auto write = [&](Register at, Register present) {
    std::vector<Register> words = group_words(first, count, at, present, has_masks);
    Register line = b_.quotient(b_.minus(at, from), b_.i64(group_));
    size_t next = 0;
    for (int64_t panel = 0; panel < count; ++panel) {
      for (int64_t lane = 0; lane < tile_; lane += lanes_) {
        put(words[next++], {{.constant = panel, .terms = {{number, 1}}},
                            {.terms = {{line, 1}}},
                            {.constant = lane}});
      }
    }
  };
  b_.loop({.from = from, .to = edge, .step = group_}, [&](Register at) { write(at, -1); });
  if (b_.known(rest) == 0) return;
  b_.branch(b_.truth(Scalar::ne, rest, b_.i64(0)), [&] { write(edge, rest); });
}

// The vectors of the values of k from `at` on; `present`: how many of them exist, -1: all.
std::vector<Register> Panels::group_words(Register first, int64_t count, Register at,
                                          Register present, bool has_masks) {
  std::vector<Register> out;
  for (int64_t i = 0; i < group_; ++i) {
    code_.bind(first_deep(), b_.plus(at, b_.i64(i)));
    code_.steps_at(static_cast<int>(first_deep()) + 1, false);
    if (is_left_ && !has_masks) prefetch_rows(first, count);
    bool may_lack = present >= 0 && i > 0;
    Register exists = may_lack ? b_.truth(Scalar::lt, b_.i64(i), present) : -1;
    size_t next = 0;
    for (int64_t panel = 0; panel < count; ++panel) {
      for (int64_t from = 0; from < tile_; from += lanes_) {
        Register row = b_.plus(first, b_.i64(panel * tile_ + from));
        Register word = group_word(row, i, exists, has_masks);
        if (i == 0) {
          out.push_back(word);
        } else {
          out[next] = b_.compute(Scalar::bit_or, dtype_, {out[next], word});
          ++next;
        }
      }
    }
  }
  return out;
}

// Part `i` of the lanes of the rows from `row` on; 0 where `exists` is false.
Register Panels::group_word(Register row, int64_t i, Register exists, bool has_masks) {
  Register mask = has_masks ? b_.first_lanes(b_.minus(count_, row), lanes_) : -1;
  if (exists >= 0) {
    Register all = b_.splat(exists, lanes_);
    mask = mask < 0 ? all : b_.compute(Scalar::bit_and, Dtype::boolean, {mask, all});
  }
  Register word = vector_of(row, mask);
  if (b_.program.dtype(word) != dtype_) word = b_.compute(Scalar::bitcast, dtype_, {word});
  word = part(word, i);
  if (exists < 0) return word;
  Register zero = b_.constant({dtype_, 1}, int64_t{0});
  return b_.compute(Scalar::select, dtype_, {exists, word, zero});
}

// The number of values of k in whole rows of tile registers.
Register Panels::whole_rows(Register deep) {
  int64_t unit = TileRegister::row_words * group_;
  return b_.bits_and(b_.plus(deep, b_.i64(unit - 1)), b_.i64(-unit));
}

void Panels::transpose_words(Register number, Register lines) {
  b_.loop({.from = b_.i64(0), .to = lines, .step = lanes_}, [&](Register line) {
    for (int64_t from = 0; from < tile_; from += lanes_) {
      std::vector<Register> square;
      for (int64_t i = 0; i < lanes_; ++i) {
        LinearIndex at{.constant = i, .terms = {{line, 1}}};
        LoopOp load{.kind = LoopOpKind::load,
                    .buffer = buffer_,
                    .indices = {{.terms = {{number, 1}}}, std::move(at), {.constant = from}},
                    .lane_strides = {0, 0, 1}};
        square.push_back(b_.add({dtype_, lanes_}, std::move(load)));
      }
      transpose(b_, square);
      for (int64_t i = 0; i < lanes_; ++i) {
        b_.add({.kind = LoopOpKind::store,
                .in = {square[static_cast<size_t>(i)]},
                .buffer = rows_buffer_,
                .indices = indices({.terms = {{number, 1}}}, {.constant = from + i},
                                   {.terms = {{line, 1}}}),
                .lane_strides = {0, 0, 1}});
      }
    }
  });
}

// Part `i` of a lane, shifted to its position, from the word of one value of k. A bf16 is the upper
// half of its word, an f32.
Register Panels::part(Register word, int64_t i) {
  int64_t bits = 32 / group_;
  auto number = [&](int64_t value) { return b_.constant({dtype_, 1}, value); };
  if (are_floats() && i == 0) return b_.compute(Scalar::shift_right, dtype_, {word, number(bits)});
  if (are_floats()) return b_.compute(Scalar::bit_and, dtype_, {word, number(int64_t{0xffff0000})});
  if (flips_ != 0) word = b_.compute(Scalar::bit_xor, dtype_, {word, number(flips_)});
  word = b_.compute(Scalar::bit_and, dtype_, {word, number((int64_t{1} << bits) - 1)});
  return i == 0 ? word : b_.compute(Scalar::shift_left, dtype_, {word, number(bits * i)});
}

// Panels stored by row: adjacent words become the parts of a lane.
void Panels::group_rows(Register number, Register deep) {
  int64_t lanes = lanes_ / group_;
  Register end = in_tiles_ ? whole_rows(deep) : deep;
  b_.loop({.from = b_.i64(0), .to = b_.i64(tile_)}, [&](Register row) {
    b_.loop({.from = b_.i64(0), .to = end, .step = lanes_}, [&](Register k) {
      LoopOp load{.kind = LoopOpKind::load,
                  .buffer = buffer_,
                  .indices = {{.terms = {{number, 1}}}, {.terms = {{row, 1}}}, {.terms = {{k, 1}}}},
                  .lane_strides = {0, 0, 1},
                  .flag = true};
      // Zero times an unspecified element may be NaN.
      if (are_floats() || in_tiles_) load.mask = b_.first_lanes(b_.minus(deep, k), lanes_);
      Register words = b_.add({dtype_, lanes_}, std::move(load));
      Register out = -1;
      for (int64_t i = 0; i < group_; ++i) {
        LoopOp pick{.kind = LoopOpKind::shuffle, .in = {words}};
        for (int64_t lane = 0; lane < lanes; ++lane) {
          pick.lanes.push_back(static_cast<int>(lane * group_ + i));
        }
        Register own = part(b_.add({dtype_, static_cast<int>(lanes)}, std::move(pick)), i);
        out = out < 0 ? own : b_.compute(Scalar::bit_or, dtype_, {out, own});
      }
      Register at = b_.quotient(k, b_.i64(group_));
      put(out, {{.terms = {{number, 1}}}, {.terms = {{row, 1}}}, {.terms = {{at, 1}}}});
    });
  });
}

// Panels stored by k: the lines of the values of k that share a lane become one line.
void Panels::group_lines(Register number, Register deep) {
  Register zero = b_.constant({dtype_, 1}, int64_t{0});
  b_.loop({.from = b_.i64(0), .to = deep, .step = group_}, [&](Register k) {
    Register line = b_.quotient(k, b_.i64(group_));
    for (int64_t from = 0; from < schedule_.stride; from += lanes_) {
      Register out = -1;
      for (int64_t i = 0; i < group_; ++i) {
        Register is_there = -1;
        LoopOp load{.kind = LoopOpKind::load,
                    .buffer = buffer_,
                    .indices = {{.terms = {{number, 1}}},
                                {.constant = i, .terms = {{k, 1}}},
                                {.constant = from}},
                    .lane_strides = {0, 0, 1}};
        if (i > 0) {
          is_there = b_.truth(Scalar::lt, b_.plus(k, b_.i64(i)), deep);
          load.mask = b_.splat(is_there, lanes_);
        }
        Register own = part(b_.add({dtype_, lanes_}, std::move(load)), i);
        if (i > 0) own = b_.compute(Scalar::select, dtype_, {is_there, own, zero});
        out = out < 0 ? own : b_.compute(Scalar::bit_or, dtype_, {out, own});
      }
      put(out, {{.terms = {{number, 1}}}, {.terms = {{line, 1}}}, {.constant = from}});
    }
  });
}

// The words after the last value of k, up to a whole row of a tile register.
void Panels::clear_lines(Register number, Register deep) {
  Register zero = b_.constant({dtype_, 1}, int64_t{0});
  Register used = b_.quotient(b_.plus(deep, b_.i64(group_ - 1)), b_.i64(group_));
  Register end = b_.quotient(whole_rows(deep), b_.i64(group_));
  b_.loop({.from = used, .to = end}, [&](Register line) {
    for (int64_t from = 0; from < schedule_.stride; from += lanes_) {
      put(b_.splat(zero, lanes_),
          {{.terms = {{number, 1}}}, {.terms = {{line, 1}}}, {.constant = from}});
    }
  });
}

}  // namespace rille
