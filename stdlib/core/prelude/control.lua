-- R: control flow of bodies that may be traced.
-- Known conditions and bounds run here; traced ones are recorded by R.record_… in C++.
-- docs/lua.md describes the protocol of the closures.
local R, B, END, ABSENT = ...
local what, pack, unpack, is_traced = R.what, R.pack, R.unpack, R.is_traced
local tuple_of, truth, setmt, TUPLE = R.tuple_of, R.truth, R.setmetatable, R.TUPLE

local function as_tuple(t) return setmt(t, TUPLE) end
local function spread(t) return unpack(t, 1, t.n) end
local function tail(t, from)
  local out = {n = t.n - from + 1}
  for i = from, t.n do out[i - from + 1] = t[i] end
  return out
end

-- The results of a missing branch: [0, nil,] [nil,] and the unchanged variables.
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

local function combined(is_and, left, right, ...)
  if is_and then return R.and_(left, right), ... end
  return R.or_(left, right), ...
end

-- `and` and `or` of values that may be traced: the right side runs if the left side does not
-- decide.
function R.logic(names, is_and, left, right, ...)
  if left == (not is_and) or R.decides(left, not is_and) then return left, ... end
  if is_traced(left) then
    return spread(R.record_logic(as_tuple(names), is_and, left, right, as_tuple(pack(...)), END))
  end
  return combined(is_and, left, right(...))
end

-- Whether an arm from lo to hi matches, and the number of the first that does. The search is a
-- binary tree, so that many arms do not nest deeply.
local function first_fit(fits, lo, hi)
  if lo == hi then return fits[lo], lo end
  local middle = (lo + hi) // 2
  local any, arm = first_fit(fits, lo, middle)
  local more, later = first_fit(fits, middle + 1, hi)
  return R.or_(any, more), B.where(any, arm, later, END)
end

-- A switch over the number of the arm, as a binary tree of branches. Each branch receives a copy of
-- the list of variables, so that the other branches do not see its updates.
local function choose_arm(names, leaves, value, arms, lo, hi, arm, run, places)
  if lo == hi then return run(arms[lo], places) end
  local middle = (lo + hi) // 2
  local c = hi - lo == 1 and arms.fits[lo] or R.le(arm, middle)
  local function branch(from, to)
    return function(...)
      local given = pack(...)
      given.n = places.n
      return choose_arm(names, leaves, value, arms, from, to, arm, run, given)
    end
  end
  return spread(R.record_if(as_tuple(names), leaves, value, c, branch(lo, middle),
      branch(middle + 1, hi), as_tuple(places), END))
end

-- The arms that may match. A run decides about the traced ones; the last one may be certain.
local function open_arms(subject, tests)
  local arms, fits, none = {}, {}, true
  for i = 1, #tests do
    local fit, own
    if subject == nil and none ~= true then  -- conditions of an `else if` chain, in order
      fit = R.logic({}, true, none, function()
        own = tests[i](subject)
        return own
      end)
    else
      own = tests[i](subject)
      fit = own
    end
    if is_traced(own) then
      arms[#arms + 1] = i
      fits[#arms] = fit
      if subject == nil then none = R.and_(none, R.not_(fit)) end
    elseif truth(own) then
      arms[#arms + 1] = i
      return arms, fits, true
    end
  end
  return arms, fits, false
end

function R.match_(names, leaves, value, subject, tests, bodies, ...)
  local places = pack(...)
  local function run(i, given) return bodies[i](subject, spread(given)) end
  local arms, fits, sure = open_arms(subject, tests)
  local n = #arms
  if n == 0 then R.no_match(subject) end
  if n == 1 and sure then return run(arms[1], places) end
  if sure then fits[n] = true end
  local any, arm = first_fit(fits, 1, n)
  if not sure then R.check_match(any, END) end
  arms.fits = fits
  return choose_arm(names, leaves, value, arms, 1, n, arm, run, places)
end

-- Runs the rest of a block if the code of the construct before it is GO_ON.
function R.go_on(names, value, who, code, returned, rest, ...)
  if is_traced(code) then
    return spread(R.record_go_on(as_tuple(names), value, who, code, returned, rest,
        as_tuple(pack(...)), END))
  end
  if code == GO_ON then return rest(...) end
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

-- Restores the variables that a construct has set while it ran, also after an error.
local Restore = {__close = function(self) self.restore() end}
local function at_end(restore) return setmt({restore = restore}, Restore) end

-- A `while` on a known condition runs an iteration to find out whether its leave code is traced. If
-- it is, the iteration is recorded again, together with the loops inside. `met` has the positions
-- of the loops with a traced leave code that the iteration contains. It is used while `again` is
-- true: without it, each nested level would double the work.
local met, again = nil, false

local function record_again(here, names, condition, body, places)
  local inner = R.next(met) ~= nil
  met[here] = true
  if not inner or again then
    return record_while(names, true, true, condition, body, places)
  end
  local function recorded()
    local _ <close> = at_end(function() again = false end)
    again = true
    return as_tuple(pack(record_while(names, true, true, condition, body, places)))
  end
  local out = R.attempt(recorded, false, END)
  if out ~= nil then return spread(out) end
  return record_while(names, true, true, condition, body, places)
end

local few, many = 8, 1000
-- The product of the trip counts of the enclosing unrolled loops: the limits are for all of them.
local within = 1

-- After a few iterations that add nodes, a loop on known numbers is recorded as a loop of the
-- graph. Returns nil if that is not possible.
local function recorded_while(turns, names, leaves, condition, body, places)
  if turns < many and R.unrolls(END) then return nil end
  local out = R.attempt(function()
    return as_tuple(pack(record_while(names, leaves, true, condition, body, places)))
  end, turns >= many, END)
  if out ~= nil then R.looped(END) end
  return out
end

function R.while_(names, leaves, prints, condition, body, ...)
  local places, outermost, here = pack(...), leaves and met == nil, leaves and R.here(END)
  local around, turns, size, tried = within, 0, R.graph_size(END), false
  local _ <close> = at_end(function()
    within = around
    if outermost then met = nil end
  end)
  if outermost then met = {} end
  while true do
    local out = pack(condition(spread(places)))
    local c = out[1]
    places = tail(out, 2)
    if is_traced(c) then return record_while(names, leaves, c, condition, body, places) end
    if not truth(c) then return loop_result(leaves, GO_ON, nil, places) end
    if leaves and again and met[here] then
      return record_while(names, leaves, true, condition, body, places)
    end
    local all = turns * around
    local adds = prints and R.tracing[1] or R.graph_size(END) > size
    if (prints or all >= few) and (not tried or all >= many) and adds then
      within, tried = around, true
      local made = recorded_while(all, names, leaves, condition, body, places)
      if made ~= nil then return spread(made) end
    end
    turns = turns + 1
    within = around * turns
    out = pack(body(spread(places)))
    if leaves then
      local code = out[1]
      if is_traced(code) then return record_again(here, names, condition, body, places) end
      places = tail(out, 3)
      if code == RETURN then return loop_result(leaves, RETURN, out[2], places) end
      if code == BREAK then return loop_result(leaves, GO_ON, nil, places) end
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
      if code == RETURN then return loop_result(leaves, RETURN, out[2], places) end
      if code == BREAK then return loop_result(leaves, GO_ON, nil, places) end
    else
      places = out
    end
  end
  return loop_result(leaves, GO_ON, nil, places)
end

-- The arrays whose rows a loop reads, and a function that makes an item from the iteration number
-- and the rows. nil if the items must be static while tracing.
local function parts_of(source)
  local w = what(source)
  if w == "range" then
    local lo = source["(lo)"]
    return {}, function(k) return lo + k end
  elseif w == "array" then
    return {source}, function(_, row) return row end
  elseif R.meta(source) ~= R.LAZY or R.rawget(source, "(parts)") == false then
    return nil
  end
  local parts = R.rawget(source, "(parts)")
  if parts == nil then  -- rows(tree)
    local tree = source["(tree)"]
    local leaves = B["tree.leaves"](tree, END)
    return {spread(leaves)}, function(_, ...)
      return B["tree.unflatten"](tree, tuple_of({...}, leaves.n), END)
    end
  end
  local arrays, makers, counts = {}, {}, {}
  for i = 1, parts.n do
    local own, make = parts_of(parts[i])
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
    return source["(join)"](k, items)
  end
end

-- A function that returns item k of a source, from 0, and END after the last one. The items of a
-- stream are cached, because the rest of a loop may be recorded twice.
local function items_of(source)
  if not R.is_stream(source) then
    local n = R.items_in(source, "`for`")
    return function(k)
      if k < n then return R.item_at(source, k) end
      return END
    end
  end
  local pull, kept, n = R.pull(source), {}, 0
  return function(k)
    if k == n then
      kept[k], n = pull(), n + 1
    end
    return kept[k]
  end
end

-- Unrolls a loop. If the leave code of an iteration is traced, the rest of the loop becomes a
-- branch.
local function unrolled(k, item_of, names, leaves, body, places)
  while true do
    local item = item_of(k)
    if item == END then return loop_result(leaves, GO_ON, nil, places) end
    local out = pack(body(item, spread(places)))
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
          return unrolled(k, item_of, names, leaves, body, given)
        end
        local all = pack(spread(R.record_go_on(as_tuple(names), false, "an iteration of the `for`",
            R.end_code(code, false, END), out[2], rest, as_tuple(places), END)))
        if is_traced(all[1]) then all[1] = R.end_code(all[1], true, END)
        elseif all[1] ~= RETURN then all[1] = GO_ON end
        return spread(all)
      end
      if code == RETURN then return loop_result(leaves, RETURN, out[2], places) end
      if code == BREAK then return loop_result(leaves, GO_ON, nil, places) end
    end
  end
end

-- A `for` as a `while` with a counter, for traced bounds and for loops with early exits.
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
-- A loop that prints is recorded for any trip count: under vmap, it prints one mapped element after
-- another.
local function may_record(source, n, prints)
  if not is_row_wise(source) or n == 0 then return false end
  return (prints or n > few / within) and not (n <= many / within and R.unrolls(END))
end

local function unrolled_within(turns, names, leaves, source, body, places)
  local before = within
  local _ <close> = at_end(function() within = before end)
  within = before * turns
  return pack(unrolled(0, items_of(source), names, leaves, body, places))
end

-- Records a loop over the rows of arrays. If `stacks`, the result is the stacked values of the
-- body.
local function scanned(names, stacks, n, arrays, make, body, places)
  arrays.n = #arrays
  return R.record_scan(as_tuple(names), stacks, n, as_tuple(arrays), make, body,
      as_tuple(places), END)
end

-- The results of a recorded loop; nil if the loop has to be unrolled.
local function attempted(recorded, n)
  local out = R.attempt(recorded, n > many, END)
  if out ~= nil then R.looped(END) end
  return out
end

function R.for_(names, leaves, prints, source, body, ...)
  local places = pack(...)
  if not R.tracing[1] then return host_for(leaves, source, body, places) end
  if what(source) == "range" and R.rawget(source, "(traced)") then
    local lo, hi = source["(lo)"], source["(hi)"]
    local function recorded()
      return as_tuple(pack(counted(names, leaves, lo, hi, function(k) return k end, body, places)))
    end
    return spread(R.offered(recorded, lo, hi, END))
  end
  if R.is_stream(source) then
    return spread(unrolled_within(1, names, leaves, source, body, places))
  end
  local n = R.items_in(source, "`for`")
  if may_record(source, n, prints) then
    local arrays, make = parts_of(source)
    if arrays ~= nil then
      local function recorded()
        if leaves then
          local function item(k) return R.lazy_item(source, k) end
          return as_tuple(pack(counted(names, leaves, 0, n, item, body, places)))
        end
        return scanned(names, false, n, arrays, make, body, places)
      end
      local out = attempted(recorded, n)
      if out ~= nil then return spread(out) end
    end
  end
  local turns = is_row_wise(source) and n or 1
  return spread(unrolled_within(turns, names, leaves, source, body, places))
end

function R.scan(names, prints, source, body, ...)
  local places, items, n = pack(...), {}, 0
  if what(source) == "range" then source = R.known_range(source) end
  local count = R.tracing[1] and not R.is_stream(source) and R.length(source)
  if count and may_record(source, count, prints) then
    local arrays, make = parts_of(source)
    if arrays ~= nil then
      local function recorded()
        return scanned(names, true, count, arrays, make, body, places)
      end
      local out = attempted(recorded, count)
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

-- (f(i) for i in xs): a tuple is never a loop of the graph.
function R.gather(_, source, body, ...)
  local places, items, n = pack(...), {}, 0
  for _, item in R.each(source) do
    local out = pack(body(item, spread(places)))
    n = n + 1
    items[n] = out[1]
    places = tail(out, 2)
  end
  return tuple_of(items, n), spread(places)
end

-- Whether an array can hold the items of a tuple.
local function is_joint(t)
  for i = 1, t.n do
    local item = t[i]
    local type = R.type(item)
    local fits = type == "number" or type == "boolean" or type == "userdata"
        or (R.meta(item) == R.TUPLE and is_joint(item))
    if not fits then return false end
  end
  return true
end

local function has_float(t)
  for i = 1, t.n do
    local item = t[i]
    if R.math_type(item) == "float" or (R.meta(item) == R.TUPLE and has_float(item)) then
      return true
    end
  end
  return false
end

-- The dtype of the numbers of a tuple in a comprehension that is read in `dtype`; nil for their
-- own.
local function read_in(t, dtype)
  if dtype == "f64" then return has_float(t) and dtype or nil end
  return dtype == "i64" and not has_float(t) and dtype or nil
end

-- [body(x) for x in source]. Inside of f64( ) or another dtype, the numbers are read in that dtype.
function R.comprehension(source, body, dtype)
  local w = what(source)
  local is_none = w == "tuple" and source.n == 0
  if w == "tuple" and is_joint(source) then
    source = R.literal(source, read_in(source, dtype), END)
  elseif w == "range" then
    source = R.known_range(source)
  end
  local arrays, make = parts_of(source)
  if arrays == nil then  -- items of any shape: one after the other
    local out, n = {}, 0
    for _, item in R.each(source, "a comprehension") do
      n = n + 1
      out[n] = body(item)
    end
    return R.stack(out, n, dtype)
  end
  arrays.n = #arrays
  if is_none then return R.record_none(as_tuple(arrays), make, body, dtype, END) end
  return R.record_map(R.length(source), as_tuple(arrays), make, body, dtype, END)
end
