-- R: dicts; items of anything by a key.
local R, B, END, ABSENT = ...
local setmt, getmt, rawget, raise, kind, what = R.setmetatable, R.meta, R.rawget, R.raise,
    R.kind, R.what
local TUPLE, DICT, math_type, is_int = R.TUPLE, R.DICT, R.math_type, R.is_int
local length, item_at, tuple_of, is_end = R.length, R.item_at, R.tuple_of, R.is_end

-- A dict: keys (k)[i] and values (x)[i] in the order in which they came, i = 1 … n; (p)[key] = i.
-- Where a key was deleted stands false in (k); there are (gone) of these. (words): all keys are
-- strings. No script can name what stands in parentheses: d.x is an error.
-- [false]: whether it is owned; under the key of an owned tuple (vm/runtime/raw.h) stands false,
-- which nothing but a dict has there. vm/runtime/values.cpp reads and makes dicts too.
local function dict_key(key, marked)
  if is_int(key) then return key end
  local t = R.type(key)
  if t == "string" then return key end
  if R.is_traced(key) then R.traced_key(key, END) end
  local host = R.host(key)
  if math_type(host) == "integer" then return host end
  raise("type", "a dict's keys are strings and ints, got " .. kind(key), nil, not marked and 1 or nil,
        nil, marked)
end
-- The key that a builtin is given for its second parameter.
local function key_of(name, d, key, ...)
  local t = R.type(key)
  if t ~= "string" and not R.is_traced(key) and math_type(R.host(key)) ~= "integer" then
    R.refuse(name, d, key, ...)
  end
  return dict_key(key)
end
local function add(d, key, value)
  local at = d.n + 1
  if is_int(key) then d["(words)"] = false end
  d["(x)"][at], d["(k)"][at] = value, key
  d["(p)"][key] = at
  d.n = at
end
local function dict_put(d, key, value)
  local at = d["(p)"][key]
  if at == nil then return add(d, key, value) end
  d["(x)"][at] = value
end
local function dict_new()
  return setmt({n = 0, ["(k)"] = {}, ["(x)"] = {}, ["(p)"] = {}, ["(gone)"] = 0, ["(words)"] = true,
                ["\1"] = false, [false] = false}, DICT)
end
local function dict_copy(d)
  local out = dict_new()
  for i = 1, d.n do
    local key = d["(k)"][i]
    if key then add(out, key, d["(x)"][i]) end
  end
  return out
end
local function dict_own(d)
  if d[false] then return d end
  local out = dict_copy(d)
  out[false] = 2
  return out
end

-- d, without the places of deleted keys: who holds it sees no difference.
local function packed(d)
  if d["(gone)"] == 0 then return d end
  local new = dict_copy(d)
  d["(k)"], d["(x)"], d["(p)"], d.n, d["(gone)"] = new["(k)"], new["(x)"], new["(p)"], new.n, 0
  return d
end
R.packed = packed

-- Two lists make a dict; of anything that counts its items.
local function is_list(x)
  local w = what(x)
  if w == "array" then
    local _, rows = R.array_type(x)
    return rows ~= nil
  end
  return w == "tuple" or w == "range"
end
function B.dict(keys, values, e, ...)
  local out = dict_new()
  if keys == END then return out end
  if keys == ABSENT then keys = nil end
  if is_end(values) or values == ABSENT then values = nil
  elseif not is_end(e) then R.refuse("dict", keys, values, e, ...) end
  if keys == nil and values == nil then return out end
  if not is_list(keys) or (values ~= nil and not is_list(values)) then
    R.refuse("dict", keys, values, END)
  end
  if values == nil then
    raise("type", "`dict` needs values for its keys", nil, nil,
          "write `dict(a = 1)`, or give two tuples", 0)
  end
  if length(keys) ~= length(values) then
    raise("shape", "`dict` takes one value per key, got " .. length(keys) .. " keys and "
        .. length(values) .. " values", nil, nil, nil, 1)
  end
  for k = 0, length(keys) - 1 do
    dict_put(out, dict_key(item_at(keys, k), 0), item_at(values, k))
  end
  return out
end

-- dict(a = 1, ...d): kinds has n for a name, s for a spread. The later of two equal keys wins; it
-- stands where the first one came.
function R.named_dict(kinds, names, t)
  local out = dict_new()
  for i = 1, t.n do
    local x = t[i]
    if R.byte(kinds, i) == R.NAMED then
      dict_put(out, names[i], x)
    elseif what(x) == "dict" then
      for k = 1, x.n do
        local key = x["(k)"][k]
        if key then dict_put(out, key, x["(x)"][k]) end
      end
    elseif what(x) == "record" then
      for _, name in R.ipairs(R.names_of(x)) do dict_put(out, name, rawget(x, name)) end
    else
      raise("type", "`...` in a dict spreads a dict or a record, got " .. kind(x))
    end
  end
  return out
end

function R.at_other(x, i)
  local w = what(x)
  if w == "range" or w == "iterable" then
    local n = length(x)
    i = R.host(i)
    if math_type(i) ~= "integer" then
      raise("type", (w == "range" and "a range" or "an iterable") .. " is indexed by ints, got "
          .. kind(i), nil, 1)
    end
    local at = i < 0 and i + n or i
    if at < 0 or at >= n then
      raise("index", "index " .. i .. " is out of range for " .. (w == "range" and "a range"
          or "an iterable") .. " of " .. n, nil, 1)
    end
    return item_at(x, at)
  end
  local key = dict_key(i)
  local at = x["(p)"][key]
  if at == nil then raise("index", "the dict has no key " .. R.show_text(key, END), nil, 1) end
  return x["(x)"][at]
end

function R.set_other(d, key, value)
  local out = dict_own(d)
  dict_put(out, dict_key(key), value)
  return out
end

-- x[i], x[i] = e and x[i] op= e outside traces, where i is not known to be an int.
local slow_at, slow_set, slow_update = R.at, R.set_at, R.update_at
function R.get(x, i)
  local m = getmt(x)
  if m == DICT then
    local at = x["(p)"][i]
    if at ~= nil and (x["(words)"] or is_int(i) or R.type(i) == "string") then
      return x["(x)"][at]
    end
  elseif m == TUPLE and is_int(i) and i >= 0 and i < x.n then
    return x[i + 1]
  end
  return slow_at(x, i)
end
-- Where all keys are words, a key that is found is one: 1.0 finds what 1 names.
local function is_key(i) return is_int(i) or R.type(i) == "string" end
function R.put(x, i, value)
  if getmt(x) == DICT and x[false] then
    local at = x["(p)"][i]
    if at ~= nil and (x["(words)"] or is_key(i)) then
      x["(x)"][at] = value
      return x
    elseif at == nil and is_key(i) then
      add(x, i, value)
      return x
    end
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
    local at = x["(p)"][i]
    if at == nil or not x[false] or not (x["(words)"] or is_key(i)) then
      return R.put(x, i, operate[op](R.get(x, i), value))
    end
    x["(x)"][at] = operate[op](x["(x)"][at], value)
    return x
  end
  return slow_update(x, op, i, value)
end
function R.update_other(x, op, i, value)
  return R.set_at(x, i, operate[op](R.at(x, i), value))
end

local function listed(list, d)
  local out = {}
  for i = 1, d.n do out[i] = list[i] end
  return tuple_of(out, d.n)
end
function B.keys(d, e, ...)
  if getmt(d) ~= DICT or not is_end(e) then R.refuse("keys", d, e, ...) end
  return listed(packed(d)["(k)"], d)
end
function B.values(d, e, ...)
  if getmt(d) ~= DICT or not is_end(e) then R.refuse("values", d, e, ...) end
  return listed(packed(d)["(x)"], d)
end

function B.get(d, key, other, e, ...)
  if getmt(d) ~= DICT or not is_end(e) then R.refuse("get", d, key, other, e, ...) end
  local at = d["(p)"][key]
  if at == nil or not (d["(words)"] or is_key(key)) then
    at = d["(p)"][key_of("get", d, key, other, END)]
    if at == nil then return other end
  end
  return d["(x)"][at]
end

-- The place becomes free at once where it is the last, else when half of all are free.
function B.delete(d, key, e, ...)
  if getmt(d) ~= DICT or not is_end(e) or e == R.END_VAR then R.refuse("delete", d, key, e, ...) end
  key = key_of("delete", d, key, END)
  local at = d["(p)"][key]
  if at == nil then raise("index", "the dict has no key " .. R.show_text(key, END), nil, 1) end
  d = dict_own(d)
  at = d["(p)"][key]
  d["(p)"][key], d["(x)"][at] = nil, nil
  if at == d.n then
    d["(k)"][at], d.n = nil, at - 1
  else
    d["(k)"][at], d["(gone)"] = false, d["(gone)"] + 1
    if 2 * d["(gone)"] > d.n then packed(d) end
  end
  return nil, d
end

function B.has(x, item, e, ...)
  if x == END or x == ABSENT or item == END or not is_end(e) then
    R.refuse("has", x, item, e, ...)
  end
  if getmt(x) == DICT then return x["(p)"][dict_key(item)] ~= nil end
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
    if R.type(item) ~= "string" then
      raise("type", "a string holds strings, got " .. kind(item), nil, nil, nil, 1)
    end
    return R.contains(x, item, END)
  end
  if w == "array" then return B.any(R.eq(x, item), END) end
  if w == "function" or w == "nil" or w == "number" or w == "boolean" then
    raise("type", "`has` looks into strings, arrays, tuples, records, dicts and ranges, got "
        .. kind(x), nil, nil, nil, 0)
  end
  for _, each in R.each(x) do
    local equal = R.eq(each, item)
    if equal == true or (equal ~= false and R.truth(equal)) then return true end
  end
  return false
end
