// Files of arguments and results of StableHLO programs.
#include <algorithm>
#include <optional>

#include "stdlib/ckpt/safetensors.h"
#include "stdlib/data/npy.h"
#include "stdlib/data/npy/header.h"
#include "stdlib/file.h"
#include "stdlib/stablehlo.h"
#include "vm/error.h"

namespace rille {
namespace {

// The digits of a number without leading zeros; nullopt if `part` is not a number.
std::optional<std::string_view> whole_number(std::string_view part) {
  if (part.empty() || part.find_first_not_of("0123456789") != part.npos) return std::nullopt;
  return part.substr(std::min(part.find_first_not_of('0'), part.size()));
}

// Removes the first component of a path such as "layers[2].w" and returns it.
std::string_view taken_part(std::string_view& name) {
  constexpr std::string_view marks = ".[]\"";
  name.remove_prefix(std::min(name.find_first_not_of(marks), name.size()));
  std::string_view out = name.substr(0, name.find_first_of(marks));
  name.remove_prefix(out.size());
  return out;
}

bool is_part_before(std::string_view a, std::string_view b) {
  auto x = whole_number(a), y = whole_number(b);
  if (!x || !y) return x.has_value() != y.has_value() ? x.has_value() : a < b;
  return x->size() != y->size() ? x->size() < y->size() : *x < *y;
}

}  // namespace

bool is_before_in_tree(std::string_view a, std::string_view b) {
  for (;;) {
    std::string_view x = taken_part(a), y = taken_part(b);
    if (x.empty() || y.empty()) return x.empty() && !y.empty();
    if (is_part_before(x, y)) return true;
    if (is_part_before(y, x)) return false;
  }
}

namespace {

std::vector<NamedArray> arrays_of(const std::string& path) {
  std::vector<NamedArray> out;
  if (path.ends_with(".npy")) return {{"", read_npy(read_file(path).view(), path)}};
  if (path.ends_with(".npz")) {
    FileContents contents = read_file(path);
    auto all = [](const std::string&) { return true; };
    read_npz(contents.view(), path, all, [&](const std::string& name, std::string_view bytes) {
      out.push_back({name, read_npy(bytes, str(path, ":", name))});
    });
    return out;
  }
  if (!path.ends_with(".safetensors")) {
    throw Error(Code::value, str("cannot read \"", path,
                                 "\", expected the extension .npy, .npz, or .safetensors"));
  }
  std::unique_ptr<Checkpoint> opened = open_safetensors(path);
  for (size_t i = 0; i < opened->entries().size(); ++i) {
    out.push_back({opened->entries()[i].name, opened->read(i)});
  }
  std::ranges::stable_sort(out, is_before_in_tree, &NamedArray::name);
  return out;
}

// The parameters of a program, each of which is set once.
class ProgramInputs {
 public:
  explicit ProgramInputs(const HloProgram& program)
      : program_(program),
        arrays_(program.graph.params.size() - program.literals.size()),
        from_(arrays_.size()) {}

  void add(const std::string& path, std::vector<NamedArray> some) {
    auto place = [&](const NamedArray& one) {
      return std::ranges::find(program_.names, one.name) - program_.names.begin();
    };
    auto is_known = [&](const NamedArray& one) { return place(one) < std::ssize(arrays_); };
    bool by_name = !some.empty() && std::ranges::all_of(some, is_known);
    for (NamedArray& one : some) {
      if (by_name) {
        put(static_cast<size_t>(place(one)), path, std::move(one.array));
      } else {
        in_order_.push_back({path, std::move(one.array)});
      }
    }
  }

  std::vector<Array> filled() {
    size_t at = 0, given = in_order_.size();
    for (const std::string& from : from_) given += from.empty() ? 0 : 1;
    if (given != arrays_.size()) {
      throw Error(Code::type,
                  str("main: the files contain ", given, " arrays, expected ", arrays_.size()),
                  program_.graph.origin.span());
    }
    for (auto& [path, array] : in_order_) {
      while (!from_[at].empty()) ++at;
      put(at, path, std::move(array));
    }
    return std::move(arrays_);
  }

 private:
  void put(size_t at, const std::string& path, Array array) {
    const std::string& name = program_.names[at];
    const Type& wanted = program_.graph.type(program_.graph.params[at]);
    if (!from_[at].empty()) {
      throw Error(Code::value,
                  str("`", name, "` is both in \"", from_[at], "\" and in \"", path, "\""));
    }
    if (array.type() != wanted) {
      throw Error(
          array.dtype() == wanted.dtype() ? Code::shape : Code::dtype,
          str("main: `", name, "` in \"", path, "\" is ", array.type(), ", expected ", wanted),
          program_.graph.origin.span());
    }
    from_[at] = path;
    arrays_[at] = std::move(array);
  }

  const HloProgram& program_;
  std::vector<Array> arrays_;
  std::vector<std::string> from_;
  std::vector<std::pair<std::string, Array>> in_order_ = {};
};

}  // namespace

std::vector<Array> hlo_arguments(const HloProgram& program, const std::vector<std::string>& files) {
  ProgramInputs slots(program);
  for (const std::string& path : files) slots.add(path, arrays_of(path));
  return slots.filled();
}

namespace {

// Numbers are padded with zeros, since arrays of safetensors are read in the order of their names.
void write_results_of_all(const std::string& path, std::vector<Array> results) {
  std::vector<NamedArray> named;
  size_t width = std::to_string(std::max<size_t>(results.size(), 1) - 1).size();
  for (size_t i = 0; i < results.size(); ++i) {
    std::string number = std::to_string(i);
    std::string name = str("arr_", std::string(width - number.size(), '0'), number);
    named.push_back({std::move(name), std::move(results[i])});
  }
  write_safetensors(path, std::move(named), {});
}

// Raises error[dtype] for a dtype that files of NumPy cannot store.
void need_dtype_of_numpy(const Array& result, size_t number, const std::string& path) {
  if (npy_word(result.dtype())) return;
  throw Error(Code::dtype,
              str("\"", path, "\" cannot store result ", number, ", which is ", result.type()))
      .help("use a .safetensors file, which can store all dtypes");
}

}  // namespace

void write_hlo_results(const std::string& path, std::vector<Array> results) {
  if (path.ends_with(".safetensors")) return write_results_of_all(path, std::move(results));
  bool is_one = path.ends_with(".npy");
  if (is_one && results.size() != 1) {
    throw Error(Code::value, str("\"", path, "\" stores one array, but the program returns ",
                                 results.size(), "; use an .npz file"));
  }
  if (!is_one && !path.ends_with(".npz")) {
    throw Error(Code::value, str("cannot write \"", path,
                                 "\", expected the extension .npz, .safetensors, or .npy"));
  }
  std::vector<std::pair<std::string, Array>> named;
  for (size_t i = 0; i < results.size(); ++i) {
    need_dtype_of_numpy(results[i], i, path);
    named.emplace_back(str("arr_", i), results[i]);
  }
  if (!is_one) return write_npz(path, named);
  std::string header = npy_header(results[0]);
  const auto* data = reinterpret_cast<const char*>(results[0].data());
  std::string_view parts[] = {header, {data, results[0].byte_size()}};
  write_file(path, parts);
}

}  // namespace rille
