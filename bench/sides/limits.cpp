// What the machine can do: bytes a second, FMAs a second.
//
// usage: limits GO THREADS READS WRITES FLOPS. It reads wishes from GO and answers on GO.answer, as
// the other sides do: the seconds to read so many bytes and write so many, in streams that touch
// each byte once, and to do so many operations on floats in registers, on all threads at once.
#if defined(__AVX__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

#if defined(__AVX512F__)
using Lanes = float __attribute__((vector_size(64)));
void put(float* at, Lanes v) { _mm512_stream_ps(at, (__m512)v); }
#elif defined(__AVX__)
using Lanes = float __attribute__((vector_size(32)));
void put(float* at, Lanes v) { _mm256_stream_ps(at, (__m256)v); }
#else
using Lanes = float __attribute__((vector_size(16)));
void put(float* at, Lanes v) { *(Lanes*)at = v; }
#endif
constexpr int64_t lanes = sizeof(Lanes) / sizeof(float);
constexpr int chains = 12;  // FMAs in flight: two a cycle, each of four cycles, with some to spare

float* fresh(int64_t floats) {
  void* at = std::aligned_alloc(1 << 21, ((floats * 4 >> 21) + 1) << 21);
  for (int64_t i = 0; i < floats; ++i) static_cast<float*>(at)[i] = 1;
  return static_cast<float*>(at);
}

struct Work {
  int64_t reads, writes, turns;  // floats, floats, rounds of the FMA chains
};

// The write streams go along with the read streams, in blocks, as a kernel's would.
float stream(const float* in, float* out, const Work& work) {
  constexpr int64_t block = 1024;
  int64_t blocks = (std::max(work.reads, work.writes) + block - 1) / block;
  Lanes sums[8] = {};
  for (int64_t b = 0; b < blocks; ++b) {
    int64_t from = work.reads * b / blocks / (8 * lanes) * (8 * lanes);
    int64_t to = work.reads * (b + 1) / blocks / (8 * lanes) * (8 * lanes);
    for (int64_t i = from; i < to; i += 8 * lanes) {
      for (int64_t j = 0; j < 8; ++j) sums[j] += *(const Lanes*)(in + i + j * lanes);
    }
    from = work.writes * b / blocks / lanes * lanes;
    to = work.writes * (b + 1) / blocks / lanes * lanes;
    for (int64_t i = from; i < to; i += lanes) put(out + i, sums[0]);
  }
  float total = 0;
  for (const Lanes& sum : sums) total += sum[0];
  return total;
}

float multiply(int64_t turns) {
  Lanes sums[chains], factor = Lanes{} + 0.999F, term = Lanes{} + 0.001F;
  for (int i = 0; i < chains; ++i) sums[i] = Lanes{} + static_cast<float>(i + 2);  // none alike
  for (int64_t i = 0; i < turns; ++i) {
#pragma GCC unroll 12
    for (Lanes& sum : sums) sum = sum * factor + term;
  }
  float total = 0;
  for (const Lanes& sum : sums) total += sum[0];
  return total;
}

}  // namespace

int main(int, char** given) {
  std::string go = given[1];
  int64_t threads = std::atoll(given[2]);
  Work work = {std::atoll(given[3]) / 4 / threads, std::atoll(given[4]) / 4 / threads,
               std::atoll(given[5]) / (2 * lanes * chains) / threads};
  int64_t samples = 0, inner = 0;
  std::barrier meet(threads);
  volatile float sink = 0;
  auto share = [&] {
    float* in = fresh(work.reads + 16 * lanes);
    float* out = fresh(work.writes + 16 * lanes);
    for (;;) {
      meet.arrive_and_wait();
      if (samples == 0) return;
      for (int64_t i = 0; i < samples * inner; ++i) {
        meet.arrive_and_wait();
        sink = stream(in, out, work) + multiply(work.turns);
        meet.arrive_and_wait();
      }
    }
  };
  std::vector<std::jthread> others;
  for (int64_t i = 1; i < threads; ++i) others.emplace_back(share);
  float* in = fresh(work.reads + 16 * lanes);
  float* out = fresh(work.writes + 16 * lanes);
  std::ofstream(go + ".answer") << "ready";
  for (;;) {
    std::string wish;
    std::stringstream text;
    text << std::ifstream(go).rdbuf();
    text >> wish >> samples >> inner;
    if (wish == "stop") samples = 0;
    meet.arrive_and_wait();
    if (samples == 0) return 0;
    std::ofstream answer(go + ".answer");
    for (int64_t s = 0; s < samples; ++s) {
      double spent = 0;
      for (int64_t i = 0; i < inner; ++i) {
        meet.arrive_and_wait();
        auto start = std::chrono::steady_clock::now();
        sink = stream(in, out, work) + multiply(work.turns);
        meet.arrive_and_wait();
        spent += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      }
      answer << spent / static_cast<double>(inner) << ' ';
    }
  }
}
