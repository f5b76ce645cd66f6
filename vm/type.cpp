// Type: the table of interned types.
#include "vm/type.h"

#include <atomic>
#include <memory>
#include <mutex>

#include "vm/error.h"
#include "vm/memory/for_good.h"
#include "vm/numbers/rank.h"

namespace rille {
namespace {

uint64_t mix(uint64_t h, uint64_t x) {
  h = (h ^ x) * 0x9e3779b97f4a7c15u;
  return h ^ (h >> 29);
}

int64_t count_of(const Shape& shape) {
  int64_t count = 1;
  for (Extent extent : shape) {
    if (!extent.known()) return -1;
    if (extent == Extent(0)) count = 0;
  }
  for (Extent extent : shape) count = checked_product(count, extent.number());
  return count;
}

}  // namespace

template <>
void CheckedVector<Extent>::fail(size_t axis) const {
  throw Error(Code::shape, str("axis ", static_cast<int64_t>(axis),
                               " is out of range for an array of shape ", text(*this)));
}

constinit const Type::Record Type::scalar{TypeForm::array, 0, Dtype::f32, {}, 1};

// Readers take no lock: they load the current table and its slots. A writer publishes a record, or
// a table twice as large, under the mutex. Old tables are kept for readers that still use them.
struct TypeTable {
  using Record = Type::Record;
  using Kind = Type::Kind;
  struct HashSlots {
    explicit HashSlots(size_t size)
        : items(new std::atomic<const Record*>[size] {}), mask(size - 1) {}
    std::unique_ptr<std::atomic<const Record*>[]> items;
    size_t mask;
  };

  static uint64_t hash(Kind kind, Dtype dtype, const Shape& shape) {
    uint64_t h = static_cast<uint64_t>(kind.depth) << 16 | static_cast<uint64_t>(kind.form) << 8 |
                 static_cast<uint64_t>(dtype);
    for (Extent extent : shape) h = mix(h, extent.word());
    return mix(h, shape.size());
  }

  static const Record* find(const HashSlots& slots, uint64_t h, Kind kind, Dtype dtype,
                            const Shape& shape) {
    for (size_t at = h & slots.mask;; at = (at + 1) & slots.mask) {
      const Record* record = slots.items[at].load(std::memory_order_acquire);
      if (record == nullptr) return nullptr;
      bool same = Kind{record->form, record->depth} == kind && record->dtype == dtype;
      if (same && record->shape == shape) return record;
    }
  }

  static void put(HashSlots& slots, const Record* record) {
    size_t at = hash({record->form, record->depth}, record->dtype, record->shape) & slots.mask;
    while (slots.items[at].load(std::memory_order_relaxed) != nullptr) at = (at + 1) & slots.mask;
    slots.items[at].store(record, std::memory_order_release);
  }

  static void charge(const Shape& shape) {
    constexpr size_t blocks = 2 * 16;  // headers of two heap blocks
    constexpr size_t places =
        3 * sizeof(const Record*);  // in `records` and `HashSlots`, with spare
    charge_for_good(sizeof(Record) + shape.size() * sizeof(Extent) + blocks + places);
  }

  const Record* add(uint64_t h, Kind kind, Dtype dtype, const Shape& shape) {
    if (shape.size() > max_axes) {
      throw Error(Code::shape,
                  str("an array can have at most ", max_axes, " axes, got ", shape.size()));
    }
    std::lock_guard lock(mutex);
    HashSlots* slots = current.load(std::memory_order_relaxed);
    if (const Record* other = find(*slots, h, kind, dtype, shape)) return other;
    charge(shape);
    records.push_back(
        std::make_unique<Record>(Record{kind.form, kind.depth, dtype, shape, count_of(shape)}));
    if (records.size() * 2 > slots->mask) {
      kept.push_back(std::make_unique<HashSlots>((slots->mask + 1) * 2));
      slots = kept.back().get();
      put(*slots, &Type::scalar);
      for (const auto& record : records) put(*slots, record.get());
      current.store(slots, std::memory_order_release);
    } else {
      put(*slots, records.back().get());
    }
    return records.back().get();
  }

  TypeTable() {
    kept.push_back(std::make_unique<HashSlots>(1024));
    put(*kept.back(), &Type::scalar);
    current = kept.back().get();
  }

  std::mutex mutex;
  std::vector<std::unique_ptr<Record>> records;
  std::vector<std::unique_ptr<HashSlots>> kept;
  std::atomic<HashSlots*> current;
};

const Type::Record* Type::intern(Kind kind, Dtype dtype, const Shape& shape) {
  static auto& table = *new TypeTable;  // lives as long as any static Array
  uint64_t h = TypeTable::hash(kind, dtype, shape);
  const auto& slots = *table.current.load(std::memory_order_acquire);
  const Record* found = TypeTable::find(slots, h, kind, dtype, shape);
  return found != nullptr ? found : table.add(h, kind, dtype, shape);
}

Type Type::token() { return Type(intern({TypeForm::token, 0}, Dtype::boolean, {})); }
Type Type::tape(Type element) {
  return Type(
      intern({TypeForm::tape, element.record_->depth + 1}, element.dtype(), element.shape()));
}
Type Type::ref(Type element) {
  return Type(intern({TypeForm::ref, 0}, element.dtype(), element.shape()));
}

Type Type::element() const {
  if (record_->depth <= 1) return {dtype(), shape()};
  return Type(intern({TypeForm::tape, record_->depth - 1}, dtype(), shape()));
}

int64_t Type::count() const {
  RILLE_CHECK(known(), "the size of ", text(*this), " is unknown");
  return record_->count;
}

Ints Type::ints() const {
  Ints out;
  out.reserve(shape().size());
  for (Extent extent : shape()) out.push_back(extent.number());
  return out;
}

std::string text(const Type& type) {
  switch (type.form()) {
    case TypeForm::token: return "token";
    case TypeForm::tape: return str("tape[", type.element(), "]");
    case TypeForm::ref: return str("ref[", type.element(), "]");
    case TypeForm::array: break;
  }
  return str(type.dtype(), "[", join(type.shape()), "]");
}

std::string text(const Shape& shape) {
  return str("(", join(shape), shape.size() == 1 ? ",)" : ")");
}

Shape shape_of(const Ints& extents) { return Shape(extents.begin(), extents.end()); }

}  // namespace rille
