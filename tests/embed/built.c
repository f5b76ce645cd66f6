// Calls what `rille build --lib` made of built.rille, without any library of Rille.
#include <stdio.h>

#include "picked.h"
#include "root.h"
#include "score.h"

static void print(const char* name, const float* numbers, int count) {
  printf("%s", name);
  for (int i = 0; i < count; ++i) printf(" %.6f", (double)numbers[i]);
  printf("\n");
}

int main(void) {
  float x[15], scores[5], a[7], roots[7], few[4] = {1, 2, 3, 4}, out[2];
  int32_t places[2] = {3, 0};
  for (int i = 0; i < 15; ++i) x[i] = (float)(i - 7) / 8;
  for (int i = 0; i < 7; ++i) a[i] = (float)(i + 1);
  if (score(x, scores) != 0 || root(a, roots) != 0 || picked(few, places, out) != 0) return 1;
  print("score", scores, 5);
  print("root", roots, 7);
  print("picked", out, 2);
  places[0] = 9;
  int fault = picked(few, places, out);
  printf("fault %s\n", fault != 0 ? picked_fault(fault) : "none");
  return 0;
}
