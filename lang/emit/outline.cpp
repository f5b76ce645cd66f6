// Deep or crowded code becomes functions of the chunk.
#include <algorithm>
#include <set>

#include "lang/emit/emitter.h"
#include "lang/emit/lua_text.h"

namespace rille::lang {
namespace {

// Lua's parser descends 200 levels, a function has 200 locals; half of that is left for what
// expressions and loops need besides.
constexpr int max_nesting = 50, max_depth = 12, max_locals = 120;
constexpr size_t max_handed = 60;   // names handed over as arguments, else in a table
constexpr size_t max_carried = 40;  // places that come back as results, else in a table

}  // namespace

bool Emitter::is_deep() const {
  return !fn().traced && (fn().depth >= max_depth || fn().locals >= max_locals);
}

// The text of a function that is used where it stands, as a function made elsewhere from the
// values of the names that it reads. What it assigns it gives back, so values will do.
std::string Emitter::lifted(std::string function, bool always) {
  if (!always && nesting(function) <= max_nesting) return function;
  std::vector<FreeName> found = free_names(function);
  std::erase_if(found, [&](const FreeName& f) { return chunk_names_.contains(f.name); });
  std::set<std::string> names;
  for (const FreeName& f : found) names.emplace(f.name);
  std::string self = "K.o" + std::to_string(++lifted_count_), params, values;
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
  lifted_text_ += self + " = function(" + params + ")\nreturn " + function + "\nend\n";
  return self + "(" + values + ")";
}

// A construct of native code as a call of such a function: its places in and out, and how it was
// left (docs/lua.md, the protocol of closures).
void Emitter::outlined(const Expr* e, const Target& target) {
  fn().saw_control = true;
  const Flow& flow = *flow_of(e);
  bool is_loop = e->kind == ExprKind::while_ || (e->kind == ExprKind::for_ && !flow.taken);
  bool has_value = target.kind != Target::discard && !is_loop;
  bool may_leave = leaves(e);
  Body like = {.role = Role::branch, .leaves = may_leave, .has_value = has_value};
  for (const Binding* b : flow.assigns) {  // what stands in a table is written there
    if (name_of(b).find('.') == std::string::npos && !is_top(b)) like.carries.push_back(b);
  }
  like.saw_control = true;
  std::vector<const Binding*> boxed;
  std::string box = like.carries.size() > max_carried ? boxed_places(like.carries, boxed) : "";
  std::vector<std::string> names;
  for (const Binding* b : boxed) {
    names.push_back(name_of(b));
    names_[b] = box + "." + plain_name(b);
  }
  std::string body = lifted(closure(like, {}, like.carries,
                                    [&] {
                                      construct(e, {has_value ? Target::result : Target::discard});
                                      if (!has_value) finish("nil");
                                    }),
                            true);
  for (size_t i = 0; i < boxed.size(); ++i) names_[boxed[i]] = names[i];
  std::string code = may_leave ? temp() : "", returned = may_leave ? temp() : "";
  std::string value = !has_value ? "" : target.kind == Target::local ? target.name : temp();
  std::string outs = may_leave ? code + ", " + returned : "";
  if (has_value) outs += (outs.empty() ? "" : ", ") + value;
  outs += list(like.carries, !outs.empty());
  line((outs.empty() ? "" : outs + " = ") + body + "(" + list(like.carries, false) + ")");
  for (const Binding* b : boxed) line(name_of(b) + " = " + box + "." + plain_name(b));
  if (may_leave) leave_by(code, returned, is_loop ? Flow{} : flow);
  if (is_loop && target.kind != Target::discard) return give(constant("nil"), target);
  if (has_value && target.kind == Target::result) finish(value);
}

// Many places, which Lua has no registers for, go in and out in a table.
std::string Emitter::boxed_places(std::vector<const Binding*>& carries,
                                  std::vector<const Binding*>& boxed) {
  boxed = std::move(carries);
  carries.clear();
  ++fn().locals;
  std::string box = fresh("E"), fields;
  for (const Binding* b : boxed) {
    fields += (fields.empty() ? "" : ", ") + plain_name(b) + " = " + name_of(b);
  }
  line("local " + box + " = {" + fields + "}");
  return box;
}

// Goes on as the code of an outlined construct says.
void Emitter::leave_by(const std::string& code, const std::string& returned, const Flow& flow) {
  line("if " + code + " == 3 then");
  leave(3, returned);
  line("end");
  if (flow.has_break) {
    line("if " + code + " == 1 then");
    jump(StmtKind::break_);
    line("end");
  }
  if (flow.has_continue) {
    line("if " + code + " == 2 then");
    jump(StmtKind::continue_);
    line("end");
  }
}

// break and continue, of a loop in this function or of one around it.
void Emitter::jump(StmtKind kind) {
  bool is_break = kind == StmtKind::break_;
  if (fn().traced || loops_.empty()) return leave(is_break ? 1 : 2, "nil");
  line(is_break ? "do break end" : "do goto " + loops_.back() + " end");
}

}  // namespace rille::lang
