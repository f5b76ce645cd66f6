// Prints a hash of what every rule of every sample computes.
#include <cstdio>
#include <cstring>
#include <exception>
#include <random>

#include "jit/graph.h"
#include "jit/op.h"
#include "jit/transform.h"

namespace rille {
namespace {

using Arrays = std::vector<Array>;

struct Probe {
  std::mt19937 rng{12345};

  Array draw(const Type& type, double low, double high) {
    Array out(type);
    std::uniform_real_distribution<double> real(low, high);
    with_type(type.dtype(), [&](auto zero) {
      using T = decltype(zero);
      auto* to = reinterpret_cast<T*>(out.edit_data());
      for (size_t i = 0; i < out.size(); ++i) {
        constexpr bool small = std::same_as<T, Int4> || std::same_as<T, UInt4>;
        auto whole = static_cast<int64_t>(rng() % 10) - 3;
        if constexpr (std::same_as<T, bool>) {
          to[i] = whole > 0;
        } else if constexpr (std::same_as<T, KeyBits>) {
          to[i] = {static_cast<uint32_t>(rng()), static_cast<uint32_t>(rng())};
        } else if constexpr (std::integral<T> || small) {
          to[i] = T(whole);
        } else {
          to[i] = T(real(rng));
        }
      }
    });
    return out;
  }

  static uint64_t hash(const Arrays& arrays, uint64_t h) {
    for (const Array& x : arrays) {
      if (x.is_none()) continue;
      for (size_t i = 0; i < x.byte_size(); ++i) {
        h = (h ^ static_cast<uint64_t>(x.data()[i])) * 1099511628211u;
      }
    }
    return h;
  }

  // Values of a graph on drawn inputs; what it says where it raises.
  uint64_t values(const Graph& f, const Sample& sample, uint64_t h) {
    Arrays in;
    for (const Type& type : f.types_of(f.params)) in.push_back(draw(type, sample.low, sample.high));
    return hash(evaluate(f, in), h);
  }

  template <class F>
  void line(const Op& op, size_t number, const char* rule, F f) {
    uint64_t h = 0;
    try {
      h = f();
    } catch (const std::exception& error) {
      h = std::strlen(error.what());
    }
    std::printf("%s %zu %s %016lx\n", std::string(op.name).c_str(), number, rule,
                static_cast<unsigned long>(h));
  }

  void sample(const Op& op, const Sample& s, size_t number) {
    Builder b;
    Vars in;
    for (const Type& type : s.in) in.push_back(b.param(type));
    Vars out = b.emit(op, in, s.attrs, s.regions);
    Graph f = std::move(b).finish(out);
    for (const Type& type : f.types) {
      if (type.form() != Form::array) return;
    }
    line(op, number, "value", [&] { return values(f, s, 1); });
    line(op, number, "jvp", [&] { return values(jvp(f), s, 1); });
    line(op, number, "vjp", [&] {
      Linearized parts = linearize(f);
      return values(transpose(parts.linear, parts.residuals), s, values(parts.known, s, 1));
    });
    for (size_t one = 0; one <= f.params.size(); ++one) {
      std::vector<int> axes(f.params.size(), one == f.params.size() ? 0 : -1);
      if (one < axes.size()) axes[one] = 0;
      line(op, number, "vmap", [&] { return values(vmap(f, 3, {.in = axes, .out = {}}), s, 1); });
    }
  }
};

void probe() {
  for (const Op* op : all_ops()) {
    size_t number = 0;
    for (const Sample& sample : op->samples()) {
      Probe().sample(*op, sample, number++);
    }
  }
}

}  // namespace
}  // namespace rille

int main() { rille::probe(); }
