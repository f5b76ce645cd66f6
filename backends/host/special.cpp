// Special functions under the names used by compiled code.
#include "vm/numbers/special.h"

#include "backends/host/runtime.h"

extern "C" {

#define SPECIAL1(name) \
  double rille_##name(double x) { return rille::special::name(x); }
#define SPECIAL2(name) \
  double rille_##name(double x, double y) { return rille::special::name(x, y); }
#define SPECIAL3(name) \
  double rille_##name(double x, double y, double z) { return rille::special::name(x, y, z); }
#include "vm/numbers/special.def"
}
