// R in Lua: dicts; items of anything by a key.
#include "stdlib/core/prelude.h"

namespace rille {

extern const Prelude dict_prelude = {"dicts", R"lua(
local R, B, END = ...
local setmt, getmt, rawget, raise, kind, what = R.setmetatable, R.meta, R.rawget, R.raise,
    R.kind, R.what
local TUPLE, DICT, math_type, is_int = R.TUPLE, R.DICT, R.math_type, R.is_int
local length, item_at, tuple_of = R.length, R.item_at, R.tuple_of

-- dict: keys k[i] and values x[i] in order, p[key] = i.
local function dict_key(key)
  if is_int(key) then return key end
  local t = R.type(key)
  if t == "string" or math_type(key) == "integer" then return key end
  local host = R.host(key)
  if math_type(host) == "integer" then return host end
  raise("type", "a dict's keys are strings and ints, got " .. kind(key), nil, 1)
end
local function dict_put(d, key, value)
  key = dict_key(key)
  local at = d.p[key]
  if at == nil then
    at = d.n + 1
    d.n = at
    d.k[at] = key
    d.p[key] = at
  end
  d.x[at] = value
end
-- [false]: whether it is owned. Under the key of an owned tuple (vm/runtime/raw.h) stands false.
local function dict_new()
  return setmt({n = 0, k = {}, x = {}, p = {}, ["\1"] = false, [false] = false}, DICT)
end
local function dict_copy(d)
  local out = dict_new()
  for i = 1, d.n do dict_put(out, d.k[i], d.x[i]) end
  return out
end

function R.make_dict(keys, values, record)
  local out = dict_new()
  if keys ~= nil then
    if values == nil then raise("type", "`dict` takes keys and values, or names") end
    for _, given in R.ipairs({keys, values}) do
      local w = what(given)
      if w ~= "tuple" and w ~= "array" and w ~= "range" then
        raise("type", "`dict` takes tuples of keys and values, got " .. kind(given))
      end
    end
    if length(keys) ~= length(values) then
      raise("shape", "`dict` takes one value per key, got " .. length(keys) .. " keys and "
          .. length(values) .. " values")
    end
    for k = 0, length(keys) - 1 do dict_put(out, item_at(keys, k), item_at(values, k)) end
  end
  return out
end

function R.at_other(x, i)
  if what(x) == "range" then
    local n = length(x)
    i = R.host(i)
    if math_type(i) ~= "integer" then
      raise("type", "a range is indexed by ints, got " .. kind(i), nil, 1)
    end
    local at = i < 0 and i + n or i
    if at < 0 or at >= n then
      raise("index", "index " .. i .. " is out of range for a range of " .. n, nil, 1)
    end
    return x.lo + at
  end
  local key = dict_key(i)
  local at = x.p[key]
  if at == nil then raise("index", "the dict has no key " .. R.show_text(key, END), nil, 1) end
  return x.x[at]
end

function R.set_other(d, key, value)
  local out = d
  if not d[false] then
    out = dict_copy(d)
    out[false] = 2
  end
  dict_put(out, key, value)
  return out
end

-- x[i], x[i] = e and x[i] op= e outside traces, where i is not known to be an int.
local slow_at, slow_set, slow_update = R.at, R.set_at, R.update_at
function R.get(x, i)
  local m = getmt(x)
  if m == DICT then
    local at = x.p[i]
    if at ~= nil and (is_int(i) or R.type(i) == "string") then return x.x[at] end
  elseif m == TUPLE and is_int(i) and i >= 0 and i < x.n then
    return x[i + 1]
  end
  return slow_at(x, i)
end
local function is_key(i) return is_int(i) or R.type(i) == "string" end
function R.put(x, i, value)
  if getmt(x) == DICT and x[false] and is_key(i) then
    local at = x.p[i]
    if at == nil then
      at = x.n + 1
      x.n = at
      x.k[at] = i
      x.p[i] = at
    end
    x.x[at] = value
    return x
  end
  return slow_set(x, i, value)
end

local operate = {
  ["+"] = function(a, b) return a + b end,
  ["-"] = function(a, b) return a - b end,
  ["*"] = function(a, b) return a * b end,
  ["/"] = function(a, b) return a / b end,
  ["//"] = function(a, b) return R.idiv(a, b) end,
  ["%"] = function(a, b) return R.mod(a, b) end,
  ["^"] = function(a, b) return R.pow(a, b) end,
}
function R.change(x, op, i, value)
  if getmt(x) == DICT then
    local at = x.p[i]
    if at == nil or not x[false] or not is_key(i) then
      return R.put(x, i, operate[op](R.get(x, i), value))
    end
    x.x[at] = operate[op](x.x[at], value)
    return x
  end
  return slow_update(x, op, i, value)
end
function R.update_other(x, op, i, value)
  return R.set_at(x, i, operate[op](R.at(x, i), value))
end

local function dict_list(which)
  return function(d, e)
    if what(d) ~= "dict" then raise("type", "a dict is needed, got " .. kind(d)) end
    local out = {}
    for i = 1, d.n do out[i] = d[which][i] end
    return tuple_of(out, d.n)
  end
end
B.keys, B.values = dict_list("k"), dict_list("x")

function B.has(x, item, e)
  if x == END or item == END or e ~= END then raise("type", "`has` takes 2 arguments") end
  if getmt(x) == DICT then
    if x.p[item] ~= nil and is_int(item) then return true end
    return x.p[dict_key(item)] ~= nil
  end
  local t = R.type(x)
  if t == "string" and R.type(item) == t then return R.find(x, item, 1, true) ~= nil end
  local w = what(x)
  if w == "record" then
    for _, name in R.ipairs(R.names_of(x)) do
      if name == item then return true end
    end
    return false
  end
  if w == "string" then
    if R.type(item) ~= "string" then raise("type", "a string holds strings, got " .. kind(item)) end
    return R.contains(x, item, END)
  end
  if w == "array" then return B.any(R.eq(x, item), END) end
  for _, each in R.each(x) do
    local equal = R.eq(each, item)
    if equal == true or (equal ~= false and R.truth(equal)) then return true end
  end
  return false
end
)lua"};

}  // namespace rille
