// Patterns: tests, and the names that they bind.
#pragma once

#include "lang/emit/part.h"

namespace rille::lang {

class Patterns : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;
  // Runs `fail` if the value does not match. `condition` is "" in host code, else the name of a
  // local that collects the conditions on traced values.
  void test(const Pattern* p, const std::string& value, const std::string& fail,
            const std::string& condition);
  void bind_pattern(const Pattern* p, const std::string& value);  // the value matches
  void destructure(const Pattern* p, const std::string& value);   // the value must match

 private:
  void test_literal(const Pattern* p, const std::string& value, const std::string& fail,
                    const std::string& condition);
  void test_fields(const Pattern* p, const std::string& value, const std::string& fail,
                   const std::string& condition);
  std::string require(const Pattern* p, const std::string& value);
  std::string part(const Pattern* p, size_t field, const std::string& value);
  std::string struct_text(const Pattern* p);
};

}  // namespace rille::lang
