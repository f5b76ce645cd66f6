-- R: dicts, and indexing by a key.
local R, B, END, ABSENT = ...
local setmt, getmt, rawget, raise, kind, what = R.setmetatable, R.meta, R.rawget, R.raise,
    R.kind, R.what
local TUPLE, DICT, RANGE, LAZY, math_type, is_int = R.TUPLE, R.DICT, R.RANGE, R.LAZY, R.math_type,
    R.is_int
local length, item_at, tuple_of, is_end = R.length, R.item_at, R.tuple_of, R.is_end

-- The layout of a dict d: the value of a string key k is d[WORDS][k], the value of an int key i is
-- d[i + 1], where emitted code reads an element of a tuple. d[OWNED_WORDS] is d[WORDS] while only
-- one variable refers to d, else false. d[OWNED], the mark of owned tuples, is false
-- (vm/runtime/lend.cpp). d[KEYS][p], p = 1 … n, are the keys in order of insertion; a deleted key
-- is false, and d[GONE] counts these. d[PLACES][key] = p, even if the value is nil. No script can
-- write these keys (vm/contract.def): d.x is an error. vm/runtime/values.cpp reads and creates
-- dicts, too.
local function dict_key(key, marked)
  if is_int(key) then return key end
  local t = R.type(key)
  if t == "string" then return key end
  if R.is_traced(key) then R.traced_key(key, END) end
  local host = R.host(key)
  if math_type(host) == "integer" then return host end
  raise("type", "a dict key is " .. kind(key) .. ", expected a string or an int", nil,
        not marked and 1 or nil, nil, marked)
end
-- The key of a builtin whose second parameter is a key.
local function key_of(name, d, key, ...)
  if is_int(key) then return key end
  local t = R.type(key)
  if t ~= "string" and not R.is_traced(key) and math_type(R.host(key)) ~= "integer" then
    R.refuse(name, d, key, ...)
  end
  return dict_key(key)
end
local function value_of(d, key)
  local value = d[WORDS][key]
  if value == nil and is_int(key) then return rawget(d, key + 1) end
  return value
end
local function put(d, key, value)
  local places = d[PLACES]
  if places[key] == nil then
    local at = d.n + 1
    d[KEYS][at], places[key], d.n = key, at, at
  end
  if is_int(key) then d[key + 1] = value
  else d[WORDS][key] = value end
end
local function dict_new()
  return setmt({n = 0, [KEYS] = {}, [PLACES] = {}, [GONE] = 0, [WORDS] = {},
                [OWNED_WORDS] = false, [OWNED] = false}, DICT)
end
local function dict_copy(d)
  local out = dict_new()
  for i = 1, d.n do
    local key = d[KEYS][i]
    if key then put(out, key, value_of(d, key)) end
  end
  return out
end
local function dict_own(d)
  if d[OWNED_WORDS] then return d end
  local out = dict_copy(d)
  out[OWNED_WORDS] = out[WORDS]
  return out
end

-- d, compacted: without the slots of deleted keys. Other references to d see no difference.
local function packed(d)
  if d[GONE] == 0 then return d end
  local keys, places, n = {}, {}, 0
  for i = 1, d.n do
    local key = d[KEYS][i]
    if key then
      n = n + 1
      keys[n], places[key] = key, n
    end
  end
  d[KEYS], d[PLACES], d.n, d[GONE] = keys, places, n, 0
  return d
end
R.packed = packed

-- The key and the value in slot p of a compacted dict.
function R.entry(d, p)
  local key = d[KEYS][p]
  return tuple_of({key, value_of(d, key)}, 2)
end

-- Whether x can be the list of keys or of values of a dict.
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
    raise("type", "`dict` has keys without values", nil, nil,
          "write `dict(a = 1)`, or pass two tuples", 0)
  end
  if length(keys) ~= length(values) then
    raise("shape", "`dict` takes one value per key, got " .. length(keys) .. " keys and "
        .. length(values) .. " values", nil, nil, nil, 1)
  end
  for k = 0, length(keys) - 1 do
    put(out, dict_key(item_at(keys, k), 0), item_at(values, k))
  end
  return out
end

-- dict(a = 1, ...d): kinds has NAMED for a name, else the item is a spread. Of two equal keys, the
-- later value wins, in the position of the first.
function R.named_dict(kinds, names, t)
  local out = dict_new()
  for i = 1, t.n do
    local x = t[i]
    if R.byte(kinds, i) == NAMED then
      put(out, names[i], x)
    elseif what(x) == "dict" then
      for k = 1, x.n do
        local key = x[KEYS][k]
        if key then put(out, key, value_of(x, key)) end
      end
    elseif what(x) == "record" then
      for _, name in R.ipairs(R.names_of(x)) do put(out, name, rawget(x, name)) end
    else
      raise("type", "`...` in a dict spreads a dict or a record, got " .. kind(x))
    end
  end
  return out
end

-- Item i of a range or of a lazy iterable.
local function counted_at(x, i)
  local name = getmt(x) == RANGE and "a range" or "an iterable"
  if not is_int(i) then
    raise("type", "the index of " .. name .. " must be an integer, got " .. kind(i), nil, 1)
  end
  local n = length(x)
  local at = i < 0 and i + n or i
  if at < 0 or at >= n then
    raise("index", "index " .. i .. " is out of range for " .. name .. " of length " .. n, nil, 1)
  end
  return item_at(x, at)
end

-- The slow path of a lookup: the value is nil, the key has another form, or the key does not exist.
local function dict_at(d, i)
  local key = dict_key(i)
  if d[PLACES][key] == nil then
    raise("index", "the dict has no key " .. R.show_text(key, END), nil, 1)
  end
  return value_of(d, key)
end

-- x[i], x[i] = e, and x[i] op= e for dicts, ranges, and lazy iterables. For all other values, the
-- C++ runtime has R.at, R.set_at, and R.update_at (vm/runtime/access.cpp), and calls these
-- functions by metatables. Emitted code accesses elements by ints and values of dicts by strings
-- itself.
R.none = {}
local known_at, known_set, known_update = R.at, R.set_at, R.update_at
function R.at(x, i)
  local m = getmt(x)
  if m == TUPLE then
    if is_int(i) and i >= 0 and i < x.n then return x[i + 1] end
  elseif m == DICT then
    local value = value_of(x, i)
    if value == nil then return dict_at(x, i) end
    return value
  elseif (m == RANGE or m == LAZY) and what(i) ~= "array" then
    return counted_at(x, i)
  end
  return known_at(x, i)
end
function R.set_at(x, i, value)
  if getmt(x) ~= DICT then return known_set(x, i, value) end
  local own = x[OWNED_WORDS]
  if own and own[i] ~= nil then
    own[i] = value
    return x
  end
  local key = dict_key(i)
  if not own then x = dict_own(x) end
  put(x, key, value)
  return x
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
function R.update_at(x, op, i, value)
  if what(x) == "array" then return known_update(x, op, i, value) end
  return R.set_at(x, i, operate[op](R.at(x, i), value))
end

-- The field names of a record, in order; nil if d is not a record.
local function names_of_record(d, e)
  return is_end(e) and what(d) == "record" and R.names_of(d) or nil
end

function B.keys(d, e, ...)
  if getmt(d) ~= DICT or not is_end(e) then
    local names = names_of_record(d, e)
    if names then return tuple_of(R.move(names, 1, #names, 1, {}), #names) end
    R.refuse("keys", d, e, ...)
  end
  packed(d)
  return tuple_of(R.move(d[KEYS], 1, d.n, 1, {}), d.n)
end
function B.values(d, e, ...)
  if getmt(d) ~= DICT or not is_end(e) then
    local names, out = names_of_record(d, e), {}
    if not names then R.refuse("values", d, e, ...) end
    for i = 1, #names do
      out[i] = rawget(d, names[i])
      R.share(out[i])
    end
    return tuple_of(out, #names)
  end
  packed(d)
  local out, keys = {}, d[KEYS]
  for i = 1, d.n do out[i] = value_of(d, keys[i]) end
  return tuple_of(out, d.n)
end

function B.get(d, key, other, e, ...)
  if getmt(d) ~= DICT or e ~= END and not is_end(e) then R.refuse("get", d, key, other, e, ...) end
  local value = d[WORDS][key]
  if value ~= nil then return value end
  key = key_of("get", d, key, other, END)
  if d[PLACES][key] == nil then return other end
  return value_of(d, key)
end

-- The last slot is freed at once, the others when more than half of all slots are free.
function B.delete(d, key, e, ...)
  if getmt(d) ~= DICT or e ~= END then R.refuse("delete", d, key, e, ...) end
  key = key_of("delete", d, key, END)
  if d[PLACES][key] == nil then
    raise("index", "the dict has no key " .. R.show_text(key, END), nil, 1)
  end
  d = dict_own(d)
  put(d, key, nil)
  local at = d[PLACES][key]
  d[PLACES][key] = nil
  if at == d.n then
    d[KEYS][at], d.n = nil, at - 1
  else
    d[KEYS][at], d[GONE] = false, d[GONE] + 1
    if 2 * d[GONE] > d.n then packed(d) end
  end
  return nil, d
end

function B.has(x, item, e, ...)
  if getmt(x) == DICT and e == END and item ~= END then
    return x[WORDS][item] ~= nil or x[PLACES][dict_key(item)] ~= nil
  end
  if x == END or x == ABSENT or item == END or not is_end(e) then
    R.refuse("has", x, item, e, ...)
  end
  if getmt(x) == DICT then return B.has(x, item, END) end
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
      raise("type", "`has` looks for strings in a string, got " .. kind(item), nil, nil, nil, 1)
    end
    return R.contains(x, item, END)
  end
  if w == "array" then return B.any(R.eq(x, item), END) end
  if w == "function" or w == "nil" or w == "number" or w == "boolean" then
    raise("type", "`has` takes strings, arrays, tuples, records, dicts, and ranges, got "
        .. kind(x), nil, nil, nil, 0)
  end
  for _, each in R.each(x) do
    local equal = R.eq(each, item)
    if equal == true or (equal ~= false and R.truth(equal)) then return true end
  end
  return false
end
