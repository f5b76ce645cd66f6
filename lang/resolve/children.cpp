// The subexpressions of an expression, in evaluation order.
#include "lang/resolve/liveness.h"

namespace rille::lang {
namespace {

void items(const std::vector<Item>& items, std::vector<Expr*>& out) {
  for (const Item& item : items) out.push_back(item.value);
}

void subs(const IndexExpr& e, std::vector<Expr*>& out) {
  for (const IndexItem& sub : e.subs) {
    for (Expr* part : {sub.value, sub.start, sub.stop, sub.step}) {
      if (part) out.push_back(part);
    }
  }
}

}  // namespace

std::vector<Expr*> children(const Expr& e) {  // NOLINT(*-function-size): a dispatch
  std::vector<Expr*> out;
  switch (e.kind) {
    case ExprKind::string:
      for (const StringPart& part : static_cast<const StringLiteral&>(e).parts) {
        if (part.hole) out.push_back(part.hole);
      }
      break;
    case ExprKind::tuple: items(static_cast<const Tuple&>(e).items, out); break;
    case ExprKind::record: items(static_cast<const RecordExpr&>(e).items, out); break;
    case ExprKind::array: return static_cast<const ArrayExpr&>(e).items;
    case ExprKind::call: {
      const auto& call = static_cast<const CallExpr&>(e);
      items(call.args, out);
      out.insert(out.begin() + (call.is_piped ? 1 : 0), call.callee);
      break;
    }
    case ExprKind::dot: return {static_cast<const Dot&>(e).base};
    case ExprKind::index:
      out.push_back(static_cast<const IndexExpr&>(e).base);
      subs(static_cast<const IndexExpr&>(e), out);
      break;
    case ExprKind::negate:
    case ExprKind::invert: return {static_cast<const Unary&>(e).operand};
    case ExprKind::binary:
      return {static_cast<const Binary&>(e).left, static_cast<const Binary&>(e).right};
    case ExprKind::logic:
      return {static_cast<const Logic&>(e).left, static_cast<const Logic&>(e).right};
    case ExprKind::compare:
      out.push_back(static_cast<const Compare&>(e).first);
      for (const CompareLink& link : static_cast<const Compare&>(e).links)
        out.push_back(link.right);
      break;
    case ExprKind::range:
      return {static_cast<const RangeExpr&>(e).start, static_cast<const RangeExpr&>(e).stop};
    case ExprKind::gather:
      for (const Clause& c : static_cast<const Comprehension&>(e).clauses) out.push_back(c.source);
      out.push_back(static_cast<const Comprehension&>(e).body);
      break;
    case ExprKind::if_:
      for (const IfBranch& b : static_cast<const If&>(e).branches) {
        out.push_back(b.condition);
        out.push_back(b.body);
      }
      if (static_cast<const If&>(e).otherwise) out.push_back(static_cast<const If&>(e).otherwise);
      break;
    case ExprKind::match:
      out.push_back(static_cast<const Match&>(e).value);
      for (const Arm& arm : static_cast<const Match&>(e).arms) out.push_back(arm.body);
      break;
    case ExprKind::for_:
      return {static_cast<const For&>(e).clause.source, static_cast<const For&>(e).body};
    case ExprKind::while_:
      return {static_cast<const While&>(e).condition, static_cast<const While&>(e).body};
    case ExprKind::block:
      for (const Stmt* s : static_cast<const BlockExpr&>(e).statements) {
        for (Expr* part : children(*s)) out.push_back(part);
      }
      break;
    default: break;
  }
  return out;
}

std::vector<Expr*> children(const Stmt& s) {
  switch (s.kind) {
    case StmtKind::let: return {static_cast<const Let&>(s).value};
    case StmtKind::test: return {static_cast<const Test&>(s).body};
    case StmtKind::return_: {
      Expr* value = static_cast<const Return&>(s).value;
      return value ? std::vector<Expr*>{value} : std::vector<Expr*>{};
    }
    case StmtKind::assert_: {
      const auto& a = static_cast<const Assert&>(s);
      return a.message ? std::vector<Expr*>{a.condition, a.message} : std::vector{a.condition};
    }
    case StmtKind::assign:
      return {static_cast<const Assign&>(s).value, static_cast<const Assign&>(s).target};
    case StmtKind::expr: return {static_cast<const ExprStmt&>(s).value};
    default: return {};
  }
}

}  // namespace rille::lang
