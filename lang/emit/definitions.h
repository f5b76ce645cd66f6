// Definitions: functions with two bodies, and structs.
#pragma once

#include "lang/emit/part.h"

namespace rille::lang {

class Definitions : public EmitterPart {
 public:
  using EmitterPart::EmitterPart;
  void define(const FunctionDecl* f);
  void define(const Structure* s);
  std::string function(const FunctionDecl* f, const std::string& name,
                       FunctionEntry entry = FunctionEntry::checked);
  bool has_direct(const Binding* b) const;
  std::string direct_name(const FunctionDecl* f) const;
  // The value of field `at` of the struct, inside the constructor.
  std::string field_param(const FieldDecl* field, size_t at) const;

 private:
  void note_reads(size_t number, const std::set<std::string>& reads, std::set<std::string>* outer);
  std::string native_name(const FunctionDecl* f) const;
  static std::string traced_name(const FunctionDecl* f);
  std::string entry_test(const FunctionDecl* f) const;
  void direct_native_body(const FunctionDecl* f);
  void function_body(const FunctionDecl* f);
  void native_body(const FunctionDecl* f);
  void traced_body(const FunctionDecl* f);
  void prologue(const FunctionDecl* f, const std::string& constant);
  void enter_layer(const FunctionDecl* f);
  std::string bind_params(const FunctionDecl* f, LuaBody& inner);
  void take_params(const FunctionDecl* f, const std::string& constant);
  std::string constructor(const Structure* s, const std::string& box, std::string* constant);
  void constructor_body(const Structure* s, const std::string& constant, const std::string& box);
  FunctionInfo info_of(const FunctionDecl* f, const std::string& name) const;

  bool last_saw_control_ = false;  // of the last function that was written
  std::string field_table_;        // of a constructor with many fields
};

}  // namespace rille::lang
