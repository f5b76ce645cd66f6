// JinjaRenderer: iteration, attributes, and indexing.
#include "stdlib/jinja/run.h"
#include "stdlib/text/unicode.h"
#include "vm/error.h"

namespace rille {

JinjaValues JinjaRenderer::items_of(const JinjaValue& x) const {
  if (x.is_undefined()) return {};
  if (const JinjaValues* items = x.items()) return *items;
  JinjaValues out;
  if (const JinjaDict* dict = x.dict(); dict != nullptr && !dict->is_namespace) {
    for (const auto& [key, value] : dict->rows) out.push_back(key);
    return out;
  }
  if (const std::string* text = x.string()) {
    if (text->size() > max_jinja_values) {
      fail_at(line_, str("cannot iterate over a string of more than ", max_jinja_values, " bytes"),
              true);
    }
    for (char32_t c : characters_of(*text)) {
      std::string one;
      put_character(one, c);
      out.push_back(one);
    }
    return out;
  }
  throw Error(Code::type, str(kind_of(x), " is not iterable"));
}

JinjaValue JinjaRenderer::attribute(const JinjaValue& of, const std::string& name) const {
  need_defined(of);
  const JinjaDict* dict = of.dict();
  if (dict != nullptr && dict->is_namespace) {
    const JinjaValue* found = dict->find(name);
    return found != nullptr ? *found : JinjaValue(JinjaUndefined{name});
  }
  const auto* tuple = of.get<JinjaTuple>();
  if (tuple != nullptr && tuple->is_group && (name == "grouper" || name == "list")) {
    return (*tuple->items)[name == "list" ? 1 : 0];
  }
  if (std::optional<JinjaValue> method = method_of(of, name, *this)) return *method;
  const JinjaValue* found = dict != nullptr ? dict->find(name) : nullptr;
  return found != nullptr ? *found : JinjaValue(JinjaUndefined{name});
}

JinjaValue JinjaRenderer::item(const JinjaValue& of, const JinjaValue& key) const {
  need_defined(of);
  if (const JinjaDict* dict = of.dict()) {
    if (const JinjaValue* found = dict->find(key)) return *found;
    return key.string() != nullptr ? attribute(of, *key.string())
                                   : JinjaValue(JinjaUndefined{string_of(key)});
  }
  if (key.string() != nullptr) return attribute(of, *key.string());
  if (!key.is_integer()) return JinjaUndefined{string_of(key)};
  auto place = [&](int64_t count) -> int64_t {
    int64_t at = key.integer() < 0 ? key.integer() + count : key.integer();
    return at >= 0 && at < count ? at : -1;
  };
  if (const JinjaValues* items = of.items()) {
    int64_t at = place(std::ssize(*items));
    return at < 0 ? JinjaValue(JinjaUndefined{string_of(key)}) : (*items)[static_cast<size_t>(at)];
  }
  if (const std::string* text = of.string()) {
    std::vector<char32_t> letters = characters_of(*text);
    int64_t at = place(std::ssize(letters));
    if (at < 0) return JinjaUndefined{string_of(key)};
    std::string one;
    put_character(one, letters[static_cast<size_t>(at)]);
    return one;
  }
  return JinjaUndefined{string_of(key)};
}

}  // namespace rille
