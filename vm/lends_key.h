// lends_key: parameters that accept a key or streams of keys.
#pragma once

#include <algorithm>

#include "vm/signature.h"

namespace rille {

// For `inout key: key or nn.Rngs`, a call that passes a key by reference splits it and keeps one
// half. Other values are results of the call: `R.lend_key`, docs/lua.md.
inline bool lends_key(const Signature::Parameter& p) {
  auto is_key = [](const Annotation& part) { return part.is_word("key"); };
  return p.is_inout && p.type.is(Annotation::Form::either) &&
         std::ranges::any_of(p.type.parts, is_key);
}

}  // namespace rille
