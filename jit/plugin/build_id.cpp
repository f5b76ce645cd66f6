// Reads the build ID from the notes of an ELF file.
#include "jit/plugin/build_id.h"

#include <elf.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstring>
#include <string_view>
#include <vector>

namespace rille {
namespace {

class FileDescriptor {
 public:
  explicit FileDescriptor(const std::string& path)
      : number_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~FileDescriptor() {
    if (number_ >= 0) close(number_);
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;

  // Returns whether all of these bytes could be read.
  bool read(void* to, size_t bytes, uint64_t at) const {
    return number_ >= 0 &&
           pread(number_, to, bytes, static_cast<off_t>(at)) == static_cast<ssize_t>(bytes);
  }

 private:
  int number_;
};

std::string digits_of(std::string_view bytes) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string out;
  for (char c : bytes) {
    auto byte = static_cast<unsigned char>(c);
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
  return out;
}

// Notes are contiguous: header, name, and content, each padded to a multiple of four bytes.
std::string id_among(std::string_view notes) {
  auto whole = [](uint64_t bytes) { return (bytes + 3) / 4 * 4; };
  Elf64_Nhdr head;
  while (notes.size() >= sizeof head) {
    std::memcpy(&head, notes.data(), sizeof head);
    uint64_t from = sizeof head + whole(head.n_namesz), to = from + whole(head.n_descsz);
    if (to > notes.size()) break;
    bool is_gnu = notes.substr(sizeof head, head.n_namesz) == std::string_view("GNU\0", 4);
    if (is_gnu && head.n_type == NT_GNU_BUILD_ID) {
      return digits_of(notes.substr(from, head.n_descsz));
    }
    notes.remove_prefix(to);
  }
  return "";
}

}  // namespace

std::string build_id(const std::string& path) {
  constexpr uint64_t max_bytes = 1 << 16;  // maximum size of a note segment
  FileDescriptor file(path);
  Elf64_Ehdr head;
  bool is_elf = file.read(&head, sizeof head, 0) && std::memcmp(head.e_ident, ELFMAG, SELFMAG) == 0;
  if (!is_elf || head.e_phentsize != sizeof(Elf64_Phdr)) return "";
  for (uint64_t i = 0; i < head.e_phnum; ++i) {
    Elf64_Phdr part;
    if (!file.read(&part, sizeof part, head.e_phoff + i * sizeof part)) return "";
    if (part.p_type != PT_NOTE || part.p_filesz > max_bytes) continue;
    std::string notes(part.p_filesz, '\0');
    if (!file.read(notes.data(), notes.size(), part.p_offset)) return "";
    if (std::string id = id_among(notes); !id.empty()) return id;
  }
  return "";
}

}  // namespace rille
