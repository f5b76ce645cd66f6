// Arrays of the C interface: copies, views, DLPack.
#include <algorithm>
#include <cstring>
#include <optional>

#include "repl/embed/dlpack.h"
#include "repl/embed/handles.h"

using namespace rille;         // NOLINT(google-build-using-namespace): this file's own
using namespace rille::embed;  // NOLINT(google-build-using-namespace)

namespace {

constexpr int32_t max_axes = 64;

Type type_of(Dtype dtype, int32_t rank, const int64_t* shape) {
  if (rank < 0 || rank > max_axes)
    throw UsageError(str("the rank of an array must be 0 to 64, got ", rank));
  Ints extents;
  int64_t count = 1;
  for (int32_t i = 0; i < rank; ++i) {
    int64_t extent = (&given(shape, "the shape"))[i];
    if (extent < 0) throw UsageError(str("the size of an axis must be 0 or more, got ", extent));
    extents.push_back(extent);
    if (__builtin_mul_overflow(count, std::max<int64_t>(extent, 1), &count)) {
      throw UsageError("the array has too many elements");
    }
  }
  return {dtype, shape_of(extents)};
}

Dtype checked(rille_dtype dtype) {
  if (dtype < RILLE_BOOLEAN || dtype > RILLE_KEY)
    throw UsageError(str("unknown dtype ", int{dtype}));
  return static_cast<Dtype>(dtype);
}
#define DTYPE(name, cpp, bits, kind, text) +1
static_assert(0
#include "vm/numbers/dtypes.def"
              == RILLE_KEY + 1);
#undef DTYPE

size_t bytes_of(Type type) { return static_cast<size_t>(type.count()) * bytes(type.dtype()); }

// Returns the first byte that is out of range for the dtype, as a number, or nullopt.
std::optional<int> stray_byte(Dtype dtype, const void* data, size_t count) {
  const auto* bytes = static_cast<const uint8_t*>(data);
  for (size_t i = 0; i < count; ++i) {
    int signed_byte = static_cast<int8_t>(bytes[i]);
    bool is_natural = dtype == Dtype::u4 && bytes[i] > 15;
    bool is_integer = dtype == Dtype::i4 && (signed_byte < -8 || signed_byte > 7);
    if (is_natural) return bytes[i];
    if (is_integer) return signed_byte;
    if (dtype == Dtype::boolean && bytes[i] > 1) return bytes[i];
  }
  return {};
}

bool may_stray(Dtype dtype) {
  return dtype == Dtype::boolean || dtype == Dtype::i4 || dtype == Dtype::u4;
}

// Raises UsageError if an element of an i4 or u4 array is out of range.
void need_elements(const Type& type, const void* data) {
  if (data == nullptr || !may_stray(type.dtype()) || type.dtype() == Dtype::boolean) return;
  auto stray = stray_byte(type.dtype(), data, static_cast<size_t>(type.count()));
  if (!stray) return;
  throw UsageError(str("an ", type.dtype(), " must be ",
                       type.dtype() == Dtype::i4 ? "-8 to 7" : "0 to 15", ", got ", *stray));
}

// Sets each byte other than 0 to 1.
void make_bools(Array& x) {
  std::byte* out = x.edit_data();
  std::transform(out, out + x.byte_size(), out,
                 [](std::byte byte) { return byte == std::byte{0} ? byte : std::byte{1}; });
}

// Copies the elements, or writes zeros if `from` is null. A bool byte other than 0 becomes 1.
void copy_elements(Array& to, const void* from) {
  std::byte* out = to.edit_data();
  if (from == nullptr) {
    std::memset(out, 0, to.byte_size());
  } else if (to.byte_size() > 0) {
    std::memcpy(out, from, to.byte_size());
    if (to.dtype() == Dtype::boolean) make_bools(to);
  }
}

Array copied_array(Type type, const void* data) {
  need_elements(type, data);
  Array out(type);
  copy_elements(out, data);
  return out;
}

bool is_aligned(const void* data, Dtype dtype) {
  size_t element = dtype == Dtype::c128 ? 8 : dtype == Dtype::c64 ? 4 : bytes(dtype);
  return reinterpret_cast<uintptr_t>(data) % element == 0;
}

// Returns whether an Array of this type stores its elements inside the handle.
bool is_small(Type type) { return bytes_of(type) <= sizeof(ArrayBody::small); }

// Returns whether an array can use the memory without a copy: bools must be 0 or 1.
bool can_be_viewed(const Type& type, const void* data) {
  if (is_small(type) || !is_aligned(data, type.dtype())) return false;
  need_elements(type, data);
  bool is_bool = type.dtype() == Dtype::boolean;
  return !is_bool || !stray_byte(type.dtype(), data, static_cast<size_t>(type.count()));
}

// The element types that both Rille and DLPack have.
struct DtypeMapping {
  Dtype dtype;
  dlpack::DLDataType element;
};
constexpr DtypeMapping pairs[] = {
    {Dtype::i8, {0, 8, 1}},      {Dtype::i16, {0, 16, 1}},    {Dtype::i32, {0, 32, 1}},
    {Dtype::i64, {0, 64, 1}},    {Dtype::u8, {1, 8, 1}},      {Dtype::u16, {1, 16, 1}},
    {Dtype::u32, {1, 32, 1}},    {Dtype::u64, {1, 64, 1}},    {Dtype::f16, {2, 16, 1}},
    {Dtype::f32, {2, 32, 1}},    {Dtype::f64, {2, 64, 1}},    {Dtype::bf16, {4, 16, 1}},
    {Dtype::c64, {5, 64, 1}},    {Dtype::c128, {5, 128, 1}},  {Dtype::boolean, {6, 8, 1}},
    {Dtype::f8e4m3, {10, 8, 1}}, {Dtype::f8e5m2, {12, 8, 1}},
};

dlpack::DLDataType element_of(Dtype dtype) {
  const auto* found = std::ranges::find(pairs, dtype, &DtypeMapping::dtype);
  if (found == std::end(pairs))
    throw Error(Code::dtype, str("DLPack has no element type for ", dtype));
  return found->element;
}

Dtype dtype_of_element(dlpack::DLDataType element) {
  auto is_same = [&](const DtypeMapping& pair) {
    return pair.element.code == element.code && pair.element.bits == element.bits;
  };
  const auto* found = std::ranges::find_if(pairs, is_same);
  if (found != std::end(pairs) && element.lanes == 1) return found->dtype;
  throw Error(Code::dtype, str("unsupported element type of DLPack: code ", int{element.code}, ", ",
                               int{element.bits}, " bits, ", element.lanes, " lanes"));
}

// An exported tensor, with the array and the shape that it refers to.
template <class Managed>
struct ExportedTensor {
  Managed managed = {};
  Array array;
  Ints shape, strides;

  static void end(Managed* self) { delete static_cast<ExportedTensor*>(self->context); }
};

template <class Managed>
Managed* exported(const Array& array, dlpack::DLDataType element) {
  auto out = std::make_unique<ExportedTensor<Managed>>();
  out->array = array;
  out->shape = array.type().ints();
  out->strides.assign(out->shape.size(), 1);
  for (size_t i = out->shape.size(); i-- > 1;) {
    out->strides[i - 1] = out->strides[i] * out->shape[i];
  }
  auto* data = const_cast<std::byte*>(out->array.data());
  out->managed.tensor = {data,    {dlpack::on_processor, 0}, array.rank(),
                         element, out->shape.data(),         out->strides.data(),
                         0};
  out->managed.context = out.get();
  out->managed.deleter = ExportedTensor<Managed>::end;
  return &out.release()->managed;
}

bool is_row_major(const dlpack::DLTensor& tensor) {
  if (tensor.strides == nullptr) return true;
  int64_t wanted = 1;
  for (int32_t i = tensor.rank; i-- > 0;) {
    if (tensor.shape[i] != 1 && tensor.strides[i] != wanted) return false;
    wanted *= tensor.shape[i];
  }
  return true;
}

// Copies a tensor with arbitrary strides to a row-major array.
Array gathered(const dlpack::DLTensor& tensor, Type type, const char* from) {
  Array raw(type);
  std::byte* to = raw.edit_data();
  size_t element = bytes(type.dtype());
  Ints at(static_cast<size_t>(tensor.rank), 0);
  for (int64_t i = 0; i < type.count(); ++i, to += element) {
    int64_t place = 0;
    for (size_t axis = 0; axis < at.size(); ++axis) place += at[axis] * tensor.strides[axis];
    std::memcpy(to, from + place * static_cast<int64_t>(element), element);
    for (size_t axis = at.size(); axis-- > 0;) {
      if (++at[axis] < tensor.shape[axis]) break;
      at[axis] = 0;
    }
  }
  need_elements(type, raw.data());
  if (type.dtype() == Dtype::boolean) make_bools(raw);
  return raw;
}

template <class Managed>
void end_of(void* user) {
  auto* managed = static_cast<Managed*>(user);
  if (managed->deleter != nullptr) managed->deleter(managed);
}

template <class Managed>
Array imported(Managed& managed, bool may_stay) {
  const dlpack::DLTensor& tensor = managed.tensor;
  if (tensor.device.kind != dlpack::on_processor) {
    throw Error(Code::device, str("the tensor is on a device of kind ", tensor.device.kind,
                                  ": copy it to host memory first"));
  }
  Type type = type_of(dtype_of_element(tensor.element), tensor.rank, tensor.shape);
  const char* data = static_cast<const char*>(tensor.data);
  if (type.count() > 0) given(data, "the data of the tensor");
  data += tensor.offset;
  bool is_plain = type.count() == 0 || is_row_major(tensor);
  if (may_stay && is_plain && can_be_viewed(type, data)) {
    return viewed(type, data, end_of<Managed>, &managed);
  }
  Array out = is_plain ? copied_array(type, data) : gathered(tensor, type, data);
  end_of<Managed>(&managed);
  return out;
}

}  // namespace

extern "C" {

rille_error* rille_array_copy(rille_dtype dtype, int32_t rank, const int64_t* shape,
                              const void* data, rille_value** out) {
  return guarded(
      [&] { given(out, "out") = made(copied_array(type_of(checked(dtype), rank, shape), data)); });
}

rille_error* rille_array_view(rille_dtype dtype, int32_t rank, const int64_t* shape,
                              const void* data, void (*release)(void* user), void* user,
                              rille_value** out) {
  return guarded([&] {
    given(out, "out");
    Type type = type_of(checked(dtype), rank, shape);
    if (type.count() > 0) given(static_cast<const char*>(data), "the data");
    if (!is_aligned(data, type.dtype()))
      throw UsageError("the data must be aligned to its elements");
    if (can_be_viewed(type, data)) {
      *out = made(viewed(type, data, release, user));
      return;
    }
    *out = made(copied_array(type, data));
    if (release != nullptr) release(user);
  });
}

rille_error* rille_to_dlpack(const rille_value* value, int versioned, void** out) {
  return guarded([&] {
    const rille_value& it = given(value, "the value");
    given(out, "out");
    if (!it.value.is_leaf() || it.array.is_traced()) {
      throw Error(Code::type, str("expected an array, got ", kind_text(it.value)));
    }
    dlpack::DLDataType element = element_of(it.array.dtype());
    if (versioned == 0) {
      *out = exported<dlpack::DLManagedTensor>(it.array, element);
      return;
    }
    auto* whole = exported<dlpack::DLManagedTensorVersioned>(it.array, element);
    whole->major = dlpack::major_version;
    whole->minor = dlpack::minor_version;
    whole->flags = dlpack::read_only;
    *out = whole;
  });
}

rille_error* rille_from_dlpack(void* tensor, int versioned, int adopt, rille_value** out) {
  return guarded([&] {
    given(static_cast<char*>(tensor), "the tensor");
    given(out, "out");
    if (versioned == 0) {
      *out = made(imported(*static_cast<dlpack::DLManagedTensor*>(tensor), adopt != 0));
      return;
    }
    auto& whole = *static_cast<dlpack::DLManagedTensorVersioned*>(tensor);
    if (whole.major != dlpack::major_version) {
      throw UsageError(
          str("the tensor has DLPack version ", whole.major, ", expected ", dlpack::major_version));
    }
    bool may_stay = adopt != 0 || (whole.flags & dlpack::read_only) != 0;
    *out = made(imported(whole, may_stay));
  });
}
}
