// Matrices: decompositions and transforms, per ISA.
#pragma once

#include <cstdint>
#include <span>

#include "jit/fourier.h"
#include "jit/ir.h"

namespace rille {

// Each function processes one matrix in row-major order, as are the results, and polls for
// interrupts. All results are nan if the algorithm does not converge or the matrix contains nan.
template <class T>
struct Decompositions {
  void (*cholesky)(const T* x, T* l, int64_t n);
  void (*lu)(const T* x, T* both, int32_t* order, int64_t n);
  void (*qr)(const T* x, T* q, T* r, int64_t m, int64_t n);
  void (*eigh)(const T* x, T* values, T* vectors, int64_t n);
  void (*svd)(const T* x, T* u, T* s, T* vt, int64_t m, int64_t n);
  void (*schur)(const T* x, T* t, T* z, int64_t n);
  // Results are complex, with interleaved real and imaginary parts. If `vectors` is null, only the
  // eigenvalues are computed.
  void (*eig)(const T* x, T* values, T* vectors, T* inverse, int64_t n);
  // Solves a x = right, with k columns. Only one triangle of `a` is read.
  struct TriangularDims {
    int64_t n, k;
    bool lower, transposed;
  };
  void (*solve)(const T* a, const T* right, T* x, const TriangularDims& of);
  // Solves a tridiagonal system. Each diagonal has n numbers; the first one of `below` and the last
  // one of `above` are not read.
  struct TridiagonalSystem {
    const T *below, *at, *above;
    int64_t n, k;
  };
  void (*tridiagonal)(const TridiagonalSystem& a, const T* right, T* x);
};

// Transforms contiguous lines. Threads share the lines, and also a single long line. It polls.
template <class T>
using Fourier = void(const FourierPlan<T>& plan, FourierKind kind, const T* x, T* y, int64_t lines);

struct Matrices {
  Decompositions<float> f32;
  Decompositions<double> f64;
  Fourier<float>* fourier_f32;
  Fourier<double>* fourier_f64;
};

// The functions of librille-matrix-….so for the instruction set of this CPU, opened on first use.
const Matrices& matrices();

void run_fourier(const Node& node, const Graph& graph, std::span<char* const> in, char* out);

// Computes the decomposition of a node for all matrices of the batch: cholesky, eig, eigh, lu, qr,
// schur, svd, triangular_solve, or tridiagonal_solve.
void run_decomposition(const Node& node, const Graph& graph, std::span<char* const> in,
                       std::span<char* const> out);

}  // namespace rille
