local self_1, call_2, REST = ...; local function bound(...) return REST(call_2(self_1, ...)) end
-- A `call` that changes self: the new self is dropped, as in a call without `!`.
function REST(result, _, ...) return result, ... end
return bound
