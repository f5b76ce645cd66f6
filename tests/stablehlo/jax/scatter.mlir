// scatter_dtypes_shape_bfloat16_5_scatterindices_0_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640"> : tensor<5xbf16>
    %in1 = stablehlo.constant dense<"0xDDC0A840"> : tensor<2xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5xbf16>, tensor<2xbf16>) -> (tensor<5xbf16>)
    %want0 = stablehlo.constant dense<"0xDDC0EBBFA8404EC02640"> : tensor<5xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<5xbf16>) -> tensor<5xf64>
    %c2 = stablehlo.convert %want0 : (tensor<5xbf16>) -> tensor<5xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<5xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<5xf64>
    %c8 = stablehlo.abs %c7 : tensor<5xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<5xf64>
    %c10 = stablehlo.abs %c2 : tensor<5xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<5xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<5xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<5xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<5xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<5xi1>
    check.expect_eq_const %c16, dense<true> : tensor<5xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5xbf16>, %arg1: tensor<2xbf16>) -> (tensor<5xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[0], [2]]> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      stablehlo.return %arg3 : tensor<bf16>
    }) : (tensor<5xbf16>, tensor<2x1xi64>, tensor<2xbf16>) -> tensor<5xbf16>
    return %0 : tensor<5xbf16>
  }
}
// -----
// scatter_dtypes_shape_int16_5_scatterindices_0_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200"> : tensor<5xi16>
    %in1 = stablehlo.constant dense<"0xFAFF0500"> : tensor<2xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5xi16>, tensor<2xi16>) -> (tensor<5xi16>)
    %want0 = stablehlo.constant dense<"0xFAFFFFFF0500FDFF0200"> : tensor<5xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5xi16>, tensor<5xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5xi16>, %arg1: tensor<2xi16>) -> (tensor<5xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[0], [2]]> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      stablehlo.return %arg3 : tensor<i16>
    }) : (tensor<5xi16>, tensor<2x1xi64>, tensor<2xi16>) -> tensor<5xi16>
    return %0 : tensor<5xi16>
  }
}
// -----
// scatter_modes_out_of_bounds_shape_float32_1_5_scatterindices_10_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC084282640"> : tensor<1x5xf32>
    %in1 = stablehlo.constant dense<"0x9DF2DCC0"> : tensor<1xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x5xf32>, tensor<1xf32>) -> (tensor<1x5xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC084282640"> : tensor<1x5xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<1x5xf32>) -> tensor<1x5xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x5xf32>) -> tensor<1x5xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x5xf64>, tensor<1x5xf64>) -> tensor<1x5xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x5xf64>, tensor<1x5xf64>) -> tensor<1x5xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x5xf64>, tensor<1x5xf64>) -> tensor<1x5xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x5xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x5xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x5xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x5xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x5xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x5xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<1x5xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x5xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x5xf64>, tensor<1x5xf64>) -> tensor<1x5xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x5xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x5xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x5xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x5xf32>, %arg1: tensor<1xf32>) -> (tensor<1x5xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<10> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      stablehlo.return %arg3 : tensor<f32>
    }) : (tensor<1x5xf32>, tensor<1xi64>, tensor<1xf32>) -> tensor<1x5xf32>
    return %0 : tensor<1x5xf32>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_bfloat16_1_scatterindices_0_updateshape_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40"> : tensor<1xbf16>
    %in1 = stablehlo.constant dense<"0xEBBF"> : tensor<bf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xbf16>, tensor<bf16>) -> (tensor<1xbf16>)
    %want0 = stablehlo.constant dense<"0xEBBF"> : tensor<1xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<1xbf16>) -> tensor<1xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1xbf16>) -> tensor<1xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1xf64>
    %c8 = stablehlo.abs %c7 : tensor<1xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1xf64>
    %c10 = stablehlo.abs %c2 : tensor<1xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<1xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xbf16>, %arg1: tensor<bf16>) -> (tensor<1xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      stablehlo.return %arg3 : tensor<bf16>
    }) : (tensor<1xbf16>, tensor<1xi64>, tensor<bf16>) -> tensor<1xbf16>
    return %0 : tensor<1xbf16>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_bfloat16_1_2_3_scatterindices_1_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0"> : tensor<1x2x3xbf16>
    %in1 = stablehlo.constant dense<"0xA84012C0753F"> : tensor<1x3xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xbf16>, tensor<1x3xbf16>) -> (tensor<1x2x3xbf16>)
    %want0 = stablehlo.constant dense<"0x9C40EBBFCBBFA84012C0753F"> : tensor<1x2x3xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<1x2x3xbf16>) -> tensor<1x2x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x2x3xbf16>) -> tensor<1x2x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x2x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x2x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x2x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x2x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x2x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x2x3xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<1x2x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x2x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x2x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x2x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x2x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xbf16>, %arg1: tensor<1x3xbf16>) -> (tensor<1x2x3xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      stablehlo.return %arg3 : tensor<bf16>
    }) : (tensor<1x2x3xbf16>, tensor<1xi64>, tensor<1x3xbf16>) -> tensor<1x2x3xbf16>
    return %0 : tensor<1x2x3xbf16>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_bfloat16_1_2_3_scatterindices_1_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0"> : tensor<1x2x3xbf16>
    %in1 = stablehlo.constant dense<"0xA84012C0753F"> : tensor<1x3xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xbf16>, tensor<1x3xbf16>) -> (tensor<1x2x3xbf16>)
    %want0 = stablehlo.constant dense<"0x9C40EBBFCBBFA84012C0753F"> : tensor<1x2x3xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<1x2x3xbf16>) -> tensor<1x2x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x2x3xbf16>) -> tensor<1x2x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x2x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x2x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x2x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x2x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x2x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x2x3xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<1x2x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x2x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x2x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x2x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x2x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xbf16>, %arg1: tensor<1x3xbf16>) -> (tensor<1x2x3xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      stablehlo.return %arg3 : tensor<bf16>
    }) : (tensor<1x2x3xbf16>, tensor<1xi64>, tensor<1x3xbf16>) -> tensor<1x2x3xbf16>
    return %0 : tensor<1x2x3xbf16>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_bfloat16_1_2_3_scatterindices_1_2_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0"> : tensor<1x2x3xbf16>
    %in1 = stablehlo.constant dense<"0xA840"> : tensor<1xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xbf16>, tensor<1xbf16>) -> (tensor<1x2x3xbf16>)
    %want0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640A840"> : tensor<1x2x3xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<1x2x3xbf16>) -> tensor<1x2x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x2x3xbf16>) -> tensor<1x2x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x2x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x2x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x2x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x2x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x2x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x2x3xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<1x2x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x2x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x2x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x2x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x2x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xbf16>, %arg1: tensor<1xbf16>) -> (tensor<1x2x3xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      stablehlo.return %arg3 : tensor<bf16>
    }) : (tensor<1x2x3xbf16>, tensor<2xi64>, tensor<1xbf16>) -> tensor<1x2x3xbf16>
    return %0 : tensor<1x2x3xbf16>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_bfloat16_4_2_3_scatterindices_3_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_2_scatter_dims_to_operand_dims_0_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F"> : tensor<4x2x3xbf16>
    %in1 = stablehlo.constant dense<"0x2D4003C0"> : tensor<2xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3xbf16>, tensor<2xbf16>) -> (tensor<4x2x3xbf16>)
    %want0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F2D405C402D4003C0"> : tensor<4x2x3xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<4x2x3xbf16>) -> tensor<4x2x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<4x2x3xbf16>) -> tensor<4x2x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<4x2x3xf64>, tensor<4x2x3xf64>) -> tensor<4x2x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<4x2x3xf64>, tensor<4x2x3xf64>) -> tensor<4x2x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<4x2x3xf64>, tensor<4x2x3xf64>) -> tensor<4x2x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<4x2x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<4x2x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<4x2x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<4x2x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<4x2x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<4x2x3xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<4x2x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<4x2x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<4x2x3xf64>, tensor<4x2x3xf64>) -> tensor<4x2x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<4x2x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<4x2x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<4x2x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3xbf16>, %arg1: tensor<2xbf16>) -> (tensor<4x2x3xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      stablehlo.return %arg3 : tensor<bf16>
    }) : (tensor<4x2x3xbf16>, tensor<2xi64>, tensor<2xbf16>) -> tensor<4x2x3xbf16>
    return %0 : tensor<4x2x3xbf16>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_bfloat16_4_2_3_scatterindices_3_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_2_scatter_dims_to_operand_dims_0_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F"> : tensor<4x2x3xbf16>
    %in1 = stablehlo.constant dense<"0x2D4003C0"> : tensor<2xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3xbf16>, tensor<2xbf16>) -> (tensor<4x2x3xbf16>)
    %want0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F2D405C402D4003C0"> : tensor<4x2x3xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<4x2x3xbf16>) -> tensor<4x2x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<4x2x3xbf16>) -> tensor<4x2x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<4x2x3xf64>, tensor<4x2x3xf64>) -> tensor<4x2x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<4x2x3xf64>, tensor<4x2x3xf64>) -> tensor<4x2x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<4x2x3xf64>, tensor<4x2x3xf64>) -> tensor<4x2x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<4x2x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<4x2x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<4x2x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<4x2x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<4x2x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<4x2x3xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<4x2x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<4x2x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<4x2x3xf64>, tensor<4x2x3xf64>) -> tensor<4x2x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<4x2x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<4x2x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<4x2x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3xbf16>, %arg1: tensor<2xbf16>) -> (tensor<4x2x3xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      stablehlo.return %arg3 : tensor<bf16>
    }) : (tensor<4x2x3xbf16>, tensor<2xi64>, tensor<2xbf16>) -> tensor<4x2x3xbf16>
    return %0 : tensor<4x2x3xbf16>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_bfloat16_5_6_7_scatterindices_0_1_2_3_updateshape_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_1_inserted_window_dims_0_1_scatter_dims_to_operand_dims_0_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3EF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A4011C07140C53F65BFBC3F68BE59409240D24086C08BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F183FB73E01C0913FBB3E594066400E3F90BFF5BFA33F6E3E84BF063EEEBF0640ACBF6B409B3FE43F52C0023F0E4037C04CBFC83D84C0723F224025C0873F7CC0EEBD9BC057409D3F97BD15C07540BD40B2C06D409C40823F66C026400BBFE8BF6CC0D33F1840EFBFC83F5CC01A400F3E0FBF9CBE27401040CB3FD43E6F3EED3F333F03406EBFEAC04740D240A93F9ABED2BEB7BE563D57C0C7BF3FC03F3F64BFBE3F06BF3D40243FD240B6C0F8BF2D40F3403FBF063E2EBF80405DBF034076BF74C0713FC13F7840AABEEDBFD83F393F583F61BE5F408E3FB7405540FD3F9CC0E73FA13F1C4049409ABF1E40D8BFBC4080C0A9C09EC02BC057C0BC40"> : tensor<5x6x7xbf16>
    %in1 = stablehlo.constant dense<"0x7BBF81C05640E1BF6DC02840EF3FA7BF8740C63E9B40C13F9640A83E"> : tensor<2x7xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xbf16>, tensor<2x7xbf16>) -> (tensor<5x6x7xbf16>)
    %want0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A8407BBF81C05640E1BF6DC02840EF3F5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3EF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A4011C07140C53F65BFBC3F68BE59409240D24086C08BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F183FB73E01C0913FBB3E594066400E3F90BFF5BFA33F6E3E84BF063EEEBF0640ACBF6B409B3FE43F52C0A7BF8740C63E9B40C13F9640A83E224025C0873F7CC0EEBD9BC057409D3F97BD15C07540BD40B2C06D409C40823F66C026400BBFE8BF6CC0D33F1840EFBFC83F5CC01A400F3E0FBF9CBE27401040CB3FD43E6F3EED3F333F03406EBFEAC04740D240A93F9ABED2BEB7BE563D57C0C7BF3FC03F3F64BFBE3F06BF3D40243FD240B6C0F8BF2D40F3403FBF063E2EBF80405DBF034076BF74C0713FC13F7840AABEEDBFD83F393F583F61BE5F408E3FB7405540FD3F9CC0E73FA13F1C4049409ABF1E40D8BFBC4080C0A9C09EC02BC057C0BC40"> : tensor<5x6x7xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<5x6x7xbf16>) -> tensor<5x6x7xf64>
    %c2 = stablehlo.convert %want0 : (tensor<5x6x7xbf16>) -> tensor<5x6x7xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<5x6x7xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<5x6x7xf64>
    %c8 = stablehlo.abs %c7 : tensor<5x6x7xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<5x6x7xf64>
    %c10 = stablehlo.abs %c2 : tensor<5x6x7xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<5x6x7xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<5x6x7xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<5x6x7xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<5x6x7xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<5x6x7xi1>
    check.expect_eq_const %c16, dense<true> : tensor<5x6x7xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xbf16>, %arg1: tensor<2x7xbf16>) -> (tensor<5x6x7xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      stablehlo.return %arg3 : tensor<bf16>
    }) : (tensor<5x6x7xbf16>, tensor<2x2xi64>, tensor<2x7xbf16>) -> tensor<5x6x7xbf16>
    return %0 : tensor<5x6x7xbf16>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_bfloat16_5_6_7_scatterindices_0_1_2_3_4_0_1_2_updateshape_5_2_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3EF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A4011C07140C53F65BFBC3F68BE59409240D24086C08BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F183FB73E01C0913FBB3E594066400E3F90BFF5BFA33F6E3E84BF063EEEBF0640ACBF6B409B3FE43F52C0023F0E4037C04CBFC83D84C0723F224025C0873F7CC0EEBD9BC057409D3F97BD15C07540BD40B2C06D409C40823F66C026400BBFE8BF6CC0D33F1840EFBFC83F5CC01A400F3E0FBF9CBE27401040CB3FD43E6F3EED3F333F03406EBFEAC04740D240A93F9ABED2BEB7BE563D57C0C7BF3FC03F3F64BFBE3F06BF3D40243FD240B6C0F8BF2D40F3403FBF063E2EBF80405DBF034076BF74C0713FC13F7840AABEEDBFD83F393F583F61BE5F408E3FB7405540FD3F9CC0E73FA13F1C4049409ABF1E40D8BFBC4080C0A9C09EC02BC057C0BC40"> : tensor<5x6x7xbf16>
    %in1 = stablehlo.constant dense<"0x7BBF81C05640E1BF6DC02840EF3FA7BF8740C63E9B40C13F9640A83E6AC0EB40D2BF19BF06C01CBF"> : tensor<5x2x2xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xbf16>, tensor<5x2x2xbf16>) -> (tensor<5x6x7xbf16>)
    %want0 = stablehlo.constant dense<"0x9C407BBFCBBF4EC02640DDC0A84012C0753FE1BF8C40C6C078BF93BF5A4053C004BF81C0023EE03F53C05C402D40C13F2D4003C0BDBE34C05640CC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC06DC01C3EF5BF133FCA40B93EED3F673FA7BF5BC086BF20BFE13F214033405B3F284011C07140C53F65BFBC3F68BE59409240D24086C0EF3FC2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F183F874001C0913FBB3E594066400E3F90BFC13FA33F6E3E84BF063EEEBF0640ACBFC63E9B3FE43F52C0023F0E4037C04CBFC83D84C0723F9B4025C0873F7CC0EEBD9BC057409D3F97BD15C07540BD40B2C06D409C40964066C026400BBFE8BF6CC0D33F1840EB40C83F5CC01A400F3E0FBF9CBE2740A83ECB3FD43E6F3EED3F333F03406EBFEAC04740D2406AC09ABED2BEB7BE563D57C0C7BF3FC03F3F64BFBE3F06BF3D40243FD240D2BFF8BF2D40F3403FBF063E2EBF80401CBF034076BF74C0713FC13F7840AABE19BFD83F393F583F61BE5F408E3FB7405540FD3F9CC006C0A13F1C4049409ABF1E40D8BFBC4080C0A9C09EC02BC057C0BC40"> : tensor<5x6x7xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<5x6x7xbf16>) -> tensor<5x6x7xf64>
    %c2 = stablehlo.convert %want0 : (tensor<5x6x7xbf16>) -> tensor<5x6x7xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<5x6x7xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<5x6x7xf64>
    %c8 = stablehlo.abs %c7 : tensor<5x6x7xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<5x6x7xf64>
    %c10 = stablehlo.abs %c2 : tensor<5x6x7xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<5x6x7xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<5x6x7xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<5x6x7xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<5x6x7xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<5x6x7xi1>
    check.expect_eq_const %c16, dense<true> : tensor<5x6x7xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xbf16>, %arg1: tensor<5x2x2xbf16>) -> (tensor<5x6x7xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0, 1], [2, 3]], [[4, 0], [1, 2]]]> : tensor<2x2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      stablehlo.return %arg3 : tensor<bf16>
    }) : (tensor<5x6x7xbf16>, tensor<2x2x2xi64>, tensor<5x2x2xbf16>) -> tensor<5x6x7xbf16>
    return %0 : tensor<5x6x7xbf16>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_bfloat16_5_6_7_scatterindices_0_1_2_3_4_0_1_2_updateshape_5_2_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3EF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A4011C07140C53F65BFBC3F68BE59409240D24086C08BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F183FB73E01C0913FBB3E594066400E3F90BFF5BFA33F6E3E84BF063EEEBF0640ACBF6B409B3FE43F52C0023F0E4037C04CBFC83D84C0723F224025C0873F7CC0EEBD9BC057409D3F97BD15C07540BD40B2C06D409C40823F66C026400BBFE8BF6CC0D33F1840EFBFC83F5CC01A400F3E0FBF9CBE27401040CB3FD43E6F3EED3F333F03406EBFEAC04740D240A93F9ABED2BEB7BE563D57C0C7BF3FC03F3F64BFBE3F06BF3D40243FD240B6C0F8BF2D40F3403FBF063E2EBF80405DBF034076BF74C0713FC13F7840AABEEDBFD83F393F583F61BE5F408E3FB7405540FD3F9CC0E73FA13F1C4049409ABF1E40D8BFBC4080C0A9C09EC02BC057C0BC40"> : tensor<5x6x7xbf16>
    %in1 = stablehlo.constant dense<"0x7BBF81C05640E1BF6DC02840EF3FA7BF8740C63E9B40C13F9640A83E6AC0EB40D2BF19BF06C01CBF"> : tensor<5x2x2xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xbf16>, tensor<5x2x2xbf16>) -> (tensor<5x6x7xbf16>)
    %want0 = stablehlo.constant dense<"0x9C407BBFCBBF4EC02640DDC0A84012C0753FE1BF8C40C6C078BF93BF5A4053C004BF81C0023EE03F53C05C402D40C13F2D4003C0BDBE34C05640CC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC06DC01C3EF5BF133FCA40B93EED3F673FA7BF5BC086BF20BFE13F214033405B3F284011C07140C53F65BFBC3F68BE59409240D24086C0EF3FC2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F183F874001C0913FBB3E594066400E3F90BFC13FA33F6E3E84BF063EEEBF0640ACBFC63E9B3FE43F52C0023F0E4037C04CBFC83D84C0723F9B4025C0873F7CC0EEBD9BC057409D3F97BD15C07540BD40B2C06D409C40964066C026400BBFE8BF6CC0D33F1840EB40C83F5CC01A400F3E0FBF9CBE2740A83ECB3FD43E6F3EED3F333F03406EBFEAC04740D2406AC09ABED2BEB7BE563D57C0C7BF3FC03F3F64BFBE3F06BF3D40243FD240D2BFF8BF2D40F3403FBF063E2EBF80401CBF034076BF74C0713FC13F7840AABE19BFD83F393F583F61BE5F408E3FB7405540FD3F9CC006C0A13F1C4049409ABF1E40D8BFBC4080C0A9C09EC02BC057C0BC40"> : tensor<5x6x7xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<5x6x7xbf16>) -> tensor<5x6x7xf64>
    %c2 = stablehlo.convert %want0 : (tensor<5x6x7xbf16>) -> tensor<5x6x7xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<5x6x7xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<5x6x7xf64>
    %c8 = stablehlo.abs %c7 : tensor<5x6x7xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<5x6x7xf64>
    %c10 = stablehlo.abs %c2 : tensor<5x6x7xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<5x6x7xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<5x6x7xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<5x6x7xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<5x6x7xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<5x6x7xi1>
    check.expect_eq_const %c16, dense<true> : tensor<5x6x7xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xbf16>, %arg1: tensor<5x2x2xbf16>) -> (tensor<5x6x7xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0, 1], [2, 3]], [[4, 0], [1, 2]]]> : tensor<2x2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      stablehlo.return %arg3 : tensor<bf16>
    }) : (tensor<5x6x7xbf16>, tensor<2x2x2xi64>, tensor<5x2x2xbf16>) -> tensor<5x6x7xbf16>
    return %0 : tensor<5x6x7xbf16>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_uint16_1_1_1_scatterindices_0_updateshape_1_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400"> : tensor<1x1x1xui16>
    %in1 = stablehlo.constant dense<"0x0100"> : tensor<1x1xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x1x1xui16>, tensor<1x1xui16>) -> (tensor<1x1x1xui16>)
    %want0 = stablehlo.constant dense<"0x0100"> : tensor<1x1x1xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x1x1xui16>, tensor<1x1x1xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1x1xui16>, %arg1: tensor<1x1xui16>) -> (tensor<1x1x1xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      stablehlo.return %arg3 : tensor<ui16>
    }) : (tensor<1x1x1xui16>, tensor<1xi64>, tensor<1x1xui16>) -> tensor<1x1x1xui16>
    return %0 : tensor<1x1x1xui16>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_uint16_1_1_1_scatterindices_0_updateshape_1_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400"> : tensor<1x1x1xui16>
    %in1 = stablehlo.constant dense<"0x0100"> : tensor<1x1xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x1x1xui16>, tensor<1x1xui16>) -> (tensor<1x1x1xui16>)
    %want0 = stablehlo.constant dense<"0x0100"> : tensor<1x1x1xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x1x1xui16>, tensor<1x1x1xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1x1xui16>, %arg1: tensor<1x1xui16>) -> (tensor<1x1x1xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      stablehlo.return %arg3 : tensor<ui16>
    }) : (tensor<1x1x1xui16>, tensor<1xi64>, tensor<1x1xui16>) -> tensor<1x1x1xui16>
    return %0 : tensor<1x1x1xui16>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_uint16_1_50_3_scatterindices_32_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040001000100030002000600050002000000000004000600000001000300030000000200000001000300030002000100020002000000020000000100020001000200020002000000030000000400020000000200020005000000010000000600000001000000010003000100000001000200020000000200020003000100000001000000030004000600040004000100000002000000060000000200000002000000000000000100000000000200010000000300030000000100010001000000010000000100020001000300010001000300000002000200000000000400000002000200010003000000040003000100000002000300050005000300040001000300020000000100030001000200010001000300020000000000000002000200010000000000010000000200"> : tensor<1x50x3xui16>
    %in1 = stablehlo.constant dense<"0x000007000300"> : tensor<1x3xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x50x3xui16>, tensor<1x3xui16>) -> (tensor<1x50x3xui16>)
    %want0 = stablehlo.constant dense<"0x040001000100030002000600050002000000000004000600000001000300030000000200000001000300030002000100020002000000020000000100020001000200020002000000030000000400020000000200020005000000010000000600000001000000010003000100000001000200020000000200020003000100000001000000030004000600040004000100000002000000060000000200000002000000000000000100000000000200010000000300030000000100010001000000000007000300020001000300010001000300000002000200000000000400000002000200010003000000040003000100000002000300050005000300040001000300020000000100030001000200010001000300020000000000000002000200010000000000010000000200"> : tensor<1x50x3xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x50x3xui16>, tensor<1x50x3xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x50x3xui16>, %arg1: tensor<1x3xui16>) -> (tensor<1x50x3xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<32> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      stablehlo.return %arg3 : tensor<ui16>
    }) : (tensor<1x50x3xui16>, tensor<1xi64>, tensor<1x3xui16>) -> tensor<1x50x3xui16>
    return %0 : tensor<1x50x3xui16>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_uint16_1_50_3_scatterindices_32_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040001000100030002000600050002000000000004000600000001000300030000000200000001000300030002000100020002000000020000000100020001000200020002000000030000000400020000000200020005000000010000000600000001000000010003000100000001000200020000000200020003000100000001000000030004000600040004000100000002000000060000000200000002000000000000000100000000000200010000000300030000000100010001000000010000000100020001000300010001000300000002000200000000000400000002000200010003000000040003000100000002000300050005000300040001000300020000000100030001000200010001000300020000000000000002000200010000000000010000000200"> : tensor<1x50x3xui16>
    %in1 = stablehlo.constant dense<"0x000007000300"> : tensor<1x3xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x50x3xui16>, tensor<1x3xui16>) -> (tensor<1x50x3xui16>)
    %want0 = stablehlo.constant dense<"0x040001000100030002000600050002000000000004000600000001000300030000000200000001000300030002000100020002000000020000000100020001000200020002000000030000000400020000000200020005000000010000000600000001000000010003000100000001000200020000000200020003000100000001000000030004000600040004000100000002000000060000000200000002000000000000000100000000000200010000000300030000000100010001000000000007000300020001000300010001000300000002000200000000000400000002000200010003000000040003000100000002000300050005000300040001000300020000000100030001000200010001000300020000000000000002000200010000000000010000000200"> : tensor<1x50x3xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x50x3xui16>, tensor<1x50x3xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x50x3xui16>, %arg1: tensor<1x3xui16>) -> (tensor<1x50x3xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<32> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      stablehlo.return %arg3 : tensor<ui16>
    }) : (tensor<1x50x3xui16>, tensor<1xi64>, tensor<1x3xui16>) -> tensor<1x50x3xui16>
    return %0 : tensor<1x50x3xui16>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_uint16_1_2_3_scatterindices_1_2_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040001000100030002000600"> : tensor<1x2x3xui16>
    %in1 = stablehlo.constant dense<"0x0500"> : tensor<1xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xui16>, tensor<1xui16>) -> (tensor<1x2x3xui16>)
    %want0 = stablehlo.constant dense<"0x040001000100030002000500"> : tensor<1x2x3xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xui16>, tensor<1x2x3xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xui16>, %arg1: tensor<1xui16>) -> (tensor<1x2x3xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      stablehlo.return %arg3 : tensor<ui16>
    }) : (tensor<1x2x3xui16>, tensor<2xi64>, tensor<1xui16>) -> tensor<1x2x3xui16>
    return %0 : tensor<1x2x3xui16>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_uint16_1_2_3_scatterindices_1_2_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040001000100030002000600"> : tensor<1x2x3xui16>
    %in1 = stablehlo.constant dense<"0x0500"> : tensor<1xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xui16>, tensor<1xui16>) -> (tensor<1x2x3xui16>)
    %want0 = stablehlo.constant dense<"0x040001000100030002000500"> : tensor<1x2x3xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xui16>, tensor<1x2x3xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xui16>, %arg1: tensor<1xui16>) -> (tensor<1x2x3xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      stablehlo.return %arg3 : tensor<ui16>
    }) : (tensor<1x2x3xui16>, tensor<2xi64>, tensor<1xui16>) -> tensor<1x2x3xui16>
    return %0 : tensor<1x2x3xui16>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_uint16_4_2_3_5_scatterindices_0_4_updateshape_4_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_3_scatter_dims_to_operand_dims_1_3_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040001000100030002000600050002000000000004000600000001000300030000000200000001000300030002000100020002000000020000000100020001000200020002000000030000000400020000000200020005000000010000000600000001000000010003000100000001000200020000000200020003000100000001000000030004000600040004000100000002000000060000000200000002000000000000000100000000000200010000000300030000000100010001000000010000000100020001000300010001000300000002000200000000000400000002000200010003000000040003000100"> : tensor<4x2x3x5xui16>
    %in1 = stablehlo.constant dense<"0x000002000300050005000300040001000300020000000100"> : tensor<4x3xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3x5xui16>, tensor<4x3xui16>) -> (tensor<4x2x3x5xui16>)
    %want0 = stablehlo.constant dense<"0x040001000100030000000600050002000000020004000600000001000300030000000200000001000300030002000100020002000000020000000100020001000200020005000000030000000400050000000200020005000300010000000600000001000000010003000100000001000200020000000200020003000100000004000000030004000600010004000100000002000300060000000200000002000000000000000100000000000200010000000300030000000100010002000000010000000100000001000300010001000100000002000200000000000400000002000200010003000000040003000100"> : tensor<4x2x3x5xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3x5xui16>, tensor<4x2x3x5xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3x5xui16>, %arg1: tensor<4x3xui16>) -> (tensor<4x2x3x5xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1, 3], scatter_dims_to_operand_dims = [1, 3]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      stablehlo.return %arg3 : tensor<ui16>
    }) : (tensor<4x2x3x5xui16>, tensor<2xi64>, tensor<4x3xui16>) -> tensor<4x2x3x5xui16>
    return %0 : tensor<4x2x3x5xui16>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_uint16_5_6_7_scatterindices_0_1_2_3_updateshape_5_2_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_3_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040001000100030002000600050002000000000004000600000001000300030000000200000001000300030002000100020002000000020000000100020001000200020002000000030000000400020000000200020005000000010000000600000001000000010003000100000001000200020000000200020003000100000001000000030004000600040004000100000002000000060000000200000002000000000000000100000000000200010000000300030000000100010001000000010000000100020001000300010001000300000002000200000000000400000002000200010003000000040003000100000002000300050005000300040001000300020000000100030001000200010001000300020000000000000002000200010000000000010000000200000007000300060001000000000000000000030001000200000000000100000002000000060005000100020007000000000000000300000002000000030000000100030000000100010000000000000003000100050003000100040001000100020003000100020001000500030005000400020003000500"> : tensor<5x6x7xui16>
    %in1 = stablehlo.constant dense<"0x00000400030001000300020001000100040000000400010004000000030007000100000002000000000000000100050000000300030001000500020001000000000004000200020001000100050003000100000008000500010003000600010001000100000004000200010000000300000000000000020002000400020002000200020004000300000004000200010000000200000000000000000003000000000000000100020000000000010002000200010006000400020002000000040000000200010001000300000004000100090002000100000002000200000002000000020001000200020003000000030001000300020000000400010006000500070006000100030001000000000000000000000001000300"> : tensor<5x2x2x7xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui16>, tensor<5x2x2x7xui16>) -> (tensor<5x6x7xui16>)
    %want0 = stablehlo.constant dense<"0x000004000300010003000200010001000400000004000100040000000300070001000000020000000000000001000500000003000300010000000100020001000200020002000000030000000400020000000200050002000100000000000400020002000100010005000300010000000800050001000300060001000100010000000400020001000000030004000100000002000000060000000200000002000000000000000100000000000000020002000400020002000200020004000300000004000200010000000200000000000000000003000000000000000100020002000200010003000000040003000100000002000300050005000300000000000100020002000100060004000200020000000400000002000100010003000000040001000900020001000000020002000000020001000000000000000000030001000200000000000100000002000000000002000100020002000300000003000100030002000000040001000600050007000600010003000100000000000000000000000100030001000100020003000100020001000500030005000400020003000500"> : tensor<5x6x7xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui16>, tensor<5x6x7xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui16>, %arg1: tensor<5x2x2x7xui16>) -> (tensor<5x6x7xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0], [1]], [[2], [3]]]> : tensor<2x2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 3], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      stablehlo.return %arg3 : tensor<ui16>
    }) : (tensor<5x6x7xui16>, tensor<2x2x1xi64>, tensor<5x2x2x7xui16>) -> tensor<5x6x7xui16>
    return %0 : tensor<5x6x7xui16>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_uint16_5_6_7_scatterindices_0_1_2_3_4_0_1_2_updateshape_5_2_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040001000100030002000600050002000000000004000600000001000300030000000200000001000300030002000100020002000000020000000100020001000200020002000000030000000400020000000200020005000000010000000600000001000000010003000100000001000200020000000200020003000100000001000000030004000600040004000100000002000000060000000200000002000000000000000100000000000200010000000300030000000100010001000000010000000100020001000300010001000300000002000200000000000400000002000200010003000000040003000100000002000300050005000300040001000300020000000100030001000200010001000300020000000000000002000200010000000000010000000200000007000300060001000000000000000000030001000200000000000100000002000000060005000100020007000000000000000300000002000000030000000100030000000100010000000000000003000100050003000100040001000100020003000100020001000500030005000400020003000500"> : tensor<5x6x7xui16>
    %in1 = stablehlo.constant dense<"0x00000400030001000300020001000100040000000400010004000000030007000100000002000000"> : tensor<5x2x2xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui16>, tensor<5x2x2xui16>) -> (tensor<5x6x7xui16>)
    %want0 = stablehlo.constant dense<"0x040000000100030002000600050002000000010004000600000001000300030000000400000001000300030002000100020002000000020003000100020001000200020002000000030000000400020000000200020003000000010000000600000001000000010003000100000001000200020000000200020003000100000001000000030004000600040001000100000002000000060000000200000002000000000000000100000004000200010000000300030000000100010001000000010000000100020001000000010001000300000002000200000000000400000004000200010003000000040003000100000002000300050005000300040004000300020000000100030001000200070001000300020000000000000002000000010000000000010000000200000007000300060003000000000000000000030001000200000000000100000002000000060001000100020007000000000000000300000002000000030000000100030000000000010000000000000003000100050003000100040002000100020003000100020001000500030005000400020003000500"> : tensor<5x6x7xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui16>, tensor<5x6x7xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui16>, %arg1: tensor<5x2x2xui16>) -> (tensor<5x6x7xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0, 1], [2, 3]], [[4, 0], [1, 2]]]> : tensor<2x2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      stablehlo.return %arg3 : tensor<ui16>
    }) : (tensor<5x6x7xui16>, tensor<2x2x2xi64>, tensor<5x2x2xui16>) -> tensor<5x6x7xui16>
    return %0 : tensor<5x6x7xui16>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_int16_4_2_3_5_scatterindices_0_4_updateshape_4_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_3_scatter_dims_to_operand_dims_1_3_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200FEFF03000100000001000000030004000600FCFFFCFFFFFF000002000000FAFF0000020000000200000000000000010000000000FEFF01000000030003000000FFFFFFFF01000000FFFF0000FFFF0200FFFF030001000100FDFF00000200FEFF00000000FCFF00000200FEFF0100FDFF0000FCFF03000100"> : tensor<4x2x3x5xi16>
    %in1 = stablehlo.constant dense<"0x0000FEFF03000500FBFF030004000100FDFF02000000FFFF"> : tensor<4x3xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3x5xi16>, tensor<4x3xi16>) -> (tensor<4x2x3x5xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0000FAFF0500FEFF0000FEFF0400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFF05000000FDFF00000400FBFF0000FEFFFEFF05000300FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200FEFF030001000000040000000300040006000100FCFFFFFF00000200FDFFFAFF0000020000000200000000000000010000000000FEFF01000000030003000000FFFFFFFF02000000FFFF0000FFFF0000FFFF030001000100FFFF00000200FEFF00000000FCFF00000200FEFF0100FDFF0000FCFF03000100"> : tensor<4x2x3x5xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3x5xi16>, tensor<4x2x3x5xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3x5xi16>, %arg1: tensor<4x3xi16>) -> (tensor<4x2x3x5xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1, 3], scatter_dims_to_operand_dims = [1, 3]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      stablehlo.return %arg3 : tensor<i16>
    }) : (tensor<4x2x3x5xi16>, tensor<2xi64>, tensor<4x3xi16>) -> tensor<4x2x3x5xi16>
    return %0 : tensor<4x2x3x5xi16>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_int16_5_6_7_scatterindices_0_1_2_3_updateshape_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_1_inserted_window_dims_0_1_scatter_dims_to_operand_dims_0_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200FEFF03000100000001000000030004000600FCFFFCFFFFFF000002000000FAFF0000020000000200000000000000010000000000FEFF01000000030003000000FFFFFFFF01000000FFFF0000FFFF0200FFFF030001000100FDFF00000200FEFF00000000FCFF00000200FEFF0100FDFF0000FCFF030001000000FEFF03000500FBFF030004000100FDFF02000000FFFFFDFF01000200FFFF0100FDFF0200000000000000020002000100000000000100000002000000F9FF0300060001000000000000000000FDFFFFFFFEFF0000000001000000020000000600FBFFFFFF020007000000000000000300000002000000FDFF0000010003000000FFFF010000000000000003000100050003000100FCFF0100010002000300FFFF0200FFFF0500FDFFFBFFFCFFFEFFFDFF0500"> : tensor<5x6x7xi16>
    %in1 = stablehlo.constant dense<"0x0000FCFF0300FFFFFDFF02000100FFFF040000000400010004000000"> : tensor<2x7xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xi16>, tensor<2x7xi16>) -> (tensor<5x6x7xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF05000000FCFF0300FFFFFDFF020001000300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200FEFF03000100000001000000030004000600FCFFFCFFFFFF000002000000FAFF0000020000000200000000000000010000000000FEFF01000000030003000000FFFFFFFF01000000FFFF0000FFFF0200FFFF030001000100FDFFFFFF0400000004000100040000000200FEFF0100FDFF0000FCFF030001000000FEFF03000500FBFF030004000100FDFF02000000FFFFFDFF01000200FFFF0100FDFF0200000000000000020002000100000000000100000002000000F9FF0300060001000000000000000000FDFFFFFFFEFF0000000001000000020000000600FBFFFFFF020007000000000000000300000002000000FDFF0000010003000000FFFF010000000000000003000100050003000100FCFF0100010002000300FFFF0200FFFF0500FDFFFBFFFCFFFEFFFDFF0500"> : tensor<5x6x7xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xi16>, tensor<5x6x7xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xi16>, %arg1: tensor<2x7xi16>) -> (tensor<5x6x7xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      stablehlo.return %arg3 : tensor<i16>
    }) : (tensor<5x6x7xi16>, tensor<2x2xi64>, tensor<2x7xi16>) -> tensor<5x6x7xi16>
    return %0 : tensor<5x6x7xi16>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_uint32_1_scatterindices_0_updateshape_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000"> : tensor<1xui32>
    %in1 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xui32>, tensor<ui32>) -> (tensor<1xui32>)
    %want0 = stablehlo.constant dense<"0x01000000"> : tensor<1xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xui32>, tensor<1xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xui32>, %arg1: tensor<ui32>) -> (tensor<1xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      stablehlo.return %arg3 : tensor<ui32>
    }) : (tensor<1xui32>, tensor<1xi64>, tensor<ui32>) -> tensor<1xui32>
    return %0 : tensor<1xui32>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_uint32_1_50_3_scatterindices_32_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000000000001000000020000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000000000000200000003000000050000000500000003000000040000000100000003000000020000000000000001000000030000000100000002000000010000000100000003000000020000000000000000000000000000000200000002000000010000000000000000000000010000000000000002000000"> : tensor<1x50x3xui32>
    %in1 = stablehlo.constant dense<"0x000000000700000003000000"> : tensor<1x3xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x50x3xui32>, tensor<1x3xui32>) -> (tensor<1x50x3xui32>)
    %want0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000000000000700000003000000020000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000000000000200000003000000050000000500000003000000040000000100000003000000020000000000000001000000030000000100000002000000010000000100000003000000020000000000000000000000000000000200000002000000010000000000000000000000010000000000000002000000"> : tensor<1x50x3xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x50x3xui32>, tensor<1x50x3xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x50x3xui32>, %arg1: tensor<1x3xui32>) -> (tensor<1x50x3xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<32> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      stablehlo.return %arg3 : tensor<ui32>
    }) : (tensor<1x50x3xui32>, tensor<1xi64>, tensor<1x3xui32>) -> tensor<1x50x3xui32>
    return %0 : tensor<1x50x3xui32>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_uint32_1_50_3_scatterindices_32_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000000000001000000020000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000000000000200000003000000050000000500000003000000040000000100000003000000020000000000000001000000030000000100000002000000010000000100000003000000020000000000000000000000000000000200000002000000010000000000000000000000010000000000000002000000"> : tensor<1x50x3xui32>
    %in1 = stablehlo.constant dense<"0x000000000700000003000000"> : tensor<1x3xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x50x3xui32>, tensor<1x3xui32>) -> (tensor<1x50x3xui32>)
    %want0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000000000000700000003000000020000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000000000000200000003000000050000000500000003000000040000000100000003000000020000000000000001000000030000000100000002000000010000000100000003000000020000000000000000000000000000000200000002000000010000000000000000000000010000000000000002000000"> : tensor<1x50x3xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x50x3xui32>, tensor<1x50x3xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x50x3xui32>, %arg1: tensor<1x3xui32>) -> (tensor<1x50x3xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<32> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      stablehlo.return %arg3 : tensor<ui32>
    }) : (tensor<1x50x3xui32>, tensor<1xi64>, tensor<1x3xui32>) -> tensor<1x50x3xui32>
    return %0 : tensor<1x50x3xui32>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_uint32_1_50_3_scatterindices_32_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000000000001000000020000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000000000000200000003000000050000000500000003000000040000000100000003000000020000000000000001000000030000000100000002000000010000000100000003000000020000000000000000000000000000000200000002000000010000000000000000000000010000000000000002000000"> : tensor<1x50x3xui32>
    %in1 = stablehlo.constant dense<"0x000000000700000003000000"> : tensor<1x3xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x50x3xui32>, tensor<1x3xui32>) -> (tensor<1x50x3xui32>)
    %want0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000000000000700000003000000020000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000000000000200000003000000050000000500000003000000040000000100000003000000020000000000000001000000030000000100000002000000010000000100000003000000020000000000000000000000000000000200000002000000010000000000000000000000010000000000000002000000"> : tensor<1x50x3xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x50x3xui32>, tensor<1x50x3xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x50x3xui32>, %arg1: tensor<1x3xui32>) -> (tensor<1x50x3xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<32> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      stablehlo.return %arg3 : tensor<ui32>
    }) : (tensor<1x50x3xui32>, tensor<1xi64>, tensor<1x3xui32>) -> tensor<1x50x3xui32>
    return %0 : tensor<1x50x3xui32>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_uint32_4_2_3_scatterindices_3_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_2_scatter_dims_to_operand_dims_0_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000"> : tensor<4x2x3xui32>
    %in1 = stablehlo.constant dense<"0x0200000002000000"> : tensor<2xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3xui32>, tensor<2xui32>) -> (tensor<4x2x3xui32>)
    %want0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000002000000030000000200000002000000"> : tensor<4x2x3xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3xui32>, tensor<4x2x3xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3xui32>, %arg1: tensor<2xui32>) -> (tensor<4x2x3xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      stablehlo.return %arg3 : tensor<ui32>
    }) : (tensor<4x2x3xui32>, tensor<2xi64>, tensor<2xui32>) -> tensor<4x2x3xui32>
    return %0 : tensor<4x2x3xui32>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_uint32_4_2_3_5_scatterindices_0_4_updateshape_4_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_3_scatter_dims_to_operand_dims_1_3_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000000000001000000020000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000"> : tensor<4x2x3x5xui32>
    %in1 = stablehlo.constant dense<"0x000000000200000003000000050000000500000003000000040000000100000003000000020000000000000001000000"> : tensor<4x3xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3x5xui32>, tensor<4x3xui32>) -> (tensor<4x2x3x5xui32>)
    %want0 = stablehlo.constant dense<"0x040000000100000001000000030000000000000006000000050000000200000000000000020000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000500000000000000030000000000000004000000050000000000000002000000020000000500000003000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000400000000000000030000000400000006000000010000000400000001000000000000000200000003000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000200000000000000010000000000000001000000000000000100000003000000010000000100000001000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000"> : tensor<4x2x3x5xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3x5xui32>, tensor<4x2x3x5xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3x5xui32>, %arg1: tensor<4x3xui32>) -> (tensor<4x2x3x5xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1, 3], scatter_dims_to_operand_dims = [1, 3]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      stablehlo.return %arg3 : tensor<ui32>
    }) : (tensor<4x2x3x5xui32>, tensor<2xi64>, tensor<4x3xui32>) -> tensor<4x2x3x5xui32>
    return %0 : tensor<4x2x3x5xui32>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_uint32_5_6_7_scatterindices_0_1_2_3_4_0_1_2_updateshape_5_2_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000000000001000000020000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000000000000200000003000000050000000500000003000000040000000100000003000000020000000000000001000000030000000100000002000000010000000100000003000000020000000000000000000000000000000200000002000000010000000000000000000000010000000000000002000000000000000700000003000000060000000100000000000000000000000000000000000000030000000100000002000000000000000000000001000000000000000200000000000000060000000500000001000000020000000700000000000000000000000000000003000000000000000200000000000000030000000000000001000000030000000000000001000000010000000000000000000000000000000300000001000000050000000300000001000000040000000100000001000000020000000300000001000000020000000100000005000000030000000500000004000000020000000300000005000000"> : tensor<5x6x7xui32>
    %in1 = stablehlo.constant dense<"0x0000000004000000030000000100000003000000020000000100000001000000040000000000000004000000010000000400000000000000030000000700000001000000000000000200000000000000"> : tensor<5x2x2xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui32>, tensor<5x2x2xui32>) -> (tensor<5x6x7xui32>)
    %want0 = stablehlo.constant dense<"0x040000000000000001000000030000000200000006000000050000000200000000000000010000000400000006000000000000000100000003000000030000000000000004000000000000000100000003000000030000000200000001000000020000000200000000000000020000000300000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000300000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000100000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000400000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000000000001000000020000000100000000000000010000000100000003000000000000000200000002000000000000000000000004000000000000000400000002000000010000000300000000000000040000000300000001000000000000000200000003000000050000000500000003000000040000000400000003000000020000000000000001000000030000000100000002000000070000000100000003000000020000000000000000000000000000000200000000000000010000000000000000000000010000000000000002000000000000000700000003000000060000000300000000000000000000000000000000000000030000000100000002000000000000000000000001000000000000000200000000000000060000000100000001000000020000000700000000000000000000000000000003000000000000000200000000000000030000000000000001000000030000000000000000000000010000000000000000000000000000000300000001000000050000000300000001000000040000000200000001000000020000000300000001000000020000000100000005000000030000000500000004000000020000000300000005000000"> : tensor<5x6x7xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui32>, tensor<5x6x7xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui32>, %arg1: tensor<5x2x2xui32>) -> (tensor<5x6x7xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0, 1], [2, 3]], [[4, 0], [1, 2]]]> : tensor<2x2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      stablehlo.return %arg3 : tensor<ui32>
    }) : (tensor<5x6x7xui32>, tensor<2x2x2xi64>, tensor<5x2x2xui32>) -> tensor<5x6x7xui32>
    return %0 : tensor<5x6x7xui32>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_uint32_1_125_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400000001000000010000000300000002000000060000000500000002000000000000000000000004000000060000000000000001000000030000000300000000000000020000000000000001000000030000000300000002000000010000000200000002000000000000000200000000000000010000000200000001000000020000000200000002000000000000000300000000000000040000000200000000000000020000000200000005000000000000000100000000000000060000000000000001000000000000000100000003000000010000000000000001000000020000000200000000000000020000000200000003000000010000000000000001000000000000000300000004000000060000000400000004000000010000000000000002000000000000000600000000000000020000000000000002000000000000000000000000000000010000000000000000000000020000000100000000000000030000000300000000000000010000000100000001000000000000000100000000000000010000000200000001000000030000000100000001000000030000000000000002000000020000000000000000000000040000000000000002000000020000000100000003000000000000000400000003000000010000000000000002000000030000000500000005000000"> : tensor<1x125xui32>
    %in1 = stablehlo.constant dense<"0x03000000"> : tensor<1xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x125xui32>, tensor<1xui32>) -> (tensor<1x125xui32>)
    %want0 = stablehlo.constant dense<"0x0300000001000000010000000300000002000000060000000500000002000000000000000000000004000000060000000000000001000000030000000300000000000000020000000000000001000000030000000300000002000000010000000200000002000000000000000200000000000000010000000200000001000000020000000200000002000000000000000300000000000000040000000200000000000000020000000200000005000000000000000100000000000000060000000000000001000000000000000100000003000000010000000000000001000000020000000200000000000000020000000200000003000000010000000000000001000000000000000300000004000000060000000400000004000000010000000000000002000000000000000600000000000000020000000000000002000000000000000000000000000000010000000000000000000000020000000100000000000000030000000300000000000000010000000100000001000000000000000100000000000000010000000200000001000000030000000100000001000000030000000000000002000000020000000000000000000000040000000000000002000000020000000100000003000000000000000400000003000000010000000000000002000000030000000500000005000000"> : tensor<1x125xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x125xui32>, tensor<1x125xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x125xui32>, %arg1: tensor<1xui32>) -> (tensor<1x125xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      stablehlo.return %arg3 : tensor<ui32>
    }) : (tensor<1x125xui32>, tensor<1xi64>, tensor<1xui32>) -> tensor<1x125xui32>
    return %0 : tensor<1x125xui32>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_int32_1_2_3_scatterindices_1_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF"> : tensor<1x2x3xi32>
    %in1 = stablehlo.constant dense<"0x05000000FEFFFFFF00000000"> : tensor<1x3xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xi32>, tensor<1x3xi32>) -> (tensor<1x2x3xi32>)
    %want0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFF05000000FEFFFFFF00000000"> : tensor<1x2x3xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xi32>, tensor<1x2x3xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xi32>, %arg1: tensor<1x3xi32>) -> (tensor<1x2x3xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      stablehlo.return %arg3 : tensor<i32>
    }) : (tensor<1x2x3xi32>, tensor<1xi64>, tensor<1x3xi32>) -> tensor<1x2x3xi32>
    return %0 : tensor<1x2x3xi32>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_int32_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF"> : tensor<1x2x3xi32>
    %in1 = stablehlo.constant dense<"0x05000000FEFFFFFF000000000000000004000000FAFFFFFF"> : tensor<2x3xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xi32>, tensor<2x3xi32>) -> (tensor<1x2x3xi32>)
    %want0 = stablehlo.constant dense<"0x05000000FEFFFFFF000000000000000004000000FAFFFFFF"> : tensor<1x2x3xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xi32>, tensor<1x2x3xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xi32>, %arg1: tensor<2x3xi32>) -> (tensor<1x2x3xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      stablehlo.return %arg3 : tensor<i32>
    }) : (tensor<1x2x3xi32>, tensor<1xi64>, tensor<2x3xi32>) -> tensor<1x2x3xi32>
    return %0 : tensor<1x2x3xi32>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_int32_4_2_3_scatterindices_3_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_2_scatter_dims_to_operand_dims_0_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000FDFFFFFF030000000200000001000000"> : tensor<4x2x3xi32>
    %in1 = stablehlo.constant dense<"0x02000000FEFFFFFF"> : tensor<2xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3xi32>, tensor<2xi32>) -> (tensor<4x2x3xi32>)
    %want0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000020000000300000002000000FEFFFFFF"> : tensor<4x2x3xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3xi32>, tensor<4x2x3xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3xi32>, %arg1: tensor<2xi32>) -> (tensor<4x2x3xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      stablehlo.return %arg3 : tensor<i32>
    }) : (tensor<4x2x3xi32>, tensor<2xi64>, tensor<2xi32>) -> tensor<4x2x3xi32>
    return %0 : tensor<4x2x3xi32>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_float16_1_1_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF44"> : tensor<1x1xf16>
    %in1 = stablehlo.constant dense<"0x57BF"> : tensor<1xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x1xf16>, tensor<1xf16>) -> (tensor<1x1xf16>)
    %want0 = stablehlo.constant dense<"0x57BF"> : tensor<1x1xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<1x1xf16>) -> tensor<1x1xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x1xf16>) -> tensor<1x1xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x1xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x1xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x1xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x1xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x1xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x1xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<1x1xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x1xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x1xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x1xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x1xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1xf16>, %arg1: tensor<1xf16>) -> (tensor<1x1xf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
      stablehlo.return %arg3 : tensor<f16>
    }) : (tensor<1x1xf16>, tensor<1xi64>, tensor<1xf16>) -> tensor<1x1xf16>
    return %0 : tensor<1x1xf16>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_float16_1_2_3_scatterindices_1_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C6"> : tensor<1x2x3xf16>
    %in1 = stablehlo.constant dense<"0x3C4591C0A83B"> : tensor<1x3xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xf16>, tensor<1x3xf16>) -> (tensor<1x2x3xf16>)
    %want0 = stablehlo.constant dense<"0xDF4457BF57BE3C4591C0A83B"> : tensor<1x2x3xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<1x2x3xf16>) -> tensor<1x2x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x2x3xf16>) -> tensor<1x2x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x2x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x2x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x2x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x2x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x2x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x2x3xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<1x2x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x2x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x2x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x2x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x2x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xf16>, %arg1: tensor<1x3xf16>) -> (tensor<1x2x3xf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
      stablehlo.return %arg3 : tensor<f16>
    }) : (tensor<1x2x3xf16>, tensor<1xi64>, tensor<1x3xf16>) -> tensor<1x2x3xf16>
    return %0 : tensor<1x2x3xf16>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_float16_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C6"> : tensor<1x2x3xf16>
    %in1 = stablehlo.constant dense<"0x3C4591C0A83BFCB963442EC6"> : tensor<2x3xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xf16>, tensor<2x3xf16>) -> (tensor<1x2x3xf16>)
    %want0 = stablehlo.constant dense<"0x3C4591C0A83BFCB963442EC6"> : tensor<1x2x3xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<1x2x3xf16>) -> tensor<1x2x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x2x3xf16>) -> tensor<1x2x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x2x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x2x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x2x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x2x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x2x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x2x3xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<1x2x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x2x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x2x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x2x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x2x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xf16>, %arg1: tensor<2x3xf16>) -> (tensor<1x2x3xf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
      stablehlo.return %arg3 : tensor<f16>
    }) : (tensor<1x2x3xf16>, tensor<1xi64>, tensor<2x3xf16>) -> tensor<1x2x3xf16>
    return %0 : tensor<1x2x3xf16>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_float16_4_2_3_scatterindices_3_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_2_scatter_dims_to_operand_dims_0_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E"> : tensor<4x2x3xf16>
    %in1 = stablehlo.constant dense<"0x68411AC0"> : tensor<2xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3xf16>, tensor<2xf16>) -> (tensor<4x2x3xf16>)
    %want0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E6841DE4269411AC0"> : tensor<4x2x3xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<4x2x3xf16>) -> tensor<4x2x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<4x2x3xf16>) -> tensor<4x2x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<4x2x3xf64>, tensor<4x2x3xf64>) -> tensor<4x2x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<4x2x3xf64>, tensor<4x2x3xf64>) -> tensor<4x2x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<4x2x3xf64>, tensor<4x2x3xf64>) -> tensor<4x2x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<4x2x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<4x2x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<4x2x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<4x2x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<4x2x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<4x2x3xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<4x2x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<4x2x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<4x2x3xf64>, tensor<4x2x3xf64>) -> tensor<4x2x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<4x2x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<4x2x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<4x2x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3xf16>, %arg1: tensor<2xf16>) -> (tensor<4x2x3xf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
      stablehlo.return %arg3 : tensor<f16>
    }) : (tensor<4x2x3xf16>, tensor<2xi64>, tensor<2xf16>) -> tensor<4x2x3xf16>
    return %0 : tensor<4x2x3xf16>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_float16_5_6_7_scatterindices_0_1_2_3_updateshape_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_1_inserted_window_dims_0_1_scatter_dims_to_operand_dims_0_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBDD3D41B3CA428F448F4631C455C40EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CC238B63506C0883CD935C7423243723881BCAABF153D6D3320BC2F3071BF30405EBD5943D83C1F3F92C211387140B9C164BA432E1FC4903B144128C1353CE0C36EAFD9C4BA42E83CBAACA7C0A443E74593C56B43E2440E3C32C32E4158B83FBF61C39B3EC2407BBF3F3EDEC2D04078307AB8E2B4374181405B3E9C3679336C3F9439184071BB4EC73C4290464C3DCFB48DB6B7B5AF2ABBC235BEFBC1F9391FBBF13D31B8EB4120399246B0C5C3BF69419647F8B931306EB9FD43E5BA1540ADBBA3C3863B0A3EC2434DB569BFC13EC739BC3A05B3F6426F3CB745AB42E93FE2C43A3F0B3DDE404442CFBCF240BFBEDD45FEC348C5F4C458C1B7C2DE45"> : tensor<5x6x7xf16>
    %in1 = stablehlo.constant dense<"0xD6BB07C4B0420ABF6CC341417B3F38BD39443236DA44083EAD444035"> : tensor<2x7xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xf16>, tensor<2x7xf16>) -> (tensor<5x6x7xf16>)
    %want0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C45D6BB07C4B0420ABF6CC341417B3FCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBDD3D41B3CA428F448F4631C455C40EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CC238B63506C0883CD935C7423243723881BCAABF153D6D3320BC2F3071BF30405EBD5943D83C1F3F92C238BD39443236DA44083EAD444035144128C1353CE0C36EAFD9C4BA42E83CBAACA7C0A443E74593C56B43E2440E3C32C32E4158B83FBF61C39B3EC2407BBF3F3EDEC2D04078307AB8E2B4374181405B3E9C3679336C3F9439184071BB4EC73C4290464C3DCFB48DB6B7B5AF2ABBC235BEFBC1F9391FBBF13D31B8EB4120399246B0C5C3BF69419647F8B931306EB9FD43E5BA1540ADBBA3C3863B0A3EC2434DB569BFC13EC739BC3A05B3F6426F3CB745AB42E93FE2C43A3F0B3DDE404442CFBCF240BFBEDD45FEC348C5F4C458C1B7C2DE45"> : tensor<5x6x7xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<5x6x7xf16>) -> tensor<5x6x7xf64>
    %c2 = stablehlo.convert %want0 : (tensor<5x6x7xf16>) -> tensor<5x6x7xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<5x6x7xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<5x6x7xf64>
    %c8 = stablehlo.abs %c7 : tensor<5x6x7xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<5x6x7xf64>
    %c10 = stablehlo.abs %c2 : tensor<5x6x7xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<5x6x7xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<5x6x7xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<5x6x7xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<5x6x7xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<5x6x7xi1>
    check.expect_eq_const %c16, dense<true> : tensor<5x6x7xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xf16>, %arg1: tensor<2x7xf16>) -> (tensor<5x6x7xf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
      stablehlo.return %arg3 : tensor<f16>
    }) : (tensor<5x6x7xf16>, tensor<2x2xi64>, tensor<2x7xf16>) -> tensor<5x6x7xf16>
    return %0 : tensor<5x6x7xf16>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_float16_5_6_7_scatterindices_0_1_2_3_updateshape_5_2_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_3_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBDD3D41B3CA428F448F4631C455C40EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CC238B63506C0883CD935C7423243723881BCAABF153D6D3320BC2F3071BF30405EBD5943D83C1F3F92C211387140B9C164BA432E1FC4903B144128C1353CE0C36EAFD9C4BA42E83CBAACA7C0A443E74593C56B43E2440E3C32C32E4158B83FBF61C39B3EC2407BBF3F3EDEC2D04078307AB8E2B4374181405B3E9C3679336C3F9439184071BB4EC73C4290464C3DCFB48DB6B7B5AF2ABBC235BEFBC1F9391FBBF13D31B8EB4120399246B0C5C3BF69419647F8B931306EB9FD43E5BA1540ADBBA3C3863B0A3EC2434DB569BFC13EC739BC3A05B3F6426F3CB745AB42E93FE2C43A3F0B3DDE404442CFBCF240BFBEDD45FEC348C5F4C458C1B7C2DE45"> : tensor<5x6x7xf16>
    %in1 = stablehlo.constant dense<"0xD6BB07C4B0420ABF6CC341417B3F38BD39443236DA44083EAD44403552C359478DBEC6B834C0E2B8D339D838EF3F6045C8B566C318C3FDBF06C5F340FBBD77BBD09D31C42BC10C406C3F51BD6E45D6C324BC8AB931C8D045653C44C22746073F283D49BF193594C4C5407EBC6F363643D53A4D3AA33A66C00441A1448E404F4144C135C153C465431ABA3344B1C040BD95348741D5311139592A4138B3C2C5337AB875B1E83D16C00EB423BB023DB540BCC1083F33466AC4FBC049C1B3BADE4421292BC0763F33BFBE42543B2B44F0BF8C48F340DB3FEAB05BC035C187B6C9C0C93AF5C0743FBD413CC02843B6B9EF42423DBC42FBC120B55B446BBF1DC6D4C585C758C6F1BCAC434FBDC43B48B5912609B82EB8893D0EC3"> : tensor<5x2x2x7xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xf16>, tensor<5x2x2x7xf16>) -> (tensor<5x6x7xf16>)
    %want0 = stablehlo.constant dense<"0xD6BB07C4B0420ABF6CC341417B3F38BD39443236DA44083EAD44403552C359478DBEC6B834C0E2B8D339D838EF3F6045C8B566C318C3FDBF6EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C106C5F340FBBD77BBD09D31C42BC10C406C3F51BD6E45D6C324BC8AB931C8D045653C44C22746073F283D49BF193594C4C5407EBC6F36364355C40EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CD53A4D3AA33A66C00441A1448E404F4144C135C153C465431ABA3344B1C040BD95348741D5311139592A4138B3C2C5337AB875B1E83D16C0144128C1353CE0C36EAFD9C4BA42E83CBAACA7C0A443E74593C56B430EB423BB023DB540BCC1083F33466AC4FBC049C1B3BADE4421292BC0763F33BFBE42543B2B44F0BF8C48F340DB3FEAB05BC035C187B6C9C04C3DCFB48DB6B7B5AF2ABBC235BEFBC1F9391FBBF13D31B8EB412039C93AF5C0743FBD413CC02843B6B9EF42423DBC42FBC120B55B446BBF1DC6D4C585C758C6F1BCAC434FBDC43B48B5912609B82EB8893D0EC33A3F0B3DDE404442CFBCF240BFBEDD45FEC348C5F4C458C1B7C2DE45"> : tensor<5x6x7xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<5x6x7xf16>) -> tensor<5x6x7xf64>
    %c2 = stablehlo.convert %want0 : (tensor<5x6x7xf16>) -> tensor<5x6x7xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<5x6x7xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<5x6x7xf64>
    %c8 = stablehlo.abs %c7 : tensor<5x6x7xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<5x6x7xf64>
    %c10 = stablehlo.abs %c2 : tensor<5x6x7xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<5x6x7xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<5x6x7xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<5x6x7xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<5x6x7xf64>, tensor<5x6x7xf64>) -> tensor<5x6x7xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<5x6x7xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<5x6x7xi1>
    check.expect_eq_const %c16, dense<true> : tensor<5x6x7xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xf16>, %arg1: tensor<5x2x2x7xf16>) -> (tensor<5x6x7xf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0], [1]], [[2], [3]]]> : tensor<2x2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 3], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
      stablehlo.return %arg3 : tensor<f16>
    }) : (tensor<5x6x7xf16>, tensor<2x2x1xi64>, tensor<5x2x2x7xf16>) -> tensor<5x6x7xf16>
    return %0 : tensor<5x6x7xf16>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_uint8_1_2_3_scatterindices_1_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206"> : tensor<1x2x3xui8>
    %in1 = stablehlo.constant dense<"0x050200"> : tensor<1x3xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xui8>, tensor<1x3xui8>) -> (tensor<1x2x3xui8>)
    %want0 = stablehlo.constant dense<"0x040101050200"> : tensor<1x2x3xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xui8>, tensor<1x2x3xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xui8>, %arg1: tensor<1x3xui8>) -> (tensor<1x2x3xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      stablehlo.return %arg3 : tensor<ui8>
    }) : (tensor<1x2x3xui8>, tensor<1xi64>, tensor<1x3xui8>) -> tensor<1x2x3xui8>
    return %0 : tensor<1x2x3xui8>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_uint8_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206"> : tensor<1x2x3xui8>
    %in1 = stablehlo.constant dense<"0x050200000406"> : tensor<2x3xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xui8>, tensor<2x3xui8>) -> (tensor<1x2x3xui8>)
    %want0 = stablehlo.constant dense<"0x050200000406"> : tensor<1x2x3xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xui8>, tensor<1x2x3xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xui8>, %arg1: tensor<2x3xui8>) -> (tensor<1x2x3xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      stablehlo.return %arg3 : tensor<ui8>
    }) : (tensor<1x2x3xui8>, tensor<1xi64>, tensor<2x3xui8>) -> tensor<1x2x3xui8>
    return %0 : tensor<1x2x3xui8>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_uint8_1_2_3_scatterindices_1_2_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206"> : tensor<1x2x3xui8>
    %in1 = stablehlo.constant dense<"0x05"> : tensor<1xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xui8>, tensor<1xui8>) -> (tensor<1x2x3xui8>)
    %want0 = stablehlo.constant dense<"0x040101030205"> : tensor<1x2x3xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xui8>, tensor<1x2x3xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xui8>, %arg1: tensor<1xui8>) -> (tensor<1x2x3xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      stablehlo.return %arg3 : tensor<ui8>
    }) : (tensor<1x2x3xui8>, tensor<2xi64>, tensor<1xui8>) -> tensor<1x2x3xui8>
    return %0 : tensor<1x2x3xui8>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_uint8_5_6_7_scatterindices_0_1_2_3_updateshape_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_1_inserted_window_dims_0_1_scatter_dims_to_operand_dims_0_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000103030201020200020001020102020200030004020002020500010006000100010301000102020002020301000100030406040401000200060002000200000001000002010003030001010100010001020103010103000202000004000202010300040301000203050503040103020001030102010103020000000202010000010002000703060100000000030102000001000200060501020700000003000200030001030001010000000301050301040101020301020105030504020305"> : tensor<5x6x7xui8>
    %in1 = stablehlo.constant dense<"0x0004030103020101040004010400"> : tensor<2x7xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui8>, tensor<2x7xui8>) -> (tensor<5x6x7xui8>)
    %want0 = stablehlo.constant dense<"0x040101030206050004030103020103030002000103030201020200020001020102020200030004020002020500010006000100010301000102020002020301000100030406040401000200060002000200000001000002010003030001010100010001020103010103010400040104000202010300040301000203050503040103020001030102010103020000000202010000010002000703060100000000030102000001000200060501020700000003000200030001030001010000000301050301040101020301020105030504020305"> : tensor<5x6x7xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui8>, tensor<5x6x7xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui8>, %arg1: tensor<2x7xui8>) -> (tensor<5x6x7xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      stablehlo.return %arg3 : tensor<ui8>
    }) : (tensor<5x6x7xui8>, tensor<2x2xi64>, tensor<2x7xui8>) -> tensor<5x6x7xui8>
    return %0 : tensor<5x6x7xui8>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_uint8_5_6_7_scatterindices_0_1_2_3_updateshape_5_2_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_3_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000103030201020200020001020102020200030004020002020500010006000100010301000102020002020301000100030406040401000200060002000200000001000002010003030001010100010001020103010103000202000004000202010300040301000203050503040103020001030102010103020000000202010000010002000703060100000000030102000001000200060501020700000003000200030001030001010000000301050301040101020301020105030504020305"> : tensor<5x6x7xui8>
    %in1 = stablehlo.constant dense<"0x0004030103020101040004010400030701000200000001050003030105020100000402020101050301000805010306010101000402010003000000020204020202020403000402010002000000000300000001020000010202010604020200040002010103000401090201000202000200020102020300030103020004010605070601030100000000000103"> : tensor<5x2x2x7xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui8>, tensor<5x2x2x7xui8>) -> (tensor<5x6x7xui8>)
    %want0 = stablehlo.constant dense<"0x000403010302010104000401040003070100020000000105000303010001020102020200030004020002050201000004020201010503010008050103060101010004020100030401000200060002000200000001000000020204020202020403000402010002000000000300000001020202010300040301000203050503000001020201060402020004000201010300040109020100020200020100000000030102000001000200000201020203000301030200040106050706010301000000000001030101020301020105030504020305"> : tensor<5x6x7xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui8>, tensor<5x6x7xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui8>, %arg1: tensor<5x2x2x7xui8>) -> (tensor<5x6x7xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0], [1]], [[2], [3]]]> : tensor<2x2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 3], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      stablehlo.return %arg3 : tensor<ui8>
    }) : (tensor<5x6x7xui8>, tensor<2x2x1xi64>, tensor<5x2x2x7xui8>) -> tensor<5x6x7xui8>
    return %0 : tensor<5x6x7xui8>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_uint8_5_6_7_scatterindices_0_1_2_3_4_0_1_2_updateshape_5_2_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000103030201020200020001020102020200030004020002020500010006000100010301000102020002020301000100030406040401000200060002000200000001000002010003030001010100010001020103010103000202000004000202010300040301000203050503040103020001030102010103020000000202010000010002000703060100000000030102000001000200060501020700000003000200030001030001010000000301050301040101020301020105030504020305"> : tensor<5x6x7xui8>
    %in1 = stablehlo.constant dense<"0x0004030103020101040004010400030701000200"> : tensor<5x2x2xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui8>, tensor<5x2x2xui8>) -> (tensor<5x6x7xui8>)
    %want0 = stablehlo.constant dense<"0x040001030206050200010406000103030004000103030201020200020301020102020200030004020002020300010006000100010301000102020002020301000100030406040101000200060002000200000001000402010003030001010100010001020100010103000202000004000402010300040301000203050503040403020001030102070103020000000200010000010002000703060300000000030102000001000200060101020700000003000200030001030000010000000301050301040201020301020105030504020305"> : tensor<5x6x7xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui8>, tensor<5x6x7xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui8>, %arg1: tensor<5x2x2xui8>) -> (tensor<5x6x7xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0, 1], [2, 3]], [[4, 0], [1, 2]]]> : tensor<2x2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      stablehlo.return %arg3 : tensor<ui8>
    }) : (tensor<5x6x7xui8>, tensor<2x2x2xi64>, tensor<5x2x2xui8>) -> tensor<5x6x7xui8>
    return %0 : tensor<5x6x7xui8>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_uint8_1_125_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0401010302060502000004060001030300020001030302010202000200010201020202000300040200020205000100060001000103010001020200020203010001000304060404010002000600020002000000010000020100030300010101000100010201030101030002020000040002020103000403010002030505"> : tensor<1x125xui8>
    %in1 = stablehlo.constant dense<"0x03"> : tensor<1xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x125xui8>, tensor<1xui8>) -> (tensor<1x125xui8>)
    %want0 = stablehlo.constant dense<"0x0301010302060502000004060001030300020001030302010202000200010201020202000300040200020205000100060001000103010001020200020203010001000304060404010002000600020002000000010000020100030300010101000100010201030101030002020000040002020103000403010002030505"> : tensor<1x125xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x125xui8>, tensor<1x125xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x125xui8>, %arg1: tensor<1xui8>) -> (tensor<1x125xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      stablehlo.return %arg3 : tensor<ui8>
    }) : (tensor<1x125xui8>, tensor<1xi64>, tensor<1xui8>) -> tensor<1x125xui8>
    return %0 : tensor<1x125xui8>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_int8_1_1_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04"> : tensor<1x1xi8>
    %in1 = stablehlo.constant dense<"0xFF"> : tensor<1xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x1xi8>, tensor<1xi8>) -> (tensor<1x1xi8>)
    %want0 = stablehlo.constant dense<"0xFF"> : tensor<1x1xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x1xi8>, tensor<1x1xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1xi8>, %arg1: tensor<1xi8>) -> (tensor<1x1xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      stablehlo.return %arg3 : tensor<i8>
    }) : (tensor<1x1xi8>, tensor<1xi64>, tensor<1xi8>) -> tensor<1x1xi8>
    return %0 : tensor<1x1xi8>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_int8_1_50_3_scatterindices_32_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0100FF00FF02FF030101FD0002FE0000FC0002FE01FD00FC030100FE0305FB030401FD0200FFFD0102FF01FD020000000202010000010002"> : tensor<1x50x3xi8>
    %in1 = stablehlo.constant dense<"0x00F903"> : tensor<1x3xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x50x3xi8>, tensor<1x3xi8>) -> (tensor<1x50x3xi8>)
    %want0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF010000F90302FF030101FD0002FE0000FC0002FE01FD00FC030100FE0305FB030401FD0200FFFD0102FF01FD020000000202010000010002"> : tensor<1x50x3xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x50x3xi8>, tensor<1x50x3xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x50x3xi8>, %arg1: tensor<1x3xi8>) -> (tensor<1x50x3xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<32> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      stablehlo.return %arg3 : tensor<i8>
    }) : (tensor<1x50x3xi8>, tensor<1xi64>, tensor<1x3xi8>) -> tensor<1x50x3xi8>
    return %0 : tensor<1x50x3xi8>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_int8_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA"> : tensor<1x2x3xi8>
    %in1 = stablehlo.constant dense<"0x05FE000004FA"> : tensor<2x3xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xi8>, tensor<2x3xi8>) -> (tensor<1x2x3xi8>)
    %want0 = stablehlo.constant dense<"0x05FE000004FA"> : tensor<1x2x3xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xi8>, tensor<1x2x3xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xi8>, %arg1: tensor<2x3xi8>) -> (tensor<1x2x3xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      stablehlo.return %arg3 : tensor<i8>
    }) : (tensor<1x2x3xi8>, tensor<1xi64>, tensor<2x3xi8>) -> tensor<1x2x3xi8>
    return %0 : tensor<1x2x3xi8>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_int8_4_2_3_scatterindices_3_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_2_scatter_dims_to_operand_dims_0_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD030201"> : tensor<4x2x3xi8>
    %in1 = stablehlo.constant dense<"0x02FE"> : tensor<2xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3xi8>, tensor<2xi8>) -> (tensor<4x2x3xi8>)
    %want0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001020302FE"> : tensor<4x2x3xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3xi8>, tensor<4x2x3xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3xi8>, %arg1: tensor<2xi8>) -> (tensor<4x2x3xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      stablehlo.return %arg3 : tensor<i8>
    }) : (tensor<4x2x3xi8>, tensor<2xi64>, tensor<2xi8>) -> tensor<4x2x3xi8>
    return %0 : tensor<4x2x3xi8>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_int8_5_6_7_scatterindices_0_1_2_3_updateshape_5_2_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_3_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0100FF00FF02FF030101FD0002FE0000FC0002FE01FD00FC030100FE0305FB030401FD0200FFFD0102FF01FD02000000020201000001000200F903060100000000FDFFFE00000100020006FBFF020700000003000200FD00010300FF010000000301050301FC01010203FF02FF05FDFBFCFEFD05"> : tensor<5x6x7xi8>
    %in1 = stablehlo.constant dense<"0x00FC03FFFD0201FF040004010400FD07FF00FE000000010500FDFDFFFB02FF0000FCFE0201FF05FDFF00F80501FD060101FF00FC02FF0003000000FE02040202FEFEFC030004FEFF000200000000FD00000001FE00000102FE0106FCFEFE000400FE01FF030004FF09020100FEFE00FE00FE0102FE0300030103FE0004FFFAFBF9FAFF03FF000000000001FD"> : tensor<5x2x2x7xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xi8>, tensor<5x2x2x7xi8>) -> (tensor<5x6x7xi8>)
    %want0 = stablehlo.constant dense<"0x00FC03FFFD0201FF040004010400FD07FF00FE000000010500FDFDFF0001FEFFFEFEFE00FD00040200FEFB02FF0000FCFE0201FF05FDFF00F80501FD060101FF00FC02FF0003FCFF000200FA0002000200000001000000FE02040202FEFEFC030004FEFF000200000000FD00000001FE02FE01FD00FC030100FE0305FB0300000102FE0106FCFEFE000400FE01FF030004FF09020100FEFE00FE0100000000FDFFFE00000100020000FE0102FE0300030103FE0004FFFAFBF9FAFF03FF000000000001FD01010203FF02FF05FDFBFCFEFD05"> : tensor<5x6x7xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xi8>, tensor<5x6x7xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xi8>, %arg1: tensor<5x2x2x7xi8>) -> (tensor<5x6x7xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0], [1]], [[2], [3]]]> : tensor<2x2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 3], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      stablehlo.return %arg3 : tensor<i8>
    }) : (tensor<5x6x7xi8>, tensor<2x2x1xi64>, tensor<5x2x2x7xi8>) -> tensor<5x6x7xi8>
    return %0 : tensor<5x6x7xi8>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_int8_5_6_7_scatterindices_0_1_2_3_updateshape_5_2_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_3_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0100FF00FF02FF030101FD0002FE0000FC0002FE01FD00FC030100FE0305FB030401FD0200FFFD0102FF01FD02000000020201000001000200F903060100000000FDFFFE00000100020006FBFF020700000003000200FD00010300FF010000000301050301FC01010203FF02FF05FDFBFCFEFD05"> : tensor<5x6x7xi8>
    %in1 = stablehlo.constant dense<"0x00FC03FFFD0201FF040004010400FD07FF00FE000000010500FDFDFFFB02FF0000FCFE0201FF05FDFF00F80501FD060101FF00FC02FF0003000000FE02040202FEFEFC030004FEFF000200000000FD00000001FE00000102FE0106FCFEFE000400FE01FF030004FF09020100FEFE00FE00FE0102FE0300030103FE0004FFFAFBF9FAFF03FF000000000001FD"> : tensor<5x2x2x7xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xi8>, tensor<5x2x2x7xi8>) -> (tensor<5x6x7xi8>)
    %want0 = stablehlo.constant dense<"0x00FC03FFFD0201FF040004010400FD07FF00FE000000010500FDFDFF0001FEFFFEFEFE00FD00040200FEFB02FF0000FCFE0201FF05FDFF00F80501FD060101FF00FC02FF0003FCFF000200FA0002000200000001000000FE02040202FEFEFC030004FEFF000200000000FD00000001FE02FE01FD00FC030100FE0305FB0300000102FE0106FCFEFE000400FE01FF030004FF09020100FEFE00FE0100000000FDFFFE00000100020000FE0102FE0300030103FE0004FFFAFBF9FAFF03FF000000000001FD01010203FF02FF05FDFBFCFEFD05"> : tensor<5x6x7xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xi8>, tensor<5x6x7xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xi8>, %arg1: tensor<5x2x2x7xi8>) -> (tensor<5x6x7xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0], [1]], [[2], [3]]]> : tensor<2x2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 3], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      stablehlo.return %arg3 : tensor<i8>
    }) : (tensor<5x6x7xi8>, tensor<2x2x1xi64>, tensor<5x2x2x7xi8>) -> tensor<5x6x7xi8>
    return %0 : tensor<5x6x7xi8>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_int8_1_125_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0100FF00FF02FF030101FD0002FE0000FC0002FE01FD00FC030100FE0305FB"> : tensor<1x125xi8>
    %in1 = stablehlo.constant dense<"0x03"> : tensor<1xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x125xi8>, tensor<1xi8>) -> (tensor<1x125xi8>)
    %want0 = stablehlo.constant dense<"0x03FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0100FF00FF02FF030101FD0002FE0000FC0002FE01FD00FC030100FE0305FB"> : tensor<1x125xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x125xi8>, tensor<1x125xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x125xi8>, %arg1: tensor<1xi8>) -> (tensor<1x125xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      stablehlo.return %arg3 : tensor<i8>
    }) : (tensor<1x125xi8>, tensor<1xi64>, tensor<1xi8>) -> tensor<1x125xi8>
    return %0 : tensor<1x125xi8>
  }
}
// -----
// scatter_no_xla_unique_indices_shape_int8_1_125_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0100FF00FF02FF030101FD0002FE0000FC0002FE01FD00FC030100FE0305FB"> : tensor<1x125xi8>
    %in1 = stablehlo.constant dense<"0x03"> : tensor<1xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x125xi8>, tensor<1xi8>) -> (tensor<1x125xi8>)
    %want0 = stablehlo.constant dense<"0x03FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0100FF00FF02FF030101FD0002FE0000FC0002FE01FD00FC030100FE0305FB"> : tensor<1x125xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x125xi8>, tensor<1x125xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x125xi8>, %arg1: tensor<1xi8>) -> (tensor<1x125xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      stablehlo.return %arg3 : tensor<i8>
    }) : (tensor<1x125xi8>, tensor<1xi64>, tensor<1xi8>) -> tensor<1x125xi8>
    return %0 : tensor<1x125xi8>
  }
}
