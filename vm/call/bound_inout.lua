local self_1, call_2, REST = ...; local function bound(...) return REST(call_2(self_1, ...)) end
-- The same of a `call` that changes its self: the new one is dropped, as by a bare call.
function REST(result, _, ...) return result, ... end
return bound
