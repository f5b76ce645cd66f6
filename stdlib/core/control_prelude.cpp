// R in Lua: control flow of bodies that a trace may run.
#include "stdlib/core/prelude.h"

namespace rille {

// Conditions and bounds that are known run here; what is traced goes to R.traced_… in C++.
// The protocol of the closures: docs/lua.md.
extern const Prelude control_prelude = {"control", R"lua(
local R, B, END, ABSENT = ...
local raise, kind, what, pack, unpack, is_traced = R.raise, R.kind, R.what, R.pack, R.unpack,
    R.is_traced
local tuple_of, truth, setmt, TUPLE = R.tuple_of, R.truth, R.setmetatable, R.TUPLE

local function as_tuple(t) return setmt(t, TUPLE) end
local function spread(t) return unpack(t, 1, t.n) end
local function tail(t, from)
  local out = {n = t.n - from + 1}
  for i = from, t.n do out[i - from + 1] = t[i] end
  return out
end

-- What a branch that is left out gives: [0, nil,] [nil,] the places as they are.
local function pass(leaves, value, ...)
  if leaves and value then return 0, nil, nil, ... end
  if leaves then return 0, nil, ... end
  if value then return nil, ... end
  return ...
end

function R.if_(names, leaves, value, c, yes, no, ...)
  if c ~= true and c ~= false then
    if is_traced(c) then
      return spread(R.record_if(as_tuple(names), leaves, value, c, yes, no, as_tuple(pack(...)),
          END))
    end
    c = truth(c)
  end
  if c then return yes(...) end
  if no ~= nil then return no(...) end
  return pass(leaves, value, ...)
end

-- The rest of the arms is the other branch of the first whose fit is not known.
local function match_from(k, names, leaves, value, subject, tests, bodies, places)
  for i = k, #tests do
    local fits = tests[i](subject)
    if is_traced(fits) then
      if i == #tests then
        R.check_match(fits, END)
        return bodies[i](subject, spread(places))
      end
      local function yes() return bodies[i](subject, spread(places)) end
      local function no()
        return match_from(i + 1, names, leaves, value, subject, tests, bodies, places)
      end
      return spread(R.record_if(as_tuple(names), leaves, value, fits, yes, no, as_tuple(places),
          END))
    end
    if fits ~= false and truth(fits) then return bodies[i](subject, spread(places)) end
  end
  R.no_match(subject)
end

function R.match_(names, leaves, value, subject, tests, bodies, ...)
  return match_from(1, names, leaves, value, subject, tests, bodies, pack(...))
end

-- Runs the rest of a block where the code before it is 0.
function R.go_on(names, value, code, returned, rest, ...)
  if is_traced(code) then
    return spread(R.record_go_on(as_tuple(names), value, code, returned, rest,
        as_tuple(pack(...)), END))
  end
  if code == 0 then return rest(...) end
  if value then return code, returned, ABSENT, ... end
  return code, returned, ...
end

local function loop_result(leaves, code, returned, places)
  if leaves then return code, returned, spread(places) end
  return spread(places)
end

local function record_while(names, leaves, go_on, condition, body, places)
  return spread(R.record_while(as_tuple(names), leaves, go_on, condition, body,
      as_tuple(places), END))
end

-- Puts back what a construct has set while it ran, an error or not.
local Restore = {__close = function(self) self.restore() end}
local function at_end(restore) return setmt({restore = restore}, Restore) end

-- A `while` on a known condition runs a turn to find out whether its leaves are traced; then the
-- turn is recorded anew, and with it the loops inside. Of those it is known by then, or each level
-- would double the work: met[place] for loops found in the turn, asked while `again` holds.
local met, again = nil, false

local function record_again(here, names, condition, body, places)
  local inner = R.next(met) ~= nil
  met[here] = true
  if not inner or again then
    return record_while(names, true, true, condition, body, places)
  end
  local function recorded()
    local put_back <close> = at_end(function() again = false end)
    again = true
    return as_tuple(pack(record_while(names, true, true, condition, body, places)))
  end
  local out = R.attempt(recorded, false, END)
  if out ~= nil then return spread(out) end
  return record_while(names, true, true, condition, body, places)
end

function R.while_(names, leaves, condition, body, ...)
  local places, outermost, here = pack(...), leaves and met == nil, leaves and R.here(END)
  local put_back <close> = at_end(function() if outermost then met = nil end end)
  if outermost then met = {} end
  while true do
    local out = pack(condition(spread(places)))
    local c = out[1]
    places = tail(out, 2)
    if is_traced(c) then return record_while(names, leaves, c, condition, body, places) end
    if not truth(c) then return loop_result(leaves, 0, nil, places) end
    if leaves and again and met[here] then
      return record_while(names, leaves, true, condition, body, places)
    end
    out = pack(body(spread(places)))
    if leaves then
      local code = out[1]
      if is_traced(code) then return record_again(here, names, condition, body, places) end
      places = tail(out, 3)
      if code == 3 then return loop_result(leaves, 3, out[2], places) end
      if code == 1 then return loop_result(leaves, 0, nil, places) end
    else
      places = out
    end
  end
end

local function host_for(leaves, source, body, places)
  for _, item in R.each(source) do
    local out = pack(body(item, spread(places)))
    if leaves then
      local code = out[1]
      places = tail(out, 3)
      if code == 3 then return loop_result(leaves, 3, out[2], places) end
      if code == 1 then return loop_result(leaves, 0, nil, places) end
    else
      places = out
    end
  end
  return loop_result(leaves, 0, nil, places)
end

-- What a loop reads row by row: the arrays, and how an item is made of a turn and their rows.
-- nil where an item must be known when it is traced.
local function parts_of(source)
  local w = what(source)
  if w == "range" then
    local lo = source.lo
    return {}, function(k) return lo + k end
  elseif w == "array" then
    return {source}, function(k, row) return row end
  elseif R.meta(source) == R.LAZY and source.parts ~= nil then
    local arrays, makers, counts = {}, {}, {}
    for i = 1, source.parts.n do
      local part = source.parts[i]
      local own, make = parts_of(part)
      if own == nil then return nil end
      for _, x in R.ipairs(own) do arrays[#arrays + 1] = x end
      makers[i], counts[i] = make, #own
    end
    return arrays, function(k, ...)
      local rows, at, items = {...}, 0, {}
      for i = 1, #makers do
        items[i] = makers[i](k, unpack(rows, at + 1, at + counts[i]))
        at = at + counts[i]
      end
      return source.join_items(k, items)
    end
  elseif R.meta(source) == R.LAZY then
    return {}, function(k) return source.get(k) end
  end
  return nil
end

local few, many = 8, 1000
local within = 1 -- turns of the unrolled loops around: few are few in all

-- Turn after turn, each in the graph; what a traced code leaves out becomes a branch.
local function unrolled(k, n, names, leaves, source, body, places)
  while k < n do
    local out = pack(body(R.item_at(source, k), spread(places)))
    k = k + 1
    if not leaves then
      places = out
    else
      local code = out[1]
      places = tail(out, 3)
      if is_traced(code) then
        local count = places.n
        local function rest(...)
          local given = pack(...)
          given.n = count
          return unrolled(k, n, names, leaves, source, body, given)
        end
        local all = pack(spread(R.record_go_on(as_tuple(names), false, R.end_code(code, false, END),
                                               out[2], rest, as_tuple(places), END)))
        if is_traced(all[1]) then all[1] = R.end_code(all[1], true, END)
        elseif all[1] ~= 3 then all[1] = 0 end
        return spread(all)
      end
      if code == 3 then return loop_result(leaves, 3, out[2], places) end
      if code == 1 then return loop_result(leaves, 0, nil, places) end
    end
  end
  return loop_result(leaves, 0, nil, places)
end

-- As a `while` with a counter: for bounds that a run decides, and loops that may be left.
local function counted(names, leaves, lo, hi, make, body, places)
  local all = {n = names.n + 1, "the counter"}
  for i = 1, names.n do all[i + 1] = names[i] end
  local start = {n = places.n + 1, lo}
  for i = 1, places.n do start[i + 1] = places[i] end
  local count = start.n
  local function condition(...)
    local given = pack(...)
    return R.lt(given[1], hi), unpack(given, 1, count)
  end
  local function turn(...)
    local given = pack(...)
    local out = pack(body(make(given[1]), unpack(given, 2, count)))
    local from = leaves and 3 or 1
    local next_places = {n = count, given[1] + 1}
    for i = 2, count do next_places[i] = out[from + i - 2] end
    if leaves then return out[1], out[2], spread(next_places) end
    return spread(next_places)
  end
  local go_on = R.lt(lo, hi)
  local out = R.record_while(as_tuple(all), leaves, go_on, condition, turn, as_tuple(start), END)
  if leaves then return out[1], out[2], unpack(out, 4, out.n) end
  return unpack(out, 2, out.n)
end

local function is_row_wise(source) return what(source) ~= "tuple" and what(source) ~= "dict" end
local function may_record(source, n)
  return is_row_wise(source) and n > few / within
end

local function unrolled_within(n, names, leaves, source, body, places)
  local before = within
  local put_back <close> = at_end(function() within = before end)
  if is_row_wise(source) then within = before * n end
  return pack(unrolled(0, n, names, leaves, source, body, places))
end

function R.for_(names, leaves, source, body, ...)
  local places = pack(...)
  if not R.tracing[1] then return host_for(leaves, source, body, places) end
  if what(source) == "range" and R.rawget(source, "traced") then
    return counted(names, leaves, source.lo, source.hi, function(k) return k end, body, places)
  end
  local n = R.length(source)
  if may_record(source, n) then
    local arrays, make = parts_of(source)
    if arrays ~= nil then
      local function recorded()
        if leaves then
          local function item(k) return R.lazy_item(source, k) end
          return as_tuple(pack(counted(names, leaves, 0, n, item, body, places)))
        end
        arrays.n = #arrays
        return R.record_scan(as_tuple(names), false, n, as_tuple(arrays), make, body,
            as_tuple(places), END)
      end
      local out = R.attempt(recorded, n > many, END)
      if out ~= nil then return spread(out) end
    end
  end
  return spread(unrolled_within(n, names, leaves, source, body, places))
end

function R.scan(names, source, body, ...)
  local places, items, n = pack(...), {}, 0
  if R.tracing[1] and what(source) == "range" and R.rawget(source, "traced") then
    raise("trace", "a `for` used as a value needs a known number of turns while tracing")
  end
  if R.tracing[1] and may_record(source, R.length(source)) then
    local arrays, make = parts_of(source)
    if arrays ~= nil then
      arrays.n = #arrays
      local count = R.length(source)
      local function recorded()
        return R.record_scan(as_tuple(names), true, count, as_tuple(arrays), make, body,
            as_tuple(places), END)
      end
      local out = R.attempt(recorded, count > many, END)
      if out ~= nil then return spread(out) end
    end
  end
  for _, item in R.each(source) do
    local out = pack(body(item, spread(places)))
    n = n + 1
    items[n] = out[1]
    places = tail(out, 2)
  end
  return R.stack(items, n), spread(places)
end

-- (f(i) for i in xs): one after another, never a loop of the graph.
function R.gather(names, source, body, ...)
  local places, items, n = pack(...), {}, 0
  for _, item in R.each(source) do
    local out = pack(body(item, spread(places)))
    n = n + 1
    items[n] = out[1]
    places = tail(out, 2)
  end
  return tuple_of(items, n), spread(places)
end

function R.comprehension(source, body)
  local w = what(source)
  if w == "tuple" then
    source = R.literal(source, nil, END)
  elseif w == "range" and R.rawget(source, "traced") then
    raise("trace", "a comprehension needs a known number of items")
  elseif w == "dict" then  -- its values may be of any shape: one after another
    local out, n = {}, 0
    for k, entry in R.each(source) do out[k], n = body(entry), k end
    return R.stack(out, n)
  end
  local arrays, make = parts_of(source)
  if arrays == nil then
    raise("type", "a comprehension takes ranges, arrays, `zip`, `enumerate` and `rows`,"
        .. " got " .. kind(source))
  end
  arrays.n = #arrays
  return R.record_map(R.length(source), as_tuple(arrays), make, body, END)
end

-- error in traced code happens when the compiled code reaches it; what follows has no value.
local RAISED = {}
R.note_raised(RAISED, END)
local plain_error = B.error
function B.error(message, kind, ...)
  if not R.tracing[1] then return plain_error(message, kind, ...) end
  if kind == END or kind == ABSENT then kind = "value" end
  if R.meta(message) == R.TEXT then
    R.traced_error(message.line, kind, setmt(message, TUPLE), END)
  else
    R.traced_error(R.braces(message), kind, setmt({n = 0}, TUPLE), END)
  end
  return RAISED
end
)lua"};

}  // namespace rille
