// R in Lua: control flow of bodies that a trace may run.
#include "stdlib/core/prelude.h"

namespace rille {

// Conditions and bounds that are known run here; what is traced goes to R.traced_… in C++.
// The protocol of the closures: docs/lua.md.
extern const Prelude control_prelude = {"control", R"lua(
local R, B, END, ABSENT = ...
local raise, kind, what, pack, unpack, is_traced = R.raise, R.kind, R.what, R.pack, R.unpack, R.is_traced
local tuple_of, truth = R.tuple_of, R.truth

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
      return R.traced_if(names, leaves, value, c, yes, no, pack(...))
    end
    c = truth(c)
  end
  if c then return yes(...) end
  if no ~= nil then return no(...) end
  return pass(leaves, value, ...)
end

function R.match_(names, leaves, value, subject, tests, bodies, ...)
  for i, test in R.ipairs(tests) do
    local fits = test(subject)
    if is_traced(fits) then
      local function yes(...) return bodies[i](subject, ...) end
      local rest_tests, rest_bodies = {}, {}
      for k = i + 1, #tests do
        rest_tests[k - i], rest_bodies[k - i] = tests[k], bodies[k]
      end
      local function no(...)
        return R.match_(names, leaves, value, subject, rest_tests, rest_bodies, ...)
      end
      if #rest_tests == 0 then
        R.check_match(fits, END)
        return yes(...)
      end
      return R.traced_if(names, leaves, value, fits, yes, no, pack(...))
    end
    if fits ~= false and truth(fits) then return bodies[i](subject, ...) end
  end
  R.no_match(subject)
end

-- Runs the rest of a block where the code before it is 0.
function R.go_on(names, value, code, returned, rest, ...)
  if is_traced(code) then
    return R.traced_go_on(names, value, code, returned, rest, pack(...))
  end
  if code == 0 then return rest(...) end
  if value then return code, returned, ABSENT, ... end
  return code, returned, ...
end

local function loop_result(leaves, code, returned, places)
  if leaves then return code, returned, unpack(places, 1, places.n) end
  return unpack(places, 1, places.n)
end

local function places_of(out, from)
  local places = {n = out.n - from + 1}
  for i = from, out.n do places[i - from + 1] = out[i] end
  return places
end

function R.while_(names, leaves, condition, body, ...)
  local places = pack(...)
  while true do
    local out = pack(condition(unpack(places, 1, places.n)))
    local c = out[1]
    if is_traced(c) then
      return R.traced_while(names, leaves, condition, body, places)
    end
    places = places_of(out, 2)
    if not truth(c) then return loop_result(leaves, 0, nil, places) end
    out = pack(body(unpack(places, 1, places.n)))
    if leaves then
      local code = out[1]
      if is_traced(code) then
        return R.traced_while(names, leaves, condition, body, places)
      end
      places = places_of(out, 3)
      if code == 3 then return loop_result(leaves, 3, out[2], places) end
      if code == 1 then return loop_result(leaves, 0, nil, places) end
    else
      places = places_of(out, 1)
    end
  end
end

local function unrolled_for(names, leaves, n, get, body, places)
  for k = 0, n - 1 do
    local out = pack(body(get(k), unpack(places, 1, places.n)))
    if leaves then
      local code = out[1]
      if is_traced(code) then return true, k, code, out end
      places = places_of(out, 3)
      if code == 3 then return false, loop_result(leaves, 3, out[2], places) end
      if code == 1 then return false, loop_result(leaves, 0, nil, places) end
    else
      places = places_of(out, 1)
    end
  end
  return false, loop_result(leaves, 0, nil, places)
end

local function host_for(leaves, source, body, places)
  for _, item in R.each(source) do
    local out = pack(body(item, unpack(places, 1, places.n)))
    if leaves then
      local code = out[1]
      places = places_of(out, 3)
      if code == 3 then return loop_result(leaves, 3, out[2], places) end
      if code == 1 then return loop_result(leaves, 0, nil, places) end
    else
      places = places_of(out, 1)
    end
  end
  return loop_result(leaves, 0, nil, places)
end

function R.for_(names, leaves, source, body, ...)
  if R.tracing[1] then return R.traced_for(names, leaves, source, body, pack(...)) end
  return host_for(leaves, source, body, pack(...))
end

function R.scan(names, source, body, ...)
  if R.tracing[1] then return R.traced_scan(names, source, body, pack(...)) end
  local places, items, n = pack(...), {}, 0
  for _, item in R.each(source) do
    local out = pack(body(item, unpack(places, 1, places.n)))
    n = n + 1
    items[n] = out[1]
    places = places_of(out, 2)
  end
  return R.stack(items, n), unpack(places, 1, places.n)
end

-- (f(i) for i in xs): one after another, never a loop of the graph.
function R.gather(names, source, body, ...)
  local places, items, n = pack(...), {}, 0
  for _, item in R.each(source) do
    local out = pack(body(item, unpack(places, 1, places.n)))
    n = n + 1
    items[n] = out[1]
    places = places_of(out, 2)
  end
  return tuple_of(items, n), unpack(places, 1, places.n)
end
)lua"};

}  // namespace rille
