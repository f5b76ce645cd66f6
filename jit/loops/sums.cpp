// Sums of blocks, joined by a binary counter.
#include "jit/loops/sums.h"

#include <bit>

namespace rille {

PartialSums::PartialSums(LoopBuilder& builder, Options options, Register start)
    : b_(builder), options_(std::move(options)), start_(start) {
  auto variable = [&](Register value) {
    RegisterType type = b_.program.registers[static_cast<size_t>(value)];
    return b_.add(type, {.kind = LoopOpKind::variable, .in = {value}});
  };
  std::vector<Size> extents = options_.outer;
  extents.insert(extents.end(), options_.places.begin(), options_.places.end());
  if (options_.max_blocks > 1) {
    if (options_.outer.empty()) blocks_ = variable(b_.i64(0));
    levels_ = static_cast<int64_t>(std::bit_width(static_cast<uint64_t>(options_.max_blocks)));
    std::vector<Size> all = extents;
    all.insert(all.begin(), levels_);
    int64_t size = options_.type.lanes * static_cast<int64_t>(bytes(options_.type.dtype));
    for (Size extent : extents) size *= extent.number;
    level_sums_ = allocate(std::move(all), options_.offset < 0 ? -1 : options_.offset + size);
  }
  if (options_.places.empty()) {
    sum_ = variable(start);
  } else {
    sums_ = allocate(std::move(extents), options_.offset);
  }
}

int PartialSums::allocate(std::vector<Size> extents, int64_t offset) {
  if (options_.type.lanes > 1) extents.emplace_back(options_.type.lanes);
  b_.program.buffers.push_back({.role = options_.role,
                                .dtype = options_.type.dtype,
                                .extents = std::move(extents),
                                .offset = offset});
  int out = static_cast<int>(b_.program.buffers.size()) - 1;
  b_.add({.kind = LoopOpKind::allocate, .buffer = out});
  return out;
}

void PartialSums::each_place(const std::function<void(const Place&)>& body) {
  each_place(0, {}, body);
}

void PartialSums::each_place(size_t axis, Place place,
                             const std::function<void(const Place&)>& body) {
  if (axis == options_.places.size()) return body(place);
  b_.loop({.from = b_.i64(0), .to = b_.size(options_.places[axis])}, [&](Register at) {
    Place own = place;
    own.push_back({.terms = {{at, 1}}});
    each_place(axis + 1, std::move(own), body);
  });
}

LoopOp PartialSums::access(LoopOpKind kind, int buffer, Register level, const Place& place) const {
  LoopOp op{.kind = kind, .buffer = buffer};
  if (level >= 0) op.indices.push_back({.terms = {{level, 1}}});
  op.indices.insert(op.indices.end(), outer_.begin(), outer_.end());
  op.indices.insert(op.indices.end(), place.begin(), place.end());
  if (options_.type.lanes > 1) {
    op.lane_strides.assign(op.indices.size(), 0);
    op.indices.emplace_back();
    op.lane_strides.emplace_back(1);
  }
  return op;
}

Register PartialSums::get(const Place& place, bool is_any) {
  if (sums_ >= 0) {
    LoopOp op = access(LoopOpKind::load, sums_, -1, place);
    op.flag = is_any;
    return b_.add(options_.type, std::move(op));
  }
  return b_.add(options_.type, {.kind = LoopOpKind::get, .in = {sum_}});
}

void PartialSums::set(const Place& place, Register value) {
  if (sums_ < 0) return b_.add({.kind = LoopOpKind::set, .in = {sum_, value}});
  LoopOp op = access(LoopOpKind::store, sums_, -1, place);
  op.in = {value};
  b_.add(std::move(op));
}

LoopOp PartialSums::rows_from(LoopOpKind kind, const Place& place) const {
  LoopOp op = access(kind, sums_, -1, place);
  op.lane_strides.assign(op.indices.size(), 0);
  op.lane_strides[outer_.size()] = 1;
  return op;
}

Register PartialSums::at_level(Register level, const Place& place) {
  return b_.add(options_.type, access(LoopOpKind::load, level_sums_, level, place));
}

Register PartialSums::joined(Register x, Register y) {
  return b_.compute(options_.combiner, options_.type.dtype, {x, y});
}

void PartialSums::clear() {
  if (blocks_ >= 0) b_.add({.kind = LoopOpKind::set, .in = {blocks_, b_.i64(0)}});
  each_place([&](const Place& place) { set(place, start_); });
}

void PartialSums::end_block(Register before) {
  if (before < 0) {
    before = b_.add({Dtype::i64, 1}, {.kind = LoopOpKind::get, .in = {blocks_}});
    b_.add({.kind = LoopOpKind::set, .in = {blocks_, b_.plus(before, b_.i64(1))}});
  }
  Register depth = b_.add({Dtype::i64, 1}, {.kind = LoopOpKind::trailing_ones, .in = {before}});
  b_.loop({.from = b_.i64(0), .to = depth, .most = levels_}, [&](Register level) {
    each_place([&](const Place& place) { set(place, joined(at_level(level, place), get(place))); });
  });
  each_place([&](const Place& place) {
    LoopOp op = access(LoopOpKind::store, level_sums_, depth, place);
    op.in = {get(place)};
    b_.add(std::move(op));
    set(place, start_);
  });
}

void PartialSums::finish(Register blocks) {
  if (blocks < 0) blocks = b_.add({Dtype::i64, 1}, {.kind = LoopOpKind::get, .in = {blocks_}});
  b_.loop({.from = b_.i64(0), .to = b_.i64(levels_)}, [&](Register level) {
    Register digit =
        b_.bits_and(b_.compute(Scalar::shift_right, Dtype::i64, {blocks, level}), b_.i64(1));
    b_.branch(b_.truth(Scalar::ne, digit, b_.i64(0)), [&] {
      each_place(
          [&](const Place& place) { set(place, joined(at_level(level, place), get(place))); });
    });
  });
}

void PartialSums::join_places() {
  for (int64_t half = options_.places[0].number / 2; half >= 1; half /= 2) {
    b_.loop({.from = b_.i64(0), .to = b_.i64(half)}, [&](Register first) {
      each_place(1, {{.terms = {{first, 1}}}}, [&](const Place& low) {
        Place high = low;
        high[0].constant = half;
        set(low, joined(get(low), get(high)));
      });
    });
  }
}

}  // namespace rille
