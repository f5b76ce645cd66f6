// What this library is; not what the program is.
#include "repl/rille.h"

extern "C" {

uint32_t rille_abi(void) { return RILLE_ABI; }
const char* rille_version(void) { return RILLE_VERSION; }
}
