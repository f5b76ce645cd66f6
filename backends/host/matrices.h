// Matrices: decompositions and transforms, for each ISA.
#pragma once

#include <cstdint>
#include <span>

#include "jit/fourier.h"
#include "jit/ir.h"

namespace rille {

// Of one matrix each, whose rows stand one behind the other, as do those of the results. They poll.
// What has no answer (no convergence, a matrix that holds nan) gives nan throughout.
template <class T>
struct Decompositions {
  void (*cholesky)(const T* x, T* l, int64_t n);
  void (*lu)(const T* x, T* both, int32_t* order, int64_t n);
  void (*qr)(const T* x, T* q, T* r, int64_t m, int64_t n);
  void (*eigh)(const T* x, T* values, T* vectors, int64_t n);
  void (*svd)(const T* x, T* u, T* s, T* vt, int64_t m, int64_t n);
  void (*schur)(const T* x, T* t, T* z, int64_t n);
  // Complex results, each real part before its imaginary one. Values alone where `vectors` is null.
  void (*eig)(const T* x, T* values, T* vectors, T* inverse, int64_t n);
  // a x = right, of k columns; a counts on one side of its diagonal.
  struct Triangle {
    int64_t n, k;
    bool lower, transposed;
  };
  void (*solve)(const T* a, const T* right, T* x, const Triangle& of);
  // The same of three diagonals, each of n numbers: the first below, the last above do not count.
  struct Diagonals {
    const T *below, *at, *above;
    int64_t n, k;
  };
  void (*tridiagonal)(const Diagonals& a, const T* right, T* x);
};

// Of so many lines, one behind the other. Threads share them, and a long one; it polls.
template <class T>
using Fourier = void(const FourierPlan<T>& plan, FourierKind kind, const T* x, T* y, int64_t lines);

struct Matrices {
  Decompositions<float> f32;
  Decompositions<double> f64;
  Fourier<float>* fourier_f32;
  Fourier<double>* fourier_f64;
};

// librille-matrix-….so of this machine's instruction set, opened with what is asked for first.
const Matrices& matrices();

void run_fourier(const Node& node, const Graph& graph, std::span<char* const> in, char* out);

// The decomposition that the node asks for, of all matrices of the batch: cholesky, eig, eigh, lu,
// qr, schur, svd, triangular_solve, tridiagonal_solve.
void run_decomposition(const Node& node, const Graph& graph, std::span<char* const> in,
                       std::span<char* const> out);

}  // namespace rille
