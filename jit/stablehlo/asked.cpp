// Operands and attributes of StableHLO operations.
#include "jit/op.h"
#include "jit/ops/sliding.h"
#include "jit/stablehlo/scope.h"

namespace rille {

void refuse(const HloOp& op, std::string_view why, Code code) {
  throw Error(code, str("StableHLO: ", why), op.place);
}

void needs_operands(const HloOp& op, const Vars& in, size_t count) {
  if (in.size() == count) return;
  refuse(op, str(op.name, " has ", in.size(), " operands, expected ", count));
}

const HloAttr& needed(const HloOp& op, std::initializer_list<std::string_view> names) {
  return needed(op.attrs, names, op);
}

const HloAttr& needed(const HloAttr& attr, std::initializer_list<std::string_view> names,
                      const HloOp& op) {
  const HloAttr* found = attr.find(names);
  if (found == nullptr) refuse(op, str(op.name, ": missing attribute ", *names.begin()));
  return *found;
}

Ints ints_of(const HloAttr& attr, const HloOp& op) {
  Ints out;
  if (attr.form == HloAttr::AttrKind::integer) return {attr.integer};
  if (attr.form == HloAttr::AttrKind::elements) {
    Array held = attr.elements.whole();
    if (!is_integer(held.dtype()) && held.dtype() != Dtype::boolean) {
      refuse(op, str(op.name, ": expected integers in an attribute"));
    }
    with_type(held.dtype(), [&](auto zero) {
      using T = decltype(zero);
      if constexpr (std::integral<T>) {
        for (T x : held.as<T>()) out.push_back(static_cast<int64_t>(x));
      }
    });
    return out;
  }
  if (attr.form != HloAttr::AttrKind::list)
    refuse(op, str(op.name, ": expected a list of integers as an attribute"));
  for (const HloAttr& item : attr.items) {
    if (item.form == HloAttr::AttrKind::list) {  // rows, one after the other
      Ints inner = ints_of(item, op);
      out.insert(out.end(), inner.begin(), inner.end());
    } else if (item.form == HloAttr::AttrKind::integer) {
      out.push_back(item.integer);
    } else {
      refuse(op, str(op.name, ": expected integers in an attribute"));
    }
  }
  return out;
}

Ints ints_of(const HloOp& op, std::initializer_list<std::string_view> names, Ints otherwise) {
  const HloAttr* found = op.attrs.find(names);
  return found == nullptr ? std::move(otherwise) : ints_of(*found, op);
}

int64_t integer_of(const HloOp& op, std::initializer_list<std::string_view> names) {
  Ints found = ints_of(needed(op, names), op);
  if (found.size() != 1) {
    refuse(op, str(op.name, ": attribute ", *names.begin(), " has ", found.size(),
                   " numbers, expected 1"));
  }
  return found[0];
}

bool flag_of(const HloOp& op, std::string_view name) {
  const HloAttr* found = op.attrs.find({name});
  return found != nullptr && found->integer != 0;
}

std::string word_of(const HloOp& op, std::string_view name, size_t number) {
  if (const HloAttr* found = op.attrs.find({name})) return found->text;
  const HloAttr* words = op.attrs.find({"words"});
  if (words == nullptr || words->items.size() <= number) return {};
  return words->items[number].text;
}

Var in_order(Builder& b, Var x, const Ints& order) {
  return std::ranges::is_sorted(order) ? x : op::permute(b, x, order);
}

const AttrValue* filled_with(const Graph& graph, Var v) {
  for (const Node& node : graph.nodes) {
    if (node.op == &fill_op && node.out[0] == v) return &node.attrs.at("value");
  }
  return nullptr;
}

bool lies_below(const Graph& graph, Var v, int64_t most) {
  auto made_by = [&](Var v, const Op& op) -> const Node* {
    for (const Node& node : graph.nodes) {
      if (node.op == &op && node.out[0] == v) return &node;
    }
    return nullptr;
  };
  auto bound_of = [&](const Node* node, int64_t otherwise) {
    const AttrValue* value = node == nullptr ? nullptr : filled_with(graph, node->in[1]);
    const auto* whole = value == nullptr ? nullptr : std::get_if<int64_t>(value);
    return whole == nullptr ? otherwise : *whole;
  };
  const Node* bound = made_by(v, min_op);
  if (bound_of(bound, most + 1) > most) return false;
  return bound_of(made_by(bound->in[0], max_op), -1) >= 0;
}

Var spread(Builder& b, Var v, const Type& type) {
  if (b.type(v).shape() == type.shape()) return v;
  return op::broadcast(b, v, type.shape(), counted_from(0, static_cast<size_t>(type.rank())));
}

Var whole_like(Builder& b, Var v, int64_t value) { return op::fill(b, b.type(v), value); }

Dtype unsigned_of(Dtype dtype) {
  switch (bits(dtype)) {
    case 4: return Dtype::u4;
    case 8: return Dtype::u8;
    case 16: return Dtype::u16;
    case 32: return Dtype::u32;
    default: return Dtype::u64;
  }
}

Dtype signed_of(Dtype dtype) {
  switch (bits(dtype)) {
    case 4: return Dtype::i4;
    case 8: return Dtype::i8;
    case 16: return Dtype::i16;
    case 32: return Dtype::i32;
    default: return Dtype::i64;
  }
}

}  // namespace rille
