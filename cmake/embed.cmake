# Texts that the program carries: FLOOR/…/NAME.lua becomes `extern const std::string_view NAME_lua`.

# rille_embed(FLOOR SOURCE): writes a source that defines the texts of the floor (Lua, HTML, CSS,
# JavaScript), and sets SOURCE to its path; to nothing where the floor has none.
function(rille_embed floor source)
  set(patterns *.lua *.html *.css *.js)
  list(TRANSFORM patterns PREPEND ${CMAKE_SOURCE_DIR}/${floor}/)
  file(GLOB_RECURSE texts CONFIGURE_DEPENDS ${patterns})
  set(${source} "" PARENT_SCOPE)
  if(NOT texts)
    return()
  endif()
  set(made ${CMAKE_BINARY_DIR}/embedded/${floor}_texts.cpp)
  file(WRITE ${made}.new "// Made by cmake/embed.cmake.\n#include <string_view>\n\nnamespace rille {\n")
  foreach(path ${texts})
    set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    get_filename_component(name ${path} NAME)
    string(REPLACE "." "_" name ${name})
    file(READ ${path} text)
    file(APPEND ${made}.new "\nextern const std::string_view ${name};\n"
                            "const std::string_view ${name} = R\"embedded(${text})embedded\";\n")
  endforeach()
  file(APPEND ${made}.new "\n}  // namespace rille\n")
  file(COPY_FILE ${made}.new ${made} ONLY_IF_DIFFERENT)
  set(${source} ${made} PARENT_SCOPE)
endfunction()
