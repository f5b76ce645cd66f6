// Definitions: functions with two bodies, and structs.
#pragma once

#include "lang/emit/part.h"

namespace rille::lang {

class Definitions : public Part {
 public:
  using Part::Part;
  void define(const Function* f);
  void define(const Structure* s);
  std::string function(const Function* f, const std::string& name, Entry entry = Entry::checked);
  bool has_direct(const Binding* b) const;
  std::string direct_name(const Function* f) const;
  // The value of field `at` of the struct, inside the constructor.
  std::string field_param(const FieldDecl* field, size_t at) const;

 private:
  void note_reads(size_t number, const std::set<std::string>& reads, std::set<std::string>* outer);
  std::string native_name(const Function* f) const;
  static std::string traced_name(const Function* f);
  std::string entry_test(const Function* f) const;
  void direct_native_body(const Function* f);
  void function_body(const Function* f);
  void native_body(const Function* f);
  void traced_body(const Function* f);
  void prologue(const Function* f, const std::string& constant);
  void enter_layer(const Function* f);
  std::string bind_params(const Function* f, Body& inner);
  void take_params(const Function* f, const std::string& constant);
  std::string constructor(const Structure* s, const std::string& box, std::string* constant);
  void constructor_body(const Structure* s, const std::string& constant, const std::string& box);
  FunctionInfo info_of(const Function* f, const std::string& name) const;

  bool last_saw_control_ = false;  // of the last function that was written
  std::string field_table_;        // of a constructor with many fields
};

}  // namespace rille::lang
