// Recognizes files of other formats, for better errors.
#include <algorithm>

#include "stdlib/ckpt/safetensors.h"
#include "vm/error.h"

namespace rille {
namespace {

struct FileSignature {
  std::string_view begin, what, out;
};
constexpr FileSignature strangers[] = {
    {"PK\3\4", "a zip archive, such as .pt and .bin of PyTorch or .npz of NumPy",
     "in Python, use safetensors.torch.save_file(torch.load(path), \"new.safetensors\"); "
     "`data.load_npz` reads .npz files"},
    {"\x80\2", "a Python pickle", "in Python, use safetensors.torch.save_file"},
    {"\x80\3", "a Python pickle", "in Python, use safetensors.torch.save_file"},
    {"\x80\4", "a Python pickle", "in Python, use safetensors.torch.save_file"},
    {"\x93NUMPY", "a .npy file", "`data.load_npy` reads .npy files"},
    {"\x89HDF", "an HDF5 file, such as .h5 of Keras",
     "in Python, use h5py and safetensors.numpy.save_file"},
    {"version ", "a Git LFS pointer", "git lfs pull downloads the file"},
    {"<!DOCTYP", "an HTML page", "download the file itself, not its web page"},
    {"<!doctyp", "an HTML page", "download the file itself, not its web page"},
    {"<html", "an HTML page", "download the file itself, not its web page"},
    {"PAR1", "a Parquet file", "`data.parquet` reads Parquet files"},
    {"GGML", "a GGML file, the format before GGUF", "llama.cpp converts GGML to GGUF"},
    {"ggjt", "a GGML file, the format before GGUF", "llama.cpp converts GGML to GGUF"},
    {"tjgg", "a GGML file, the format before GGUF", "llama.cpp converts GGML to GGUF"},
    {"\x1f\x8b", "a gzip file", "gunzip decompresses the file"},
    {"(\xb5/\xfd", "a zstd file", "zstd -d decompresses the file"},
};

// Raises error[io] for a text file, with a help by its extension.
void refuse_text(std::string_view begin, const std::string& path) {
  bool is_text = std::ranges::all_of(begin, [](char c) {
    auto code = static_cast<unsigned char>(c);
    return code >= ' ' || c == '\t' || c == '\n' || c == '\r';
  });
  if (!is_text) return;
  Error error(Code::io, str("\"", path, "\" is a text file, not a safetensors file"));
  if (path.ends_with(".csv") || path.ends_with(".tsv"))
    error.help("`data.read_csv` reads text tables");
  if (path.ends_with(".json")) error.help("`json.parse(io.read(path))` reads JSON");
  if (path.ends_with(".jsonl")) error.help("`data.jsonl` reads one JSON record per line");
  throw error;
}

}  // namespace

void refuse_stranger(std::string_view begin, const std::string& path) {
  const auto* row = std::ranges::find_if(
      strangers, [&](const FileSignature& each) { return begin.starts_with(each.begin); });
  if (row == std::end(strangers)) return refuse_text(begin, path);
  throw Error(Code::io, str("\"", path, "\" is not a safetensors file, but ", row->what))
      .help(std::string(row->out));
}

}  // namespace rille
