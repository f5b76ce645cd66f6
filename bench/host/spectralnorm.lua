-- spectralnorm: nested loops over tuples of floats.
local function element(i, j) return 1.0 / ((i + j) * (i + j + 1) // 2 + i + 1) end
local function times(v, out, transposed)
  local n = #v
  for i = 0, n - 1 do
    local s = 0.0
    for j = 0, n - 1 do
      local a
      if transposed then a = element(j, i) else a = element(i, j) end
      s = s + v[j + 1] * a
    end
    out[i + 1] = s
  end
end
local function times_both(v, out, middle)
  times(v, middle, false)
  times(middle, out, true)
end
local n = 300
local u, v, w = {}, {}, {}
for i = 1, n do u[i] = 1.0 v[i] = 0.0 w[i] = 0.0 end
for i = 1, 10 do
  times_both(u, v, w)
  times_both(v, u, w)
end
local uv, vv = 0.0, 0.0
for i = 1, n do
  uv = uv + u[i] * v[i]
  vv = vv + v[i] * v[i]
end
print(string.format("%.9f", math.sqrt(uv / vv)))
