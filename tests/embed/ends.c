// A program that ends while a compile that nobody waits for is at work.
//
// usage: ends SECONDS [leaves]
//   SECONDS  how long it waits for the compile, which may have come to its end then
//   leaves   without freeing what it made
#include <rille/rille.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// No two stretches of it are alike, so that nothing of it is compiled as a loop.
static const char script[] =
    "fn f(x) {\n"
    "  var y = x\n"
    "  var n = 1\n"
    "  for i in 0..6000 {\n"
    "    n = n * 48271 % 2147483647\n"
    "    y = if n % 7 < 2 { y * x + i } else { if n % 7 < 4 { maximum(y, x) / 3 } else { abs(y - x) } }\n"
    "  }\n"
    "  y\n"
    "}\n"
    "jit(f)(ones(1000))\n";

int main(int count, char** words) {
  if (count < 2) return 2;
  rille_engine_options engine_options = RILLE_ENGINE_OPTIONS;
  engine_options.cache = "";
  rille_limits limits = RILLE_LIMITS;
  limits.compile_s = atof(words[1]);
  rille_state_options options = RILLE_STATE_OPTIONS;
  options.limits = &limits;
  rille_engine* engine = NULL;
  rille_state* state = NULL;
  if (rille_engine_new(&engine_options, &engine) != NULL) return 1;
  if (rille_state_new(engine, &options, &state) != NULL) return 1;
  rille_module* module = NULL;
  rille_error* error = rille_load(state, "ends", script, strlen(script), &module);
  if (error != NULL && strcmp(rille_error_kind(error), "limit") != 0) {
    fprintf(stderr, "%s\n", rille_error_rendered(error));
    return 1;
  }
  puts(error == NULL ? "compiled" : "left");
  rille_error_free(error);
  if (count > 2) return 0;
  rille_state_free(state);
  rille_engine_free(engine);
  return 0;
}
