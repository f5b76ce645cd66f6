// rille_meet: linked into each plugin next to its stubs.
#include <cstring>

#include "jit/plugin/imports.h"

// A library is loaded once per process, so two copies of Rille in a process cannot share it.
extern "C" [[gnu::visibility("default")]] const char* rille_meet(
    const void* (*find)(const char* name)) {
  for (size_t i = 0; i < rille_slot_count; ++i) {
    const void* address = find(rille_slot_names[i]);
    bool is_anothers = rille_slots[i] != nullptr && rille_slots[i] != address;
    if (address == nullptr || is_anothers) return rille_slot_names[i];
    rille_slots[i] = address;
  }
  return nullptr;
}
