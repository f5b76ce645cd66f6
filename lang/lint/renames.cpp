// Finds former names of the library (vm/words/renamed.def).
#include "lang/renames.h"

#include <algorithm>
#include <set>

#include "vm/signature.h"
#include "vm/text.h"
#include "vm/words/renamed.h"

namespace rille::lang {
namespace {

class Finder {
 public:
  Finder(const File& file, const Names& names) : file_(file), names_(names) {}

  std::vector<Rename> run() {
    for (const auto& node : file_.nodes) {
      if (const auto* f = dynamic_cast<const FunctionDecl*>(node.get())) note_own(*f);
      if (const auto* record = dynamic_cast<const RecordExpr*>(node.get())) note_fields(*record);
      const auto* call = dynamic_cast<const CallExpr*>(node.get());
      if (call != nullptr && has_other_signature(*call)) changed_.insert(call->callee);
    }
    for (const auto& node : file_.nodes) {
      if (const auto* dot = dynamic_cast<const Dot*>(node.get())) check_path(*dot);
      if (const auto* call = dynamic_cast<const CallExpr*>(node.get())) check_call(*call);
    }
    for (const auto& node : file_.nodes) {
      if (const auto* dot = dynamic_cast<const Dot*>(node.get())) check_member(*dot);
    }
    std::ranges::sort(out_, {}, [](const Rename& it) { return it.span.begin; });
    auto rest = std::ranges::unique(out_, {}, [](const Rename& it) { return it.span.begin; });
    out_.erase(rest.begin(), rest.end());
    return std::move(out_);
  }

 private:
  // Whether the arguments of a call of a former name mean something else under the present name:
  // positional ones after those in the same order, or a name that the function lacks.
  bool has_other_signature(const CallExpr& e) const {
    std::string path = path_of(*e.callee);
    std::string_view now = path.empty() ? "" : renamed(path);
    if (now.empty() || names_.find(path) != nullptr) return false;
    const BuiltinRecord* known = names_.find(now);
    size_t positional = 0;
    for (const Item& arg : e.args) {
      if (arg.word.empty()) ++positional;
      if (arg.word.empty() || known == nullptr) continue;
      bool has = has_parameter(*known, arg.word) || !renamed_parameter(now, arg.word).empty();
      if (!has) return true;
    }
    return positional > positions_alike(path);
  }

  // Names that the file itself gives to functions: x.sum( ) may mean one of them.
  void note_own(const FunctionDecl& f) { own_.insert(f.name); }
  void note_fields(const RecordExpr& e) {
    for (const Item& item : e.items) own_.insert(item.word);
  }

  // Whether x.f( ) may call a function of the script: the file defines an f, or x is a module.
  bool may_be_own(const Dot& e) const {
    const Expr* base = e.base;
    while (base->kind == ExprKind::dot || base->kind == ExprKind::call) {
      base = base->kind == ExprKind::dot ? static_cast<const Dot*>(base)->base
                                         : static_cast<const CallExpr*>(base)->callee;
    }
    const Binding* b =
        base->kind == ExprKind::name ? static_cast<const Name*>(base)->binding : nullptr;
    return own_.contains(e.word) || (b != nullptr && b->kind == BindingKind::import);
  }

  // "nn.conv" for a path below a module of the library, which no binding hides; else "".
  static std::string path_of(const Expr& e) {
    if (e.kind == ExprKind::name) {
      const auto& name = static_cast<const Name&>(e);
      return name.binding == nullptr ? name.text : "";
    }
    if (e.kind != ExprKind::dot) return "";
    const auto& dot = static_cast<const Dot&>(e);
    std::string base = path_of(*dot.base);
    return base.empty() ? "" : str(base, ".", dot.word);
  }

  // The present path of the function that an expression names: of a former name its successor.
  static std::string present_path(const Expr& e) {
    std::string path = path_of(e);
    std::string_view now = renamed(path);
    return now.empty() ? path : std::string(now);
  }

  void check_path(const Dot& e) {
    std::string path = path_of(e);
    std::string_view now = path.empty() ? "" : renamed(path);
    if (now.empty() || names_.find(path) != nullptr || changed_.contains(&e)) return;
    Span whole = e.word_span;
    whole.begin = e.span.begin;
    out_.push_back({whole, std::string(now)});
  }

  static bool has_parameter(const BuiltinRecord& known, std::string_view word) {
    return std::ranges::any_of(known.params,
                               [&](const ParamRecord& param) { return param.name == word; });
  }

  void check_call(const CallExpr& e) {
    std::string path = present_path(*e.callee);
    const BuiltinRecord* known = path.empty() ? nullptr : names_.find(path);
    if (changed_.contains(e.callee)) return;
    if (known == nullptr && e.callee->kind == ExprKind::dot) {  // x.sum(keep = true)
      const auto& dot = static_cast<const Dot&>(*e.callee);
      known = may_be_own(dot) ? nullptr : dot.method;
      path = known != nullptr ? known->name : "";
      if (known == nullptr) {
        std::string type = type_of(*dot.base, 0);
        std::string_view now = renamed_method(type, dot.word);
        check_arguments(e, str(type, ".", now.empty() ? dot.word : now), nullptr);
        return;
      }
    }
    if (known != nullptr) check_arguments(e, path, known);
  }

  void check_arguments(const CallExpr& e, std::string_view owner, const BuiltinRecord* known) {
    for (const Item& arg : e.args) {
      if (arg.word.empty()) continue;
      std::string_view now = renamed_parameter(owner, arg.word);
      // A string is a label: `plot.line(losses, x = "step")` is of the former meaning of `x`.
      bool is_text = arg.value != nullptr && arg.value->kind == ExprKind::string;
      bool is_present = known != nullptr && !is_text && has_parameter(*known, arg.word);
      if (!now.empty() && !is_present) out_.push_back({arg.word_span, std::string(now)});
      check_choice(arg, owner, now.empty() ? arg.word : now);
    }
  }

  void check_choice(const Item& arg, std::string_view owner, std::string_view parameter) {
    if (arg.value == nullptr || arg.value->kind != ExprKind::string) return;
    const auto& literal = static_cast<const StringLiteral&>(*arg.value);
    if (!literal.is_plain()) return;
    std::string_view now = renamed_choice(owner, parameter, literal.parts[0].text);
    if (!now.empty()) out_.push_back({literal.span, str('"', now, '"')});
  }

  // The library struct that an expression evidently is an instance of, or "".
  std::string type_of(const Expr& e, int depth) const {
    constexpr int deepest = 20;
    if (depth > deepest) return "";
    if (e.kind == ExprKind::name) {
      const Binding* binding = static_cast<const Name&>(e).binding;
      bool is_bound = binding != nullptr && !binding->is_assigned &&
                      (binding->kind == BindingKind::let || binding->kind == BindingKind::variable);
      bool is_known = is_bound && binding->value != nullptr;
      return is_known ? type_of(*binding->value, depth + 1) : "";
    }
    if (e.kind != ExprKind::call) return "";
    const BuiltinRecord* known = names_.find(present_path(*static_cast<const CallExpr&>(e).callee));
    if (known == nullptr) return "";
    if (known->kind == BuiltinRecord::structure) return known->name;
    return known->typed != nullptr ? known->typed->result.word : "";
  }

  void check_member(const Dot& e) {
    std::string type = type_of(*e.base, 0);
    if (type.empty()) return;
    std::string_view now = renamed_member(type, e.word);
    if (!now.empty()) out_.push_back({e.word_span, std::string(now)});
  }

  const File& file_;
  const Names& names_;
  std::set<std::string> own_;
  std::set<const Expr*> changed_;  // callees whose former arguments have another meaning
  std::vector<Rename> out_;
};

}  // namespace

std::vector<Rename> renames(const File& file, const Names& names) {
  return Finder(file, names).run();
}

}  // namespace rille::lang
