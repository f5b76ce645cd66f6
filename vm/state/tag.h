// Tag: what a Lua object of ours is.
#pragma once

#include <set>
#include <string>

#include "vm/value.h"

namespace rille {

enum class What : uint8_t {
  none,  // no object of ours
  array,
  error,
  native,
  tuple,
  record,  // and struct instances: Tag::layout
  structure,
  module,
  range,
  dict,
  opaque,  // any other userdata of a library: a file, a pipeline
  text,    // a string with holes that only a run can fill
  lazy,    // what zip, enumerate and rows give of arrays: items that are made when they are reached
};

// The first word of every full userdata of ours points to a Tag; a table of ours has a metatable
// whose item [1] is a userdata that points to one, or holds it. Scripts can make neither.
struct Tag {
  What what = What::none;
  std::string name = "";               // of a module: "nn"; of an opaque: "file"
  const Layout* layout = nullptr;      // of a record
  std::set<std::string> defined = {};  // names of a module that were ever set
};

}  // namespace rille
