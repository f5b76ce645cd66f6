# Batches: sources of a folder that are compiled together, as one source that includes them.

# Of a short source most of the time goes into the precompiled header and into templates that its
# neighbours instantiate as well. The sources of these folders have no names in common, also in their
# unnamed namespaces: .ci/batches.py tells of any. What runs once per step of a script or per element
# stays apart, so that no neighbour changes the code that the compiler makes of it.
option(RILLE_BATCHES "compile short sources together" ON)
set(RILLE_BATCH_SIZE 6)
set(RILLE_BATCHED "lang/[a-z]+|jit/(codegen|ops|passes|plan|stablehlo)|\
repl/(commands|kernel|line|lsp|prompt)|\
stdlib/(array|ckpt(/(manager|ocdbt|zarr))?|core|data(/(csv|npy|records|streams))?|debug|file|io|\
jinja|linalg|nn|optim(/[a-z]+)?|plot|profile|remote|rng|stablehlo|table|text|tokens|transform|tree)")

# What Dev compiles with -O1: what runs once per command or key, or builds graphs.
set(RILLE_COLD "repl/(commands|kernel|line|lsp|notebook|prompt)|jit/stablehlo|\
stdlib/(ckpt/(hf|manager|orbax)|debug|file|io|nn|optim|plot|profile|stablehlo)")

# rille_batches(TARGET SOURCES RESULT): sets RESULT to what TARGET compiles in the place of SOURCES.
function(rille_batches target sources result)
  set(folders)
  set(compiled)
  foreach(source ${sources})
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE path)
    cmake_path(GET path PARENT_PATH folder)
    if(RILLE_BATCHES AND NOT RILLE_FUZZ AND folder MATCHES "^(${RILLE_BATCHED})$")
      list(APPEND folders ${folder})
      list(APPEND "in_${folder}" ${path})
    else()
      list(APPEND compiled ${source})
      rille_cold_sources(${folder} ${source})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder ${folders})
    rille_batches_of(${target} ${folder} "${in_${folder}}" batches)
    rille_cold_sources(${folder} ${batches})
    list(APPEND compiled ${batches})
  endforeach()
  set(${result} "${compiled}" PARENT_SCOPE)
endfunction()

# Sets RESULT to the batches of these sources of one folder.
function(rille_batches_of target folder paths result)
  set(batches)
  set(number 0)
  while(paths)
    list(SUBLIST paths 0 ${RILLE_BATCH_SIZE} batch)
    list(REMOVE_ITEM paths ${batch})
    list(JOIN batch "\"\n#include \"" text)
    set(file ${CMAKE_BINARY_DIR}/batches/${target}/${folder}/${number}.cpp)
    file(CONFIGURE OUTPUT ${file} CONTENT "// Made by cmake/batches.cmake.\n#include \"${text}\"\n")
    list(APPEND batches ${file})
    math(EXPR number "${number} + 1")
  endwhile()
  set(${result} ${batches} PARENT_SCOPE)
endfunction()

function(rille_cold_sources folder)
  if(CMAKE_BUILD_TYPE STREQUAL Dev AND "${folder}/" MATCHES "^(${RILLE_COLD})/")
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -O1)
  endif()
endfunction()

# rille_objects(TARGET SOURCES MADE): the library TARGET of objects. Where it has batches, TARGET_apart
# has the sources themselves: nothing builds it, but by it they stand in compile_commands.json, where
# clang-tidy and editors look for them. MADE: the targets that there are.
function(rille_objects target sources made)
  rille_batches(${target} "${sources}" compiled)
  add_library(${target} OBJECT ${compiled})
  set(targets ${target})
  if(NOT compiled STREQUAL sources)
    add_library(${target}_apart OBJECT EXCLUDE_FROM_ALL ${sources})
    list(APPEND targets ${target}_apart)
  endif()
  set(${made} ${targets} PARENT_SCOPE)
endfunction()
