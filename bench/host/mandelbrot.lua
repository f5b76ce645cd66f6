-- mandelbrot: floats in a while loop that is left early.
local function escape(cx, cy, most)
  local x, y, n = 0.0, 0.0, 0
  while n < most do
    local x2, y2 = x * x, y * y
    if x2 + y2 > 4.0 then break end
    y = 2.0 * x * y + cy
    x = x2 - y2 + cx
    n = n + 1
  end
  return n
end
local function area(size, most)
  local s = 0
  for j = 0, size - 1 do
    for i = 0, size - 1 do s = s + escape(3.0 * i / size - 2.0, 2.0 * j / size - 1.0, most) end
  end
  return s
end
print(area(600, 100))
