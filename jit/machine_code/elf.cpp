// Links an ELF object into executable pages.
#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "jit/machine_code.h"
#include "vm/error.h"

namespace rille {
namespace {

[[noreturn]] void refuse(std::string_view what) {
  throw Error(Code::device, str("machine code: ", what));
}

void need(bool holds) {
  if (!holds) refuse("the object is damaged or of another format");
}

uint64_t rounded_up(uint64_t x, uint64_t to) { return (x + to - 1) / to * to; }

// The object file. It may come from a disk, so every offset in it is checked.
class Object {
 public:
  explicit Object(const ObjectCode& bytes) : bytes_(bytes) {
    auto head = at<Elf64_Ehdr>(0, 1)[0];
    need(std::memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 && head.e_type == ET_REL);
    need(head.e_machine == EM_X86_64 && head.e_shentsize == sizeof(Elf64_Shdr));
    sections_ = at<Elf64_Shdr>(head.e_shoff, head.e_shnum);
    for (const Elf64_Shdr& section : sections_) {
      if (section.sh_type != SHT_SYMTAB) continue;
      symbols_ = content<Elf64_Sym>(section);
      names_ = content<char>(this->section(section.sh_link));
    }
  }

  std::span<const Elf64_Shdr> sections() const { return sections_; }
  const Elf64_Shdr& section(size_t number) const {
    need(number < sections_.size());
    return sections_[number];
  }
  std::span<const Elf64_Sym> symbols() const { return symbols_; }
  std::string_view name(const Elf64_Sym& symbol) const {
    need(symbol.st_name < names_.size() && names_.back() == '\0');
    return names_.data() + symbol.st_name;
  }

  template <class T>
  std::span<const T> content(const Elf64_Shdr& section) const {
    return at<T>(section.sh_offset, section.sh_size / sizeof(T));
  }

 private:
  template <class T>
  std::span<const T> at(uint64_t from, uint64_t count) const {
    need(from <= bytes_.size() && count <= (bytes_.size() - from) / sizeof(T));
    need(from % alignof(T) == 0);
    return {reinterpret_cast<const T*>(bytes_.data() + from), static_cast<size_t>(count)};
  }

  const ObjectCode& bytes_;
  std::span<const Elf64_Shdr> sections_;
  std::span<const Elf64_Sym> symbols_;
  std::span<const char> names_;
};

// Pages of this kernel: code first, then read-only data. They are writable until close().
class Pages {
 public:
  Pages(size_t code, size_t data) : code_(code), bytes_(code + data) {
    void* got = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (got == MAP_FAILED)
      throw Error(Code::memory, str("machine code: cannot map ", bytes_, " bytes of memory"));
    at_ = static_cast<char*>(got);
  }
  ~Pages() { munmap(at_, bytes_); }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  char* at(uint64_t offset) const { return at_ + offset; }
  void close() {
    bool done = mprotect(at_, code_, PROT_READ | PROT_EXEC) == 0 &&
                (bytes_ == code_ || mprotect(at_ + code_, bytes_ - code_, PROT_READ) == 0);
    if (!done) refuse("the operating system does not allow executable pages");
  }

 private:
  size_t code_, bytes_;
  char* at_ = nullptr;
};

// A jump to a function out of the range of a direct call, followed by its address.
struct JumpThunk {
  static constexpr unsigned char jump[8] = {0xff, 0x25, 0x02, 0, 0, 0, 0xcc, 0xcc};  // jmp *2(%rip)
  static constexpr uint64_t bytes = 16, address = 8;
};

class Linker {
 public:
  Linker(const ObjectCode& object, FindSymbol find)
      : object_(object), find_(find), at_(object_.sections().size()) {
    uint64_t code = placed(0, true);
    far_from_ = rounded_up(code, JumpThunk::bytes);
    auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
    uint64_t end = rounded_up(far_from_ + object_.symbols().size() * JumpThunk::bytes, page);
    pages_ = std::make_unique<Pages>(end, rounded_up(placed(end, false), page) - end);
    for (size_t i = 0; i < at_.size(); ++i) copy(i);
    for (const Elf64_Shdr& section : object_.sections()) {
      if (section.sh_type == SHT_RELA && is_held(section.sh_info)) relocate(section);
    }
    pages_->close();
  }

  std::unique_ptr<Pages> pages() { return std::move(pages_); }

  KernelFn kernel() const {
    for (const Elf64_Sym& symbol : object_.symbols()) {
      bool is_code = ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF;
      bool is_ours = is_code && object_.name(symbol) == MachineCode::entry;
      if (is_ours) return reinterpret_cast<KernelFn>(pages_->at(defined(symbol)));
    }
    refuse("the object does not define a kernel");
  }

 private:
  // Excludes sections with tables for debuggers and unwinding.
  bool is_held(size_t number) const {
    const Elf64_Shdr& section = object_.section(number);
    return (section.sh_flags & SHF_ALLOC) != 0 && section.sh_type == SHT_PROGBITS &&
           section.sh_size > 0;
  }

  // Assigns addresses to the sections with code, or those without, starting at `from`; returns
  // their end.
  uint64_t placed(uint64_t from, bool code) {
    for (size_t i = 0; i < at_.size(); ++i) {
      const Elf64_Shdr& section = object_.section(i);
      bool is_memory = (section.sh_flags & SHF_ALLOC) != 0 && section.sh_type == SHT_NOBITS;
      if (is_memory && section.sh_size > 0)
        refuse("the object has a .bss section, which is not supported");
      if (!is_held(i) || ((section.sh_flags & SHF_EXECINSTR) != 0) != code) continue;
      need(section.sh_addralign <= 4096);
      at_[i] = rounded_up(from, std::max<uint64_t>(section.sh_addralign, 1));
      // Checks that it lies within the object, which also bounds its size.
      object_.content<char>(section);
      from = at_[i] + section.sh_size;
    }
    return from;
  }

  void copy(size_t number) {
    if (!is_held(number)) return;
    auto content = object_.content<char>(object_.section(number));
    std::memcpy(pages_->at(at_[number]), content.data(), content.size());
  }

  uint64_t defined(const Elf64_Sym& symbol) const {
    need(symbol.st_shndx < at_.size() && is_held(symbol.st_shndx));
    need(symbol.st_value <= object_.section(symbol.st_shndx).sh_size);
    return at_[symbol.st_shndx] + symbol.st_value;
  }

  // The offset of the symbol's address, or of the jump to it.
  uint64_t far(size_t number) {
    const Elf64_Sym& symbol = object_.symbols()[number];
    auto [found, is_new] = far_.try_emplace(number, far_from_ + far_.size() * JumpThunk::bytes);
    if (!is_new) return found->second;
    const void* address = symbol.st_shndx == SHN_UNDEF
                              ? find_(std::string(object_.name(symbol)).c_str())
                              : pages_->at(defined(symbol));
    if (address == nullptr) refuse(str("symbol `", object_.name(symbol), "` is not defined"));
    char* to = pages_->at(found->second);
    std::memcpy(to, JumpThunk::jump, sizeof JumpThunk::jump);
    std::memcpy(to + JumpThunk::address, static_cast<const void*>(&address), sizeof address);
    return found->second;
  }

  void relocate(const Elf64_Shdr& table) {
    uint64_t from = at_[table.sh_info], size = object_.section(table.sh_info).sh_size;
    for (const Elf64_Rela& place : object_.content<Elf64_Rela>(table)) {
      size_t number = ELF64_R_SYM(place.r_info);
      uint64_t type = ELF64_R_TYPE(place.r_info), wide = type == R_X86_64_64 ? 8 : 4;
      need(number < object_.symbols().size());
      need(size >= wide && place.r_offset <= size - wide);
      fill(from + place.r_offset, type, number, place.r_addend);
    }
  }

  void fill(uint64_t place, uint64_t type, size_t number, int64_t addend) {
    const Elf64_Sym& symbol = object_.symbols()[number];
    bool is_far = symbol.st_shndx == SHN_UNDEF;
    switch (type) {
      case R_X86_64_64: {
        need(!is_far);
        auto whole =
            reinterpret_cast<uint64_t>(pages_->at(defined(symbol))) + static_cast<uint64_t>(addend);
        std::memcpy(pages_->at(place), &whole, sizeof whole);
        return;
      }
      case R_X86_64_PC32:
      case R_X86_64_PLT32: return near(place, is_far ? far(number) : defined(symbol), addend);
      case R_X86_64_GOTPCREL:
      case R_X86_64_GOTPCRELX:
      case R_X86_64_REX_GOTPCRELX: return near(place, far(number) + JumpThunk::address, addend);
      default: refuse(str("relocation type ", type, " is not supported"));
    }
  }

  // Writes the 32-bit distance from the place to its target.
  void near(uint64_t place, uint64_t to, int64_t addend) {
    auto distance = static_cast<int64_t>(to - place) + addend;
    auto part = static_cast<int32_t>(distance);
    need(part == distance);
    std::memcpy(pages_->at(place), &part, sizeof part);
  }

  Object object_;
  FindSymbol find_;
  std::vector<uint64_t> at_;  // per section: offset from the start of the pages
  uint64_t far_from_ = 0;
  std::unordered_map<size_t, uint64_t> far_;  // per symbol
  std::unique_ptr<Pages> pages_;
};

class MappedCode : public MachineCode {
 public:
  MappedCode(std::unique_ptr<Pages> pages, KernelFn kernel)
      : pages_(std::move(pages)), kernel_(kernel) {}
  KernelFn kernel() const override { return kernel_; }

 private:
  std::unique_ptr<Pages> pages_;
  KernelFn kernel_;
};

}  // namespace

std::shared_ptr<MachineCode> MachineCode::linked(const ObjectCode& object, FindSymbol find) {
  Linker linker(object, find);
  KernelFn kernel = linker.kernel();
  return std::make_shared<MappedCode>(linker.pages(), kernel);
}

}  // namespace rille
