-- nbody: records of floats in a tuple.
local sqrt = math.sqrt
local function advance(bodies, dt)
  local n = #bodies
  for i = 1, n do
    local a = bodies[i]
    for j = i + 1, n do
      local b = bodies[j]
      local dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
      local d2 = dx * dx + dy * dy + dz * dz
      local mag = dt / (d2 * sqrt(d2))
      a.vx = a.vx - dx * b.mass * mag
      a.vy = a.vy - dy * b.mass * mag
      a.vz = a.vz - dz * b.mass * mag
      b.vx = b.vx + dx * a.mass * mag
      b.vy = b.vy + dy * a.mass * mag
      b.vz = b.vz + dz * a.mass * mag
    end
    a.x = a.x + dt * a.vx
    a.y = a.y + dt * a.vy
    a.z = a.z + dt * a.vz
  end
end
local function energy(bodies)
  local e = 0.0
  for i, a in ipairs(bodies) do
    e = e + 0.5 * a.mass * (a.vx * a.vx + a.vy * a.vy + a.vz * a.vz)
    for j = i + 1, #bodies do
      local b = bodies[j]
      local dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
      e = e - a.mass * b.mass / sqrt(dx * dx + dy * dy + dz * dz)
    end
  end
  return e
end
local function body(i)
  return { x = 1.5 * i, y = 0.5 * i * i, z = 0.25 * i, vx = 0.0, vy = 0.125 * i, vz = 0.01 * i,
           mass = 1.0 / (1.0 + i) }
end
local bodies = {}
for i = 0, 4 do bodies[i + 1] = body(i) end
for _ = 1, 100000 do advance(bodies, 0.001) end
print(string.format("%.9f", energy(bodies)))
