# Lua that the program carries: FLOOR/…/NAME.lua becomes `extern const std::string_view NAME_lua`.

# rille_embed(FLOOR SOURCE): writes a source that defines the texts of the floor, and sets SOURCE to
# its path; to nothing where the floor has none.
function(rille_embed floor source)
  file(GLOB_RECURSE texts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${floor}/*.lua)
  set(${source} "" PARENT_SCOPE)
  if(NOT texts)
    return()
  endif()
  set(made ${CMAKE_BINARY_DIR}/embedded/${floor}_lua.cpp)
  file(WRITE ${made}.new "// Made by cmake/embed.cmake.\n#include <string_view>\n\nnamespace rille {\n")
  foreach(path ${texts})
    set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    get_filename_component(name ${path} NAME_WE)
    file(READ ${path} text)
    file(APPEND ${made}.new "\nextern const std::string_view ${name}_lua;\n"
                            "const std::string_view ${name}_lua = R\"lua(${text})lua\";\n")
  endforeach()
  file(APPEND ${made}.new "\n}  // namespace rille\n")
  file(COPY_FILE ${made}.new ${made} ONLY_IF_DIFFERENT)
  set(${source} ${made} PARENT_SCOPE)
endfunction()
