// Files of other kinds, which are named instead of misread.
#include <algorithm>

#include "stdlib/ckpt/safetensors.h"
#include "vm/error.h"

namespace rille {
namespace {

struct Stranger {
  std::string_view begin, what, out;
};
constexpr Stranger strangers[] = {
    {"PK\3\4", "a zip, as PyTorch's .pt and .bin and NumPy's .npz are",
     "in Python: safetensors.torch.save_file(torch.load(path), \"new.safetensors\"); data.npz "
     "reads "
     ".npz"},
    {"\x80\2", "a pickle of Python", "in Python: safetensors.torch.save_file"},
    {"\x80\3", "a pickle of Python", "in Python: safetensors.torch.save_file"},
    {"\x80\4", "a pickle of Python", "in Python: safetensors.torch.save_file"},
    {"\x93NUMPY", "a .npy file", "data.npy reads it"},
    {"\x89HDF", "HDF5, as Keras' .h5 are", "in Python: h5py, and safetensors.numpy.save_file"},
    {"version ", "a pointer of Git LFS, not the file itself", "git lfs pull fetches the file"},
    {"<!DOCTYP", "a web page", "fetch the file itself, not the page about it"},
    {"<!doctyp", "a web page", "fetch the file itself, not the page about it"},
    {"<html", "a web page", "fetch the file itself, not the page about it"},
    {"PAR1", "Parquet", "data.parquet reads it"},
    {"GGML", "GGML, which came before GGUF", "llama.cpp converts it to GGUF"},
    {"ggjt", "GGML, which came before GGUF", "llama.cpp converts it to GGUF"},
    {"tjgg", "GGML, which came before GGUF", "llama.cpp converts it to GGUF"},
    {"\x1f\x8b", "packed by gzip", "gunzip unpacks it"},
    {"(\xb5/\xfd", "packed by zstd", "zstd -d unpacks it"},
};

// Tables of text, by the ends of their names.
void refuse_text(std::string_view begin, const std::string& path) {
  bool is_text = std::ranges::all_of(begin, [](char c) {
    auto code = static_cast<unsigned char>(c);
    return code >= ' ' || c == '\t' || c == '\n' || c == '\r';
  });
  if (!is_text) return;
  Error error(Code::io, str("\"", path, "\" is a text, no safetensors file"));
  if (path.ends_with(".csv") || path.ends_with(".tsv")) error.help("data.csv reads tables of text");
  if (path.ends_with(".json")) error.help("json.parse(io.read(path)) reads JSON");
  if (path.ends_with(".jsonl")) error.help("data.jsonl reads a record of JSON in each line");
  throw error;
}

}  // namespace

void refuse_stranger(std::string_view begin, const std::string& path) {
  const auto* row = std::ranges::find_if(
      strangers, [&](const Stranger& each) { return begin.starts_with(each.begin); });
  if (row == std::end(strangers)) return refuse_text(begin, path);
  throw Error(Code::io, str("\"", path, "\" is no safetensors file: it is ", row->what))
      .help(std::string(row->out));
}

}  // namespace rille
