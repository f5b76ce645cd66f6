// CallWalk: recording, and replay over the Lua stack.
#include "vm/walk.h"

#include <lua5.4/lua.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "vm/bind/glue.h"
#include "vm/call/captures.h"
#include "vm/run/running.h"
#include "vm/runtime/raw.h"

namespace rille {
namespace {

constexpr int max_depth = 30;
constexpr size_t max_steps = 1 << 15;

const NativeBox& native_box(lua_State* lua, int slot) {
  lua_getupvalue(lua, slot, 1);
  const auto& box = *static_cast<NativeBox*>(lua_touserdata(lua, -1));
  lua_pop(lua, 1);
  return box;
}

// The identity of a function in a key, as by closure_of(), and its number of captures.
struct Prototype {
  const void* id = nullptr;  // null if a walk cannot identify it
  int captures = 0;          // of a native function; script functions of one text have equally many
};

Prototype prototype_at(lua_State* lua, int slot) {
  lua_CFunction native = lua_tocfunction(lua, slot);
  if (native == call_native) {
    const NativeBox& box = native_box(lua, slot);
    return {box.prototype, static_cast<int>(box.names.size())};
  }
  if (native == call_builtin) {
    lua_getupvalue(lua, slot, 1);
    const void* record = lua_touserdata(lua, -1);
    lua_pop(lua, 1);
    return {record};
  }
  if (native != nullptr || !is_script_function(lua, slot)) return {};
  return {info_at(lua, slot)};
}

// The bits of the number on top of the stack.
uint64_t number_bits(lua_State* lua) {
  if (lua_isinteger(lua, -1) != 0) return static_cast<uint64_t>(lua_tointeger(lua, -1));
  return std::bit_cast<uint64_t>(lua_tonumber(lua, -1));
}

bool is_bare(lua_State* lua) {
  auto* end = static_cast<const char*>(lua_touserdata(lua, lua_gettop(lua)));
  return end == &end_var_mark || end == &end_dropped_mark ||
         (is_lent_end(end) && end >= lent_marks + lent_sets);
}

}  // namespace

// Each visit leaves the stack unchanged, with its value on top.
class CallWalkMaker {
 public:
  explicit CallWalkMaker(lua_State* lua) : lua_(lua) {}

  bool run(int count) {
    walk.arguments_ = count;
    for (int i = 1; i <= count; ++i) {
      lua_pushvalue(lua_, i);
      if (!visit({.from = StepOrigin::argument, .depth = 0, .at = i})) return false;
      lua_pop(lua_, 1);
    }
    lua_pushvalue(lua_, lua_upvalueindex(2));
    return visit({.from = StepOrigin::captured, .depth = 0, .at = 0});
  }

  CallWalk walk = {};

 private:
  using StepKind = CallWalk::StepKind;
  using StepOrigin = CallWalk::StepOrigin;
  using WalkStep = CallWalk::WalkStep;

  bool visit(WalkStep step) {
    if (step.depth > max_depth || walk.steps_.size() > max_steps) return false;
    if (lua_checkstack(lua_, 8) == 0) return false;
    walk.deepest_ = std::max(walk.deepest_, step.depth);
    switch (lua_type(lua_, -1)) {
      case LUA_TNIL: return add(step, StepKind::nil);
      case LUA_TBOOLEAN:
        return add(step, lua_toboolean(lua_, -1) != 0 ? StepKind::yes : StepKind::no);
      case LUA_TNUMBER: return add_number(step);
      case LUA_TSTRING: return add_text(step);
      case LUA_TLIGHTUSERDATA: return is_mark(lua_, -1, absent_mark) && add(step, StepKind::absent);
      case LUA_TUSERDATA: return add_array(step);
      case LUA_TTABLE: return table(step);
      case LUA_TFUNCTION: return function(step);
      default: return false;
    }
  }

  bool add(WalkStep step, StepKind is) {
    step.is = is;
    walk.steps_.push_back(step);
    return true;
  }

  bool add_number(WalkStep step) {
    bool is_whole = lua_isinteger(lua_, -1) != 0;
    if (!is_static_) return add_leaf(step, is_whole ? StepKind::whole : StepKind::real);
    walk.numbers_.push_back(number_bits(lua_));
    return add(step, is_whole ? StepKind::static_whole : StepKind::static_real);
  }

  bool add_leaf(WalkStep step, StepKind is) {
    ++walk.leaves_;
    return add(step, is);
  }

  bool add_text(WalkStep step) {
    size_t size = 0;
    const char* text = lua_tolstring(lua_, -1, &size);
    walk.texts_.emplace_back(text, size);
    return add(step, StepKind::text);
  }

  bool add_array(WalkStep step) {
    const Array* array = array_at(lua_, -1);
    if (array == nullptr || array->is_none() || array->is_traced()) return false;
    step.id = array->type().id();
    return add_leaf(step, array->is_weak() ? StepKind::weak_array : StepKind::array);
  }

  bool table(WalkStep step) {
    const Tag* tag = tag_at(lua_, -1);
    bool is_tuple = tag != nullptr && tag->what == ObjectKind::tuple;
    if (!is_tuple && (tag == nullptr || tag->what != ObjectKind::record)) return false;
    int slot = lua_gettop(lua_);
    lua_getmetatable(lua_, slot);
    step.id = lua_topointer(lua_, -1);
    step.count = static_cast<int>(is_tuple ? count_of(slot) : std::ssize(tag->layout->names));
    add(step, is_tuple ? StepKind::tuple : StepKind::record);
    bool was_static = is_static_;
    for (int i = 1; i <= step.count; ++i) {
      is_static_ = was_static || (!is_tuple && tag->layout->is_const(static_cast<size_t>(i) - 1));
      WalkStep part{.from = is_tuple ? StepOrigin::item : StepOrigin::field,
                    .depth = step.depth + 1,
                    .at = is_tuple ? i : i + 1};
      lua_rawgeti(lua_, is_tuple ? slot : slot + 1, part.at);
      if (!is_tuple) lua_rawget(lua_, slot);
      if (!visit(part)) return false;
      lua_settop(lua_, slot + 1);
    }
    is_static_ = was_static;
    lua_settop(lua_, slot);
    return true;
  }

  lua_Integer count_of(int tuple) {
    push_raw(lua_, tuple, "n");
    lua_Integer count = lua_tointeger(lua_, -1);
    lua_pop(lua_, 1);
    return count;
  }

  bool function(WalkStep step) {
    const void* object = lua_topointer(lua_, -1);
    auto found = std::ranges::find(seen_, object);
    if (found != seen_.end()) {
      step.count = static_cast<int>(found - seen_.begin());
      return add(step, StepKind::again);
    }
    seen_.push_back(object);
    Prototype prototype = prototype_at(lua_, lua_gettop(lua_));
    if (prototype.id == nullptr) return false;
    step.id = prototype.id;
    step.count = prototype.captures;
    add(step, step.from == StepOrigin::captured ? StepKind::captured : StepKind::function);
    return lua_tocfunction(lua_, -1) == call_builtin || captures(step);
  }

  bool captures(const WalkStep& of) {
    int slot = lua_gettop(lua_);
    bool is_native = lua_tocfunction(lua_, slot) != nullptr;
    for (int i = is_native ? 2 : 1; const char* name = lua_getupvalue(lua_, slot, i); ++i) {
      WalkStep part{.from = StepOrigin::upvalue, .depth = of.depth + 1, .at = i};
      bool passes = true;
      if (is_native) {
        passes = visit(part);
      } else if (is_capture_name(name)) {
        bool is_self = lua_rawequal(lua_, -1, slot) != 0;
        passes =
            is_self ? add(part, StepKind::self) : !is_spill(lua_, slot + 1, name) && visit(part);
      }
      if (!passes) return false;
      lua_settop(lua_, slot);
    }
    return true;
  }

  lua_State* lua_;
  bool is_static_ = false;  // whether the visited value is in a `const` field
  std::vector<const void*> seen_;
};

std::optional<CallWalk> CallWalk::of(const Loan& call) {
  int top = lua_gettop(call.lua);
  CallWalkMaker maker(call.lua);
  bool passes = lua_checkstack(call.lua, 8) != 0 && maker.run(call.count);
  lua_settop(call.lua, top);
  if (!passes) return {};
  return std::move(maker.walk);
}

// Values are pushed in sequence, and popped when many are on the stack.
class CallWalkReplay {
 public:
  CallWalkReplay(const CallWalk& walk, const Loan& call, std::span<CallWalk::Leaf> out)
      : walk_(walk), lua_(call.lua), call_(call), next_(out.data()), top_(lua_gettop(call.lua)) {
    base_ = top_;
  }

  bool run() {
    size_t steps = 0;
    for (const WalkStep& step : walk_.steps_) {
      if (++steps % 8192 == 0) poll();
      int type = find(step);
      bool is_leaf = step.is == StepKind::array && type == LUA_TUSERDATA;
      if (is_leaf ? !is_array(step) : !fits(step, type)) return false;
    }
    return true;
  }

  static constexpr int room = 16;  // stack slots, in addition to two per depth

 private:
  using StepKind = CallWalk::StepKind;
  using StepOrigin = CallWalk::StepOrigin;
  using WalkStep = CallWalk::WalkStep;

  // The slot of the table or function that contains values of this depth; its metatable is above
  // it.
  int& slot(int depth) { return slots_[static_cast<size_t>(depth)]; }

  // Pushes the value and returns its type.
  int find(const WalkStep& step) {
    int above = step.depth > 0 ? slot(step.depth - 1) : base_;
    if (top_ > above + room) lua_settop(lua_, top_ = above + 1);
    ++top_;
    if (step.from == StepOrigin::item) return lua_rawgeti(lua_, above, step.at);
    if (step.from == StepOrigin::field) {
      lua_rawgeti(lua_, above + 1, step.at);
      return lua_rawget(lua_, above);
    }
    if (step.from == StepOrigin::upvalue) {
      lua_getupvalue(lua_, above, step.at);
    } else {
      bool is_argument = step.from == StepOrigin::argument;
      lua_pushvalue(lua_, is_argument ? step.at : lua_upvalueindex(2));
      lent_[0] = is_argument && step.at <= max_lent && (call_.arguments >> (step.at - 1) & 1) != 0;
    }
    return lua_type(lua_, -1);
  }

  bool fits(const WalkStep& step, int type) {
    switch (step.is) {
      case StepKind::array:
      case StepKind::weak_array: return type == LUA_TUSERDATA && is_array(step);
      case StepKind::whole:
        if (lua_isinteger(lua_, -1) == 0) return false;
        return add_number(number_bits(lua_));
      case StepKind::real:
        if (type != LUA_TNUMBER || lua_isinteger(lua_, -1) != 0) return false;
        return add_number(number_bits(lua_));
      case StepKind::static_whole:
      case StepKind::static_real:
        return type == LUA_TNUMBER &&
               (lua_isinteger(lua_, -1) != 0) == (step.is == StepKind::static_whole) &&
               walk_.numbers_[numbers_++] == number_bits(lua_);
      case StepKind::nil: return type == LUA_TNIL;
      case StepKind::absent: return is_mark(lua_, -1, absent_mark);
      case StepKind::no: return type == LUA_TBOOLEAN && lua_toboolean(lua_, -1) == 0;
      case StepKind::yes: return type == LUA_TBOOLEAN && lua_toboolean(lua_, -1) != 0;
      case StepKind::text: return type == LUA_TSTRING && is_text();
      case StepKind::tuple:
      case StepKind::record: return type == LUA_TTABLE && is_table(step);
      case StepKind::again:
        return type == LUA_TFUNCTION &&
               lua_topointer(lua_, -1) == seen_[static_cast<size_t>(step.count)];
      case StepKind::self: return lua_rawequal(lua_, -1, slot(step.depth - 1)) != 0;
      case StepKind::captured: return is_new_function(step);
      case StepKind::function: return type == LUA_TFUNCTION && is_new_function(step) && is_of(step);
    }
    return false;
  }

  bool add_number(uint64_t bits) {
    next_->number = bits;
    next_->data = reinterpret_cast<const std::byte*>(&next_->number);
    ++next_;
    return true;
  }

  bool is_array(const WalkStep& step) {
    auto* box = static_cast<ArrayBox*>(lua_touserdata(lua_, -1));
    if (box->tag != &array_tag) return false;
    const ArrayBody* body = box->array.body();
    bool fits = body != nullptr && body->type.id() == step.id && body->trace == 0 &&
                body->weak == (step.is == StepKind::weak_array);
    if (!fits) return false;
    next_->handle = &box->array;
    next_->data = box->array.data();
    next_->lent = box->owned && lent_above(step);
    ++next_;
    return true;
  }

  bool lent_above(const WalkStep& step) const {
    return lent_[static_cast<size_t>(std::max(step.depth - 1, 0))];
  }

  bool is_text() {
    size_t size = 0;
    const char* text = lua_tolstring(lua_, -1, &size);
    return walk_.texts_[texts_++] == std::string_view(text, size);
  }

  // The parts of an owned table in an owned table are lent.
  bool is_table(const WalkStep& step) {
    if (lua_getmetatable(lua_, -1) == 0 || lua_topointer(lua_, -1) != step.id) return false;
    slot(step.depth) = top_++;
    lent_[static_cast<size_t>(step.depth)] = lent_above(step) && is_owned(lua_, top_ - 1);
    if (step.is == StepKind::record) return true;
    lua_getfield(lua_, top_ - 1, "n");
    bool fits = lua_tointeger(lua_, -1) == step.count;
    lua_pop(lua_, 1);
    return fits;
  }

  bool is_new_function(const WalkStep& step) {
    const void* object = lua_topointer(lua_, -1);
    lent_[static_cast<size_t>(step.depth)] = false;
    slot(step.depth) = top_;
    if (std::ranges::find(seen_, object) != seen_.end()) return false;
    seen_.push_back(object);
    return true;
  }

  bool is_of(const WalkStep& step) {
    Prototype prototype = prototype_at(lua_, top_);
    return prototype.id == step.id && prototype.captures == step.count;
  }

  const CallWalk& walk_;
  lua_State* lua_;
  const Loan& call_;
  CallWalk::Leaf* next_;
  int top_;  // top of the stack
  int base_ = 0;
  std::array<int, max_depth + 1> slots_;
  size_t texts_ = 0, numbers_ = 0;             // number of texts and numbers read so far
  std::array<bool, max_depth + 1> lent_ = {};  // whether parts of tables of that depth are lent
  SmallVector<const void*, 8> seen_;           // functions
};

uint64_t CallWalk::Leaf::first_bits() const {
  if (handle == nullptr) return number;
  uint64_t out = 0;
  std::memcpy(&out, data, std::min(sizeof out, handle->byte_size()));
  return out;
}

// A call with inout parameters takes the slow path, which raises if no variable is lent.
bool CallWalk::replay(const Loan& call, std::span<Leaf> out) const {
  if (call.count != arguments_ || out.size() != leaves_) return false;
  const auto& box = *static_cast<NativeBox*>(lua_touserdata(call.lua, lua_upvalueindex(1)));
  if (is_bare(call.lua) && box.info.inout_count() > 0) return false;
  if (lua_checkstack(call.lua, (CallWalkReplay::room + 2) * (deepest_ + 2)) == 0) return false;
  int top = lua_gettop(call.lua);
  bool passes = CallWalkReplay(*this, call, out).run();
  lua_settop(call.lua, top);
  return passes;
}

}  // namespace rille
