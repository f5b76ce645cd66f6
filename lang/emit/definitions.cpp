// Definitions: functions with two bodies, and structs.
#include <algorithm>

#include "lang/emit/parts.h"

namespace rille::lang {
namespace {

// A Lua function has 200 locals and 255 registers, and parameters use both. Further parameters are
// stored in a table.
constexpr size_t max_params = 100;

void add_sizes(const ParamDecl& param, std::vector<FunctionInfo::NamedSize>& out) {
  if (param.type == nullptr) return;
  auto count = static_cast<int>(param.type->dims.size());
  bool is_behind = false;  // after `...`, which matches any number of axes
  for (int i = 0; i < count; ++i) {
    const Dim* dim = param.type->dims[static_cast<size_t>(i)];
    is_behind = is_behind || dim->kind == Dim::ellipsis;
    if (dim->binds == nullptr) continue;
    out.push_back({dim->binds->name, param.name, is_behind ? i - count : i});
  }
}

}  // namespace

FunctionInfo Definitions::info_of(const FunctionDecl* f, const std::string& name) const {
  FunctionInfo info;
  info.name = name;
  for (const ParamDecl* p : f->params) {
    info.params.push_back({p->name, p->fallback != nullptr, p->is_inout});
    add_sizes(*p, info.sizes);
  }
  info.is_proc = is_host(f);
  info.is_method = f->has_self;
  info.span = f->kind == FunctionKind::lambda ? f->span : f->name_span;
  info.doc = f->doc;
  Span head = {f->span.file, f->span.begin, f->body->span.begin};
  info.signature = source_text(head);
  while (!info.signature.empty() && (info.signature.back() == ' ' || info.signature.back() == '='))
    info.signature.pop_back();
  return info;
}

// Calls of a top-level function whose arguments are known to be valid skip the checks. They run the
// native body or the body for traces directly.
bool Definitions::has_direct(const Binding* b) const {
  return is_top(b) && !w_.options.prompt && b->function != nullptr && !b->is_assigned &&
         b->function->binding == b && b->function->params.size() <= max_params;
}

// The name of the direct entry; "" if it is unknown whether a trace is open.
std::string Definitions::direct_name(const FunctionDecl* f) const {
  if (fn().traced) return traced_name(f);
  bool host = fn().source == nullptr || is_host(fn().source) || fn().saw_control;
  return host ? native_name(f) : "";
}

std::string Definitions::traced_name(const FunctionDecl* f) {
  return "M" + field_access("?" + f->name);
}

// The native bodies of the first functions are locals of the chunk.
std::string Definitions::native_name(const FunctionDecl* f) const {
  auto at = w_.direct_locals.find(f);
  return at != w_.direct_locals.end() ? at->second : "M" + field_access("!" + f->name);
}

// Tests that the parameters that a native body assumes to be numbers are numbers. Otherwise the
// body for traces runs, which accepts all values.
std::string Definitions::entry_test(const FunctionDecl* f) const {
  std::string test;
  for (const Binding* b : w_.core.tested(f)) {
    std::string name = name_of(b);
    test += test.empty() ? "" : " and ";
    if (w_.core.of(b).sort == StaticType::integer) {
      test += str("ISINT(", name, ")");
    } else {
      test += str(name, " <= ", name);
    }
  }
  return test;
}

void Definitions::define(const FunctionDecl* f) {
  std::string name = name_of(f->binding);
  if (!has_direct(f->binding))
    return line(name + " = " + function(f, f->name, FunctionEntry::checked));
  std::string native = native_name(f), traced = traced_name(f);
  line(native + " = " + function(f, f->name, FunctionEntry::native));
  bool split = last_saw_control_ && !is_host(f);
  std::string constant, params;
  if (split) line(traced + " = " + function(f, f->name, FunctionEntry::traced));
  std::string head = function_mark(info_of(f, f->name), &constant);
  for (const ParamDecl* p : f->params) {
    params += (params.empty() ? "" : ", ") + plain_name(p->binding);
  }
  std::string rest = params.empty() ? "e" : params + ", e";
  line(name + " = " + head + "function(" + rest + ")");
  line("if e ~= END then " + params + (params.empty() ? "" : " = ") + "R.fix(" + constant + ", " +
       rest + ") end");
  if (is_host(f)) line("if T.on then R.proc_traced(" + quoted(f->name) + ") end");
  if (split) line("if T.on then return " + traced + "(" + params + ") end");
  line("return " + native + "(" + params + ")\nend");
  if (!split) line(traced + " = " + (is_host(f) ? name : native));
}

// The parameter list: "a, b", or "..." if there are many.
std::string Definitions::bind_params(const FunctionDecl* f, LuaBody& inner) {
  bool in_table = f->params.size() > max_params;
  if (in_table) inner.spill = fresh("S");
  std::string head;
  size_t places = 0;
  for (const ParamDecl* p : f->params) {
    std::string name = plain_name(p->binding);
    w_.names[p->binding] = in_table ? inner.spill + "." + name : name;
    head += (head.empty() ? "" : ", ") + name;
    if (p->is_inout) inner.carries.push_back(p->binding);
    places += p->is_inout ? 1 : 0;
  }
  if (places > max_params) {
    throw Error(Code::limit,
                str("a function can have at most ", max_params, " inout parameters, got ", places),
                f->name.empty() ? f->span : f->name_span);
  }
  inner.locals = in_table ? 2 : static_cast<int>(f->params.size()) + 1;
  return in_table ? "..." : head;
}

// "function(a, b, e) … end", with its mark.
std::string Definitions::function(const FunctionDecl* f, const std::string& name,
                                  FunctionEntry entry) {
  LuaBody inner;
  bool direct = entry != FunctionEntry::checked;
  inner.traced = entry == FunctionEntry::traced || (w_.scope->traced && !is_host(f));
  inner.source = f;
  std::set<std::string> reads, *outer_reads = std::exchange(w_.reads, &reads);
  size_t number = w_.functions.size();
  std::string constant, head = function_mark(info_of(f, name), &constant) + "function(";
  std::string params = bind_params(f, inner);
  head += params;
  if (!direct && params != "...") head += params.empty() ? "e" : ", e";
  auto loops = std::move(w_.loops);
  w_.loops.clear();
  LuaBody* outer = w_.scope;
  w_.scope = &inner;
  std::string body = captured([&] {
    prologue(f, direct ? "" : constant);
    if (entry == FunctionEntry::native) {
      direct_native_body(f);
    } else {
      function_body(f);
    }
  });
  w_.scope = outer;
  note_reads(number, reads, outer_reads);
  last_saw_control_ = inner.saw_control;
  w_.loops = std::move(loops);
  std::string spill = inner.spill.empty() ? "" : "local " + inner.spill + " = {}\n";
  return head + ")\n" + spill + body + "end";
}

// Adds the reads of an inner function to those of the enclosing functions.
void Definitions::note_reads(size_t number, const std::set<std::string>& reads,
                             std::set<std::string>* outer) {
  if (w_.options.prompt) w_.functions[number].reads.assign(reads.begin(), reads.end());
  w_.reads = outer;
  if (outer != nullptr) outer->insert(reads.begin(), reads.end());
}

// Reads the parameters and checks their number.
void Definitions::take_params(const FunctionDecl* f, const std::string& constant) {
  if (f->params.size() > max_params) {
    std::string all = fresh("V");
    line("local " + all + " = {R.fix(" + constant + ", ...)}");
    for (size_t i = 0; i < f->params.size(); ++i) {
      line(w_.names[f->params[i]->binding] + " = " + all + "[" + std::to_string(i + 1) + "]");
    }
    return;
  }
  std::string params;
  for (const ParamDecl* p : f->params) {
    params += (params.empty() ? "" : ", ") + w_.names[p->binding];
  }
  std::string fix = "R.fix(" + constant + ", " + params + (params.empty() ? "e)" : ", e)");
  line("if e ~= END then " + (params.empty() ? fix : params + " = " + fix) + " end");
}

// Without a constant, the arguments of the call are known to be valid.
void Definitions::prologue(const FunctionDecl* f, const std::string& constant) {
  if (!constant.empty()) take_params(f, constant);
  if (is_host(f) && !constant.empty()) {
    line("if T.on then R.proc_traced(" + quoted(f->name) + ") end");
  }
  for (const ParamDecl* p : f->params) {
    const std::string& name = w_.names[p->binding];
    if (p->fallback != nullptr) {
      put("if " + name + " == ABSENT then\n");
      int locals = fn().locals;
      line(name + " = " + expr(p->fallback).text);
      fn().locals = locals;
      line("end");
    }
  }
  parts_.annotations.check_params(f);
}

// Enters the layer of a method in a trace, if necessary: R.enter decides.
void Definitions::enter_layer(const FunctionDecl* f) {
  if (!f->has_self || f->params.size() > max_params) return;
  std::string params, self = name_of(f->params[0]->binding), method = fresh("m");
  for (const ParamDecl* p : f->params) params += name_of(p->binding) + ", ";
  line("if T.enter then local " + method + " = R.enter(" + self + ") if " + method +
       " then return R.within(" + method + ", " + params + "END) end end");
}

void Definitions::direct_native_body(const FunctionDecl* f) {
  std::string test = is_host(f) ? "" : entry_test(f);
  if (!test.empty()) {
    fn().saw_control = true;
    std::string params;
    for (const ParamDecl* p : f->params) {
      params += (params.empty() ? "" : ", ") + name_of(p->binding);
    }
    line("if not (" + test + ") then return " + traced_name(f) + "(" + params + ") end");
  }
  native_body(f);
}

void Definitions::function_body(const FunctionDecl* f) {
  if (fn().traced) return enter_layer(f), traced_body(f);
  std::string test = is_host(f) ? "" : entry_test(f);
  LuaBody entry = fn();
  fn().saw_control = fn().saw_control || !test.empty();
  std::string native = captured([&] { native_body(f); });
  if (is_host(f) || !fn().saw_control) return enter_layer(f), put(native);
  std::string spill = fn().spill;
  int spilled = fn().spilled;
  entry.traced = true;
  entry.spill = spill;
  entry.spilled = spilled;
  fn() = entry;
  std::string general = f->has_self ? "T.enter" : "T.on";  // correct outside of traces
  line("if " + general + (test.empty() ? "" : " or not (" + test + ")") + " then");
  enter_layer(f);
  traced_body(f);
  put("else\n" + native);
  line("end");
}

void Definitions::native_body(const FunctionDecl* f) {
  if (f->body->kind == ExprKind::block) {
    parts_.statements.block(static_cast<const BlockExpr*>(f->body), {ValueTarget::result});
  } else {
    note_value(f->body);
    into(f->body, {ValueTarget::result});
  }
}

// With an early return, the body is a closure that returns the leave code and the value first.
void Definitions::traced_body(const FunctionDecl* f) {
  if (!f->has_return) return native_body(f);
  LuaBody like = fn();
  like.leaves = true;
  std::string body = parts_.closures.closure(like, {}, like.carries, [&] { native_body(f); });
  std::string places = list(like.carries);
  line("local _, value" + places + " = (" + body + ")(" + list(like.carries, false) + ")");
  line("do return value" + places + " end");
}

// A struct is a table of its methods. A call of the table creates an instance.
void Definitions::define(const Structure* s) {
  std::string self = name_of(s->binding);
  std::set<std::string> reads, *outer_reads = std::exchange(w_.reads, &reads);
  std::string fields = "{", states = "{", constants = "{", methods = "{", statics = "{";
  for (const FieldDecl* field : s->fields) {
    fields += quoted(field->name) + ", ";
    if (field->is_state) states += quoted(field->name) + ", ";
    if (field->is_const) constants += quoted(field->name) + ", ";
  }
  for (const FunctionDecl* f : s->methods) {
    std::string text = field_key(f->name) + " = " + function(f, s->name + "." + f->name) + ",\n";
    (f->has_self ? methods : statics) += text;
  }
  std::string box = fresh("S");
  line("do local " + box + " = {}");
  size_t number = w_.functions.size();
  std::string info, build = constructor(s, box, &info);
  note_reads(number, reads, outer_reads);
  line(self + " = R.struct(" + quoted(s->name) + ", " + fields + "}, " + states + "}, " +
       constants + "}, " + methods + "}, " + statics + "}, " + build + ", " + info + ", " + box +
       ")");
  line("end");
}

void Definitions::constructor_body(const Structure* s, const std::string& constant,
                                   const std::string& box) {
  std::string names, record = "SETMT({";
  size_t at = 0;
  for (const FieldDecl* field : s->fields) {
    std::string param = field_param(field, at++);
    names += (names.empty() ? "" : ", ") + param;
    record += field_key(field->name) + " = " + param + ", ";
  }
  if (!field_table_.empty()) {
    line("local " + field_table_ + " = {R.fix(" + constant + ", ...)}");
  } else {
    line("if e ~= END then " + names + (names.empty() ? "" : " = ") + "R.fix(" + constant + ", " +
         names + (names.empty() ? "" : ", ") + "e) end");
  }
  at = 0;
  for (const FieldDecl* field : s->fields) {
    std::string param = field_param(field, at++);
    if (field->fallback == nullptr) continue;
    put("if " + param + " == ABSENT then\n");
    line(param + " = " + expr(field->fallback).text);
    line("end");
  }
  parts_.annotations.check_fields(s);
  at = 0;
  for (const FieldDecl* field : s->fields) {
    std::string param = field_param(field, at);
    std::string number = std::to_string(at++);
    if (!field->is_const) continue;
    line(str(mark(field->span, {field->span}), param, " = R.const(", param, ", ",
             quoted(field->name), ", ", number, ")"));
  }
  line("return " + record + "}, " + box + ".layout)");
}

std::string Definitions::constructor(const Structure* s, const std::string& box,
                                     std::string* constant) {
  FunctionInfo info;
  info.name = s->name;
  info.span = s->name_span;
  info.doc = s->doc;
  bool in_table = s->fields.size() > max_params;
  field_table_ = in_table ? fresh("V") : "";
  std::string params;
  size_t at = 0;
  for (const FieldDecl* field : s->fields) {
    info.params.push_back({field->name, field->fallback != nullptr});
    params += field_param(field, at++) + ", ";
  }
  LuaBody inner;
  inner.locals = in_table ? 2 : static_cast<int>(s->fields.size()) + 1;
  LuaBody* outer = w_.scope;
  w_.scope = &inner;
  std::string head = function_mark(std::move(info), constant);
  std::string body = captured([&] { constructor_body(s, *constant, box); });
  w_.scope = outer;
  return head + "function(" + (in_table ? "..." : params + "e") + ")\n" + body + "end";
}

std::string Definitions::field_param(const FieldDecl* field, size_t at) const {
  if (field_table_.empty()) return "p_" + lua_name(field->name, 0);
  return field_table_ + "[" + std::to_string(at + 1) + "]";
}

}  // namespace rille::lang
