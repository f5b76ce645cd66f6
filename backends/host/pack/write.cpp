// rille-pack ISA FOLDER: writes source and objects of a pack.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "backends/cache.h"
#include "backends/host/nests.h"
#include "jit/bounds.h"
#include "jit/codegen.h"
#include "jit/graph.h"
#include "jit/isa.h"
#include "jit/key.h"
#include "jit/op.h"
#include "vm/error.h"

namespace rille {
namespace {

// The most common dtypes; kernels for others are compiled on first use.
bool is_packed(const Type& type) {
  static constexpr Dtype dtypes[] = {Dtype::f32, Dtype::f64,  Dtype::i32,    Dtype::i64,
                                     Dtype::f16, Dtype::bf16, Dtype::boolean};
  return type.form() == TypeForm::array &&
         std::ranges::find(dtypes, type.dtype()) != std::end(dtypes);
}

// Conversions of bytes of files and images to numbers.
bool are_bytes(const Op& op, const Sample& sample) {
  return op.name == "convert" && sample.in[0].dtype() == Dtype::u8 &&
         sample.attrs.dtype("dtype") == Dtype::f32;
}

struct PackSymbol {
  KernelSource source;
  std::string name;  // the name of the symbol
};

// The kernels of one target, by key.
class Kernels {
 public:
  explicit Kernels(const Target& target) : target_(target) {}

  // Adds all kernels that eager code requests when it runs an op on its sample types.
  void add(const Op& op) {
    if (!op.lower) return;
    for (const Sample& sample : op.samples()) {
      bool is_usual = !sample.in.empty() &&
                      (std::ranges::all_of(sample.in, is_packed) || are_bytes(op, sample));
      if (!sample.regions.empty() || !is_usual) continue;
      bool folds = std::holds_alternative<Reduce>(
          op.lower.fn({sample.in, sample.attrs, sample.regions, {}}));
      folds ? add_folds(op, sample) : add_spread(op, sample);
    }
  }

  const std::map<std::string, PackSymbol>& all() const { return all_; }

 private:
  // Adds reductions of all elements, of rows, of columns, and of an axis in the middle.
  void add_folds(const Op& op, const Sample& sample) {
    if (sample.attrs.find("axes") == nullptr) return;  // a scan
    auto add_fold = [&](const Shape& shape, int64_t axis) {
      add_call(op, {sample.in[0].with(shape)}, sample.attrs.with("axes", Ints{axis}), {});
    };
    add_fold({bound::worth_pieces}, 0);
    add_fold({2, 3}, 1);
    add_fold({2, 3}, 0);
    add_fold({2, 2, 3}, 1);
  }

  // Adds a kernel for each proper subset of operands that are scalars.
  void add_spread(const Op& op, const Sample& sample) {
    size_t count = sample.in.size();
    for (size_t scalars = 0; scalars + 1 < size_t{1} << count; ++scalars) {
      Types given = sample.in;
      for (size_t i = 0; i < count; ++i) {
        if ((scalars >> i & 1) != 0) given[i] = given[i].with(Shape{});
      }
      add_call(op, sample.in, sample.attrs, given);
    }
  }

  void add_call(const Op& op, const Types& in, const Attrs& attrs, const Types& given) {
    Builder b;
    Vars args;
    for (const Type& type : in) args.push_back(b.param(type));
    Vars results = b.emit(op, args, attrs);
    Graph graph = std::move(b).finish(results);
    if (results.size() != 1 || !is_packed(graph.type(results[0]))) return;
    auto sized = sized_nest(graph, given.empty() ? in : given);
    if (!sized) return;
    ScheduledNest kernel = scheduled(std::move(sized->nest), target_);
    std::string key = key_of(kernel, target_);
    char hash[20];
    std::snprintf(hash, sizeof hash, "%016zx", std::hash<std::string>()(key));
    std::string name = str("rille_", op.name, "_", in[0].dtype(), "_", hash);
    all_.try_emplace(std::move(key), PackSymbol{std::move(kernel), std::move(name)});
  }

  const Target& target_;
  std::map<std::string, PackSymbol> all_;
};

// Leaves an unchanged file untouched, so that Ninja does not rebuild its dependents.
void write(const std::string& path, std::string_view content) {
  std::ifstream old(path, std::ios::binary);
  std::string before{std::istreambuf_iterator<char>(old), {}};
  if (old && before == content) return;
  std::ofstream file(path, std::ios::binary);
  file << content;
  file.close();
  if (!file) throw Error(Code::io, str("cannot write ", path));
}

// Takes an object of an earlier build from the cache.
std::string object_of(const PackSymbol& kernel, const std::string& key, const Target& target,
                      const DiskCache& cache) {
  std::string full = str(generator_mark(), "\n", kernel.name, "\n", key);
  auto object = cache.find(full);
  if (!object) {
    object = codegen().compile(kernel.source, target, kernel.name);
    cache.put(full, *object);
  }
  return {object->begin(), object->end()};
}

std::string source_of(const std::map<std::string, PackSymbol>& kernels) {
  std::string declared, rows;
  for (const auto& [key, kernel] : kernels) {
    declared += str("KERNEL(", kernel.name, ")\n");
    rows += str("    {R\"key(", key, ")key\"sv, ", kernel.name, "},\n");
  }
  return str("// Made by rille-pack.\n#include \"backends/host/pack.h\"\n\n",
             "#define KERNEL(name)                               \\\n",
             "  extern \"C\" [[gnu::visibility(\"hidden\")]] void name( \\\n",
             "      char* const*, const int64_t*, int64_t, int64_t, void*);\n", declared,
             "\nusing namespace std::literals;\n",
             "static constexpr rille::PackedKernel kernels[] = {\n", rows, "};\n",
             "static constexpr rille::Pack pack = {\"", generator_mark(), "\"sv, kernels};\n\n",
             "extern \"C\" [[gnu::visibility(\"default\")]] const rille::Pack* rille_pack() {\n",
             "  return &pack;\n}\n");
}

// Writes the objects, the source of the table, and the list of objects for the linker.
void write_pack(Isa isa, const std::string& folder) {
  Target target = target_of(isa);
  Kernels kernels(target);
  for (const Op* op : all_ops()) kernels.add(*op);
  DiskCache cache(folder + "/compiled");
  std::string objects;
  for (const auto& [key, kernel] : kernels.all()) {
    std::string path = str(folder, "/", kernel.name, ".o");
    write(path, object_of(kernel, key, target, cache));
    objects += str(path, "\n");
  }
  write(folder + "/pack.cpp", source_of(kernels.all()));
  write(folder + "/objects", objects);
}

}  // namespace
}  // namespace rille

int main(int count, char** words) {
  auto isa = count == 3 ? rille::isa_named(words[1]) : std::nullopt;
  if (isa) {
    rille::write_pack(*isa, words[2]);
    return 0;
  }
  std::fputs("usage: rille-pack baseline|avx2|avx512 FOLDER\n", stderr);
  return 2;
}
