// Imports: how a plugin reaches functions of its program.
#pragma once

#include <cstddef>

// A plugin takes nothing from the symbols of the process, so that it loads into any program, also
// one that shows none: whoever opens it says where each function is (rille_meet), and stubs that
// the build makes of its objects (cmake/symbols.cmake) go on from there.
extern "C" {

struct RilleExport {
  const char* name;  // as the linker knows it; null: the end
  const void* address;
};

// A program's: what its plugins may ask for.
[[gnu::visibility("hidden")]] extern const RilleExport rille_exports[];

// A plugin's.
[[gnu::visibility("hidden")]] extern const void* rille_slots[];
[[gnu::visibility("hidden")]] extern const size_t rille_slot_count;
[[gnu::visibility("hidden")]] extern const char* const rille_slot_names[];

// Of a plugin: fills the slots. Null, or the name that is not there.
const char* rille_meet(const void* (*find)(const char* name));
}

#if defined(__aarch64__)
#define RILLE_STUB_CODE(offset)               \
  "adrp x16, rille_slots+" offset             \
  "\n"                                        \
  "ldr x16, [x16, #:lo12:rille_slots+" offset \
  "]\n"                                       \
  "br x16\n"
#else
#define RILLE_STUB_CODE(offset) "jmp *rille_slots+" offset "(%rip)\n"
#endif
#define RILLE_STUB(name, offset)                                                               \
  asm(".text\n.p2align 4\n.globl " name "\n.hidden " name "\n.type " name ", %function\n" name \
      ":\n" RILLE_STUB_CODE(offset) ".size " name ", .-" name "\n");

// By another name here: what the compiler thinks of as a function without a type.
#define RILLE_MAYBE(name) \
  extern "C" [[gnu::weak, gnu::visibility("hidden")]] const char maybe_##name __asm__(#name);
#define RILLE_EXPORT(name) {#name, &maybe_##name}
