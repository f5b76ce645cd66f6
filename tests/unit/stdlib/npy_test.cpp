// Tests stdlib/data: complete, truncated, changed .npy files.
#include "stdlib/data/npy.h"

#include <gtest/gtest.h>

#include "vm/error.h"

namespace rille {
namespace {

// numpy.save of arange(6, dtype = '<i2').reshape(2, 3), in column-major order if order is 'F'.
std::string saved(bool columns) {
  std::string header = "{'descr': '<i2', 'fortran_order': ";
  header += columns ? "True, " : "False, ";
  header += "'shape': (2, 3), }";
  header.append(117 - header.size(), ' ');
  header += '\n';
  std::string out = "\x93NUMPY";
  out += {'\1', '\0', static_cast<char>(header.size()), '\0'};
  out += header;
  for (char item : columns ? std::string("\0\3\1\4\2\5", 6) : std::string("\0\1\2\3\4\5", 6)) {
    out += {item, '\0'};
  }
  return out;
}

TEST(Npy, reads_rows_and_columns) {
  for (bool columns : {false, true}) {
    Array x = read_npy(saved(columns), "x.npy");
    EXPECT_EQ(text(x), "[[0, 1, 2],\n [3, 4, 5]]");
    EXPECT_EQ(x.dtype(), Dtype::i16);
  }
}

TEST(Npy, writes_what_it_reads) {
  for (Dtype dtype : {Dtype::boolean, Dtype::u8, Dtype::f16, Dtype::f64, Dtype::c64}) {
    for (const Shape& shape : {Shape{}, Shape{3}, Shape{2, 0}, Shape{2, 3, 4}}) {
      Array x(Type(dtype, shape));
      std::fill_n(x.edit_data(), x.byte_size(), std::byte{1});
      std::string bytes = npy_header(x);
      bytes.append(reinterpret_cast<const char*>(x.data()), x.byte_size());
      EXPECT_EQ(bytes.size() - x.byte_size(), 128u);
      Array again = read_npy(bytes, "x.npy");
      EXPECT_EQ(again.type(), x.type());
      EXPECT_EQ(text(again), text(x));
    }
  }
}

TEST(Npy, refuses_what_is_cut_off_or_changed) {
  std::string whole = saved(false);
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_THROW(read_npy(whole.substr(0, size), "x.npy"), Error);
    std::string changed = whole;
    changed[size] = static_cast<char>(changed[size] ^ 37);
    try {
      read_npy(changed, "x.npy");
    } catch (const Error& error) {
      EXPECT_STRNE(error.what(), "");
    }
  }
}

size_t files_in(std::string_view zip) {
  size_t count = 0;
  auto all = [](const std::string&) { return true; };
  read_zip(zip, "x.npz", all, [&](const std::string&, std::string_view) { ++count; });
  return count;
}

TEST(Zip, refuses_what_is_cut_off) {
  std::string zip = "PK\5\6";
  EXPECT_THROW(files_in(zip), Error);
  zip.append(18, '\0');
  EXPECT_EQ(files_in(zip), 0u);
  zip[10] = 1;
  EXPECT_THROW(files_in(zip), Error);
  EXPECT_THROW(files_in(""), Error);
}

}  // namespace
}  // namespace rille
