// Static check for incompatible shapes.
#include "lang/lint/shapes.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "lang/resolve.h"
#include "vm/signature.h"
#include "vm/text.h"

namespace rille::lang {
namespace {

// The size of an axis, if it is a literal in the source; otherwise nullopt, which matches any size.
using Extent = std::optional<int64_t>;
using Extents = std::vector<Extent>;
using Shape = std::optional<Extents>;  // nullopt if unknown: the value may not be an array

std::string text(const Extents& shape) {
  std::string out = "[";
  for (const Extent& extent : shape) {
    out += str(out.size() > 1 ? ", " : "", extent ? str(*extent) : std::string("_"));
  }
  return out + "]";
}

// Visits each expression at most once, so the total work is linear.
class Shapes {
 public:
  explicit Shapes(std::vector<Warning>& out) : out_(out) {}

  const Shape& of(const Expr& e) {
    auto [at, is_new] = known_.try_emplace(&e);
    if (is_new) {
      Shape found = find(e);
      return known_[&e] = std::move(found);
    }
    return at->second;
  }

 private:
  Shape find(const Expr& e) {
    switch (e.kind) {
      case ExprKind::integer:
      case ExprKind::floating: return Extents{};
      case ExprKind::array: return of_array(static_cast<const ArrayExpr&>(e));
      case ExprKind::negate: return of(*static_cast<const Unary&>(e).operand);
      case ExprKind::name: return of_name(static_cast<const Name&>(e));
      case ExprKind::call: return of_call(static_cast<const CallExpr&>(e));
      case ExprKind::binary: return of_binary(static_cast<const Binary&>(e));
      default: return std::nullopt;
    }
  }

  Shape of_array(const ArrayExpr& e) {
    if (e.items.empty()) return std::nullopt;
    Shape first = of(*e.items[0]);
    if (!first) return std::nullopt;
    first->insert(first->begin(), static_cast<int64_t>(e.items.size()));
    return first;
  }

  // The shape of a let is that of its value, the shape of a parameter that of its annotation.
  Shape of_name(const Name& e) {
    const Binding* b = e.binding;
    if (b == nullptr || b->is_place()) return std::nullopt;
    if (b->type != nullptr) return of_type(*b->type);
    bool is_kept = b->kind == BindingKind::let && b->value != nullptr && !b->is_assigned;
    return is_kept ? of(*b->value) : std::nullopt;
  }

  static Shape of_type(const TypeExpr& type) {
    if (!type.is_builtin || !type.has_dims) return std::nullopt;
    Extents out;
    for (const Dim* dim : type.dims) {
      if (dim->kind == Dim::ellipsis) return std::nullopt;
      bool is_number = dim->kind == Dim::sum && dim->value->kind == ExprKind::integer;
      out.push_back(is_number ? Extent(static_cast<const IntegerLiteral*>(dim->value)->value)
                              : std::nullopt);
    }
    return out;
  }

  Shape of_call(const CallExpr& e) {
    if (form_of(*e.callee) == CallForm::fill) return of_fill(e);
    const BuiltinRecord* known = builtin_of(*e.callee);
    bool is_told = known != nullptr && known->typed != nullptr;
    return is_told ? BuiltinCall(*this, e, *known->typed).result() : std::nullopt;
  }

  // Checks a call of a builtin against its signature: ranks, fixed sizes, and named sizes.
  class BuiltinCall {
   public:
    BuiltinCall(Shapes& shapes, const CallExpr& e, const rille::Signature& signature)
        : shapes_(shapes), e_(e), signature_(signature) {}

    Shape result() {
      size_t at = 0;
      for (const Item& item : e_.args) {
        if (item.kind != Item::plain) return std::nullopt;
        auto param = signature_.params.begin() + static_cast<ptrdiff_t>(at);
        if (!item.word.empty()) {
          param =
              std::ranges::find(signature_.params, item.word, &rille::Signature::Parameter::name);
        } else if (param != signature_.params.end() && !param->is_rest) {
          ++at;
        }
        if (param == signature_.params.end() || !check(*param, *item.value)) return std::nullopt;
      }
      return of_result(signature_.result);
    }

   private:
    // Returns false, after a warning, if the shape of the value does not match the annotation.
    bool check(const rille::Signature::Parameter& param, const Expr& value) {
      if (param.type.is_word("int") && value.kind == ExprKind::integer) {
        sizes_[param.name] = static_cast<const IntegerLiteral&>(value).value;
      }
      if (!param.type.is(Annotation::Form::numbers) || !param.type.has_axes) return true;
      const Shape given = shapes_.of(value);
      if (!given || value.kind == ExprKind::integer || value.kind == ExprKind::floating)
        return true;
      std::string why;
      bool fits = each_axis(param.type, given->size(), [&](const AnnotatedAxis& axis, size_t at) {
        why = disagreement(axis, (*given)[at]);
        return why.empty();
      });
      if (fits && why.empty()) return true;
      shapes_.out_.push_back(
          {str("`", signature_.name, "` needs ", param.type.text, " for `", param.name,
               "`, got the shape ", text(*given), why.empty() ? "" : ": ", why),
           value.span, "", Code::shape});
      return false;
    }

    std::string disagreement(const AnnotatedAxis& axis, const Extent& extent) {
      bool is_plain = axis.name.empty() || (axis.factor == 1 && axis.number == 0);
      if (axis.kind != AnnotatedAxis::sized || !is_plain || !extent) return "";
      int64_t wanted = axis.number;
      if (!axis.name.empty()) wanted = sizes_.try_emplace(axis.name, *extent).first->second;
      if (wanted == *extent) return "";
      return axis.name.empty() ? str("expected the size ", wanted, ", got ", *extent)
                               : str(axis.name, " is ", wanted, " and ", *extent);
    }

    Shape of_result(const Annotation& type) const {
      if (!type.is(Annotation::Form::numbers) || !type.has_axes) return std::nullopt;
      Extents out;
      for (const AnnotatedAxis& axis : type.axes) {
        if (axis.kind == AnnotatedAxis::rest) return std::nullopt;
        auto known = sizes_.find(axis.name);
        bool is_plain = axis.factor == 1 && axis.number == 0;
        out.push_back(known != sizes_.end() && is_plain ? Extent(known->second) : std::nullopt);
      }
      return out;
    }

    Shapes& shapes_;
    const CallExpr& e_;
    const rille::Signature& signature_;
    std::unordered_map<std::string, int64_t> sizes_;
  };

  // The shape of zeros(3) or ones((2, 3)).
  static Shape of_fill(const CallExpr& e) {
    if (e.is_piped || e.args.empty()) return std::nullopt;
    const Item& shape = e.args[0];
    if (shape.kind != Item::plain || !shape.word.empty()) return std::nullopt;
    auto number = [](const Expr& x) {
      bool is_int = x.kind == ExprKind::integer;
      return is_int ? Extent(static_cast<const IntegerLiteral&>(x).value) : std::nullopt;
    };
    if (shape.value->kind == ExprKind::integer) return Extents{number(*shape.value)};
    if (shape.value->kind != ExprKind::tuple) return std::nullopt;
    Extents out;
    for (const Item& item : static_cast<const Tuple*>(shape.value)->items) {
      if (item.kind != Item::plain) return std::nullopt;
      out.push_back(number(*item.value));
    }
    return out;
  }

  Shape of_binary(const Binary& e) {
    for (const Expr* side : {e.left, e.right}) {
      if (side->kind != ExprKind::string) continue;
      out_.push_back(
          {str("`", lang::text(e.op), "` does not accept strings"), e.op_span,
           e.op == BinaryOperator::add ? "join strings by interpolation: \"{a}{b}\"" : "",
           Code::type});
      return std::nullopt;
    }
    const Shape left = of(*e.left), right = of(*e.right);
    if (!left || !right) return std::nullopt;
    return e.op == BinaryOperator::matmul ? product(e, *left, *right) : broadcast(e, *left, *right);
  }

  void refuse(const Binary& e, const Extents& left, const Extents& right) {
    out_.push_back({str("incompatible shapes ", text(left), " and ", text(right), " for `",
                        lang::text(e.op), "`"),
                    e.op_span, "", Code::shape});
  }

  Shape broadcast(const Binary& e, const Extents& left, const Extents& right) {
    Extents out = left.size() >= right.size() ? left : right;
    size_t both = std::min(left.size(), right.size());
    for (size_t i = 1; i <= both; ++i) {
      Extent a = left[left.size() - i], b = right[right.size() - i];
      if (a && b && *a != *b && *a != 1 && *b != 1) {
        refuse(e, left, right);
        return std::nullopt;
      }
      Extent& to = out[out.size() - i];
      to = a == 1 ? b : b == 1 ? a : a ? a : b;
    }
    return out;
  }

  Shape product(const Binary& e, const Extents& left, const Extents& right) {
    bool is_plain =
        (left.size() == 1 || left.size() == 2) && (right.size() == 1 || right.size() == 2);
    if (!is_plain) return std::nullopt;
    Extent a = left.back(), b = right[0];
    if (a && b && *a != *b) {
      refuse(e, left, right);
      return std::nullopt;
    }
    Extents out;
    if (left.size() == 2) out.push_back(left[0]);
    if (right.size() == 2) out.push_back(right[1]);
    return out;
  }

  std::vector<Warning>& out_;
  std::unordered_map<const Expr*, Shape> known_;
};

}  // namespace

void check_shapes(const File& file, std::vector<Warning>& out) {
  Shapes shapes(out);
  for (const auto& node : file.nodes) {
    if (const auto* e = dynamic_cast<const Binary*>(node.get())) shapes.of(*e);
    if (const auto* e = dynamic_cast<const CallExpr*>(node.get())) shapes.of(*e);
  }
}

}  // namespace rille::lang
