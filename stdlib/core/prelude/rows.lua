-- R: rows of tables with columns of strings, iterations over `&` streams.
local R, B, END = ...
local raise, kind, what, rawget, getmt, setmt, TUPLE = R.raise, R.kind, R.what, R.rawget, R.meta,
    R.setmetatable, R.TUPLE
local tuple_of, length, is_stream, is_int = R.tuple_of, R.length, R.is_stream, R.is_int

-- One iteration of `for x in &s`: the next item of the stream in s, nil after the last one, and the
-- new value of s. Outside of traces, a stream of the library stays open between iterations.
local step_names = {""}
function R.step(x, kinds)
  if not is_stream(x) then
    raise("type", "`for` with `&` takes a stream, got " .. kind(x), nil, nil,
          "without `&`, a `for` iterates over other values, too; `data.stream(x)` makes a stream")
  end
  if not R.tracing[1] then
    local open, item, rest = R.step_open(x)
    if open then return item, rest end
  end
  return R.call_inout(R.method_of_place(x, "next", nil), kinds, step_names, {n = 1, x})
end

-- Whether x is a column of strings, as data.read_csv returns it, with one item for each row.
local function is_text_column(x)
  if getmt(x) ~= TUPLE or x.n == 0 then return false end
  for k = 1, x.n do
    if R.type(x[k]) ~= "string" then return false end
  end
  return true
end
-- A function that returns row k of a tree. The length of each column is passed to `seen.add`.
local function row_plan(x, seen)
  local w = what(x)
  if is_text_column(x) then
    seen.add(x.n)
    return function(k)
      if not is_int(k) then
        raise("trace", "a column of strings cannot be indexed by a traced number")
      end
      return x[k + 1]
    end
  end
  if w == "tuple" or w == "record" or w == "dict" then
    local names, plans = w == "tuple" and {} or B.keys(x, END), {}
    local n = w == "tuple" and x.n or names.n
    for i = 1, n do
      local part = w == "tuple" and x[i] or w == "dict" and R.at(x, names[i]) or rawget(x, names[i])
      plans[i] = row_plan(part, seen)
    end
    return function(k)
      local out = {}
      for i = 1, n do out[i] = plans[i](k) end
      if w == "tuple" then return tuple_of(out, n) end
      if w == "dict" then return B.dict(names, tuple_of(out, n), END) end
      local row = {}
      for i = 1, n do row[names[i]] = out[i] end
      return setmt(row, getmt(x))
    end
  end
  if w == "array" and x.rank ~= 0 then
    seen.add(length(x))
    return function(k) return R.at(x, k) end
  end
  raise("type", "`rows` takes arrays and columns of strings, got " .. kind(x), nil, nil, nil, 0)
end

-- The rows of a table with columns of strings; nil for any other tree.
function R.table_rows(x)
  local function holds_text(y)
    if is_text_column(y) then return true end
    local w = what(y)
    if w == "tuple" then
      for k = 1, y.n do if holds_text(y[k]) then return true end end
    elseif w == "record" or w == "dict" then
      local parts = B.values(y, END)
      for k = 1, parts.n do if holds_text(parts[k]) then return true end end
    end
    return false
  end
  if not holds_text(x) then return nil end
  local n, seen = nil, {}
  function seen.add(m)
    if n ~= nil and m ~= n then
      raise("shape", "`rows` needs columns of the same length, got " .. n .. " and " .. m, nil, nil,
            nil, 0)
    end
    n = m
  end
  local out = R.lazy(nil, row_plan(x, seen), false)  -- strings are static
  out.n, out["(tree)"] = n, x  -- keeps a reference to the tree
  return out
end
