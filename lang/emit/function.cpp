// Functions in two bodies, structs.
#include <algorithm>

#include "lang/emit/emitter.h"

namespace rille::lang {
namespace {

// Lua has 200 locals and 255 registers a function; parameters take of both.
constexpr size_t max_params = 120;

}  // namespace

FunctionInfo Emitter::info_of(const Function* f, const std::string& name) const {
  FunctionInfo info;
  info.name = name;
  for (const ParamDecl* p : f->params) {
    info.params.push_back({p->name, p->fallback != nullptr, p->is_inout, false});
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

void Emitter::define(const Function* f) {
  line(name_of(f->binding) + " = " + function(f, f->name));
}

// "function(a, b, e) … end" with its mark.
std::string Emitter::function(const Function* f, const std::string& name) {
  if (f->params.size() > max_params) {
    throw Error(
        Code::limit,
        str("a function has at most ", max_params, " parameters, this has ", f->params.size()),
        f->name.empty() ? f->span : f->name_span);
  }
  Scope inner;
  inner.traced = scope_->traced && !is_host(f);
  inner.source = f;
  std::string constant, head = function_mark(info_of(f, name), &constant) + "function(";
  for (const ParamDecl* p : f->params) {
    names_[p->binding] = plain_name(p->binding);
    head += names_[p->binding] + ", ";
    if (p->is_inout) inner.carries.push_back(p->binding);
  }
  inner.locals = static_cast<int>(f->params.size()) + 1;
  auto loops = std::move(loops_);
  loops_.clear();
  Scope* outer = scope_;
  scope_ = &inner;
  std::string body = captured([&] {
    prologue(f, constant);
    function_body(f);
  });
  scope_ = outer;
  loops_ = std::move(loops);
  std::string spill = inner.spill.empty() ? "" : "local " + inner.spill + " = {}\n";
  return head + "e)\n" + spill + body + "end";
}

void Emitter::prologue(const Function* f, const std::string& constant) {
  std::string params;
  for (const ParamDecl* p : f->params) {
    params += (params.empty() ? "" : ", ") + names_[p->binding];
  }
  std::string fix = "R.fix(" + constant + ", " + params + (params.empty() ? "e)" : ", e)");
  line("if e ~= END then " + (params.empty() ? fix : params + " = " + fix) + " end");
  if (is_host(f)) line("if R.tracing[1] then R.proc_traced(" + constant + ") end");
  std::vector<std::pair<const TypeExpr*, std::string>> later;
  for (const ParamDecl* p : f->params) {
    const std::string& name = names_[p->binding];
    if (p->fallback != nullptr) {
      put("if " + name + " == ABSENT then\n");
      int locals = fn().locals;
      line(name + " = " + expr(p->fallback).text);
      fn().locals = locals;
      line("end");
    }
  }
  check_params(f);
}

void Emitter::function_body(const Function* f) {
  if (fn().traced) return traced_body(f);
  Scope entry = fn();
  std::string native = captured([&] { native_body(f); });
  if (is_host(f) || !fn().saw_control) return put(native);
  std::string spill = fn().spill;
  int spilled = fn().spilled;
  entry.traced = true;
  entry.spill = spill;
  entry.spilled = spilled;
  fn() = entry;
  line("if R.tracing[1] then");
  traced_body(f);
  put("else\n" + native);
  line("end");
}

void Emitter::native_body(const Function* f) {
  if (f->body->kind == ExprKind::block) {
    block(static_cast<const Block*>(f->body), {Target::result});
  } else {
    into(f->body, {Target::result});
  }
}

// With an early return, the body is a closure that gives the leave code and the value first.
void Emitter::traced_body(const Function* f) {
  if (!f->has_return) return native_body(f);
  Scope like = fn();
  like.leaves = true;
  std::string body = closure(like, {}, like.carries, [&] { native_body(f); });
  std::string places = list(like.carries);
  line("local _, value" + places + " = (" + body + ")(" + list(like.carries, false) + ")");
  line("do return value" + places + " end");
}

// A struct is a table of its methods that builds instances when it is called.
void Emitter::define(const Structure* s) {
  std::string self = name_of(s->binding);
  std::string fields = "{", states = "{", methods = "{", statics = "{";
  for (const FieldDecl* field : s->fields) {
    fields += quoted(field->name) + ", ";
    if (field->is_state) states += quoted(field->name) + ", ";
  }
  for (const Function* f : s->methods) {
    std::string text = field_key(f->name) + " = " + function(f, s->name + "." + f->name) + ",\n";
    (f->has_self ? methods : statics) += text;
  }
  std::string box = fresh("S");
  line("do local " + box + " = {}");
  std::string info, build = constructor(s, box, &info);
  line(self + " = R.struct(" + quoted(s->name) + ", " + fields + "}, " + states + "}, " + methods +
       "}, " + statics + "}, " + build + ", " + info + ", " + box + ")");
  line("end");
}

std::string Emitter::constructor(const Structure* s, const std::string& box,
                                 std::string* constant) {
  FunctionInfo info;
  info.name = s->name;
  info.span = s->name_span;
  info.doc = s->doc;
  std::string params, record = "R.setmt({";
  for (const FieldDecl* field : s->fields) {
    info.params.push_back({field->name, field->fallback != nullptr, false, false});
    std::string param = "p_" + lua_name(field->name, 0);
    params += param + ", ";
    record += field_key(field->name) + " = " + param + ", ";
  }
  Scope inner;
  inner.locals = static_cast<int>(s->fields.size()) + 1;
  Scope* outer = scope_;
  scope_ = &inner;
  std::string head = function_mark(std::move(info), constant);
  std::string body = captured([&] {
    std::string names = params.empty() ? "" : params.substr(0, params.size() - 2);
    line("if e ~= END then " + names + (names.empty() ? "" : " = ") + "R.fix(" + *constant + ", " +
         params + "e) end");
    for (const FieldDecl* field : s->fields) {
      std::string param = "p_" + lua_name(field->name, 0);
      if (field->fallback == nullptr) continue;
      put("if " + param + " == ABSENT then\n");
      line(param + " = " + expr(field->fallback).text);
      line("end");
    }
    check_fields(s);
    line("return " + record + "}, " + box + ".layout)");
  });
  scope_ = outer;
  return head + "function(" + params + "e)\n" + body + "end";
}

}  // namespace rille::lang
