// Bytes that are no elements of their dtype, names that are none.
#include <rille/rille.h>
#include <stdio.h>
#include <string.h>

static int passed = 0, failed = 0;

static void check(int holds, const char* what) {
  holds ? ++passed : ++failed;
  if (!holds) fprintf(stderr, "FAILED: %s\n", what);
}

static void is_misuse(rille_error* error, const char* word, const char* what) {
  check(error != NULL && strcmp(rille_error_kind(error), "misuse") == 0 &&
            strstr(rille_error_message(error), word) != NULL,
        what);
  rille_error_free(error);
}

// The one axis of a tensor of DLPack, as its header lays it out.
struct tensor {
  void* data;
  int32_t device, number, rank;
  uint8_t code, bits;
  uint16_t lanes;
  int64_t *shape, *strides;
  uint64_t offset;
};
struct managed {
  struct tensor tensor;
  void* context;
  void (*deleter)(struct managed*);
};
static int deleted = 0;
static void delete_tensor(struct managed* self) {
  (void)self;
  ++deleted;
}

static int released = 0;
static void release(void* user) {
  (void)user;
  ++released;
}

static int all_are(const rille_value* value, int byte, size_t count) {
  rille_array array = RILLE_ARRAY_INIT;
  rille_error* error = rille_to_array(value, &array);
  int good = error == NULL && array.bytes == count;
  for (size_t i = 0; good && i < count; ++i) good = ((const unsigned char*)array.data)[i] == byte;
  rille_error_free(error);
  return good;
}

static void ints_of_4_bits(void) {
  int64_t two[] = {2}, many[] = {100};
  int8_t wide[] = {100, -100}, edge[] = {-8, 7}, view[100] = {0};
  uint8_t natural[] = {15, 16};
  rille_value* value = NULL;
  is_misuse(rille_array_copy(RILLE_I4, 1, two, wide, &value), "-8 to 7", "an i4 of 100");
  is_misuse(rille_array_copy(RILLE_U4, 1, two, natural, &value), "0 to 15", "a u4 of 16");
  rille_error* error = rille_array_copy(RILLE_I4, 1, two, edge, &value);
  check(error == NULL, "i4 from -8 to 7");
  rille_error_free(error);
  rille_value_free(value);
  view[99] = 8;
  is_misuse(rille_array_view(RILLE_I4, 1, many, view, release, NULL, &value), "got 8",
            "a view of an i4 of 8");
  check(released == 0, "what was not taken is not released");
  view[99] = -8;
  error = rille_array_view(RILLE_I4, 1, many, view, release, NULL, &value);
  check(error == NULL && released == 0, "a view of i4");
  rille_error_free(error);
  rille_value_free(value);
}

static void bools(void) {
  int64_t many[] = {100}, stride[] = {2}, half[] = {50};
  uint8_t bytes[100];
  memset(bytes, 255, sizeof bytes);
  rille_value* value = NULL;
  rille_error* error = rille_array_copy(RILLE_BOOLEAN, 1, many, bytes, &value);
  check(error == NULL && all_are(value, 1, 100), "what is not 0 is true in a copy");
  rille_error_free(error);
  rille_value_free(value);
  released = 0;
  error = rille_array_view(RILLE_BOOLEAN, 1, many, bytes, release, NULL, &value);
  check(error == NULL && all_are(value, 1, 100) && released == 1, "and in what a view becomes");
  rille_error_free(error);
  rille_value_free(value);
  struct managed plain = {{bytes, 1, 0, 1, 6, 8, 1, many, NULL, 0}, NULL, delete_tensor};
  error = rille_from_dlpack(&plain, 0, 1, &value);
  check(error == NULL && all_are(value, 1, 100) && deleted == 1, "and of DLPack");
  rille_error_free(error);
  rille_value_free(value);
  struct managed apart = {{bytes, 1, 0, 1, 6, 8, 1, half, stride, 0}, NULL, delete_tensor};
  error = rille_from_dlpack(&apart, 0, 1, &value);
  check(error == NULL && all_are(value, 1, 50), "and of DLPack with gaps");
  rille_error_free(error);
  rille_value_free(value);
}

static void names(rille_state* state) {
  const char *twice[] = {"a", "a"}, *latin[] = {"a", "\xff"}, *fine[] = {"a", "é"};
  rille_value *one = rille_int(1), *out = NULL, *f = NULL;
  const rille_value* items[] = {one, one};
  is_misuse(rille_record(state, twice, items, 2, &out), "twice", "a record with a name twice");
  is_misuse(rille_record(state, latin, items, 2, &out), "UTF-8", "a record with a name of bytes");
  is_misuse(rille_dict(twice, items, 2, &out), "twice", "a dict with a key twice");
  is_misuse(rille_dict(latin, items, 2, &out), "UTF-8", "a dict with a key of bytes");
  check(rille_dict(fine, items, 2, &out) == NULL, "a dict of words");
  rille_value_free(out);
  check(rille_eval(state, "(a, b) => a + b", 15, &f) == NULL, "a function");
  is_misuse(rille_call_named(state, f, twice, items, 2, &out), "twice", "an argument twice");
  is_misuse(rille_call_named(state, f, latin, items, 2, &out), "UTF-8", "an argument of bytes");
  rille_value_free(f);
  rille_value_free(one);
}

int main(void) {
  rille_engine* engine = NULL;
  rille_state* state = NULL;
  check(rille_engine_new(NULL, &engine) == NULL, "an engine");
  check(rille_state_new(engine, NULL, &state) == NULL, "a state");
  ints_of_4_bits();
  bools();
  names(state);
  rille_state_free(state);
  rille_engine_free(engine);
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
