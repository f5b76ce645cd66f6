# How a floor, the plugin, the program and the tests are made.

# What nearly every source of a kind includes, compiled once for all of them; a source names it all
# the same. Of ours by the name that every checkout has.
set(RILLE_COMMON_HEADERS <algorithm> <array> <bit> <cmath> <complex> <cstdint> <functional> <limits>
    <map> <memory> <numbers> <numeric> <optional> <set> <span> <string> <string_view>
    <unordered_map> <utility> <variant> <vector>)
set(RILLE_HEADERS_values ${RILLE_COMMON_HEADERS} <vm/error.h> <vm/type.h>)
set(RILLE_HEADERS_graphs ${RILLE_HEADERS_values} <jit/op.h>)
set(RILLE_HEADERS_builtins ${RILLE_HEADERS_graphs} <vm/bind.h>)
set(RILLE_HEADERS_values_watched ${RILLE_HEADERS_values})
set(RILLE_HEADERS_builtins_watched ${RILLE_HEADERS_builtins})
set(RILLE_HEADERS_tests <gtest/gtest.h> ${RILLE_COMMON_HEADERS})
set(RILLE_HEADERS_codegen ${RILLE_HEADERS_graphs} <jit/codegen/llvm.h>)

# rille_share_headers(TARGET KIND): compiles the headers of a kind once for all of its targets.
function(rille_share_headers target kind)
  get_property(first GLOBAL PROPERTY rille_headers_${kind})
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    target_precompile_headers(${target} PRIVATE ${RILLE_HEADERS_${kind}})
    set_property(GLOBAL PROPERTY rille_headers_${kind} ${target})
  endif()
endfunction()

# rille_floor(NAME HEADERS kind [BELOW floors] [APART paths] [LINK libraries]): the sources below
# NAME/, as objects rather than an archive, so that nothing a plugin needs is left out.
function(rille_floor name)
  cmake_parse_arguments(F "" "HEADERS" "BELOW;APART;LINK" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${name}/*.cpp)
  foreach(apart ${F_APART})
    list(FILTER sources EXCLUDE REGEX "^${CMAKE_SOURCE_DIR}/${apart}(/|$)")
  endforeach()
  if(NOT sources)
    return()
  endif()
  rille_embed(${name} embedded)
  set(made)
  if(RILLE_FUZZ AND name MATCHES "vm|lang|jit|stdlib|repl")
    rille_watched(rille_watched_${name} "${sources}" sources)
    set(made rille_watched_${name})
    if(name STREQUAL vm)  # which every program has
      list(APPEND sources ${CMAKE_SOURCE_DIR}/tests/fuzz/edges.cpp)
    endif()
  endif()
  rille_objects(rille_${name} "${sources}" objects)
  target_sources(rille_${name} PRIVATE ${embedded})
  foreach(target ${objects} ${made})
    target_include_directories(${target} PUBLIC ${CMAKE_SOURCE_DIR})
    target_link_libraries(${target} PUBLIC ${F_LINK})
    foreach(floor ${F_BELOW})
      if(TARGET rille_${floor})
        target_link_libraries(${target} PUBLIC rille_${floor})
      endif()
    endforeach()
  endforeach()
  foreach(target ${objects})
    rille_share_headers(${target} ${F_HEADERS})
  endforeach()
  if(TARGET rille_watched_${name})
    rille_share_headers(rille_watched_${name} ${F_HEADERS}_watched)
  endif()
  rille_numeric_sources("${sources}")
endfunction()

# rille_watched(TARGET SOURCES): what of these reads files and texts becomes a library of its own with
# sanitizers, and each of its blocks tells when it runs (tests/fuzz/edges.h). All else is what any
# build compiles, so that such a build takes minutes. `rest` gets the others.
function(rille_watched target sources rest)
  set(watched ${sources})
  list(FILTER watched INCLUDE REGEX
       "/stdlib/(data|ckpt|tokens|jinja|json|image|file)/.*[.]cpp$|/vm/(memory/buffer|array|value|tree)[./]|\
/lang/(ast|core|emit|format|lint|parse|resolve)[./]|/repl/line/|/jit/(stablehlo|graph)[./]")
  list(REMOVE_ITEM sources ${watched})
  set(${rest} ${sources} PARENT_SCOPE)
  add_library(${target} OBJECT ${watched})
  target_compile_definitions(${target} PRIVATE RILLE_FUZZ)
  target_compile_options(${target} PRIVATE -fsanitize=address,undefined -fno-omit-frame-pointer
                         -fno-sanitize-recover=undefined -fsanitize-coverage=trace-pc)
endfunction()

# What runs once per element is optimized in every build but that with sanitizers.
function(rille_numeric_sources sources)
  if(RILLE_ASAN)
    return()
  endif()
  list(FILTER sources INCLUDE REGEX "^${CMAKE_SOURCE_DIR}/backends/host/")
  set_source_files_properties(${sources} PROPERTIES COMPILE_OPTIONS -O3
                              SKIP_PRECOMPILE_HEADERS ON)
endfunction()

# rille_use(TARGET floors): links the objects of all these floors. Objects do not follow
# from one library to the next by themselves.
function(rille_use target)
  foreach(floor ${ARGN})
    if(TARGET rille_${floor})
      target_link_libraries(${target} PRIVATE rille_${floor})
    endif()
    if(TARGET rille_watched_${floor})
      target_link_libraries(${target} PRIVATE rille_watched_${floor})
      target_link_options(${target} PRIVATE -fsanitize=address,undefined)
    endif()
  endforeach()
  list(FIND ARGN jit at)  # a name that callers use for a variable
  if(TARGET rille_exports AND at GREATER -1)
    target_link_libraries(${target} PRIVATE rille_exports)
  endif()
  set_target_properties(${target} PROPERTIES BUILD_RPATH $ORIGIN)
endfunction()

# rille_plugin(NAME OBJECTS [DEPENDS files]): libNAME.so, a library that programs of ours open while
# they run. Of their functions it takes none by the process's symbols, which a program need not
# show: jit/plugin/imports.h. ENTRY: what they ask it for. OBJECTS: of it, or @FILE that names them.
function(rille_plugin name entry objects)
  cmake_parse_arguments(P "" "" "DEPENDS;SOURCES" ${ARGN})
  set(folder ${CMAKE_BINARY_DIR}/imports)
  file(MAKE_DIRECTORY ${folder})
  string(REPLACE "-" "_" target ${name})
  set(script ${CMAKE_SOURCE_DIR}/cmake/symbols.cmake)
  add_custom_command(OUTPUT ${folder}/${name}.cpp ${folder}/${name}.names
                     COMMAND ${CMAKE_COMMAND} -DMODE=imports -DNM=${CMAKE_NM}
                             "-DOBJECTS=${objects}" -DNAMES=${folder}/${name}.names
                             -DSOURCE=${folder}/${name}.cpp -P ${script}
                     DEPENDS ${P_DEPENDS} ${script} VERBATIM COMMENT "Imports of ${name}")
  add_library(${target}_plugin MODULE ${P_SOURCES} ${folder}/${name}.cpp
              ${CMAKE_SOURCE_DIR}/jit/plugin/meet.cpp)
  target_include_directories(${target}_plugin PRIVATE ${CMAKE_SOURCE_DIR})
  set_target_properties(${target}_plugin PROPERTIES OUTPUT_NAME ${name} DEFINE_SYMBOL "")
  file(CONFIGURE OUTPUT ${folder}/${name}.map
       CONTENT "{\n  global: rille_meet; ${entry};\n  local: *;\n};\n")
  target_link_options(${target}_plugin PRIVATE -Wl,--version-script=${folder}/${name}.map)
  set_property(GLOBAL APPEND PROPERTY rille_plugins ${target}_plugin)
endfunction()

# The same of a target of objects, which has the plugin's name; cmake counts its compiled header
# among them.
function(rille_plugin_of name entry)
  set(objects "$<FILTER:$<TARGET_OBJECTS:${name}>,INCLUDE,[.]o$>")
  rille_plugin(${name} ${entry} "${objects}" SOURCES "${objects}" DEPENDS "${objects}")
  set_property(GLOBAL APPEND PROPERTY rille_imports ${CMAKE_BINARY_DIR}/imports/${name}.names)
endfunction()

# What the plugins made so far may ask a program for. Those of eager kernels, which a program of
# ours makes, ask for what any compiled code does (backends/host/symbols.h).
function(rille_exports)
  get_property(lists GLOBAL PROPERTY rille_imports)
  set(script ${CMAKE_SOURCE_DIR}/cmake/symbols.cmake)
  set(made ${CMAKE_BINARY_DIR}/imports/exports.cpp)
  add_custom_command(OUTPUT ${made}
                     COMMAND ${CMAKE_COMMAND} -DMODE=exports "-DLISTS=${lists}" -DSOURCE=${made}
                             -P ${script}
                     DEPENDS ${lists} ${script} VERBATIM COMMENT "Exports for plugins")
  add_library(rille_exports OBJECT ${made})
  target_include_directories(rille_exports PRIVATE ${CMAKE_SOURCE_DIR})
endfunction()

# librille-llvm.so, the only place that sees LLVM.
function(rille_codegen_plugin)
  # With a copy of what makes loop programs: its build ID is part of the keys of cached kernels.
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/jit/codegen/*.cpp
                                              ${CMAKE_SOURCE_DIR}/jit/loops/*.cpp)
  list(FILTER sources EXCLUDE REGEX "jit/loops/(interpret|parse|values)[.]cpp$")
  if(NOT sources)
    return()
  endif()
  rille_objects(rille-llvm "${sources}" objects)
  foreach(target ${objects})
    target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR})
    target_include_directories(${target} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
    target_compile_definitions(${target} PRIVATE ${LLVM_DEFINITIONS})
    target_compile_options(${target} PRIVATE -O1 -g0)
    rille_share_headers(${target} codegen)
    target_link_libraries(${target} PRIVATE fmt::fmt)
  endforeach()
  rille_plugin_of(rille-llvm rille_codegen)
  target_link_libraries(rille_llvm_plugin PRIVATE LLVM fmt::fmt)
  # Its build ID tells whose kernels a disk or a pack holds.
  target_link_options(rille_llvm_plugin PRIVATE -L${LLVM_LIBRARY_DIRS} -Wl,--build-id=sha1)
  rille_carried_generator()
endfunction()

# The same plugin with LLVM's archives inside, for cmake/pack.py: it runs where no LLVM is installed.
function(rille_carried_generator)
  add_library(rille_carried_generator MODULE EXCLUDE_FROM_ALL
              "$<FILTER:$<TARGET_OBJECTS:rille-llvm>,INCLUDE,[.]o$>"
              ${CMAKE_BINARY_DIR}/imports/rille-llvm.cpp ${CMAKE_SOURCE_DIR}/jit/plugin/meet.cpp)
  target_include_directories(rille_carried_generator PRIVATE ${CMAKE_SOURCE_DIR})
  llvm_map_components_to_libnames(archives native passes)
  target_link_libraries(rille_carried_generator PRIVATE ${archives} fmt::fmt)
  target_link_options(rille_carried_generator PRIVATE -Wl,--gc-sections,--as-needed,-z,defs
                      -Wl,--version-script=${CMAKE_BINARY_DIR}/imports/rille-llvm.map
                      -Wl,--build-id=sha1)
  set_target_properties(rille_carried_generator PROPERTIES OUTPUT_NAME rille-llvm DEFINE_SYMBOL ""
                        LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/package)
endfunction()

# librille-remote.so, the only place that sees libcurl, opened when a path is a URL. Where its
# packages are missing the rest is built as ever, and a URL is an error that names the library.
function(rille_remote_plugin)
  if(NOT CURL_FOUND OR NOT OPENSSL_FOUND)
    message(WARNING "building without support for URLs: libcurl4-openssl-dev or libssl-dev is missing")
    return()
  endif()
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/stdlib/remote/*.cpp)
  rille_objects(rille-remote "${sources}" objects)
  foreach(target ${objects})
    target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR})
    target_link_libraries(${target} PRIVATE CURL::libcurl OpenSSL::Crypto fmt::fmt)
    rille_share_headers(${target} values)
  endforeach()
  rille_plugin_of(rille-remote rille_remote)
  target_link_libraries(rille_remote_plugin PRIVATE CURL::libcurl OpenSSL::Crypto fmt::fmt)
endfunction()

# librille-kernel.so, the only place that sees xeus, opened by `rille kernel run`. Without its package
# the rest is built as ever, and that command says what is missing.
function(rille_kernel_plugin)
  if(NOT XEUS_LIBRARY OR NOT ZMQ_LIBRARY OR NOT XEUS_INCLUDE_DIR)
    message(WARNING "building without the Jupyter kernel: xeus-dev is missing")
    return()
  endif()
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/repl/kernel/*.cpp)
  rille_objects(rille-kernel "${sources}" objects)
  foreach(target ${objects})
    target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR})
    target_include_directories(${target} SYSTEM PRIVATE ${XEUS_INCLUDE_DIR})
    target_compile_definitions(${target} PRIVATE RILLE_VERSION="${PROJECT_VERSION}")
    target_link_libraries(${target} PRIVATE fmt::fmt)
    rille_share_headers(${target} values)
  endforeach()
  rille_plugin_of(rille-kernel rille_kernel)
  target_link_libraries(rille_kernel_plugin PRIVATE ${XEUS_LIBRARY} ${ZMQ_LIBRARY} fmt::fmt)
endfunction()

# What the target opens when it runs is built with it. HERE: on a processor like this one; plugins
# for other instruction sets are only built with everything.
function(rille_needs_plugins target)
  get_property(plugins GLOBAL PROPERTY rille_plugins)
  if("HERE" IN_LIST ARGN)
    rille_isa_here(here)
    list(REMOVE_ITEM RILLE_ISAS ${here})
    list(JOIN RILLE_ISAS "|" others)
    list(FILTER plugins EXCLUDE REGEX "_(${others})_plugin$")
  endif()
  if(plugins)
    add_dependencies(${target} ${plugins})
  endif()
endfunction()

# The instruction sets that there is code for, and which of them this processor has: as
# jit/target/host.cpp finds out when a program runs.
set(RILLE_ISAS baseline avx2 avx512)
function(rille_isa_here result)
  set(flags)
  if(EXISTS /proc/cpuinfo)
    file(STRINGS /proc/cpuinfo flags LIMIT_COUNT 1 REGEX "^flags")
    separate_arguments(flags)
  endif()
  set(${result} baseline PARENT_SCOPE)
  if("avx2" IN_LIST flags AND "fma" IN_LIST flags)
    set(${result} avx2 PARENT_SCOPE)
    if("avx512f" IN_LIST flags AND "avx512vl" IN_LIST flags AND "avx512bw" IN_LIST flags
       AND "avx512dq" IN_LIST flags)
      set(${result} avx512 PARENT_SCOPE)
    endif()
  endif()
endfunction()

# librille-matrix-ISA.so, decompositions for each instruction set. Its names are its own, since each
# library has the same ones in other code.
function(rille_matrix_plugins)
  set(folder ${CMAKE_SOURCE_DIR}/backends/host/matrices)
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  # GCC 12 fuses products and sums of neighbours that it makes vectors of, -ffp-contract=off or not.
  # Fourier transforms have the same bits everywhere: what goes in lanes there says so itself.
  # A precompiled header would bring the options back that it was made with.
  set_source_files_properties(${folder}/fourier.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON
                              COMPILE_OPTIONS "-fno-tree-vectorize;-fno-tree-slp-vectorize")
  set(baseline)
  set(avx2 -mavx2 -mfma)
  set(avx512 ${avx2} -mavx512f -mavx512vl -mavx512bw -mavx512dq)
  foreach(isa ${RILLE_ISAS})
    add_library(rille-matrix-${isa} OBJECT ${sources})
    target_include_directories(rille-matrix-${isa} PRIVATE ${CMAKE_SOURCE_DIR})
    target_compile_options(rille-matrix-${isa} PRIVATE -O3 -g0 -DNDEBUG -fvisibility=hidden
                           -fvisibility-inlines-hidden -Wno-maybe-uninitialized ${${isa}})
    target_precompile_headers(rille-matrix-${isa} PRIVATE ${RILLE_COMMON_HEADERS})
    target_link_libraries(rille-matrix-${isa} PRIVATE fmt::fmt)
    rille_plugin_of(rille-matrix-${isa} rille_matrices)
    target_link_libraries(rille_matrix_${isa}_plugin PRIVATE fmt::fmt)
  endforeach()
endfunction()

# librille-eager-ISA.so, one for each instruction set: the kernels that eager code asks for most.
# The tool compiles them, for any of the sets on any machine; what it compiled before it takes from
# its folder.
function(rille_eager_packs)
  add_executable(rille-pack ${CMAKE_SOURCE_DIR}/backends/host/pack/write.cpp)
  rille_use(rille-pack backends jit vm)
  foreach(isa ${RILLE_ISAS})
    set(folder ${CMAKE_BINARY_DIR}/eager/${isa})
    file(MAKE_DIRECTORY ${folder})
    add_custom_command(OUTPUT ${folder}/pack.cpp ${folder}/objects
                       COMMAND ${CMAKE_COMMAND} -E env --unset=RILLE_LLVM
                               --unset=RILLE_TEST_SCHEDULE ASAN_OPTIONS=detect_leaks=0
                               $<TARGET_FILE:rille-pack> ${isa} ${folder}
                       DEPENDS rille-pack rille_llvm_plugin COMMENT "Eager kernels for ${isa}")
    rille_plugin(rille-eager-${isa} rille_pack @${folder}/objects SOURCES ${folder}/pack.cpp
                 DEPENDS ${folder}/objects)
    target_compile_options(rille_eager_${isa}_plugin PRIVATE -g0)
    target_link_options(rille_eager_${isa}_plugin PRIVATE @${folder}/objects)
    set_target_properties(rille_eager_${isa}_plugin PROPERTIES LINK_DEPENDS ${folder}/objects)
  endforeach()
endfunction()

# rille_commands: what the program `rille` does, the only place that sees CLI11.
function(rille_commands)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/repl/commands/*.cpp)
  rille_objects(rille_commands "${sources}" objects)
  foreach(target ${objects})
    target_compile_definitions(${target} PRIVATE RILLE_VERSION="${PROJECT_VERSION}")
    target_link_libraries(${target} PUBLIC rille_repl CLI11::CLI11)
    rille_share_headers(${target} builtins)
  endforeach()
endfunction()

function(rille_program name source)
  if(NOT EXISTS ${CMAKE_SOURCE_DIR}/${source})
    return()
  endif()
  add_executable(${name} ${source})
  target_compile_definitions(${name} PRIVATE RILLE_VERSION="${PROJECT_VERSION}")
  rille_use(${name} commands repl stdlib backends jit lang vm)
  rille_needs_plugins(${name} HERE)
endfunction()

# rille-program, which `rille build FILE` makes programs of: they run where these libraries are not
# installed. Archives come first: what they define is not looked for behind them.
function(rille_runtime)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/repl/program/*.cpp)
  add_executable(rille-program ${sources})
  foreach(name lua5.4-c++ png16 jpeg z zstd brotlidec brotlicommon pcre2-8 utf8proc)
    find_library(RILLE_ARCHIVE_${name} lib${name}.a)
    mark_as_advanced(RILLE_ARCHIVE_${name})
    if(RILLE_ARCHIVE_${name})
      target_link_libraries(rille-program PRIVATE ${RILLE_ARCHIVE_${name}})
    endif()
  endforeach()
  rille_use(rille-program repl stdlib backends jit lang vm)
  target_link_options(rille-program PRIVATE -s -Wl,--as-needed)
  add_dependencies(rille rille-program)
endfunction()

# Tests take longer to compile than to run.
function(rille_quick_to_compile target)
  if(CMAKE_BUILD_TYPE STREQUAL Dev)
    target_compile_options(${target} PRIVATE -O1)
  endif()
endfunction()

# One GoogleTest program per floor, from tests/unit/FLOOR/.
function(rille_tests)
  find_package(GTest)
  if(NOT RILLE_TESTS OR NOT GTest_FOUND)  # running a script takes no tests
    return()
  endif()
  file(GLOB support CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/unit/support/*.cpp)
  add_library(test_support OBJECT ${support})
  target_link_libraries(test_support PUBLIC rille_jit rille_vm GTest::gtest)
  target_compile_options(test_support PRIVATE -fPIE)  # as the programs that share its headers
  rille_quick_to_compile(test_support)
  rille_share_headers(test_support tests)
  set(vm vm)
  set(lang lang vm)
  set(jit jit vm)
  set(backends backends jit vm)
  set(stdlib stdlib backends jit vm)
  set(repl commands repl stdlib backends jit lang vm)
  foreach(floor ${ARGN})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/unit/${floor}/*.cpp)
    if(sources AND TARGET rille_${floor})
      add_executable(test_${floor} ${sources})
      rille_use(test_${floor} ${${floor}})
      target_link_libraries(test_${floor} PRIVATE GTest::gtest_main)
      if(floor MATCHES "jit|backends")
        target_sources(test_${floor} PRIVATE $<TARGET_OBJECTS:test_support>)
      endif()
      rille_quick_to_compile(test_${floor})
      rille_share_headers(test_${floor} tests)
      rille_needs_plugins(test_${floor})
      add_test(NAME ${floor} COMMAND test_${floor} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
      # Compiled anew: what an older build left on the disk would hide a fault.
      set_tests_properties(${floor} PROPERTIES TIMEOUT 600 ENVIRONMENT RILLE_CACHE=off)
    endif()
  endforeach()
  rille_starved()
  rille_diff()
  rille_fuzz()
endfunction()

# The program behind tests/starved/run: its own malloc, and the linker puts a way to fail in front
# of what else gives memory.
function(rille_starved)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/starved/*.cpp)
  if(NOT sources OR RILLE_TSAN OR RILLE_FUZZ)
    return()
  endif()
  add_executable(starved ${sources})
  if(RILLE_ASAN)  # its malloc is asked for memory before the sanitizers have begun
    set_source_files_properties(${CMAKE_SOURCE_DIR}/tests/starved/failing.cpp PROPERTIES
                                COMPILE_OPTIONS "-O2;-fno-sanitize=all" COMPILE_DEFINITIONS RILLE_ASAN)
  endif()
  rille_use(starved repl stdlib backends jit lang vm)
  foreach(symbol mmap _ZN5rille7Account4takeEm _ZN5rille7codegenEv)
    target_link_options(starved PRIVATE -Wl,--wrap=${symbol})
  endforeach()
  rille_needs_plugins(starved)
endfunction()

# The programs behind tests/diff/run, random graphs by many oracles, tests/scripts/run, the same
# graphs and others as scripts, and tests/kernels/run, the kernels of other tests.
function(rille_diff)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/diff/*.cpp)
  if(NOT sources)
    return()
  endif()
  list(REMOVE_ITEM sources ${CMAKE_SOURCE_DIR}/tests/diff/main.cpp)
  add_library(diff_parts OBJECT ${sources})
  rille_use(diff_parts backends jit vm)
  rille_share_headers(diff_parts graphs)
  add_executable(diff ${CMAKE_SOURCE_DIR}/tests/diff/main.cpp)
  rille_use(diff backends jit vm)
  add_executable(scripts ${CMAKE_SOURCE_DIR}/tests/scripts/scripts.cpp)
  rille_use(scripts repl stdlib backends jit lang vm)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/kernels/*.cpp)
  add_executable(kernels ${sources})
  rille_use(kernels backends jit vm)
  foreach(program diff scripts kernels)
    target_link_libraries(${program} PRIVATE diff_parts CLI11::CLI11)
    rille_needs_plugins(${program})
  endforeach()
  if(TARGET test_backends)
    target_link_libraries(test_backends PRIVATE diff_parts)
  endif()
endfunction()

# The program behind tests/fuzz/run: changed files for every reader. Where the readers tell which
# blocks run, every program of the build has whom they tell.
function(rille_fuzz)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/fuzz/*.cpp)
  if(NOT sources OR NOT TARGET diff_parts)
    return()
  endif()
  list(REMOVE_ITEM sources ${CMAKE_SOURCE_DIR}/tests/fuzz/edges.cpp)
  add_executable(fuzz ${sources})
  rille_use(fuzz repl stdlib backends jit lang vm)
  target_link_libraries(fuzz PRIVATE diff_parts CLI11::CLI11)
  if(RILLE_FUZZ)
    target_compile_definitions(fuzz PRIVATE RILLE_FUZZ)
  else()
    target_sources(fuzz PRIVATE ${CMAKE_SOURCE_DIR}/tests/fuzz/edges.cpp)
  endif()
  rille_needs_plugins(fuzz)
endfunction()
