-- R: tuples, records, ranges, iteration, numbers.
local R, B, END, ABSENT = ...
local setmt, getmt, rawget, raise, kind, what = R.setmetatable, R.meta, R.rawget,
    R.raise, R.kind, R.what
local TUPLE, RANGE, math_type = R.TUPLE, R.RANGE, R.math_type
local byte = R.byte
R.setmt = setmt

local is_int = R.is_int

-- The marker after the last argument (docs/lua.md): END_VAR if an argument is a variable without
-- `&`, END_DROPPED if the new value of an `inout` parameter is not used.
local function is_end(e) return e == END or e == R.END_VAR or e == R.END_DROPPED end
R.is_end = is_end

local function tuple_of(items, n)
  items.n = n
  return setmt(items, TUPLE)
end
R.tuple_of = tuple_of

-- (a, ...b): spreads of records only make a record; spreads of dicts, or dicts and records, a dict.
function R.tuple(kinds, t)
  local records, dicts = 0, 0
  for i = 1, t.n do
    if byte(kinds, i) == SPREAD then
      local w = what(t[i])
      if w == "record" then records = records + 1
      elseif w == "dict" then dicts = dicts + 1 end
    end
  end
  if dicts > 0 and dicts + records == t.n then return R.named_dict(kinds, nil, t) end
  if records > 0 and records == t.n then
    local names = {}
    for i = 1, t.n do names[i] = "" end
    return R.record(kinds, names, t)
  end
  local out, n = {}, 0
  for i = 1, t.n do
    local x = t[i]
    if byte(kinds, i) ~= PLAIN then x = R.settled(x) end
    if byte(kinds, i) == PLAIN then
      n = n + 1
      out[n] = x
    elseif what(x) == "tuple" then
      for k = 1, x.n do out[n + k] = x[k] end
      n = n + x.n
    elseif what(x) == "range" then
      for k = x["(lo)"], x["(hi)"] - 1 do n = n + 1 out[n] = k end
    else
      raise("type", "`...` in a tuple spreads a tuple, got " .. kind(x))
    end
  end
  return tuple_of(out, n)
end

-- (...p, w = e)
function R.record(kinds, names, t)
  local out, all = {}, {}
  for i = 1, t.n do
    local x = t[i]
    if byte(kinds, i) == SPREAD and what(x) == "dict" then
      return R.named_dict(kinds, names, t)
    end
    if byte(kinds, i) == NAMED then
      out[names[i]] = x
      all[#all + 1] = names[i]
    elseif what(x) == "record" then
      for _, name in R.ipairs(R.names_of(x)) do
        out[name] = rawget(x, name)
        all[#all + 1] = name
      end
    else
      raise("type", "`...` in a record spreads a record or a dict, got " .. kind(x))
    end
  end
  return setmt(out, R.layout_of(all))
end

local function next_item(t, i)
  i = i + 1
  local x = t[i]
  if x ~= nil then return i, x end
end
function R.ipairs(t) return next_item, t, 0 end

function R.array(t, dtype)
  local function mark(part)
    for i = 1, part.n do
      local x = part[i]
      if what(x) == "table" then mark(x) end
    end
    return setmt(part, TUPLE)
  end
  return R.literal(mark(t), dtype, END)
end

function R.range(lo, hi)
  if math_type(lo) ~= "integer" or math_type(hi) ~= "integer" then
    if R.is_traced(lo) or R.is_traced(hi) then
      return setmt({["(lo)"] = lo, ["(hi)"] = hi, ["(traced)"] = true}, RANGE)
    end
    local last
    lo, last = R.bounds(lo, hi)
    hi = last + 1
  end
  return setmt({["(lo)"] = lo, ["(hi)"] = hi}, RANGE)
end

-- A range with known bounds. If they are traced, the function may be traced again with them fixed.
local function known_range(x)
  if not rawget(x, "(traced)") then return x end
  local lo, last = R.bounds(x["(lo)"], x["(hi)"])
  return setmt({["(lo)"] = lo, ["(hi)"] = last + 1}, RANGE)
end
R.known_range = known_range

-- zip, enumerate, and rows over arrays are lazy: each item is made when the loop reaches it.
local LAZY = R.LAZY
local function is_lazy(x) return getmt(x) == LAZY end

local function length(x, name, at)
  local w = what(x)
  if w == "tuple" then return x.n end
  if w == "dict" then return x.n - x[GONE] end
  if w == "range" then
    x = known_range(x)
    local n = x["(hi)"] > x["(lo)"] and x["(hi)"] - x["(lo)"] or 0
    if n < 0 then raise("limit", "the range has more than 2^63 - 1 numbers") end
    return n
  end
  if w == "record" then return #R.names_of(x) end
  if w == "string" then return R.utf8_length(x, END) end
  if w == "array" then
    local _, n = R.array_type(x)
    if n == nil then raise("type", "an array of shape () has no length", nil, nil, nil, at) end
    return n
  end
  if is_lazy(x) then return x.n end
  raise("type", "`" .. (name or "len") .. "` takes tuples, arrays, strings, records, dicts, "
      .. "ranges, and streams, got " .. kind(x), nil, nil, nil, at)
end
R.length = length
function B.len(x, e, ...)
  if x == END or not is_end(e) then R.refuse("len", x, e, ...) end
  if what(x) == "record" then
    if R.tracing[1] then R.know_stream(x) end
    local n = R.instance_length(x)
    if n ~= nil then return n end
  end
  return length(x, "len", 0)
end

-- The item at a traced index.
function R.lazy_item(x, k)
  if what(x) == "range" then return x["(lo)"] + k end
  if is_lazy(x) then return x["(get)"](k) end
  return R.at(x, k)
end

-- Item k, from 0, of any value that a loop can iterate over, except streams.
local function item_at(x, k)
  local w = what(x)
  if w == "tuple" then return x[k + 1] end
  if w == "range" then return x["(lo)"] + k end
  if w == "array" then return R.at(x, k) end
  if is_lazy(x) then return x["(get)"](k) end
  if w == "dict" then
    R.packed(x)
    return R.entry(x, k + 1)
  end
  return R.at(x, k)
end
R.item_at = item_at

local function each_tuple(t, i)
  i = i + 1
  if i <= t.n then return i, t[i] end
end
local function each_range(r, i)
  local k = r["(lo)"] + i
  if k < r["(hi)"] then return i + 1, k end
end
local function each_lazy(x, i)
  if i < x.n then return i + 1, x["(get)"](i) end
end
local function each_entry(d, i)
  i = i + 1
  if i <= d.n then return i, R.entry(d, i) end
end

-- Help by the kind of a value that a loop cannot iterate over.
local loop_helps = {
  number = "`for i in 0..n` counts",
  record = "`for (k, v) in dict(...r)` iterates over the fields of a record",
  string = "`for c in chars(s)` iterates over the characters",
}
local of_saved_stream = "`ckpt.load(path, like = tree)` restores a stream from its saved state"
-- Whether a record holds the fields of a stream, as ckpt.load reads one without `like`.
local function was_stream(x)
  return rawget(x, "at") ~= nil and (rawget(x, "source") ~= nil or rawget(x, "tree") ~= nil)
end
local function no_items(x, name, at)
  local w = what(x)
  local help = (at == nil or w ~= "number") and loop_helps[w] or nil  -- at is nil for a loop
  if w == "record" and was_stream(x) then help = of_saved_stream end
  raise("type", name .. " takes ranges, arrays, tuples, dicts, streams, `zip`, `enumerate`,"
      .. " and `rows`, got " .. kind(x), nil, nil, help, at)
end
-- The number of items of a loop over x.
local function items_in(x, name, at)
  local w = what(x)
  local has = w == "tuple" or w == "array" or w == "range" or w == "dict" or is_lazy(x)
  if not has then no_items(x, name, at) end
  return length(x, nil, at)
end
R.items_in = items_in

-- A function that returns the next item of a stream, and END after the last one. It reads a copy,
-- so the position of x does not change.
function R.pull(x)
  if R.tracing[1] then R.know_stream(x) end
  local open = R.open_stream(x)
  if open ~= nil then return open end
  local next_of, item = getmt(x)["@next"], nil
  R.share(x)  -- `next` may overwrite a value with a single reference
  return function()
    item, x = next_of(x, END)
    if item == nil then return END end
    return item
  end
end
local is_stream = R.is_stream
local function each_pulled(pull)
  local item = pull()
  if item ~= END then return pull, item end
end

function R.each(x, name)
  local w = what(x)
  if w == "tuple" then return each_tuple, x, 0 end
  if w == "range" then
    return each_range, known_range(x), 0
  end
  if w == "dict" then return each_entry, R.packed(x), 0 end
  if w == "array" then
    local n = length(x)
    local at = R.at
    return function(_, i)
      if i < n then return i + 1, at(x, i) end
    end, nil, 0
  end
  if is_lazy(x) then return each_lazy, x, 0 end
  if is_stream(x) then
    local pull = R.pull(x)
    return function() return each_pulled(pull) end
  end
  if x == nil then raise("type", (name or "`for`") .. " takes a value to iterate over, got nil") end
  no_items(x, name or "`for`")
end

-- For a loop: the table of items and their count; or nil, the count, and a function that returns
-- the next item, and END after the last one.
function R.items(x)
  if getmt(x) == TUPLE then return x, x.n end
  if is_stream(x) then return nil, R.huge, R.pull(x) end
  local pull, source, at = R.each(x)
  return source, R.huge, function()
    local item
    at, item = pull(source, at)
    if at == nil then return END end
    return item
  end
end

local function lazy(n, get, parts, join)
  return setmt({n = n, ["(get)"] = get, ["(parts)"] = parts, ["(join)"] = join}, LAZY)
end
R.lazy = lazy
-- The tuple of the items if x is lazy, else x.
local function settled(x)
  if not is_lazy(x) then return x end
  local out = {}
  for k = 1, x.n do out[k] = x["(get)"](k - 1) end
  return tuple_of(out, x.n)
end
R.settled = settled
local function settle(x)  -- lazy only if an array is in it
  if is_lazy(x) or what(x) == "array" then return true end
  return false
end

function B.zip(...)
  local parts = R.pack(...)
  parts.n = parts.n - 1
  local n, late = nil, false
  for i = 1, parts.n do
    if is_stream(parts[i]) then return B["data.zip"](...) end
  end
  for i = 1, parts.n do
    local m = items_in(parts[i], "`zip`", i - 1)
    if n ~= nil and m ~= n then
      raise("shape", "`zip` takes arguments of the same length, got " .. n .. " and " .. m, nil,
            nil, nil, i - 1)
    end
    n = m
    late = late or settle(parts[i])
  end
  if n == nil then raise("type", "`zip` needs at least one argument") end
  local function get(k)
    local out = {}
    for i = 1, parts.n do out[i] = item_at(parts[i], k) end
    return tuple_of(out, parts.n)
  end
  if late then return lazy(n, get, parts, function(_, items) return tuple_of(items, parts.n)
      end) end
  local out = {}
  for k = 0, n - 1 do out[k + 1] = get(k) end
  return tuple_of(out, n)
end

function B.enumerate(x, e, ...)
  if x == END or not is_end(e) then R.refuse("enumerate", x, e, ...) end
  if is_stream(x) then return B["data.enumerate"](x, END) end
  local n = items_in(x, "`enumerate`", 0)
  if settle(x) then
    return lazy(n, function(k) return tuple_of({k, item_at(x, k)}, 2) end, {n = 1, x},
                function(k, items) return tuple_of({k, items[1]}, 2) end)
  end
  local out = {}
  for k = 0, n - 1 do out[k + 1] = tuple_of({k, item_at(x, k)}, 2) end
  return tuple_of(out, n)
end

function B.rows(x, e, ...)
  if x == END or not is_end(e) then R.refuse("rows", x, e, ...) end
  local w = what(x)
  local rows = (w == "record" or w == "dict" or w == "tuple") and R.table_rows(x) or nil
  if rows ~= nil then return rows end
  local n = R.tree_rows(x, END)
  local out = lazy(n, function(k) return R.tree_row(x, k, END) end)
  out["(tree)"] = x  -- keeps a reference to the tree
  return out
end

for _, name in R.ipairs({"sqrt", "exp", "log", "sin", "cos", "tanh"}) do
  local slow, fast = B[name], R["math_" .. name]
  R[name] = function(x)
    if math_type(x) then return fast(x) end
    return slow(x, END)
  end
end

local slow_abs, slow_int, slow_float = B.abs, B.int, B.float
function R.abs(x)
  if is_int(x) then return x < 0 and -x or x end
  return slow_abs(x, END)
end
function R.int(x)
  if is_int(x) then return x end
  return slow_int(x, END)
end
function R.float(x)
  local t = math_type(x)
  if t == "float" then return x end
  if t == "integer" then return x + 0.0 end
  return slow_float(x, END)
end
local slow_minimum, slow_maximum = B.minimum, B.maximum
function R.minimum(x, y)
  local t = math_type(x)
  if t and t == math_type(y) then
    if x < y then return x elseif y < x then return y elseif t == "integer" then return x end
  end
  return slow_minimum(x, y, END)
end
function R.maximum(x, y)
  local t = math_type(x)
  if t and t == math_type(y) then
    if x > y then return x elseif y > x then return y elseif t == "integer" then return x end
  end
  return slow_maximum(x, y, END)
end

B.push = R.push

-- A string with interpolated values that only a run has. print, assert, and error accept it.
local TEXT = R.TEXT
local function braces(s) return (R.gsub(s, "[{}]", "%0%0")) end
R.braces = braces
local function add_hole(out, x, suffix)
  local holes = out["(holes)"]
  out["(line)"] = out["(line)"] .. "{" .. holes.n .. suffix .. "}"
  holes.n = holes.n + 1
  holes[holes.n] = x
end
local function add_text(out, x, change)
  local holes, more = out["(holes)"], x["(holes)"]
  local shift = holes.n
  for i = 1, more.n do holes[shift + i] = more[i] end
  holes.n = shift + more.n
  local line = change and change(x["(line)"]) or x["(line)"]
  out["(line)"] = out["(line)"] .. R.gsub(line, "({+)(%d+)", function(open, k)
    return #open % 2 == 1 and open .. R.tointeger(k) + shift or nil
  end)
end

-- A tree: its traced values keep their columns, and its strings are quoted.
local escapes = {["\\"] = "\\\\", ["\""] = "\\\"", ["\n"] = "\\n", ["\t"] = "\\t", ["\r"] = "\\r"}
local function quoted(line) return "\"" .. R.gsub(line, "[\\\"\n\t\r]", escapes) .. "\"" end
local function add_tree(out, x)
  local parts = R.text_parts(x, END)
  if parts.n > 1 then out["(line)"] = out["(line)"] .. "{!}" end
  for i = 1, parts.n do
    local part = parts[i]
    if getmt(part) == TEXT then add_text(out, part, quoted)
    elseif R.type(part) == "string" then out["(line)"] = out["(line)"] .. braces(part)
    else add_hole(out, part, "!") end
  end
end

local add_part
add_part = function(out, x, spec)
  local w = what(x)
  if w == "text" then
    add_text(out, x)
  elseif R.is_traced(x) then
    add_hole(out, x, spec and ":" .. spec or "")
  elseif w == "tuple" or w == "record" or w == "dict" or w == "iterable" then
    add_tree(out, x)
  elseif w == "range" and rawget(x, "(traced)") then
    add_part(out, x["(lo)"])
    out["(line)"] = out["(line)"] .. ".."
    add_part(out, x["(hi)"])
  else
    out["(line)"] = out["(line)"] .. braces(R.plain_str({n = 1, x}))
  end
end
local function text_of(t, spec)
  local out = setmt({["(line)"] = "", ["(holes)"] = tuple_of({}, 0)}, TEXT)
  for i = 1, t.n do add_part(out, t[i], spec) end
  return out
end
R.plain_str, R.plain_fmt = R.str, R.fmt
function R.fmt(x, spec)
  if not R.tracing[1] then return R.plain_fmt(x, spec) end
  if R.is_traced(x) then return text_of({n = 1, x}, spec) end
  local out = text_of({n = 1, x})
  if out["(holes)"].n == 0 or what(x) == "array" then return R.plain_fmt(x, spec) end
  R.plain_fmt(x, spec, "")  -- raises if the format is not valid
  out["(line)"] = "{<" .. spec .. "}" .. out["(line)"] .. "{>}"
  return out
end
function R.str(t)
  if not R.tracing[1] then return R.plain_str(t) end
  local out = text_of(t)
  if out["(holes)"].n == 0 then return R.plain_str(t) end
  return out
end
local plain_str, plain_format = B.str, B.format
function B.str(x, ...)
  if R.tracing[1] and ... == END and x ~= END then return R.str({n = 1, x}) end
  return plain_str(x, ...)
end
function B.format(x, spec, ...)
  if is_end(x) then return plain_format(x) end
  if R.tracing[1] and ... == END and R.type(spec) == "string" and R.is_traced(x) then
    return R.fmt(x, spec)
  end
  return plain_format(x, spec, ...)
end
local plain_join = B.join
function B.join(parts, between, ...)
  if is_end(parts) then return plain_join(parts) end
  local gap = not is_end(between) and between ~= ABSENT
  local is_plain = gap and R.type(between) ~= "string" and getmt(between) ~= TEXT
  if not R.tracing[1] or what(parts) ~= "tuple" or is_plain then
    return plain_join(parts, between, ...)
  end
  local all = {n = 0}
  for i = 1, parts.n do
    if i > 1 and gap then
      all.n = all.n + 1
      all[all.n] = between
    end
    all.n = all.n + 1
    all[all.n] = parts[i]
  end
  local out = text_of(all)
  if out["(holes)"].n > 0 then return out end
  if getmt(between) == TEXT then between = "" end  -- there is nothing to separate
  return plain_join(parts, between, ...)
end

function B.print(...)
  local t = R.pack(...)
  local parts = {n = 0}
  for i = 1, t.n - 1 do
    if i > 1 then
      parts.n = parts.n + 1
      parts[parts.n] = " "
    end
    parts.n = parts.n + 1
    parts[parts.n] = t[i]
  end
  if R.tracing[1] then
    local out = text_of(parts)
    R.traced_print(out["(line)"], out["(holes)"], END)
    return nil
  end
  parts.n = parts.n + 1
  parts[parts.n] = "\n"
  R.write(R.plain_str(parts))
  return nil
end
function R.stack(items, n, dtype)
  local values = false
  for i = 1, n do values = values or items[i] ~= nil end
  if n > 0 and not values then return nil end
  return R.stack_tree(tuple_of(items, n), dtype, END)
end
R.STRUCT.__call = function(self, ...) return rawget(self, "(new)")(...) end

-- An `error` in traced code is raised when the compiled code reaches it, and its branch has no
-- value. If every run would raise it first, it is raised while tracing.
local RAISED = {}
R.note_raised(RAISED, END)
local plain_error = B.error
function B.error(message, code, ...)
  if is_end(message) then return plain_error(message) end
  if not R.tracing[1] then return plain_error(message, code, ...) end
  if code == END or code == ABSENT then code = "value" end
  if R.type(code) ~= "string" then
    raise("type", "`error` needs a string for `kind`, got " .. kind(code))
  end
  local is_text = R.meta(message) == R.TEXT
  if not is_text and R.type(message) ~= "string" then return plain_error(message, code, ...) end
  if not is_text and R.raises_now(END) then return plain_error(message, code, END) end
  if is_text then
    R.traced_error(message["(line)"], code, message["(holes)"], END)
  else
    R.traced_error(R.braces(message), code, setmt({n = 0}, TUPLE), END)
  end
  return RAISED
end
