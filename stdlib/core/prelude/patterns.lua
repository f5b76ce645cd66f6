-- R: patterns, assert, calls with `&` arguments.
local R, _, END, ABSENT = ...
local raise, kind, what, rawget, getmt, TUPLE = R.raise, R.kind, R.what, R.rawget,
    R.meta, R.TUPLE
local tuple_of, setmt = R.tuple_of, R.setmetatable
local byte = R.byte

function R.unset(value, name)
  if value == ABSENT then raise("name", "`" .. name .. "` is used before its definition has run") end
  return value
end

function R.no_match(value)
  raise("value", "no arm of the `match` matches " .. R.show_text(value, END))
end

function R.is_tuple(v, n, open)
  if getmt(v) ~= TUPLE and getmt(v) ~= R.LAZY then return false end
  return v.n == n or (open and v.n > n)
end

local function fields_fit(v, names, open)
  local has = R.names_of(v)
  local count = 0
  for _, name in R.ipairs(names) do
    local found = false
    for _, own in R.ipairs(has) do found = found or own == name end
    if not found then return false end
    count = count + 1
  end
  return open or count == #has
end

-- Whether a pattern matches depends only on the layout of a value, so the answer is cached by
-- layout.
local function fits(v, names, open, m)
  local known = names[open]
  if known == nil then
    known = {}
    names[open] = known
  end
  local fit = known[m]
  if fit == nil then
    fit = what(v) == "record" and fields_fit(v, names, open)
    known[m] = fit
  end
  return fit
end

function R.is_record(v, names, open)
  local m = getmt(v)
  return m ~= nil and fits(v, names, open, m)
end

function R.is_struct(v, type, names, count, open)
  if getmt(type) ~= R.STRUCT then raise("type", "expected a struct in a struct pattern, got "
      .. kind(type)) end
  local m = getmt(v)
  if m ~= rawget(type, "(layout)") then return false end
  if names ~= nil then return fits(v, names, open, m) end
  local n = #R.names_of(v)
  return n == count or (n > count and (open or R.is_rest_unset(v, count)))
end

-- A literal pattern and a value that is not a host scalar or bool. An array matches a literal of
-- its kind: bools or numbers.
function R.fits(v, literal)
  if R.meta(v) == R.TEXT then return R.eq(v, literal) end
  if what(v) ~= "array" or R.type(literal) == "string" then return false end
  if (R.array_type(v) == "bool") ~= (R.type(literal) == "boolean") then return false end
  return R.eq(v, literal)
end

function R.rest_tuple(v, n)
  local out = {}
  for i = n + 1, v.n do out[i - n] = v[i] end
  return tuple_of(out, v.n - n)
end

function R.rest_record(v, names)
  local out, all, drop = {}, {}, {}
  for _, name in R.ipairs(names) do drop[name] = true end
  for _, name in R.ipairs(R.names_of(v)) do
    if not drop[name] then
      out[name] = rawget(v, name)
      all[#all + 1] = name
    end
  end
  return setmt(out, R.layout_of(all))
end

-- The rows of an array as a tuple, which a pattern of n items unpacks.
local function rows_apart(v, n, open)
  local _, count = R.array_type(v)
  if count == nil then raise("type", "expected a tuple of " .. n .. ", got " .. kind(v)) end
  if count ~= n and not (open and count > n) then
    raise("shape", "expected a tuple of " .. n .. (open and " or more" or "") .. ", got "
        .. kind(v) .. ", which has " .. count .. (count == 1 and " row" or " rows"))
  end
  local rows = {}
  for i = 1, count do rows[i] = R.at(v, i - 1) end
  return tuple_of(rows, count)
end

-- The tuple that a pattern of n items unpacks: v, or the rows of v.
function R.need_tuple(v, n, open)
  if getmt(v) ~= TUPLE and getmt(v) ~= R.LAZY then
    if what(v) == "array" then return rows_apart(v, n, open) end
    local help = R.is_stream(v) and "a stream yields its items in order: `for (x, y) in s { … }`"
    raise("type", "expected a tuple of " .. n .. ", got " .. kind(v), nil, nil, help or nil)
  end
  if v.n ~= n and not (open and v.n > n) then
    raise("type", "expected a tuple of " .. n .. (open and " or more" or "") .. ", got a tuple of "
        .. v.n)
  end
  return v
end

function R.need_record(v, names, open)
  if what(v) ~= "record" then raise("type", "expected a record, got " .. kind(v)) end
  for _, name in R.ipairs(names) do local _ = v[name] end
  if not fields_fit(v, names, open) then
    raise("type", "the record has more fields than the pattern; add `...` to ignore them")
  end
end

-- The function that x.f!(…) calls: the method f of x or, if f is a field of x, the `call` of its
-- value, which is then passed by reference.
local Within = {}
-- The call of a method inside of the layer that R.enter opened.
local leave, hold_call, tell_call, T = R.leave, R.hold_call, R.tell_call, R.tracing
function R.within(method, ...)
  if T.tells then return tell_call(method, (hold_call(method, ...)), method(...)) end
  return leave(method(...))
end

function R.method_of_place(x, name, fallback)
  local is_field = what(x) == "record" and rawget(x, name) ~= nil
  return is_field and setmt({name}, Within) or R.method(x, name, fallback)
end

local function call_within(name, kinds, names, values)
  local x = values[1]
  local part = x[name]
  if not rawget(x, OWNED) then R.share(part) end  -- the parts of an unowned value are shared
  values[1] = part
  local out = R.pack(R.call_inout(R.method(part, "call", nil), kinds, names, values))
  out[2] = R.set_field(x, name, out[2])
  return R.unpack(out, 1, out.n)
end

-- f(&p, …) for an f that was not known: the result, then the new value of each `&` argument.
function R.call_inout(f, kinds, names, values)
  if getmt(f) == Within then return call_within(f[1], kinds, names, values) end
  local plan = R.pack(R.plan_inout(f, kinds, names, values))
  local positions, places = plan[1], {}
  local n = #positions // 2
  for i = 1, n do
    local from, at = byte(positions, 2 * i - 1), byte(positions, 2 * i) + 1
    if from == 0 then plan[at], places[i + 1] = R.draw(plan[at], END) end
    if from > 128 then plan[at], places[i + 1] = R.lend_key(plan[at], END) end
  end
  local out = R.pack(f(R.unpack(plan, 2, plan.n)))
  places[1] = out[1]
  for i = 1, n do
    local from = byte(positions, 2 * i - 1)
    if from > 0 then places[i + 1] = places[i + 1] or out[from % 128 + 1] end
  end
  return R.unpack(places, 1, n + 1)
end

-- assert: every element is true. `op` is the comparison of a and b: `==`, `<`, or `close` with its
-- tolerances; nil if the condition is not a comparison. `shown` are the sides whose values are
-- printed: "left", "right", "both", or "".
function R.assert(c, message, op, shown, a, b, rtol, atol)
  local w = what(c)
  if w ~= "array" and c ~= false then
    local help = w == "tuple" and "`assert` has no parentheses: `assert c, message`" or nil
    raise("type", "`assert` takes bools, got " .. kind(c), nil, nil, help)
  end
  if (R.meta(message) == R.TEXT) then
    return R.assert_later(c, message["(line)"], message["(holes)"], END)
  end
  if rtol == ABSENT then rtol = nil end
  if atol == ABSENT then atol = nil end
  return R.assert_fails(c, message, op, shown, a, b, tuple_of({rtol, atol}, 2), END)
end
