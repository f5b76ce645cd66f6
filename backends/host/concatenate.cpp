// concatenate: copies whole rows.
#include "backends/host/structured.h"
#include "jit/graph.h"
#include "jit/op.h"
#include "vm/run/running.h"

namespace rille {

void run_concatenate(const Node& node, const Graph& graph, std::span<char* const> in, char* out) {
  Ints shape = graph.type(node.out[0]).ints();
  auto axis = static_cast<size_t>(node.attrs.integer("axis"));
  int64_t item = static_cast<int64_t>(bytes(graph.type(node.in[0]).dtype()));
  int64_t rows = 1, inner = item;
  for (size_t i = 0; i < shape.size(); ++i) (i < axis ? rows : inner) *= i == axis ? 1 : shape[i];
  int64_t width = shape[axis] * inner, start = 0;
  PollCounter polls;
  for (size_t k = 0; k < in.size(); ++k) {
    polls.step();
    int64_t size = graph.type(node.in[k]).ints()[axis] * inner;
    for (int64_t row = 0; size > 0 && row < rows; ++row, polls.step()) {
      copy_bytes(out + row * width + start, in[k] + row * size, static_cast<size_t>(size));
    }
    start += size;
  }
}

}  // namespace rille
