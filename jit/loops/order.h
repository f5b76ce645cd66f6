// The order of sums, as it is defined.
#pragma once

#include <functional>
#include <vector>

#include "jit/loop_program.h"
#include "jit/scalars.h"
#include "vm/array.h"

namespace rille {

// The number with which a reduction starts and which changes nothing: as a value of `fill`.
AttrValue identity_value(Scalar combiner, Dtype dtype);

// Whether a reduction (LoopOpKind::fold) may have more terms than a block of SumOrder, so that sums
// of blocks are kept.
bool has_blocks(const LoopOp& fold);
int64_t max_blocks(const LoopOp& fold);

// The total of terms in the order of SumOrder: term p goes to lane p % lanes, the lanes take up the
// terms of a block in order, blocks are joined as the digits of a binary counter are, and at the
// end the upper half of the lanes joins the lower one. `number`: of terms, 0 where a program does
// not know them.
using Join = std::function<Array(const Array& earlier, const Array& later)>;
Array ordered_total(const std::vector<Array>& terms, int64_t number, const Array& start,
                    const Join& join);

// The total of products in the order of SumOrder: one sum takes them in, in blocks of `block`,
// which are joined as the digits of a binary counter are. `factors`: x and y of each product.
using AddProduct = std::function<Array(const Array& sum, const Array& x, const Array& y)>;
Array blocks_total(const std::vector<Array>& factors, int64_t block, const Array& start,
                   const AddProduct& added, const Join& join);

}  // namespace rille
