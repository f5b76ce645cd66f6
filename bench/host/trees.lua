-- trees: binary trees of tuples, made and counted.
local function make(depth)
  if depth == 0 then return { nil, nil } end
  return { make(depth - 1), make(depth - 1) }
end
local function count(t)
  if t[1] == nil then return 1 end
  return 1 + count(t[1]) + count(t[2])
end
local total = 0
for _ = 1, 48 do total = total + count(make(14)) end
print(total)
