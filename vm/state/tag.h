// Tag: the kind of a Lua object of Rille.
#pragma once

#include <set>
#include <string>

#include "vm/value.h"

namespace rille {

enum class ObjectKind : uint8_t {
  none,  // not an object of Rille
  array,
  error,
  native,
  tuple,
  record,  // records and instances of structs: Tag::layout
  structure,
  module,
  range,
  dict,
  opaque,  // any other userdata of the library: a file, a pipeline
  text,    // a string with interpolated traced values
  lazy,    // results of zip, enumerate, and rows for arrays: items are created when they are read
};

// The first word of every full userdata of Rille points to a Tag. A table of Rille has a metatable
// whose item [1] is a userdata that points to a Tag or contains it. Scripts can create neither.
struct Tag {
  ObjectKind what = ObjectKind::none;
  std::string name = "";               // of a module: "nn"; of an opaque object: "file"
  const Layout* layout = nullptr;      // of a record
  std::set<std::string> defined = {};  // all names of a module that were ever set
};

}  // namespace rille
