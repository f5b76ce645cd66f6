// R: type annotations of scripts, and named sizes.
#include <lua5.4/lauxlib.h>

#include "vm/annotation/fit.h"
#include "vm/runtime/language.h"
#include "vm/runtime/raw.h"

namespace rille {
namespace {

// The result of R.annotation, created once per chunk.
struct AnnotationRecord {
  Annotation type;
  std::string text;  // as written in the script
  int parameter;     // index of the function's parameter, or -1
};

const Tag annotation_tag = {.what = ObjectKind::opaque, .name = "annotation"};

// annotation(form, text, parameter): lang/emit/types.cpp describes the form.
int annotation(lua_State* lua) {
  auto made = std::make_shared<AnnotationRecord>();
  made->type = parse_annotation(lua_tostring(lua, 1));
  made->text = lua_tostring(lua, 2);
  made->parameter = static_cast<int>(luaL_optinteger(lua, 3, -1));
  void* memory = lua_newuserdatauv(lua, sizeof(OpaqueBox), 0);
  new (memory) OpaqueBox{{&annotation_tag}, std::move(made)};
  lua_rawgeti(lua, LUA_REGISTRYINDEX, inside_of(lua).opaque_meta);
  lua_setmetatable(lua, -2);
  return 1;
}

// The slots of the common arguments of both checks; their other arguments follow.
enum TypeSlot : int { of_type = 1, of_value, of_name, rest };

const AnnotationRecord& written_at(lua_State* lua) {
  auto* box = static_cast<OpaqueBox*>(box_at(lua, of_type));
  RILLE_CHECK(box != nullptr && box->tag == &annotation_tag, "no annotation");
  return *static_cast<const AnnotationRecord*>(box->held.get());
}

[[noreturn]] void refuse(lua_State* lua, const AnnotationRecord& written, Code code,
                         const std::string& why) {
  Error error(code, str(lua_tostring(lua, of_name), " needs ", written.text, ", got ",
                        kind_at(lua, of_value), why.empty() ? "" : ": ", why));
  if (written.parameter < 0) throw error;
  throw std::move(error).given(written.parameter);
}

// bind_type(type, value, name, structs…): returns the sizes that first appear here, in order.
int bind_type(lua_State* lua) {
  const AnnotationRecord& written = written_at(lua);
  MatchedSizes seen;
  seen.first_struct = rest;
  AnnotationMismatch misfit = misfit_seeing(written.type, lua, of_value, seen);
  if (misfit) refuse(lua, written, code_of(misfit), misfit.why);
  luaL_checkstack(lua, static_cast<int>(seen.bound.size()) + 4, "sizes");
  for (const std::optional<Extent>& size : seen.bound) {
    if (!size) {
      lua_pushnil(lua);
    } else {
      lua_pushinteger(lua, size->known() ? size->number() : -1);
    }
  }
  return static_cast<int>(seen.bound.size());
}

// The integer in a slot. A traced number is requested as a static value from its transform.
std::optional<int64_t> whole_at(lua_State* lua, int slot) {
  if (lua_isinteger(lua, slot) != 0) return lua_tointeger(lua, slot);
  const Array* array = array_at(lua, slot);
  if (array == nullptr || array->rank() > 0 || !is_integer(array->dtype())) return {};
  if (array->is_traced()) state_of(lua).need_value(*array);
  return array->is_traced() ? std::nullopt : std::optional(array->integer());
}

// check_sizes(type, value, name, sums…): checks each `$` against a computed size. The sums are
// pairs of a text, such as "n" or "2*n", and a size.
int check_sizes(lua_State* lua) {
  const AnnotationRecord& written = written_at(lua);
  MatchedSizes seen;
  if (misfit_seeing(written.type, lua, of_value, seen)) return 0;  // reported by bind_type
  for (size_t i = 0; i < seen.given.size(); ++i) {
    int slot = rest + 2 * static_cast<int>(i);
    std::optional<int64_t> wanted = whole_at(lua, slot + 1);
    Extent size = seen.given[i];
    if (wanted && size.known() && *wanted == size.number()) continue;
    refuse(lua, written, Code::shape,
           str(lua_tostring(lua, slot), " is ", text(value_at(lua, slot + 1)), ", not ", size));
  }
  return 0;
}

const RawFunction functions[] = {
    {"annotation", guard<annotation>},
    {"bind_type", guard<bind_type>},
    {"check_sizes", guard<check_sizes>},
};

}  // namespace

std::span<const RawFunction> annotation_functions() { return functions; }

}  // namespace rille
