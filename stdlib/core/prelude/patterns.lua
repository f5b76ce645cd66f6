-- R: patterns, annotations, assert, calls with places.
local R, _, END, ABSENT = ...
local raise, kind, what, rawget, getmt, TUPLE = R.raise, R.kind, R.what, R.rawget,
    R.meta, R.TUPLE
local tuple_of, setmt, math_type = R.tuple_of, R.setmetatable, R.math_type
local byte, sub, find, match = R.byte, R.sub, R.find, R.match

function R.unset(value, name)
  if value == ABSENT then raise("name", "`" .. name .. "` is read before its line has run") end
  return value
end

function R.no_match(value)
  raise("value", "no arm of the match fits " .. R.show_text(value, END))
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

-- Values of one layout fit alike: the pattern's names remember which did.
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
  if getmt(type) ~= R.STRUCT then raise("type", "a pattern names a struct, got "
      .. kind(type)) end
  local m = getmt(v)
  if m ~= rawget(type, "(layout)") then return false end
  if names ~= nil then return fits(v, names, open, m) end
  local n = #R.names_of(v)
  return n == count or (open and n > count)
end

-- A literal pattern against what is no host number or bool: an array may stand for one of its sort.
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

-- The rows of an array, which a pattern of n takes apart as it does a tuple's items.
local function rows_apart(v, n, open)
  local _, count = R.array_type(v)
  if count == nil then raise("type", "a tuple of " .. n .. " is needed, got " .. kind(v)) end
  if count ~= n and not (open and count > n) then
    raise("shape", "a tuple of " .. n .. (open and " or more" or "") .. " is needed, got "
        .. kind(v) .. ", which has " .. count .. (count == 1 and " row" or " rows"))
  end
  local rows = {}
  for i = 1, count do rows[i] = R.at(v, i - 1) end
  return tuple_of(rows, count)
end

-- What a tuple pattern of n takes apart: v, or the rows of v.
function R.need_tuple(v, n, open)
  if getmt(v) ~= TUPLE and getmt(v) ~= R.LAZY then
    if what(v) == "array" then return rows_apart(v, n, open) end
    raise("type", "a tuple of " .. n .. " is needed, got " .. kind(v))
  end
  if v.n ~= n and not (open and v.n > n) then
    raise("type", "a tuple of " .. n .. (open and " or more" or "") .. " is needed, got one of "
        .. v.n)
  end
  return v
end

function R.need_record(v, names, open)
  if what(v) ~= "record" then raise("type", "a record is needed, got " .. kind(v)) end
  for _, name in R.ipairs(names) do local _ = v[name] end
  if not fields_fit(v, names, open) then
    raise("type", "the record has more fields than the pattern: `...` leaves them out")
  end
end

-- f(&p, …) where f was not known: the result, then one value for each place.
function R.call_inout(f, kinds, names, values)
  local plan = R.pack(R.plan_inout(f, kinds, names, values))
  local positions, places = plan[1], {}
  local n = #positions // 2
  for i = 1, n do
    local from, at = byte(positions, 2 * i - 1), byte(positions, 2 * i) + 1
    if from == 0 then plan[at], places[i + 1] = R.draw(plan[at], END) end
  end
  local out = R.pack(f(R.unpack(plan, 2, plan.n)))
  places[1] = out[1]
  for i = 1, n do
    local from = byte(positions, 2 * i - 1)
    if from > 0 then places[i + 1] = out[from + 1] end
  end
  return R.unpack(places, 1, n + 1)
end

-- Annotations. The form is described in lang/emit/types.cpp.
local function skip(form, at)
  return match(form, "^[ ,]*()", at)
end
local parse
local function parse_dims(form, at)
  local dims = {}
  at = at + 1
  while true do
    at = skip(form, at)
    local c = sub(form, at, at)
    if c == "]" then return dims, at + 1 end
    local from = at
    while not find(sub(form, at, at), "[%],]") do at = at + 1 end
    local word = sub(form, from, at - 1)
    dims[#dims + 1] = R.tointeger(word) or word
  end
end
parse = function(form, at)
  if sub(form, at, at) == "(" then
    local out = {fields = {}}
    at = at + 1
    while true do
      at = skip(form, at)
      if sub(form, at, at) == ")" then return out, at + 1 end
      local name, after = match(form, "^([%w_\128-\255]+)=()", at)
      local field
      field, at = parse(form, after or at)
      field.word = name
      out.fields[#out.fields + 1] = field
    end
  end
  local word, after = match(form, "^([@%w_.]+)()", at)
  local out = {word = nil, base = word}
  if sub(form, after, after) == "[" then out.dims, after = parse_dims(form, after) end
  return out, after
end

-- at is the parameter's place, from 0.
function R.annotation(form, text, at)
  local out = parse(form, 1)
  out.text, out.at = text, at
  return out
end

local floats = {f8e4m3 = true, f8e5m2 = true, f16 = true, bf16 = true, f32 = true, f64 = true}
local ints = {i4 = true, i8 = true, i16 = true, i32 = true, i64 = true,
              u4 = true, u8 = true, u16 = true, u32 = true, u64 = true}

local function dtype_fits(base, dtype)
  if base == "any" then return true end
  if base == "float" then return floats[dtype] or false end
  if base == "int" then return ints[dtype] or false end
  return base == dtype
end

-- A host number fits every type of its kind, in a trace as in a plain run.
local function number_fits(base, v)
  local t = math_type(v)
  if R.is_weak(v) then
    local dtype = R.array_type(v)
    t = ints[dtype] and "integer" or floats[dtype] and "float"
  end
  if base == "any" then return t ~= nil or v == true or v == false end
  if base == "bool" then return v == true or v == false end
  if base == "int" or ints[base] then return t == "integer" end
  if base == "float" or floats[base] or base == "c64" or base == "c128" then return t ~= nil end
  return false
end

local function refuse(type, v, name, code)
  raise(code or "type", name .. " needs " .. type.text .. ", got " .. kind(v), type.at)
end
local function refuse_shape(type, v, name, why)
  raise("shape", name .. " needs " .. type.text .. ", got " .. kind(v) .. why, type.at)
end

-- Calls f(dim, size) for each axis that the annotation names one by one.
local function each_dim(type, spec, v, name, f)
  local shape = R.pack(R.array_type(v))
  local rank, dots = shape.n - 1, nil
  for i, dim in R.ipairs(spec.dims) do
    if dim == "..." then dots = i end
  end
  local wanted = #spec.dims
  if dots == nil and wanted ~= rank then refuse_shape(type, v, name, "") end
  if dots ~= nil and rank < wanted - 1 then refuse_shape(type, v, name, "") end
  for i, dim in R.ipairs(spec.dims) do
    if dots == nil or i < dots then
      f(dim, shape[i + 1])
    elseif i > dots then
      f(dim, shape[rank - (wanted - i) + 1])
    end
  end
end

local function walk(type, spec, v, name, state)
  if spec.fields ~= nil then
    if what(v) ~= "tuple" and what(v) ~= "record" then refuse(type, v, name) end
    if what(v) == "tuple" and v.n ~= #spec.fields then refuse(type, v, name) end
    for i, field in R.ipairs(spec.fields) do
      local item
      if field.word ~= nil then item = v[field.word] else item = v[i] end
      walk(type, field, item, name, state)
    end
  elseif spec.base == "@" then
    state.structs_seen = state.structs_seen + 1
    local struct = state.structs and state.structs[state.structs_seen]
    if struct ~= nil and (what(v) ~= "record" or getmt(v) ~= rawget(struct, "(layout)")) then
      refuse(type, v, name)
    end
  elseif spec.dims ~= nil then
    if #spec.dims == 1 and spec.dims[1] == "..." and number_fits(spec.base, v) then return end
    if what(v) ~= "array" then refuse(type, v, name) end
    if not dtype_fits(spec.base, (R.array_type(v))) then refuse(type, v, name, "dtype") end
    each_dim(type, spec, v, name, function(dim, size) state.dim(dim, size, v) end)
  elseif spec.base ~= "any" and state.scalars then
    if spec.base == "str" then
      if R.type(v) ~= "string" then refuse(type, v, name) end
    elseif not number_fits(spec.base, v) then
      local dtype, extent
      if what(v) == "array" then dtype, extent = R.array_type(v) end
      if dtype == nil or extent ~= nil or not dtype_fits(spec.base, dtype) then
        refuse(type, v, name)
      end
    end
  end
end

-- The sizes that first appear here, in order.
function R.bind_type(type, v, name, ...)
  local found, n = {}, 0
  local state = {structs = R.pack(...), structs_seen = 0, scalars = true}
  state.dim = function(dim, size)
    if dim == "?" then
      n = n + 1
      found[n] = size
    elseif math_type(dim) == "integer" and dim ~= size then
      refuse_shape(type, v, name, "")
    end
  end
  walk(type, type, v, name, state)
  return R.unpack(found, 1, n)
end

function R.check_sizes(type, v, name, ...)
  local sums, n = R.pack(...), 0
  local state = {structs_seen = 0, scalars = false}
  state.dim = function(dim, size)
    if dim ~= "$" then return end
    n = n + 1
    if R.host(sums[n]) ~= size then
      refuse_shape(type, v, name, ": " .. R.show_text(sums[n], END) .. " is not " .. size)
    end
  end
  walk(type, type, v, name, state)
end

-- assert: every element true. op, a and b are the parts of a comparison, or nil.
function R.assert(c, op, a, b, message)
  local w = what(c)
  if w ~= "array" and c ~= false then
    local help = w == "tuple" and "it has no parentheses: `assert c, message`" or nil
    raise("type", "`assert` takes bools, got " .. kind(c), nil, nil, help)
  end
  if (R.meta(message) == R.TEXT) then
    return R.assert_fails(c, nil, nil, nil, message["(line)"], message["(holes)"], END)
  end
  return R.assert_fails(c, op, a, b, message, nil, END)
end
