// Rille from C: runs a script, calls its functions, and shows its errors.
#include <stdio.h>
#include <string.h>

#include <rille/rille.h>

static const char script[] =
    "fn norm(x: f32[n]) -> f32[] = sqrt(sum(x ^ 2))\n"
    "proc greet(name: str) { print(\"hello {name}\"); twice(21) }\n"
    "fn wrong(x) = x @ [1.0, 2.0]\n";

static void show(void* user, const char* text, size_t bytes) {
  (void)user;
  printf("script: %.*s", (int)bytes, text);
}

// A host function, which scripts can call by the name `twice`.
static rille_error* twice(void* user, rille_state* state, const rille_value* const* args,
                          size_t count, rille_value** out) {
  (void)user, (void)state, (void)count;
  int64_t number = 0;
  rille_error* error = rille_to_int(args[0], &number);
  if (error == NULL) *out = rille_int(2 * number);
  return error;
}

// Shows an error and frees it. Returns 0 if there was no error.
static int failed(rille_error* error) {
  if (error == NULL) return 0;
  printf("%s\n", rille_error_rendered(error));
  rille_error_free(error);
  return 1;
}

static int call(rille_state* state, rille_module* module, const char* name, rille_value* arg) {
  rille_value *function = NULL, *result = NULL;
  int bad = failed(rille_get(module, name, &function));
  if (!bad) {
    const rille_value* args[] = {arg};
    bad = failed(rille_call(state, function, args, 1, &result));
  }
  char* text = bad ? NULL : rille_text(result);
  if (text != NULL) printf("%s gives %s\n", name, text);
  rille_text_free(text);
  rille_value_free(result);
  rille_value_free(function);
  rille_value_free(arg);
  return bad;
}

int main(void) {
  rille_engine* engine = NULL;
  rille_state* state = NULL;
  rille_module* module = NULL;
  if (rille_abi() != RILLE_ABI) return 2;
  rille_engine_options engine_options = RILLE_ENGINE_OPTIONS;
#ifdef RILLE_PLUGINS
  engine_options.plugins = RILLE_PLUGINS;
#endif
  rille_limits limits = RILLE_LIMITS;
  limits.wall_s = 5;
  rille_state_options options = RILLE_STATE_OPTIONS;
  options.grants = RILLE_GRANT_PRINT;
  options.limits = &limits;
  options.write = show;
  int bad = failed(rille_engine_new(&engine_options, &engine)) ||
            failed(rille_state_new(engine, &options, &state)) ||
            failed(rille_define_function(state, "twice(x: int) -> int", RILLE_PURE, twice, NULL,
                                         NULL)) ||
            failed(rille_load(state, "script.rille", script, strlen(script), &module));
  if (!bad) {
    const float numbers[] = {3, 4};
    const int64_t shape[] = {2};
    rille_value *vector = NULL, *name = NULL, *matrix = NULL;
    const int64_t square[] = {3, 3};
    bad = failed(rille_array_copy(RILLE_F32, 1, shape, numbers, &vector)) ||
          call(state, module, "norm", vector) ||
          failed(rille_string("C", 1, &name)) || call(state, module, "greet", name) ||
          failed(rille_array_copy(RILLE_F32, 2, square, NULL, &matrix));
    if (!bad) call(state, module, "wrong", matrix);  // an error of the script, which is shown
  }
  rille_module_free(module);
  rille_state_free(state);
  rille_engine_free(engine);
  return bad;
}
