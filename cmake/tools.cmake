# Compiler settings and the packages that the floors use.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# The program, its plugin and the tests stand side by side: each finds the plugin
# in the folder of its own executable.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
set(CMAKE_INSTALL_RPATH $ORIGIN)

option(RILLE_TESTS "build the unit tests" ON)
option(RILLE_ASAN "build with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(RILLE_TSAN "build with ThreadSanitizer" OFF)
option(RILLE_FUZZ "build file readers with both sanitizers and branch coverage" OFF)
option(RILLE_CCACHE "compile through ccache if it is installed" ON)
option(RILLE_MOLD "link with mold if it is installed" ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Dev CACHE STRING "Dev, Release" FORCE)
endif()
# Dev is for many builds, and its result is worth running: -O1 takes 0.8 of -O2's time, -O0 as long
# as -O2, since it writes more. Cmake knows no such type by itself.
set(CMAKE_CXX_FLAGS_DEV "-O2 -g1" CACHE STRING "" FORCE)
if(RILLE_ASAN)  # instrumented code takes half the time to compile with -O1
  set(CMAKE_CXX_FLAGS_DEV "-O1 -g1" CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O3" CACHE STRING "" FORCE)

# No contraction: an fma stands only where code asks for one.
add_compile_options(-Wall -Wextra -Wconversion -Wno-missing-field-initializers -ffp-contract=off
                    -ffile-prefix-map=${CMAKE_SOURCE_DIR}/=)
if(RILLE_ASAN)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

if(RILLE_TSAN)
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
  add_link_options(-fsanitize=thread)
endif()

# What runs each compiler and linker: it measures them for `./dev build --times`.
set(RILLE_LAUNCH ${CMAKE_SOURCE_DIR}/cmake/launch)
set(CMAKE_CXX_COMPILER_LAUNCHER ${RILLE_LAUNCH})
set(CMAKE_CXX_LINKER_LAUNCHER ${RILLE_LAUNCH})
find_program(CCACHE ccache)
if(RILLE_CCACHE AND CCACHE)
  # Paths below the source folder are made relative, so that two checkouts share results. A result
  # is found by the bytes of all headers (DEPEND), never by preprocessed text: a precompiled header
  # knows the files of #pragma once by their bytes, so one made before a comment changed is stale.
  # The namespace leaves results behind that were found otherwise.
  list(APPEND CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}
       CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_DEPEND=1
       CCACHE_NAMESPACE=by-bytes ${CCACHE})
endif()
find_program(MOLD mold)
if(RILLE_MOLD AND MOLD)
  add_link_options(-fuse-ld=mold)
endif()

find_package(PkgConfig REQUIRED)
pkg_check_modules(lua REQUIRED IMPORTED_TARGET lua5.4-c++)  # errors are C++ exceptions there
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(pcre2 REQUIRED IMPORTED_TARGET libpcre2-8)
pkg_check_modules(utf8proc REQUIRED IMPORTED_TARGET libutf8proc)
pkg_check_modules(brotli REQUIRED IMPORTED_TARGET libbrotlidec)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(ZLIB REQUIRED)
find_package(PNG REQUIRED)
find_package(JPEG REQUIRED)
find_package(CLI11 REQUIRED)
find_package(CURL)     # these two for URLs alone: cmake/floors.cmake, rille_remote_plugin
find_package(OpenSSL)
find_library(XEUS_LIBRARY xeus)  # these three for notebooks alone: rille_kernel_plugin
find_library(ZMQ_LIBRARY zmq)
find_path(XEUS_INCLUDE_DIR xeus/xkernel.hpp)
find_package(LLVM 19.1 REQUIRED CONFIG HINTS /usr/lib/llvm-19)
