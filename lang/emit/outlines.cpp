// Outlines: moves deep or crowded code to functions.
#include <ranges>
#include <set>

#include "lang/core/passes.h"
#include "lang/emit/lua_text.h"
#include "lang/emit/parts.h"

namespace rille::lang {
namespace {

// The parser of Lua recurses at most 200 levels.
constexpr int max_nesting = 50;
constexpr size_t max_handed = 60;   // maximum of names passed as arguments, else in a table
constexpr size_t max_carried = 40;  // maximum of variables returned as results, else in a table

}  // namespace

// Moves the text of a function to another function, which creates it from the values of the names
// that it reads. The function returns the variables that it assigns, so copies suffice.
std::string Outlines::lifted(std::string function, bool always) {
  if (!always && nesting(function) <= max_nesting) return function;
  std::vector<FreeName> found = free_names(function);
  std::erase_if(found, [&](const FreeName& f) { return w_.chunk_names.contains(f.name); });
  std::set<std::string> names;
  for (const FreeName& f : found) names.emplace(f.name);
  std::string self = "K.o" + std::to_string(++w_.lifted_count), params, values;
  bool in_table = names.size() > max_handed;
  for (const std::string& name : names) {
    params += (params.empty() ? "" : ", ") + name;
    values += str(values.empty() ? "" : ", ", in_table ? str(name, " = ", name) : name);
  }
  if (in_table) {
    params = fresh("E");
    values = "{" + values + "}";
    for (const FreeName& f : std::views::reverse(found)) function.insert(f.begin, params + ".");
  }
  w_.lifted_text += self + " = function(" + params + ")\nreturn " + function + "\nend\n";
  return self + "(" + values + ")";
}

std::string Outlines::outlined_body(const Expr* e, const LuaBody& like) {
  ValueTarget target = {like.has_value ? ValueTarget::result : ValueTarget::discard};
  std::string text = parts_.closures.closure(like, {}, like.carries, [&] {
    parts_.expressions.construct(e, target);
    if (!like.has_value) parts_.closures.finish("nil");
  });
  return lifted(std::move(text), true);
}

// Writes a construct of native code as a call of such a function, with its variables as arguments
// and results, and a leave code (docs/lua.md, the protocol of closures).
void Outlines::outlined(const Expr* e, const ValueTarget& target) {
  fn().saw_control = true;
  const Flow& flow = *flow_of(e);
  bool is_loop = e->kind == ExprKind::while_ || (e->kind == ExprKind::for_ && !flow.taken);
  bool has_value = target.kind != ValueTarget::discard && !is_loop;
  bool may_leave = leaves(e);
  LuaBody like = {.role = BodyRole::branch, .leaves = may_leave, .has_value = has_value};
  for (const Binding* b : flow.assigns) {  // names in a table are written there
    if (!in_table(b) && !is_top(b)) like.carries.push_back(b);
  }
  like.saw_control = true;
  BoxedVariables boxed =
      like.carries.size() > max_carried ? boxed_places(like.carries) : BoxedVariables{};
  std::string body = outlined_body(e, like);
  for (size_t i = 0; i < boxed.places.size(); ++i) w_.names[boxed.places[i]] = boxed.names[i];
  std::string code = may_leave ? temp() : "", returned = may_leave ? temp() : "";
  std::string value = !has_value ? "" : target.kind == ValueTarget::local ? target.name : temp();
  std::string outs = may_leave ? code + ", " + returned : "";
  if (has_value) outs += (outs.empty() ? "" : ", ") + value;
  outs += list(like.carries, !outs.empty());
  line((outs.empty() ? "" : outs + " = ") + body + "(" + list(like.carries, false) + ")");
  for (const Binding* b : boxed.places)
    line(name_of(b) + " = " + boxed.table + "." + plain_name(b));
  if (may_leave) leave_by(code, returned, is_loop ? Flow{} : flow);
  if (is_loop && target.kind != ValueTarget::discard) return give(constant("nil"), target);
  if (has_value && target.kind == ValueTarget::result) parts_.closures.finish(value);
}

// Many variables, for which Lua has no registers, are passed and returned in a table.
Outlines::BoxedVariables Outlines::boxed_places(std::vector<const Binding*>& carries) {
  BoxedVariables out = {.places = std::move(carries), .table = fresh("E")};
  carries.clear();
  ++fn().locals;
  std::string fields;
  for (const Binding* b : out.places) {
    fields += (fields.empty() ? "" : ", ") + plain_name(b) + " = " + name_of(b);
    out.names.push_back(name_of(b));
  }
  line("local " + out.table + " = {" + fields + "}");
  for (const Binding* b : out.places) w_.names[b] = out.table + "." + plain_name(b);
  return out;
}

// Continues according to the leave code of an outlined construct.
void Outlines::leave_by(const std::string& code, const std::string& returned, const Flow& flow) {
  line("if " + code + " == " + digit(LeaveCode::return_) + " then");
  parts_.closures.leave(LeaveCode::return_, returned);
  line("end");
  if (flow.has_break) {
    line("if " + code + " == " + digit(LeaveCode::break_) + " then");
    jump(StmtKind::break_);
    line("end");
  }
  if (flow.has_continue) {
    line("if " + code + " == " + digit(LeaveCode::continue_) + " then");
    jump(StmtKind::continue_);
    line("end");
  }
}

// break or continue, of a loop in this function or of an enclosing one.
void Outlines::jump(StmtKind kind) {
  bool is_break = kind == StmtKind::break_;
  LeaveCode code = is_break ? LeaveCode::break_ : LeaveCode::continue_;
  if (fn().traced || w_.loops.empty()) return parts_.closures.leave(code, "nil");
  line(is_break ? "do break end" : "do goto " + w_.loops.back() + " end");
}

}  // namespace rille::lang
