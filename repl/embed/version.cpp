// The version of the library.
#include "repl/rille.h"

extern "C" {

uint32_t rille_abi(void) { return RILLE_ABI; }
const char* rille_version(void) { return RILLE_VERSION; }
}
