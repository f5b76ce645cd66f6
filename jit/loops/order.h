// The order of summation: its definition.
#pragma once

#include <functional>
#include <vector>

#include "jit/loop_program.h"
#include "jit/scalars.h"
#include "vm/array.h"

namespace rille {

// The identity of a reduction, as the value of `fill`.
AttrValue identity_value(Scalar combiner, Dtype dtype);

// Whether a reduction (LoopOpKind::fold) may have more than one block of SumOrder.
bool has_blocks(const LoopOp& fold);
int64_t max_blocks(const LoopOp& fold);

// The sum of terms in the order of SumOrder: term t belongs to lane t % lanes, each lane adds the
// terms of a block in order, blocks are combined like the digits of a binary counter, and at the
// end the upper half of the lanes is added to the lower half. `number`: of terms; 0: unknown in the
// program.
using Join = std::function<Array(const Array& earlier, const Array& later)>;
Array ordered_total(const std::vector<Array>& terms, int64_t number, const Array& start,
                    const Join& join);

// The sum of products in the order of SumOrder: a single sum per block of `block` products; blocks
// are combined like the digits of a binary counter. `factors`: x and y of each product.
using AddProduct = std::function<Array(const Array& sum, const Array& x, const Array& y)>;
Array blocks_total(const std::vector<Array>& factors, int64_t block, const Array& start,
                   const AddProduct& added, const Join& join);

}  // namespace rille
