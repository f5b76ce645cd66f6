// Imports: how a plugin calls functions of its program.
#pragma once

#include <cstddef>

// A plugin imports no symbols from the process, so that it can be loaded into any program, even one
// that exports none. The code that opens the plugin passes the address of each function
// (rille_meet). Stubs generated from the plugin's objects (cmake/symbols.cmake) jump to these
// addresses.
extern "C" {

struct RilleExport {
  const char* name;  // symbol name; null marks the end
  const void* address;
};

// Defined by a program: the functions that its plugins may import.
[[gnu::visibility("hidden")]] extern const RilleExport rille_exports[];

// Defined by a plugin.
[[gnu::visibility("hidden")]] extern const void* rille_slots[];
[[gnu::visibility("hidden")]] extern const size_t rille_slot_count;
[[gnu::visibility("hidden")]] extern const char* const rille_slot_names[];

// Defined by a plugin: fills the slots. Returns null, or the name of a missing function.
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

// Declared under another name, because the compiler knows the symbol as a function of another type.
#define RILLE_MAYBE(name) \
  extern "C" [[gnu::weak, gnu::visibility("hidden")]] const char maybe_##name __asm__(#name);
#define RILLE_EXPORT(name) {#name, &maybe_##name}
