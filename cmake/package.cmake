# librille.so and librille.a, and how all is installed and packed.

set(RILLE_ABI_NUMBER 0)  # of the soname: the first number of the version, until 1.0
set(RILLE_FLOORS repl stdlib backends jit lang vm)
# What programs link that take librille.a: of packages for development, of the system, and those
# packages as Debian calls them.
set(RILLE_STATIC_PACKAGED lua5.4-c++ fmt z png jpeg zstd brotlidec pcre2-8 utf8proc)
set(RILLE_STATIC_LIBRARIES ${RILLE_STATIC_PACKAGED} pthread dl m stdc++)
set(RILLE_STATIC_DEBIAN liblua5.4-dev libfmt-dev zlib1g-dev libpng-dev libjpeg-dev libzstd-dev
    libbrotli-dev libpcre2-dev libutf8proc-dev)

# The functions that repl/rille.h declares, all that the libraries show.
function(rille_public_names names)
  set(header ${CMAKE_SOURCE_DIR}/repl/rille.h)
  set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
  file(READ ${header} text)
  string(REGEX MATCHALL "\nRILLE_API[^(]*\\(" declared "${text}")
  list(TRANSFORM declared REPLACE "(.*[ *\n])(rille_[a-z0-9_]+)\\($" "\\2")
  set(${names} ${declared} PARENT_SCOPE)
endfunction()

function(rille_library)
  rille_public_names(names)
  list(JOIN names "; " shown)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/rille.map
       CONTENT "RILLE_${RILLE_ABI_NUMBER} {\n  global: ${shown};\n  local: *;\n};\n")
  add_library(rille_shared SHARED repl/embed/version.cpp)
  target_compile_definitions(rille_shared PRIVATE RILLE_VERSION="${PROJECT_VERSION}")
  rille_use(rille_shared ${RILLE_FLOORS})
  target_link_options(rille_shared PRIVATE -Wl,--version-script=${CMAKE_BINARY_DIR}/rille.map)
  set_target_properties(rille_shared PROPERTIES OUTPUT_NAME rille VERSION ${PROJECT_VERSION}
                        SOVERSION ${RILLE_ABI_NUMBER} DEFINE_SYMBOL ""
                        LINK_DEPENDS ${CMAKE_BINARY_DIR}/rille.map)
  rille_needs_plugins(rille_shared)
  rille_archive("${names}")
  add_executable(embed_states tests/embed/states.cpp)
  target_include_directories(embed_states PRIVATE repl)
  target_link_libraries(embed_states PRIVATE rille_shared Threads::Threads)
endfunction()

# All objects as one, whose other names are its own: a program that has functions of the same names,
# another version of Rille for one, has its own.
function(rille_archive names)
  if(RILLE_ASAN OR RILLE_TSAN OR RILLE_FUZZ)
    return()
  endif()
  set(folder ${CMAKE_BINARY_DIR}/archive)
  list(JOIN names "\n" text)
  file(CONFIGURE OUTPUT ${folder}/names CONTENT "${text}\n")
  add_library(rille_version OBJECT repl/embed/version.cpp)
  target_include_directories(rille_version PRIVATE ${CMAKE_SOURCE_DIR})
  target_compile_definitions(rille_version PRIVATE RILLE_VERSION="${PROJECT_VERSION}")
  set(parts rille_version rille_exports)
  foreach(floor ${RILLE_FLOORS})
    list(APPEND parts rille_${floor})
  endforeach()
  set(objects)
  foreach(part ${parts})
    list(APPEND objects "$<FILTER:$<TARGET_OBJECTS:${part}>,INCLUDE,[.]o$>")
  endforeach()
  file(GENERATE OUTPUT ${folder}/objects CONTENT "$<JOIN:${objects},\n>\n")
  # GNU's linker, which dissolves the groups of what many objects have alike. What is one in a whole
  # process by its binding (STB_GNU_UNIQUE) is weak first: objcopy hides it no other way.
  add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/librille.a
                     COMMAND ${CMAKE_CXX_COMPILER} -r -nostdlib -fuse-ld=bfd
                             -Wl,--force-group-allocation,--strip-debug -o ${folder}/rille.o
                             @${folder}/objects
                     COMMAND ${CMAKE_COMMAND} -DMODE=unique -DNM=${CMAKE_NM}
                             -DOBJECTS=${folder}/rille.o -DNAMES=${folder}/unique
                             -P ${CMAKE_SOURCE_DIR}/cmake/symbols.cmake
                     COMMAND ${CMAKE_OBJCOPY} --weaken-symbols=${folder}/unique ${folder}/rille.o
                     COMMAND ${CMAKE_OBJCOPY} --keep-global-symbols=${folder}/names
                             ${folder}/rille.o
                     COMMAND ${CMAKE_COMMAND} -E rm -f ${CMAKE_BINARY_DIR}/librille.a
                     COMMAND ${CMAKE_AR} rcs ${CMAKE_BINARY_DIR}/librille.a ${folder}/rille.o
                     COMMAND ${CMAKE_COMMAND} -E rm -f ${folder}/rille.o
                     DEPENDS ${objects} ${folder}/objects ${folder}/names VERBATIM
                     COMMENT "librille.a")
  add_custom_target(rille_static ALL DEPENDS ${CMAKE_BINARY_DIR}/librille.a)
endfunction()

# rille_whole_build(): what is installed first of all: nothing, where some of it was not built yet
# (`./dev run` builds what a script needs). Called before any other install().
function(rille_whole_build)
  get_property(plugins GLOBAL PROPERTY rille_plugins)
  set(files)
  if(NOT (RILLE_ASAN OR RILLE_TSAN OR RILLE_FUZZ))
    list(APPEND files "${CMAKE_BINARY_DIR}/pages/rille.1")
  endif()
  foreach(target rille rille_shared rille-program ${plugins})
    list(APPEND files "$<TARGET_FILE:${target}>")
  endforeach()
  if(TARGET rille_static)
    list(APPEND files "${CMAKE_BINARY_DIR}/librille.a")
  endif()
  install(CODE "foreach(file ${files})
    if(NOT EXISTS \"\${file}\")
      message(FATAL_ERROR \"nothing was installed: \${file} does not exist. Run ./dev build first.\")
    endif()
  endforeach()")
endfunction()

# bin/, lib/, lib/rille/ with the plugins, include/rille/, and what CMake and pkg-config read. All of
# it finds the rest from where it stands, so that the folder can be moved. Libraries that lib/rille/
# carries (cmake/pack.py) come before those of the machine.
function(rille_package)
  get_property(plugins GLOBAL PROPERTY rille_plugins)
  set(made ${CMAKE_BINARY_DIR}/package)
  set(cmake_in ${CMAKE_SOURCE_DIR}/cmake)
  list(TRANSFORM RILLE_STATIC_LIBRARIES PREPEND "-l" OUTPUT_VARIABLE RILLE_STATIC_WORDS)
  list(JOIN RILLE_STATIC_WORDS " " RILLE_STATIC_WORDS)
  foreach(file rille-config.cmake rille-config-version.cmake rille.pc)
    configure_file(${cmake_in}/${file}.in ${made}/${file} @ONLY)
  endforeach()
  set_target_properties(rille PROPERTIES INSTALL_RPATH $ORIGIN/../lib/rille)
  set_target_properties(rille_shared PROPERTIES INSTALL_RPATH $ORIGIN/rille)
  install(TARGETS rille RUNTIME DESTINATION bin)
  install(TARGETS rille_shared LIBRARY DESTINATION lib)
  if(TARGET rille_static)
    install(FILES ${CMAKE_BINARY_DIR}/librille.a DESTINATION lib)
  endif()
  install(TARGETS ${plugins} LIBRARY DESTINATION lib/rille)
  install(TARGETS rille-program RUNTIME DESTINATION lib/rille)
  install(FILES repl/rille.h repl/rille.hpp DESTINATION include/rille)
  install(FILES ${made}/rille-config.cmake ${made}/rille-config-version.cmake
          DESTINATION lib/cmake/rille)
  install(FILES ${made}/rille.pc DESTINATION lib/pkgconfig)
  install(FILES README.md LICENSE CHANGELOG.md DESTINATION share/doc/rille)
  # The pages and programs that README.md links to.
  install(DIRECTORY docs editors examples notebooks DESTINATION share/doc/rille
          PATTERN "__pycache__" EXCLUDE PATTERN ".ipynb_checkpoints" EXCLUDE)

  set(CPACK_GENERATOR DEB)  # the tarball and the wheel are made by cmake/pack.py
  set(CPACK_PACKAGE_NAME rille)
  set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
  set(CPACK_PACKAGE_CONTACT "the authors of Rille")
  set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "a functional array language for machine learning, and its library")
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
  set(CPACK_STRIP_FILES ON)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR})
  list(JOIN RILLE_STATIC_DEBIAN ", " suggested)
  set(CPACK_DEBIAN_PACKAGE_SUGGESTS "${suggested}")
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_SECTION devel)
  include(CPack)
endfunction()
