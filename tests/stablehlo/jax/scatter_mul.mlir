// scatter_mul_dtypes_shape_float16_5_scatterindices_0_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141"> : tensor<5xf16>
    %in1 = stablehlo.constant dense<"0xE8C63C45"> : tensor<2xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5xf16>, tensor<2xf16>) -> (tensor<5xf16>)
    %want0 = stablehlo.constant dense<"0x35D057BF26C870C23141"> : tensor<5xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<5xf16>) -> tensor<5xf64>
    %c2 = stablehlo.convert %want0 : (tensor<5xf16>) -> tensor<5xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<5xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<5xf64>
    %c8 = stablehlo.abs %c7 : tensor<5xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<5xf64>
    %c10 = stablehlo.abs %c2 : tensor<5xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<5xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<5xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<5xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<5xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<5xi1>
    check.expect_eq_const %c16, dense<true> : tensor<5xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5xf16>, %arg1: tensor<2xf16>) -> (tensor<5xf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[0], [2]]> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<5xf16>, tensor<2x1xi64>, tensor<2xf16>) -> tensor<5xf16>
    return %0 : tensor<5xf16>
  }
}
// -----
// scatter_mul_modes_in_bounds_shape_float32_5_scatterindices_0_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC084282640"> : tensor<5xf32>
    %in1 = stablehlo.constant dense<"0x9DF2DCC07E80A740"> : tensor<2xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5xf32>, tensor<2xf32>) -> (tensor<5xf32>)
    %want0 = stablehlo.constant dense<"0xF59506C21AEAEABF65B404C18E024EC084282640"> : tensor<5xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<5xf32>) -> tensor<5xf64>
    %c2 = stablehlo.convert %want0 : (tensor<5xf32>) -> tensor<5xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<5xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<5xf64>
    %c8 = stablehlo.abs %c7 : tensor<5xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<5xf64>
    %c10 = stablehlo.abs %c2 : tensor<5xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<5xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<5xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<5xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<5xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<5xi1>
    check.expect_eq_const %c16, dense<true> : tensor<5xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5xf32>, %arg1: tensor<2xf32>) -> (tensor<5xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[0], [2]]> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<5xf32>, tensor<2x1xi64>, tensor<2xf32>) -> tensor<5xf32>
    return %0 : tensor<5xf32>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_float32_1_scatterindices_0_updateshape_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B40"> : tensor<1xf32>
    %in1 = stablehlo.constant dense<"0x1AEAEABF"> : tensor<f32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xf32>, tensor<f32>) -> (tensor<1xf32>)
    %want0 = stablehlo.constant dense<"0xE4170FC1"> : tensor<1xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<1xf32>) -> tensor<1xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1xf32>) -> tensor<1xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1xf64>
    %c8 = stablehlo.abs %c7 : tensor<1xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1xf64>
    %c10 = stablehlo.abs %c2 : tensor<1xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<1xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xf32>, %arg1: tensor<f32>) -> (tensor<1xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<1xf32>, tensor<1xi64>, tensor<f32>) -> tensor<1xf32>
    return %0 : tensor<1xf32>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_float32_1_1_1_scatterindices_0_updateshape_1_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B40"> : tensor<1x1x1xf32>
    %in1 = stablehlo.constant dense<"0x1AEAEABF"> : tensor<1x1xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x1x1xf32>, tensor<1x1xf32>) -> (tensor<1x1x1xf32>)
    %want0 = stablehlo.constant dense<"0xE4170FC1"> : tensor<1x1x1xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<1x1x1xf32>) -> tensor<1x1x1xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x1x1xf32>) -> tensor<1x1x1xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x1x1xf64>, tensor<1x1x1xf64>) -> tensor<1x1x1xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x1x1xf64>, tensor<1x1x1xf64>) -> tensor<1x1x1xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x1x1xf64>, tensor<1x1x1xf64>) -> tensor<1x1x1xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x1x1xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x1x1xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x1x1xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x1x1xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x1x1xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x1x1xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<1x1x1xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x1x1xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x1x1xf64>, tensor<1x1x1xf64>) -> tensor<1x1x1xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x1x1xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x1x1xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x1x1xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1x1xf32>, %arg1: tensor<1x1xf32>) -> (tensor<1x1x1xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<1x1x1xf32>, tensor<1xi64>, tensor<1x1xf32>) -> tensor<1x1x1xf32>
    return %0 : tensor<1x1x1xf32>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_float32_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC0"> : tensor<1x2x3xf32>
    %in1 = stablehlo.constant dense<"0x7E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0"> : tensor<2x3xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xf32>, tensor<2x3xf32>) -> (tensor<1x2x3xf32>)
    %want0 = stablehlo.constant dense<"0x8B0FCC41271D8640DD1EC2BF4D1E1A40BC3436419BB12A42"> : tensor<1x2x3xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<1x2x3xf32>) -> tensor<1x2x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x2x3xf32>) -> tensor<1x2x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x2x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x2x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x2x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x2x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x2x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x2x3xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<1x2x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x2x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x2x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x2x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x2x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xf32>, %arg1: tensor<2x3xf32>) -> (tensor<1x2x3xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<1x2x3xf32>, tensor<1xi64>, tensor<2x3xf32>) -> tensor<1x2x3xf32>
    return %0 : tensor<1x2x3xf32>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_float32_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC0"> : tensor<1x2x3xf32>
    %in1 = stablehlo.constant dense<"0x7E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0"> : tensor<2x3xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xf32>, tensor<2x3xf32>) -> (tensor<1x2x3xf32>)
    %want0 = stablehlo.constant dense<"0x8B0FCC41271D8640DD1EC2BF4D1E1A40BC3436419BB12A42"> : tensor<1x2x3xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<1x2x3xf32>) -> tensor<1x2x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x2x3xf32>) -> tensor<1x2x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x2x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x2x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x2x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x2x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x2x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x2x3xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<1x2x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x2x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x2x3xf64>, tensor<1x2x3xf64>) -> tensor<1x2x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x2x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x2x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x2x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xf32>, %arg1: tensor<2x3xf32>) -> (tensor<1x2x3xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<1x2x3xf32>, tensor<1xi64>, tensor<2x3xf32>) -> tensor<1x2x3xf32>
    return %0 : tensor<1x2x3xf32>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_float32_4_2_3_5_scatterindices_0_4_updateshape_4_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_3_scatter_dims_to_operand_dims_1_3_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF23D1F53E743928405B68723F9E21C2C0292A6BBF9CF81E4077B6303F604E12407EBF2ABFA42E1ABF76470F3FB8759D3F504B183F1BCCB63E65C400C008FC903F131EBB3E65DC5840363166403C330E3F031C90BFC145F5BF309FA23FB4966D3E310A84BFF7ED053E9014EEBFAC05064087B2ABBF011B6B40D8F09A3F25EFE33F1B3952C0F115023FD52F0E404B1C37C0B0744CBF3F62C83DBBD183C0DC0A723F7D762240ED0625C0129C863F5BF57BC0C6BEEDBD391D9BC0EC4F57408F049D3F"> : tensor<4x2x3x5xf32>
    %in1 = stablehlo.constant dense<"0x203F97BDBED414C0A78F74407ED7BC40C35DB2C0EF576D4025419C40E7CB813F6C4266C026C3254061F20ABFD0E7E7BF"> : tensor<4x3xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3x5xf32>, tensor<4x3xf32>) -> (tensor<4x2x3x5xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0BD5544BE9DF2DCC07E80A740D72612C0A305753F2EAFDE3FC45C8C4005C6C5C0CD9D77BF147A93BFFBF44F41DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C093233EC1629F1BBD0A8656C00008343F4C579F40908846C1675413BFBD6C2AC053740FC0C479A240E9B4103F389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BFDBFFE440032868BED945594005E79140B4D0D140FBF187C08AA28AC003B7C1BF23D1F53E74392840A7085AC09E21C2C0292A6BBF9CF81E4077B6303F604E12407EBF2ABFA42E1ABF76470F3FB8759D3F504B183F1BCCB63E65C400C008FC903F131EBB3E65DC5840363166403C330E3F031C90BFC145F5BF23995240B4966D3E310A84BFF7ED053E9014EEBFE67B91BF87B2ABBF011B6B40D8F09A3F25EFE33FE46FBE40F115023FD52F0E404B1C37C0B0744CBF3F62C83DBBD183C0DC0A723F7D762240ED0625C0129C863F5BF57BC0C6BEEDBD391D9BC0EC4F57408F049D3F"> : tensor<4x2x3x5xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<4x2x3x5xf32>) -> tensor<4x2x3x5xf64>
    %c2 = stablehlo.convert %want0 : (tensor<4x2x3x5xf32>) -> tensor<4x2x3x5xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<4x2x3x5xf64>, tensor<4x2x3x5xf64>) -> tensor<4x2x3x5xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<4x2x3x5xf64>, tensor<4x2x3x5xf64>) -> tensor<4x2x3x5xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<4x2x3x5xf64>, tensor<4x2x3x5xf64>) -> tensor<4x2x3x5xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<4x2x3x5xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<4x2x3x5xf64>
    %c8 = stablehlo.abs %c7 : tensor<4x2x3x5xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<4x2x3x5xf64>
    %c10 = stablehlo.abs %c2 : tensor<4x2x3x5xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<4x2x3x5xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<4x2x3x5xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<4x2x3x5xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<4x2x3x5xf64>, tensor<4x2x3x5xf64>) -> tensor<4x2x3x5xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<4x2x3x5xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<4x2x3x5xi1>
    check.expect_eq_const %c16, dense<true> : tensor<4x2x3x5xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3x5xf32>, %arg1: tensor<4x3xf32>) -> (tensor<4x2x3x5xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1, 3], scatter_dims_to_operand_dims = [1, 3]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<4x2x3x5xf32>, tensor<2xi64>, tensor<4x3xf32>) -> tensor<4x2x3x5xf32>
    return %0 : tensor<4x2x3x5xf32>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_float32_1_125_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF23D1F53E743928405B68723F9E21C2C0292A6BBF9CF81E4077B6303F604E12407EBF2ABFA42E1ABF76470F3FB8759D3F504B183F1BCCB63E65C400C008FC903F131EBB3E65DC5840363166403C330E3F031C90BFC145F5BF309FA23FB4966D3E310A84BFF7ED053E9014EEBFAC05064087B2ABBF011B6B40D8F09A3F25EFE33F1B3952C0F115023FD52F0E404B1C37C0B0744CBF3F62C83DBBD183C0DC0A723F7D762240ED0625C0129C863F5BF57BC0C6BEEDBD391D9BC0EC4F57408F049D3F203F97BDBED414C0A78F74407ED7BC40C35DB2C0"> : tensor<1x125xf32>
    %in1 = stablehlo.constant dense<"0xEF576D40"> : tensor<1xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x125xf32>, tensor<1xf32>) -> (tensor<1x125xf32>)
    %want0 = stablehlo.constant dense<"0xAB9290411AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF23D1F53E743928405B68723F9E21C2C0292A6BBF9CF81E4077B6303F604E12407EBF2ABFA42E1ABF76470F3FB8759D3F504B183F1BCCB63E65C400C008FC903F131EBB3E65DC5840363166403C330E3F031C90BFC145F5BF309FA23FB4966D3E310A84BFF7ED053E9014EEBFAC05064087B2ABBF011B6B40D8F09A3F25EFE33F1B3952C0F115023FD52F0E404B1C37C0B0744CBF3F62C83DBBD183C0DC0A723F7D762240ED0625C0129C863F5BF57BC0C6BEEDBD391D9BC0EC4F57408F049D3F203F97BDBED414C0A78F74407ED7BC40C35DB2C0"> : tensor<1x125xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<1x125xf32>) -> tensor<1x125xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x125xf32>) -> tensor<1x125xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x125xf64>, tensor<1x125xf64>) -> tensor<1x125xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x125xf64>, tensor<1x125xf64>) -> tensor<1x125xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x125xf64>, tensor<1x125xf64>) -> tensor<1x125xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x125xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x125xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x125xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x125xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x125xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x125xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<1x125xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x125xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x125xf64>, tensor<1x125xf64>) -> tensor<1x125xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x125xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x125xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x125xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x125xf32>, %arg1: tensor<1xf32>) -> (tensor<1x125xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<1x125xf32>, tensor<1xi64>, tensor<1xf32>) -> tensor<1x125xf32>
    return %0 : tensor<1x125xf32>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_bfloat16_1_scatterindices_0_updateshape_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40"> : tensor<1xbf16>
    %in1 = stablehlo.constant dense<"0xEBBF"> : tensor<bf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xbf16>, tensor<bf16>) -> (tensor<1xbf16>)
    %want0 = stablehlo.constant dense<"0x0FC1"> : tensor<1xbf16>
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
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<1xbf16>, tensor<1xi64>, tensor<bf16>) -> tensor<1xbf16>
    return %0 : tensor<1xbf16>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_bfloat16_1_50_3_scatterindices_32_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3EF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A4011C07140C53F65BFBC3F68BE59409240D24086C08BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F183FB73E01C0913FBB3E594066400E3F90BFF5BFA33F6E3E84BF063EEEBF0640ACBF6B409B3FE43F52C0023F0E4037C04CBFC83D84C0723F224025C0873F7CC0EEBD9BC057409D3F97BD15C07540BD40B2C06D409C40823F66C026400BBFE8BF6CC0D33F1840EFBFC83F5CC01A400F3E0FBF9CBE27401040CB3FD43E6F3EED3F333F0340"> : tensor<1x50x3xbf16>
    %in1 = stablehlo.constant dense<"0x6EBFEAC04740"> : tensor<1x3xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x50x3xbf16>, tensor<1x3xbf16>) -> (tensor<1x50x3xbf16>)
    %want0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3EF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A4011C07140C53F65BFBC3F68BE59409240D24086C08BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F183FB73E01C0913FBB3E594066400E3F90BFF5BFA33F6E3E753F75BFB9C00640ACBF6B409B3FE43F52C0023F0E4037C04CBFC83D84C0723F224025C0873F7CC0EEBD9BC057409D3F97BD15C07540BD40B2C06D409C40823F66C026400BBFE8BF6CC0D33F1840EFBFC83F5CC01A400F3E0FBF9CBE27401040CB3FD43E6F3EED3F333F0340"> : tensor<1x50x3xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<1x50x3xbf16>) -> tensor<1x50x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x50x3xbf16>) -> tensor<1x50x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x50x3xf64>, tensor<1x50x3xf64>) -> tensor<1x50x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x50x3xf64>, tensor<1x50x3xf64>) -> tensor<1x50x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x50x3xf64>, tensor<1x50x3xf64>) -> tensor<1x50x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x50x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x50x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x50x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x50x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x50x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x50x3xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<1x50x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x50x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x50x3xf64>, tensor<1x50x3xf64>) -> tensor<1x50x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x50x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x50x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x50x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x50x3xbf16>, %arg1: tensor<1x3xbf16>) -> (tensor<1x50x3xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<32> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<1x50x3xbf16>, tensor<1xi64>, tensor<1x3xbf16>) -> tensor<1x50x3xbf16>
    return %0 : tensor<1x50x3xbf16>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_bfloat16_4_2_3_scatterindices_3_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_2_scatter_dims_to_operand_dims_0_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F"> : tensor<4x2x3xbf16>
    %in1 = stablehlo.constant dense<"0x2D4003C0"> : tensor<2xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3xbf16>, tensor<2xbf16>) -> (tensor<4x2x3xbf16>)
    %want0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F0FC15C402D4046C0"> : tensor<4x2x3xbf16>
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
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<4x2x3xbf16>, tensor<2xi64>, tensor<2xbf16>) -> tensor<4x2x3xbf16>
    return %0 : tensor<4x2x3xbf16>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_bfloat16_4_2_3_5_scatterindices_0_4_updateshape_4_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_3_scatter_dims_to_operand_dims_1_3_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3EF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A4011C07140C53F65BFBC3F68BE59409240D24086C08BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F183FB73E01C0913FBB3E594066400E3F90BFF5BFA33F6E3E84BF063EEEBF0640ACBF6B409B3FE43F52C0023F0E4037C04CBFC83D84C0723F224025C0873F7CC0EEBD9BC057409D3F"> : tensor<4x2x3x5xbf16>
    %in1 = stablehlo.constant dense<"0x97BD15C07540BD40B2C06D409C40823F66C026400BBFE8BF"> : tensor<4x3xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3x5xbf16>, tensor<4x3xbf16>) -> (tensor<4x2x3x5xbf16>)
    %want0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC044BEDDC0A84012C0753FE03F8C40C6C078BF93BF514153C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C03EC11CBD57C0343F9F4045C113BF2AC00FC0A240103FF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A4011C07140C53F65BFE54068BE59409240D24088C08BC0C2BFF63E284059C0C2C06BBF1F40313F12402BBF1ABF0F3F9D3F183FB73E01C0913FBB3E594066400E3F90BFF5BF53406E3E84BF063EEEBF92BFACBF6B409B3FE43FBE40023F0E4037C04CBFC83D84C0723F224025C0873F7CC0EEBD9BC057409D3F"> : tensor<4x2x3x5xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<4x2x3x5xbf16>) -> tensor<4x2x3x5xf64>
    %c2 = stablehlo.convert %want0 : (tensor<4x2x3x5xbf16>) -> tensor<4x2x3x5xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<4x2x3x5xf64>, tensor<4x2x3x5xf64>) -> tensor<4x2x3x5xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<4x2x3x5xf64>, tensor<4x2x3x5xf64>) -> tensor<4x2x3x5xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<4x2x3x5xf64>, tensor<4x2x3x5xf64>) -> tensor<4x2x3x5xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<4x2x3x5xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<4x2x3x5xf64>
    %c8 = stablehlo.abs %c7 : tensor<4x2x3x5xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<4x2x3x5xf64>
    %c10 = stablehlo.abs %c2 : tensor<4x2x3x5xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<4x2x3x5xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<4x2x3x5xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<4x2x3x5xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<4x2x3x5xf64>, tensor<4x2x3x5xf64>) -> tensor<4x2x3x5xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<4x2x3x5xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<4x2x3x5xi1>
    check.expect_eq_const %c16, dense<true> : tensor<4x2x3x5xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3x5xbf16>, %arg1: tensor<4x3xbf16>) -> (tensor<4x2x3x5xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1, 3], scatter_dims_to_operand_dims = [1, 3]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<4x2x3x5xbf16>, tensor<2xi64>, tensor<4x3xbf16>) -> tensor<4x2x3x5xbf16>
    return %0 : tensor<4x2x3x5xbf16>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_bfloat16_4_2_3_5_scatterindices_0_4_updateshape_4_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_3_scatter_dims_to_operand_dims_1_3_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3EF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A4011C07140C53F65BFBC3F68BE59409240D24086C08BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F183FB73E01C0913FBB3E594066400E3F90BFF5BFA33F6E3E84BF063EEEBF0640ACBF6B409B3FE43F52C0023F0E4037C04CBFC83D84C0723F224025C0873F7CC0EEBD9BC057409D3F"> : tensor<4x2x3x5xbf16>
    %in1 = stablehlo.constant dense<"0x97BD15C07540BD40B2C06D409C40823F66C026400BBFE8BF"> : tensor<4x3xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3x5xbf16>, tensor<4x3xbf16>) -> (tensor<4x2x3x5xbf16>)
    %want0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC044BEDDC0A84012C0753FE03F8C40C6C078BF93BF514153C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C03EC11CBD57C0343F9F4045C113BF2AC00FC0A240103FF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A4011C07140C53F65BFE54068BE59409240D24088C08BC0C2BFF63E284059C0C2C06BBF1F40313F12402BBF1ABF0F3F9D3F183FB73E01C0913FBB3E594066400E3F90BFF5BF53406E3E84BF063EEEBF92BFACBF6B409B3FE43FBE40023F0E4037C04CBFC83D84C0723F224025C0873F7CC0EEBD9BC057409D3F"> : tensor<4x2x3x5xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<4x2x3x5xbf16>) -> tensor<4x2x3x5xf64>
    %c2 = stablehlo.convert %want0 : (tensor<4x2x3x5xbf16>) -> tensor<4x2x3x5xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<4x2x3x5xf64>, tensor<4x2x3x5xf64>) -> tensor<4x2x3x5xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<4x2x3x5xf64>, tensor<4x2x3x5xf64>) -> tensor<4x2x3x5xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<4x2x3x5xf64>, tensor<4x2x3x5xf64>) -> tensor<4x2x3x5xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<4x2x3x5xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<4x2x3x5xf64>
    %c8 = stablehlo.abs %c7 : tensor<4x2x3x5xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<4x2x3x5xf64>
    %c10 = stablehlo.abs %c2 : tensor<4x2x3x5xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<4x2x3x5xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<4x2x3x5xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<4x2x3x5xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<4x2x3x5xf64>, tensor<4x2x3x5xf64>) -> tensor<4x2x3x5xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<4x2x3x5xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<4x2x3x5xi1>
    check.expect_eq_const %c16, dense<true> : tensor<4x2x3x5xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3x5xbf16>, %arg1: tensor<4x3xbf16>) -> (tensor<4x2x3x5xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1, 3], scatter_dims_to_operand_dims = [1, 3]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<4x2x3x5xbf16>, tensor<2xi64>, tensor<4x3xbf16>) -> tensor<4x2x3x5xbf16>
    return %0 : tensor<4x2x3x5xbf16>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_bfloat16_5_6_7_scatterindices_0_1_2_3_updateshape_5_2_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_3_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3EF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A4011C07140C53F65BFBC3F68BE59409240D24086C08BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F183FB73E01C0913FBB3E594066400E3F90BFF5BFA33F6E3E84BF063EEEBF0640ACBF6B409B3FE43F52C0023F0E4037C04CBFC83D84C0723F224025C0873F7CC0EEBD9BC057409D3F97BD15C07540BD40B2C06D409C40823F66C026400BBFE8BF6CC0D33F1840EFBFC83F5CC01A400F3E0FBF9CBE27401040CB3FD43E6F3EED3F333F03406EBFEAC04740D240A93F9ABED2BEB7BE563D57C0C7BF3FC03F3F64BFBE3F06BF3D40243FD240B6C0F8BF2D40F3403FBF063E2EBF80405DBF034076BF74C0713FC13F7840AABEEDBFD83F393F583F61BE5F408E3FB7405540FD3F9CC0E73FA13F1C4049409ABF1E40D8BFBC4080C0A9C09EC02BC057C0BC40"> : tensor<5x6x7xbf16>
    %in1 = stablehlo.constant dense<"0x7BBF81C05640E1BF6DC02840EF3FA7BF8740C63E9B40C13F9640A83E6AC0EB40D2BF19BF06C01CBF3A3F1B3FFE3FAC40B9BE6DC063C000C0A1C01E40BFBF6FBFBABB86C025C00240EE3FAABFAE407BC084BF31BF06C1BA408D3F49C0C540E13FA53FE9BFA33E92C0194090BFCE3E67405B3F4A3F543F0DC02140944012402A4028C027C08AC06D4043BF864016C0A8BF933E31403B3E223F4B3D083F56C0793E0FBF2FBEBD3F03C082BE64BFA03F174037C0E13FC6408DC01FC029C056BF9C40243D05C0EF3FE6BF58406A3F8540FEBF11411E40FB3F1DBE0BC027C0D1BE19C0593F1FC0EE3F384008C0654037BF5E40A83F57403FC0A4BE8B40EDBFC4C0BAC0F1C0CBC09EBF7540AABF783FA9BED23C01BF06BFB13F62C0"> : tensor<5x2x2x7xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xbf16>, tensor<5x2x2x7xbf16>) -> (tensor<5x6x7xbf16>)
    %want0 = stablehlo.constant dense<"0x99C0ED40AAC0B5401AC191C11D413E40814094BEAA4115C191C0C1BE47C1C2C1593FCA3F88BE88BF19C00540AC4002417ABFF340A83FB4404EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC03441484169BEE53F56BBD3C16EBF7140D73FB33F95C18340253F9CBFA9C18241713F05C15FC1D440FE3FD03FEF3E843F0241A4C0294072C18BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F023F903ED6BF20C06B3F7B410341BD3F3D40A040B0C05C3F493F0C3F8B4030C0C6BE2241623E903F27BE8A3EEDC032BFE43E89BCC3C0F8BF224025C0873F7CC0EEBD9BC057409D3F97BD15C07540BD40B2C06D409EBF68BF90C0C440C73F4CC0B7C1E8C0BDC09E40A7BF86C1C53D95BE86BF0C3F0D410440D34052BF07409240B03FA1BE01409941A2BF7BC1A93F9ABED2BEB7BE563D57C0C7BF3FC03F3F64BFBE3F06BF3D40243FB240624167C0F94081C12BC0C0BD17C0A8403AC0C3C09E3E84C1DFBF14C1B4C120403C4105C031408FBF5ABE93BFE93C38C0DFBF2F408A41E73FA13F1C4049409ABF1E40D8BFBC4080C0A9C09EC02BC057C0BC40"> : tensor<5x6x7xbf16>
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
  func.func private @program(%arg0: tensor<5x6x7xbf16>, %arg1: tensor<5x2x2x7xbf16>) -> (tensor<5x6x7xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0], [1]], [[2], [3]]]> : tensor<2x2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 3], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<5x6x7xbf16>, tensor<2x2x1xi64>, tensor<5x2x2x7xbf16>) -> tensor<5x6x7xbf16>
    return %0 : tensor<5x6x7xbf16>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_bfloat16_5_6_7_scatterindices_0_1_2_3_4_0_1_2_updateshape_5_2_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F2D4003C0BDBE34C04EBFCC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC0A2401C3EF5BF133FCA40B93EED3F673F87BF5BC086BF20BFE13F214033405B3F2A4011C07140C53F65BFBC3F68BE59409240D24086C08BC0C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F183FB73E01C0913FBB3E594066400E3F90BFF5BFA33F6E3E84BF063EEEBF0640ACBF6B409B3FE43F52C0023F0E4037C04CBFC83D84C0723F224025C0873F7CC0EEBD9BC057409D3F97BD15C07540BD40B2C06D409C40823F66C026400BBFE8BF6CC0D33F1840EFBFC83F5CC01A400F3E0FBF9CBE27401040CB3FD43E6F3EED3F333F03406EBFEAC04740D240A93F9ABED2BEB7BE563D57C0C7BF3FC03F3F64BFBE3F06BF3D40243FD240B6C0F8BF2D40F3403FBF063E2EBF80405DBF034076BF74C0713FC13F7840AABEEDBFD83F393F583F61BE5F408E3FB7405540FD3F9CC0E73FA13F1C4049409ABF1E40D8BFBC4080C0A9C09EC02BC057C0BC40"> : tensor<5x6x7xbf16>
    %in1 = stablehlo.constant dense<"0x7BBF81C05640E1BF6DC02840EF3FA7BF8740C63E9B40C13F9640A83E6AC0EB40D2BF19BF06C01CBF"> : tensor<5x2x2xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xbf16>, tensor<5x2x2xbf16>) -> (tensor<5x6x7xbf16>)
    %want0 = stablehlo.constant dense<"0x9C40E63FCBBF4EC02640DDC0A84012C0753FA93F8C40C6C078BF93BF5A4053C004BF2A41023EE03F53C05C402D40C13F2D4003C0BDBE34C02CC0CC3F05C098BF04C022C001C01CBD57C0343F9F400E4013BF2AC00FC096C11C3EF5BF133FCA40B93EED3F673FB03F5BC086BF20BFE13F214033405B3FDF4011C07140C53F65BFBC3F68BE59409240D24086C002C1C2BFF63E2840723FC2C06BBF1F40313F12402BBF1ABF0F3F9D3F183FC13F01C0913FBB3E594066400E3F90BF39C0A33F6E3E84BF063EEEBF0640ACBFB63F9B3FE43F52C0023F0E4037C04CBFC83D84C0723F444125C0873F7CC0EEBD9BC057409D3F97BD15C07540BD40B2C06D409C40984066C026400BBFE8BF6CC0D33F18405BC1C83F5CC01A400F3E0FBF9CBE27403D3FCB3FD43E6F3EED3F333F03406EBFEAC04740D2409AC09ABED2BEB7BE563D57C0C7BF3FC03F3F64BFBE3F06BF3D40243FD2401541F8BF2D40F3403FBF063E2EBF8040073F034076BF74C0713FC13F7840AABE8E3FD83F393F583F61BE5F408E3FB7405540FD3F9CC072C0A13F1C4049409ABF1E40D8BFBC4080C0A9C09EC02BC057C0BC40"> : tensor<5x6x7xbf16>
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
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<5x6x7xbf16>, tensor<2x2x2xi64>, tensor<5x2x2xbf16>) -> tensor<5x6x7xbf16>
    return %0 : tensor<5x6x7xbf16>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_uint16_1_1_1_scatterindices_0_updateshape_1_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400"> : tensor<1x1x1xui16>
    %in1 = stablehlo.constant dense<"0x0100"> : tensor<1x1xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x1x1xui16>, tensor<1x1xui16>) -> (tensor<1x1x1xui16>)
    %want0 = stablehlo.constant dense<"0x0400"> : tensor<1x1x1xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x1x1xui16>, tensor<1x1x1xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1x1xui16>, %arg1: tensor<1x1xui16>) -> (tensor<1x1x1xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui16>
      stablehlo.return %1 : tensor<ui16>
    }) : (tensor<1x1x1xui16>, tensor<1xi64>, tensor<1x1xui16>) -> tensor<1x1x1xui16>
    return %0 : tensor<1x1x1xui16>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_uint16_1_50_3_scatterindices_32_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040001000100030002000600050002000000000004000600000001000300030000000200000001000300030002000100020002000000020000000100020001000200020002000000030000000400020000000200020005000000010000000600000001000000010003000100000001000200020000000200020003000100000001000000030004000600040004000100000002000000060000000200000002000000000000000100000000000200010000000300030000000100010001000000010000000100020001000300010001000300000002000200000000000400000002000200010003000000040003000100000002000300050005000300040001000300020000000100030001000200010001000300020000000000000002000200010000000000010000000200"> : tensor<1x50x3xui16>
    %in1 = stablehlo.constant dense<"0x000007000300"> : tensor<1x3xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x50x3xui16>, tensor<1x3xui16>) -> (tensor<1x50x3xui16>)
    %want0 = stablehlo.constant dense<"0x040001000100030002000600050002000000000004000600000001000300030000000200000001000300030002000100020002000000020000000100020001000200020002000000030000000400020000000200020005000000010000000600000001000000010003000100000001000200020000000200020003000100000001000000030004000600040004000100000002000000060000000200000002000000000000000100000000000200010000000300030000000100010001000000000000000300020001000300010001000300000002000200000000000400000002000200010003000000040003000100000002000300050005000300040001000300020000000100030001000200010001000300020000000000000002000200010000000000010000000200"> : tensor<1x50x3xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x50x3xui16>, tensor<1x50x3xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x50x3xui16>, %arg1: tensor<1x3xui16>) -> (tensor<1x50x3xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<32> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui16>
      stablehlo.return %1 : tensor<ui16>
    }) : (tensor<1x50x3xui16>, tensor<1xi64>, tensor<1x3xui16>) -> tensor<1x50x3xui16>
    return %0 : tensor<1x50x3xui16>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_uint16_4_2_3_5_scatterindices_0_4_updateshape_4_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_3_scatter_dims_to_operand_dims_1_3_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040001000100030002000600050002000000000004000600000001000300030000000200000001000300030002000100020002000000020000000100020001000200020002000000030000000400020000000200020005000000010000000600000001000000010003000100000001000200020000000200020003000100000001000000030004000600040004000100000002000000060000000200000002000000000000000100000000000200010000000300030000000100010001000000010000000100020001000300010001000300000002000200000000000400000002000200010003000000040003000100"> : tensor<4x2x3x5xui16>
    %in1 = stablehlo.constant dense<"0x000002000300050005000300040001000300020000000100"> : tensor<4x3xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3x5xui16>, tensor<4x3xui16>) -> (tensor<4x2x3x5xui16>)
    %want0 = stablehlo.constant dense<"0x04000100010003000000060005000200000000000400060000000100090003000000020000000100030003000200010002000200000002000000010002000100020002000A0000000300000004000A0000000200020005000000010000000600000001000000010003000100000001000200020000000200020003000100000004000000030004000600040004000100000002000000060000000200000002000000000000000100000000000200010000000300030000000100010002000000010000000100000001000300010001000300000002000200000000000400000002000200010003000000040003000100"> : tensor<4x2x3x5xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3x5xui16>, tensor<4x2x3x5xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3x5xui16>, %arg1: tensor<4x3xui16>) -> (tensor<4x2x3x5xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1, 3], scatter_dims_to_operand_dims = [1, 3]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui16>
      stablehlo.return %1 : tensor<ui16>
    }) : (tensor<4x2x3x5xui16>, tensor<2xi64>, tensor<4x3xui16>) -> tensor<4x2x3x5xui16>
    return %0 : tensor<4x2x3x5xui16>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_uint16_5_6_7_scatterindices_0_1_2_3_updateshape_5_2_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_3_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040001000100030002000600050002000000000004000600000001000300030000000200000001000300030002000100020002000000020000000100020001000200020002000000030000000400020000000200020005000000010000000600000001000000010003000100000001000200020000000200020003000100000001000000030004000600040004000100000002000000060000000200000002000000000000000100000000000200010000000300030000000100010001000000010000000100020001000300010001000300000002000200000000000400000002000200010003000000040003000100000002000300050005000300040001000300020000000100030001000200010001000300020000000000000002000200010000000000010000000200000007000300060001000000000000000000030001000200000000000100000002000000060005000100020007000000000000000300000002000000030000000100030000000100010000000000000003000100050003000100040001000100020003000100020001000500030005000400020003000500"> : tensor<5x6x7xui16>
    %in1 = stablehlo.constant dense<"0x00000400030001000300020001000100040000000400010004000000030007000100000002000000000000000100050000000300030001000500020001000000000004000200020001000100050003000100000008000500010003000600010001000100000004000200010000000300000000000000020002000400020002000200020004000300000004000200010000000200000000000000000003000000000000000100020000000000010002000200010006000400020002000000040000000200010001000300000004000100090002000100000002000200000002000000020001000200020003000000030001000300020000000400010006000500070006000100030001000000000000000000000001000300"> : tensor<5x2x2x7xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui16>, tensor<5x2x2x7xui16>) -> (tensor<5x6x7xui16>)
    %want0 = stablehlo.constant dense<"0x000004000300030006000C000500020000000000100006000000000009001500000000000000000000000000020005000000060000000200000001000200010002000200020000000300000004000200000002000A000A00000000000000180000000200000001000F0003000000000010000A00000006000C00030001000000000000000600040000000C0004000100000002000000060000000200000002000000000000000100000000000000020000000C00060000000200020004000000000000000200020000000600000000000000000006000000000000000400000002000200010003000000040003000100000002000300050005000300000000000300040000000100120004000400020000000C0000000000000000000600000004000000000002000000000000000E0000000C000100000000000000000003000100020000000000010000000200000000000A00010004000E0000000000000003000000040000000C00000006000F00000006000100000000000000000000000000000001000C0001000100020003000100020001000500030005000400020003000500"> : tensor<5x6x7xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui16>, tensor<5x6x7xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui16>, %arg1: tensor<5x2x2x7xui16>) -> (tensor<5x6x7xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0], [1]], [[2], [3]]]> : tensor<2x2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 3], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui16>
      stablehlo.return %1 : tensor<ui16>
    }) : (tensor<5x6x7xui16>, tensor<2x2x1xi64>, tensor<5x2x2x7xui16>) -> tensor<5x6x7xui16>
    return %0 : tensor<5x6x7xui16>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_int16_1_scatterindices_0_updateshape_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400"> : tensor<1xi16>
    %in1 = stablehlo.constant dense<"0xFFFF"> : tensor<i16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xi16>, tensor<i16>) -> (tensor<1xi16>)
    %want0 = stablehlo.constant dense<"0xFCFF"> : tensor<1xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xi16>, tensor<1xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xi16>, %arg1: tensor<i16>) -> (tensor<1xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<1xi16>, tensor<1xi64>, tensor<i16>) -> tensor<1xi16>
    return %0 : tensor<1xi16>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_int16_1_50_3_scatterindices_32_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200FEFF03000100000001000000030004000600FCFFFCFFFFFF000002000000FAFF0000020000000200000000000000010000000000FEFF01000000030003000000FFFFFFFF01000000FFFF0000FFFF0200FFFF030001000100FDFF00000200FEFF00000000FCFF00000200FEFF0100FDFF0000FCFF030001000000FEFF03000500FBFF030004000100FDFF02000000FFFFFDFF01000200FFFF0100FDFF020000000000000002000200010000000000010000000200"> : tensor<1x50x3xi16>
    %in1 = stablehlo.constant dense<"0x0000F9FF0300"> : tensor<1x3xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x50x3xi16>, tensor<1x3xi16>) -> (tensor<1x50x3xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF0300020001000200FEFF0000FEFF00000100FEFFFFFFFEFFFEFFFEFF0000FDFF0000040002000000FEFFFEFF05000000FFFF00000600000001000000FFFFFDFFFFFF000001000200020000000200FEFF03000100000001000000030004000600FCFFFCFFFFFF000002000000FAFF0000020000000200000000000000010000000000FEFF01000000030003000000FFFFFFFF0100000000000000FDFF0200FFFF030001000100FDFF00000200FEFF00000000FCFF00000200FEFF0100FDFF0000FCFF030001000000FEFF03000500FBFF030004000100FDFF02000000FFFFFDFF01000200FFFF0100FDFF020000000000000002000200010000000000010000000200"> : tensor<1x50x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x50x3xi16>, tensor<1x50x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x50x3xi16>, %arg1: tensor<1x3xi16>) -> (tensor<1x50x3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<32> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<1x50x3xi16>, tensor<1xi64>, tensor<1x3xi16>) -> tensor<1x50x3xi16>
    return %0 : tensor<1x50x3xi16>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_int16_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF"> : tensor<1x2x3xi16>
    %in1 = stablehlo.constant dense<"0x0500FEFF000000000400FAFF"> : tensor<2x3xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xi16>, tensor<2x3xi16>) -> (tensor<1x2x3xi16>)
    %want0 = stablehlo.constant dense<"0x140002000000000008002400"> : tensor<1x2x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xi16>, tensor<1x2x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xi16>, %arg1: tensor<2x3xi16>) -> (tensor<1x2x3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<1x2x3xi16>, tensor<1xi64>, tensor<2x3xi16>) -> tensor<1x2x3xi16>
    return %0 : tensor<1x2x3xi16>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_int16_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF"> : tensor<1x2x3xi16>
    %in1 = stablehlo.constant dense<"0x0500FEFF000000000400FAFF"> : tensor<2x3xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xi16>, tensor<2x3xi16>) -> (tensor<1x2x3xi16>)
    %want0 = stablehlo.constant dense<"0x140002000000000008002400"> : tensor<1x2x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xi16>, tensor<1x2x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xi16>, %arg1: tensor<2x3xi16>) -> (tensor<1x2x3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<1x2x3xi16>, tensor<1xi64>, tensor<2x3xi16>) -> tensor<1x2x3xi16>
    return %0 : tensor<1x2x3xi16>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_int16_1_2_3_scatterindices_1_2_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF"> : tensor<1x2x3xi16>
    %in1 = stablehlo.constant dense<"0x0500"> : tensor<1xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xi16>, tensor<1xi16>) -> (tensor<1x2x3xi16>)
    %want0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200E2FF"> : tensor<1x2x3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xi16>, tensor<1x2x3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xi16>, %arg1: tensor<1xi16>) -> (tensor<1x2x3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<1x2x3xi16>, tensor<2xi64>, tensor<1xi16>) -> tensor<1x2x3xi16>
    return %0 : tensor<1x2x3xi16>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_uint32_1_scatterindices_0_updateshape_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000"> : tensor<1xui32>
    %in1 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xui32>, tensor<ui32>) -> (tensor<1xui32>)
    %want0 = stablehlo.constant dense<"0x04000000"> : tensor<1xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xui32>, tensor<1xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xui32>, %arg1: tensor<ui32>) -> (tensor<1xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<1xui32>, tensor<1xi64>, tensor<ui32>) -> tensor<1xui32>
    return %0 : tensor<1xui32>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_uint32_1_scatterindices_0_updateshape_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000"> : tensor<1xui32>
    %in1 = stablehlo.constant dense<"0x01000000"> : tensor<ui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xui32>, tensor<ui32>) -> (tensor<1xui32>)
    %want0 = stablehlo.constant dense<"0x04000000"> : tensor<1xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xui32>, tensor<1xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xui32>, %arg1: tensor<ui32>) -> (tensor<1xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<1xui32>, tensor<1xi64>, tensor<ui32>) -> tensor<1xui32>
    return %0 : tensor<1xui32>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_uint32_1_1_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000"> : tensor<1x1xui32>
    %in1 = stablehlo.constant dense<"0x01000000"> : tensor<1xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x1xui32>, tensor<1xui32>) -> (tensor<1x1xui32>)
    %want0 = stablehlo.constant dense<"0x04000000"> : tensor<1x1xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x1xui32>, tensor<1x1xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1xui32>, %arg1: tensor<1xui32>) -> (tensor<1x1xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<1x1xui32>, tensor<1xi64>, tensor<1xui32>) -> tensor<1x1xui32>
    return %0 : tensor<1x1xui32>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_uint32_1_2_3_scatterindices_1_2_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000"> : tensor<1x2x3xui32>
    %in1 = stablehlo.constant dense<"0x05000000"> : tensor<1xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xui32>, tensor<1xui32>) -> (tensor<1x2x3xui32>)
    %want0 = stablehlo.constant dense<"0x04000000010000000100000003000000020000001E000000"> : tensor<1x2x3xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xui32>, tensor<1x2x3xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xui32>, %arg1: tensor<1xui32>) -> (tensor<1x2x3xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<1x2x3xui32>, tensor<2xi64>, tensor<1xui32>) -> tensor<1x2x3xui32>
    return %0 : tensor<1x2x3xui32>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_uint32_4_2_3_5_scatterindices_0_4_updateshape_4_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_3_scatter_dims_to_operand_dims_1_3_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000000000001000000020000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000"> : tensor<4x2x3x5xui32>
    %in1 = stablehlo.constant dense<"0x000000000200000003000000050000000500000003000000040000000100000003000000020000000000000001000000"> : tensor<4x3xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3x5xui32>, tensor<4x3xui32>) -> (tensor<4x2x3x5xui32>)
    %want0 = stablehlo.constant dense<"0x040000000100000001000000030000000000000006000000050000000200000000000000000000000400000006000000000000000100000009000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000A000000000000000300000000000000040000000A0000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000400000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000200000000000000010000000000000001000000000000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000"> : tensor<4x2x3x5xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3x5xui32>, tensor<4x2x3x5xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3x5xui32>, %arg1: tensor<4x3xui32>) -> (tensor<4x2x3x5xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1, 3], scatter_dims_to_operand_dims = [1, 3]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<4x2x3x5xui32>, tensor<2xi64>, tensor<4x3xui32>) -> tensor<4x2x3x5xui32>
    return %0 : tensor<4x2x3x5xui32>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_uint32_4_2_3_5_scatterindices_0_4_updateshape_4_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_3_scatter_dims_to_operand_dims_1_3_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000000000001000000020000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000"> : tensor<4x2x3x5xui32>
    %in1 = stablehlo.constant dense<"0x000000000200000003000000050000000500000003000000040000000100000003000000020000000000000001000000"> : tensor<4x3xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3x5xui32>, tensor<4x3xui32>) -> (tensor<4x2x3x5xui32>)
    %want0 = stablehlo.constant dense<"0x040000000100000001000000030000000000000006000000050000000200000000000000000000000400000006000000000000000100000009000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000A000000000000000300000000000000040000000A0000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000400000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000200000000000000010000000000000001000000000000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000"> : tensor<4x2x3x5xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3x5xui32>, tensor<4x2x3x5xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3x5xui32>, %arg1: tensor<4x3xui32>) -> (tensor<4x2x3x5xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1, 3], scatter_dims_to_operand_dims = [1, 3]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<4x2x3x5xui32>, tensor<2xi64>, tensor<4x3xui32>) -> tensor<4x2x3x5xui32>
    return %0 : tensor<4x2x3x5xui32>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_uint32_5_6_7_scatterindices_0_1_2_3_4_0_1_2_updateshape_5_2_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000000000001000000020000000100000003000000010000000100000003000000000000000200000002000000000000000000000004000000000000000200000002000000010000000300000000000000040000000300000001000000000000000200000003000000050000000500000003000000040000000100000003000000020000000000000001000000030000000100000002000000010000000100000003000000020000000000000000000000000000000200000002000000010000000000000000000000010000000000000002000000000000000700000003000000060000000100000000000000000000000000000000000000030000000100000002000000000000000000000001000000000000000200000000000000060000000500000001000000020000000700000000000000000000000000000003000000000000000200000000000000030000000000000001000000030000000000000001000000010000000000000000000000000000000300000001000000050000000300000001000000040000000100000001000000020000000300000001000000020000000100000005000000030000000500000004000000020000000300000005000000"> : tensor<5x6x7xui32>
    %in1 = stablehlo.constant dense<"0x0000000004000000030000000100000003000000020000000100000001000000040000000000000004000000010000000400000000000000030000000700000001000000000000000200000000000000"> : tensor<5x2x2xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui32>, tensor<5x2x2xui32>) -> (tensor<5x6x7xui32>)
    %want0 = stablehlo.constant dense<"0x040000000000000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000008000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000F00000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000004000000020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000000000000000000002000000010000000000000003000000030000000000000001000000010000000100000000000000010000000000000001000000020000000100000000000000010000000100000003000000000000000200000002000000000000000000000004000000000000000800000002000000010000000300000000000000040000000300000001000000000000000200000003000000050000000500000003000000040000000400000003000000020000000000000001000000030000000100000002000000070000000100000003000000020000000000000000000000000000000200000000000000010000000000000000000000010000000000000002000000000000000700000003000000060000000300000000000000000000000000000000000000030000000100000002000000000000000000000001000000000000000200000000000000060000000500000001000000020000000700000000000000000000000000000003000000000000000200000000000000030000000000000001000000030000000000000000000000010000000000000000000000000000000300000001000000050000000300000001000000040000000200000001000000020000000300000001000000020000000100000005000000030000000500000004000000020000000300000005000000"> : tensor<5x6x7xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui32>, tensor<5x6x7xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui32>, %arg1: tensor<5x2x2xui32>) -> (tensor<5x6x7xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0, 1], [2, 3]], [[4, 0], [1, 2]]]> : tensor<2x2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<5x6x7xui32>, tensor<2x2x2xi64>, tensor<5x2x2xui32>) -> tensor<5x6x7xui32>
    return %0 : tensor<5x6x7xui32>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_uint32_1_125_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400000001000000010000000300000002000000060000000500000002000000000000000000000004000000060000000000000001000000030000000300000000000000020000000000000001000000030000000300000002000000010000000200000002000000000000000200000000000000010000000200000001000000020000000200000002000000000000000300000000000000040000000200000000000000020000000200000005000000000000000100000000000000060000000000000001000000000000000100000003000000010000000000000001000000020000000200000000000000020000000200000003000000010000000000000001000000000000000300000004000000060000000400000004000000010000000000000002000000000000000600000000000000020000000000000002000000000000000000000000000000010000000000000000000000020000000100000000000000030000000300000000000000010000000100000001000000000000000100000000000000010000000200000001000000030000000100000001000000030000000000000002000000020000000000000000000000040000000000000002000000020000000100000003000000000000000400000003000000010000000000000002000000030000000500000005000000"> : tensor<1x125xui32>
    %in1 = stablehlo.constant dense<"0x03000000"> : tensor<1xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x125xui32>, tensor<1xui32>) -> (tensor<1x125xui32>)
    %want0 = stablehlo.constant dense<"0x0C00000001000000010000000300000002000000060000000500000002000000000000000000000004000000060000000000000001000000030000000300000000000000020000000000000001000000030000000300000002000000010000000200000002000000000000000200000000000000010000000200000001000000020000000200000002000000000000000300000000000000040000000200000000000000020000000200000005000000000000000100000000000000060000000000000001000000000000000100000003000000010000000000000001000000020000000200000000000000020000000200000003000000010000000000000001000000000000000300000004000000060000000400000004000000010000000000000002000000000000000600000000000000020000000000000002000000000000000000000000000000010000000000000000000000020000000100000000000000030000000300000000000000010000000100000001000000000000000100000000000000010000000200000001000000030000000100000001000000030000000000000002000000020000000000000000000000040000000000000002000000020000000100000003000000000000000400000003000000010000000000000002000000030000000500000005000000"> : tensor<1x125xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x125xui32>, tensor<1x125xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x125xui32>, %arg1: tensor<1xui32>) -> (tensor<1x125xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<1x125xui32>, tensor<1xi64>, tensor<1xui32>) -> tensor<1x125xui32>
    return %0 : tensor<1x125xui32>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_int32_1_2_3_scatterindices_1_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF"> : tensor<1x2x3xi32>
    %in1 = stablehlo.constant dense<"0x05000000FEFFFFFF00000000"> : tensor<1x3xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xi32>, tensor<1x3xi32>) -> (tensor<1x2x3xi32>)
    %want0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFF1FFFFFFFCFFFFFF00000000"> : tensor<1x2x3xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xi32>, tensor<1x2x3xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xi32>, %arg1: tensor<1x3xi32>) -> (tensor<1x2x3xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<1x2x3xi32>, tensor<1xi64>, tensor<1x3xi32>) -> tensor<1x2x3xi32>
    return %0 : tensor<1x2x3xi32>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_int32_4_2_3_scatterindices_3_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_2_scatter_dims_to_operand_dims_0_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000FDFFFFFF030000000200000001000000"> : tensor<4x2x3xi32>
    %in1 = stablehlo.constant dense<"0x02000000FEFFFFFF"> : tensor<2xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3xi32>, tensor<2xi32>) -> (tensor<4x2x3xi32>)
    %want0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000FAFFFFFF0300000002000000FEFFFFFF"> : tensor<4x2x3xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3xi32>, tensor<4x2x3xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3xi32>, %arg1: tensor<2xi32>) -> (tensor<4x2x3xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<4x2x3xi32>, tensor<2xi64>, tensor<2xi32>) -> tensor<4x2x3xi32>
    return %0 : tensor<4x2x3xi32>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_int32_4_2_3_scatterindices_3_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_2_scatter_dims_to_operand_dims_0_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000FDFFFFFF030000000200000001000000"> : tensor<4x2x3xi32>
    %in1 = stablehlo.constant dense<"0x02000000FEFFFFFF"> : tensor<2xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3xi32>, tensor<2xi32>) -> (tensor<4x2x3xi32>)
    %want0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000FAFFFFFF0300000002000000FEFFFFFF"> : tensor<4x2x3xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3xi32>, tensor<4x2x3xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3xi32>, %arg1: tensor<2xi32>) -> (tensor<4x2x3xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<4x2x3xi32>, tensor<2xi64>, tensor<2xi32>) -> tensor<4x2x3xi32>
    return %0 : tensor<4x2x3xi32>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_int32_1_125_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000FDFFFFFF03000000020000000100000002000000FEFFFFFF00000000FEFFFFFF0000000001000000FEFFFFFFFFFFFFFFFEFFFFFFFEFFFFFFFEFFFFFF00000000FDFFFFFF00000000040000000200000000000000FEFFFFFFFEFFFFFF0500000000000000FFFFFFFF0000000006000000000000000100000000000000FFFFFFFFFDFFFFFFFFFFFFFF000000000100000002000000020000000000000002000000FEFFFFFF0300000001000000000000000100000000000000030000000400000006000000FCFFFFFFFCFFFFFFFFFFFFFF000000000200000000000000FAFFFFFF00000000020000000000000002000000000000000000000000000000010000000000000000000000FEFFFFFF0100000000000000030000000300000000000000FFFFFFFFFFFFFFFF0100000000000000FFFFFFFF00000000FFFFFFFF02000000FFFFFFFF030000000100000001000000FDFFFFFF0000000002000000FEFFFFFF0000000000000000FCFFFFFF0000000002000000FEFFFFFF01000000FDFFFFFF00000000FCFFFFFF030000000100000000000000FEFFFFFF0300000005000000FBFFFFFF"> : tensor<1x125xi32>
    %in1 = stablehlo.constant dense<"0x03000000"> : tensor<1xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x125xi32>, tensor<1xi32>) -> (tensor<1x125xi32>)
    %want0 = stablehlo.constant dense<"0x0C000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF05000000FEFFFFFF000000000000000004000000FAFFFFFF00000000FFFFFFFF03000000FDFFFFFF00000000FEFFFFFF0000000001000000FDFFFFFF03000000020000000100000002000000FEFFFFFF00000000FEFFFFFF0000000001000000FEFFFFFFFFFFFFFFFEFFFFFFFEFFFFFFFEFFFFFF00000000FDFFFFFF00000000040000000200000000000000FEFFFFFFFEFFFFFF0500000000000000FFFFFFFF0000000006000000000000000100000000000000FFFFFFFFFDFFFFFFFFFFFFFF000000000100000002000000020000000000000002000000FEFFFFFF0300000001000000000000000100000000000000030000000400000006000000FCFFFFFFFCFFFFFFFFFFFFFF000000000200000000000000FAFFFFFF00000000020000000000000002000000000000000000000000000000010000000000000000000000FEFFFFFF0100000000000000030000000300000000000000FFFFFFFFFFFFFFFF0100000000000000FFFFFFFF00000000FFFFFFFF02000000FFFFFFFF030000000100000001000000FDFFFFFF0000000002000000FEFFFFFF0000000000000000FCFFFFFF0000000002000000FEFFFFFF01000000FDFFFFFF00000000FCFFFFFF030000000100000000000000FEFFFFFF0300000005000000FBFFFFFF"> : tensor<1x125xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x125xi32>, tensor<1x125xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x125xi32>, %arg1: tensor<1xi32>) -> (tensor<1x125xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<1x125xi32>, tensor<1xi64>, tensor<1xi32>) -> tensor<1x125xi32>
    return %0 : tensor<1x125xi32>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_float16_1_50_3_scatterindices_32_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBDD3D41B3CA428F448F4631C455C40EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CC238B63506C0883CD935C7423243723881BCAABF153D6D3320BC2F3071BF30405EBD5943D83C1F3F92C211387140B9C164BA432E1FC4903B144128C1353CE0C36EAFD9C4BA42E83CBAACA7C0A443E74593C56B43E2440E3C32C32E4158B83FBF61C39B3EC2407BBF3F3EDEC2D04078307AB8E2B4374181405B3E9C3679336C3F94391840"> : tensor<1x50x3xf16>
    %in1 = stablehlo.constant dense<"0x71BB4EC73C42"> : tensor<1x3xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x50x3xf16>, tensor<1x3xf16>) -> (tensor<1x50x3xf16>)
    %want0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBDD3D41B3CA428F448F4631C455C40EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CC238B63506C0883CD935C7423243723881BCAABF153D6D33AD3BA4BBCDC530405EBD5943D83C1F3F92C211387140B9C164BA432E1FC4903B144128C1353CE0C36EAFD9C4BA42E83CBAACA7C0A443E74593C56B43E2440E3C32C32E4158B83FBF61C39B3EC2407BBF3F3EDEC2D04078307AB8E2B4374181405B3E9C3679336C3F94391840"> : tensor<1x50x3xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<1x50x3xf16>) -> tensor<1x50x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x50x3xf16>) -> tensor<1x50x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x50x3xf64>, tensor<1x50x3xf64>) -> tensor<1x50x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x50x3xf64>, tensor<1x50x3xf64>) -> tensor<1x50x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x50x3xf64>, tensor<1x50x3xf64>) -> tensor<1x50x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x50x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x50x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x50x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x50x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x50x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x50x3xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<1x50x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x50x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x50x3xf64>, tensor<1x50x3xf64>) -> tensor<1x50x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x50x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x50x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x50x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x50x3xf16>, %arg1: tensor<1x3xf16>) -> (tensor<1x50x3xf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<32> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<1x50x3xf16>, tensor<1xi64>, tensor<1x3xf16>) -> tensor<1x50x3xf16>
    return %0 : tensor<1x50x3xf16>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_float16_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C6"> : tensor<1x2x3xf16>
    %in1 = stablehlo.constant dense<"0x3C4591C0A83BFCB963442EC6"> : tensor<2x3xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xf16>, tensor<2x3xf16>) -> (tensor<1x2x3xf16>)
    %want0 = stablehlo.constant dense<"0x604E314411BED140B1495651"> : tensor<1x2x3xf16>
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
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<1x2x3xf16>, tensor<1xi64>, tensor<2x3xf16>) -> tensor<1x2x3xf16>
    return %0 : tensor<1x2x3xf16>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_float16_1_2_3_scatterindices_1_2_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C6"> : tensor<1x2x3xf16>
    %in1 = stablehlo.constant dense<"0x3C45"> : tensor<1xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xf16>, tensor<1xf16>) -> (tensor<1x2x3xf16>)
    %want0 = stablehlo.constant dense<"0xDF4457BF57BE70C2314185D0"> : tensor<1x2x3xf16>
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
  func.func private @program(%arg0: tensor<1x2x3xf16>, %arg1: tensor<1xf16>) -> (tensor<1x2x3xf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<1x2x3xf16>, tensor<2xi64>, tensor<1xf16>) -> tensor<1x2x3xf16>
    return %0 : tensor<1x2x3xf16>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_float16_5_6_7_scatterindices_0_1_2_3_4_0_1_2_updateshape_5_2_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBDD3D41B3CA428F448F4631C455C40EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CC238B63506C0883CD935C7423243723881BCAABF153D6D3320BC2F3071BF30405EBD5943D83C1F3F92C211387140B9C164BA432E1FC4903B144128C1353CE0C36EAFD9C4BA42E83CBAACA7C0A443E74593C56B43E2440E3C32C32E4158B83FBF61C39B3EC2407BBF3F3EDEC2D04078307AB8E2B4374181405B3E9C3679336C3F9439184071BB4EC73C4290464C3DCFB48DB6B7B5AF2ABBC235BEFBC1F9391FBBF13D31B8EB4120399246B0C5C3BF69419647F8B931306EB9FD43E5BA1540ADBBA3C3863B0A3EC2434DB569BFC13EC739BC3A05B3F6426F3CB745AB42E93FE2C43A3F0B3DDE404442CFBCF240BFBEDD45FEC348C5F4C458C1B7C2DE45"> : tensor<5x6x7xf16>
    %in1 = stablehlo.constant dense<"0xD6BB07C4B0420ABF6CC341417B3F38BD39443236DA44083EAD44403552C359478DBEC6B834C0E2B8"> : tensor<5x2x2xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xf16>, tensor<5x2x2xf16>) -> (tensor<5x6x7xf16>)
    %want0 = stablehlo.constant dense<"0xDF44303F57BE70C23141E8C63C4591C0A83B443D63442EC6BDBB9CBCCD4299C223B84D490D30FE3E9BC2DE426941083E68411AC0E6B59DC160C15D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC0B6CCE130A5BF95384D46C535683F343B843DDBC231BC03B90A3F09419641DB3AFA4687C08443283E27BBDD3D41B3CA428F448F4631C40DC80EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CC238073E06C0883CD935C7423243723881BCC7C1153D6D3320BC2F3071BF30405EBDB13DD83C1F3F92C211387140B9C164BA432E1FC4903B294A28C1353CE0C36EAFD9C4BA42E83CBAACA7C0A443E74593C56B43E244BD4432C32E4158B83FBF61C39B3EC240DFCA3F3EDEC2D04078307AB8E2B43741E9395B3E9C3679336C3F9439184071BB4EC73C429046D9C4CFB48DB6B7B5AF2ABBC235BEFBC1F9391FBBF13D31B8EB4120399246A848C3BF69419647F8B931306EB9FD4335381540ADBBA3C3863B0A3EC2434DB56C3CC13EC739BC3A05B3F6426F3CB745AB42E93FE2C498C30B3DDE404442CFBCF240BFBEDD45FEC348C5F4C458C1B7C2DE45"> : tensor<5x6x7xf16>
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
  func.func private @program(%arg0: tensor<5x6x7xf16>, %arg1: tensor<5x2x2xf16>) -> (tensor<5x6x7xf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0, 1], [2, 3]], [[4, 0], [1, 2]]]> : tensor<2x2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<5x6x7xf16>, tensor<2x2x2xi64>, tensor<5x2x2xf16>) -> tensor<5x6x7xf16>
    return %0 : tensor<5x6x7xf16>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_float16_1_125_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBDD3D41B3CA428F448F4631C455C40EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CC238B63506C0883CD935C7423243723881BCAABF153D6D3320BC2F3071BF30405EBD5943D83C1F3F92C211387140B9C164BA432E1FC4903B144128C1353CE0C36EAFD9C4BA42E83CBAACA7C0A443E74593C5"> : tensor<1x125xf16>
    %in1 = stablehlo.constant dense<"0x6B43"> : tensor<1xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x125xf16>, tensor<1xf16>) -> (tensor<1x125xf16>)
    %want0 = stablehlo.constant dense<"0x844C57BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0DDA8B4C2A039FB4474409BB853C17CC01445E130A5BF95384D46C535683F343B3ABCDBC231BC03B90A3F09419641DB3A504187C08443283E27BBDD3D41B3CA428F448F4631C455C40EBEAF374241933B11C659BBF8408639924056B9D1B87A38EC3CC238B63506C0883CD935C7423243723881BCAABF153D6D3320BC2F3071BF30405EBD5943D83C1F3F92C211387140B9C164BA432E1FC4903B144128C1353CE0C36EAFD9C4BA42E83CBAACA7C0A443E74593C5"> : tensor<1x125xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<1x125xf16>) -> tensor<1x125xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x125xf16>) -> tensor<1x125xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x125xf64>, tensor<1x125xf64>) -> tensor<1x125xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x125xf64>, tensor<1x125xf64>) -> tensor<1x125xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x125xf64>, tensor<1x125xf64>) -> tensor<1x125xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x125xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x125xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x125xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x125xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x125xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x125xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<1x125xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x125xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x125xf64>, tensor<1x125xf64>) -> tensor<1x125xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x125xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x125xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x125xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x125xf16>, %arg1: tensor<1xf16>) -> (tensor<1x125xf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<1x125xf16>, tensor<1xi64>, tensor<1xf16>) -> tensor<1x125xf16>
    return %0 : tensor<1x125xf16>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_uint8_1_50_3_scatterindices_32_updateshape_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000103030201020200020001020102020200030004020002020500010006000100010301000102020002020301000100030406040401000200060002000200000001000002010003030001010100010001020103010103000202000004000202010300040301000203050503040103020001030102010103020000000202010000010002"> : tensor<1x50x3xui8>
    %in1 = stablehlo.constant dense<"0x000703"> : tensor<1x3xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x50x3xui8>, tensor<1x3xui8>) -> (tensor<1x50x3xui8>)
    %want0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000103030201020200020001020102020200030004020002020500010006000100010301000102020002020301000100030406040401000200060002000200000001000002010003030001010100000003020103010103000202000004000202010300040301000203050503040103020001030102010103020000000202010000010002"> : tensor<1x50x3xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x50x3xui8>, tensor<1x50x3xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x50x3xui8>, %arg1: tensor<1x3xui8>) -> (tensor<1x50x3xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<32> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<1x50x3xui8>, tensor<1xi64>, tensor<1x3xui8>) -> tensor<1x50x3xui8>
    return %0 : tensor<1x50x3xui8>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_uint8_1_2_3_scatterindices_1_2_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206"> : tensor<1x2x3xui8>
    %in1 = stablehlo.constant dense<"0x05"> : tensor<1xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xui8>, tensor<1xui8>) -> (tensor<1x2x3xui8>)
    %want0 = stablehlo.constant dense<"0x04010103021E"> : tensor<1x2x3xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xui8>, tensor<1x2x3xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xui8>, %arg1: tensor<1xui8>) -> (tensor<1x2x3xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<1x2x3xui8>, tensor<2xi64>, tensor<1xui8>) -> tensor<1x2x3xui8>
    return %0 : tensor<1x2x3xui8>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_uint8_4_2_3_scatterindices_3_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_2_scatter_dims_to_operand_dims_0_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000103030201"> : tensor<4x2x3xui8>
    %in1 = stablehlo.constant dense<"0x0202"> : tensor<2xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3xui8>, tensor<2xui8>) -> (tensor<4x2x3xui8>)
    %want0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000106030202"> : tensor<4x2x3xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3xui8>, tensor<4x2x3xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3xui8>, %arg1: tensor<2xui8>) -> (tensor<4x2x3xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<4x2x3xui8>, tensor<2xi64>, tensor<2xui8>) -> tensor<4x2x3xui8>
    return %0 : tensor<4x2x3xui8>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_uint8_4_2_3_scatterindices_3_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_2_scatter_dims_to_operand_dims_0_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000103030201"> : tensor<4x2x3xui8>
    %in1 = stablehlo.constant dense<"0x0202"> : tensor<2xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3xui8>, tensor<2xui8>) -> (tensor<4x2x3xui8>)
    %want0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000106030202"> : tensor<4x2x3xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3xui8>, tensor<4x2x3xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3xui8>, %arg1: tensor<2xui8>) -> (tensor<4x2x3xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<4x2x3xui8>, tensor<2xi64>, tensor<2xui8>) -> tensor<4x2x3xui8>
    return %0 : tensor<4x2x3xui8>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_uint8_5_6_7_scatterindices_0_1_2_3_updateshape_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_1_inserted_window_dims_0_1_scatter_dims_to_operand_dims_0_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000103030201020200020001020102020200030004020002020500010006000100010301000102020002020301000100030406040401000200060002000200000001000002010003030001010100010001020103010103000202000004000202010300040301000203050503040103020001030102010103020000000202010000010002000703060100000000030102000001000200060501020700000003000200030001030001010000000301050301040101020301020105030504020305"> : tensor<5x6x7xui8>
    %in1 = stablehlo.constant dense<"0x0004030103020101040004010400"> : tensor<2x7xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui8>, tensor<2x7xui8>) -> (tensor<5x6x7xui8>)
    %want0 = stablehlo.constant dense<"0x040101030206050000000412000103030002000103030201020200020001020102020200030004020002020500010006000100010301000102020002020301000100030406040401000200060002000200000001000002010003030001010100010001020103010103000800000010000202010300040301000203050503040103020001030102010103020000000202010000010002000703060100000000030102000001000200060501020700000003000200030001030001010000000301050301040101020301020105030504020305"> : tensor<5x6x7xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui8>, tensor<5x6x7xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui8>, %arg1: tensor<2x7xui8>) -> (tensor<5x6x7xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<5x6x7xui8>, tensor<2x2xi64>, tensor<2x7xui8>) -> tensor<5x6x7xui8>
    return %0 : tensor<5x6x7xui8>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_uint8_5_6_7_scatterindices_0_1_2_3_updateshape_5_2_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_3_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000103030201020200020001020102020200030004020002020500010006000100010301000102020002020301000100030406040401000200060002000200000001000002010003030001010100010001020103010103000202000004000202010300040301000203050503040103020001030102010103020000000202010000010002000703060100000000030102000001000200060501020700000003000200030001030001010000000301050301040101020301020105030504020305"> : tensor<5x6x7xui8>
    %in1 = stablehlo.constant dense<"0x0004030103020101040004010400030701000200000001050003030105020100000402020101050301000805010306010101000402010003000000020204020202020403000402010002000000000300000001020000010202010604020200040002010103000401090201000202000200020102020300030103020004010605070601030100000000000103"> : tensor<5x2x2x7xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui8>, tensor<5x2x2x7xui8>) -> (tensor<5x6x7xui8>)
    %want0 = stablehlo.constant dense<"0x00040303060C0502000010060000091500000000000002050006000200010201020202000300040200020A0A00000018000200010F030000100A00060C03010000000604000C040100020006000200020000000100000002000C06000202040000000202000600000000060000000400020201030004030100020305050300000304000112040402000C000000000600040000020000000E000C0100000000030102000001000200000A01040E000000030004000C00060F00060100000000000000010C0101020301020105030504020305"> : tensor<5x6x7xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui8>, tensor<5x6x7xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui8>, %arg1: tensor<5x2x2x7xui8>) -> (tensor<5x6x7xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0], [1]], [[2], [3]]]> : tensor<2x2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 3], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<5x6x7xui8>, tensor<2x2x1xi64>, tensor<5x2x2x7xui8>) -> tensor<5x6x7xui8>
    return %0 : tensor<5x6x7xui8>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_uint8_5_6_7_scatterindices_0_1_2_3_updateshape_5_2_2_7_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_3_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000103030201020200020001020102020200030004020002020500010006000100010301000102020002020301000100030406040401000200060002000200000001000002010003030001010100010001020103010103000202000004000202010300040301000203050503040103020001030102010103020000000202010000010002000703060100000000030102000001000200060501020700000003000200030001030001010000000301050301040101020301020105030504020305"> : tensor<5x6x7xui8>
    %in1 = stablehlo.constant dense<"0x0004030103020101040004010400030701000200000001050003030105020100000402020101050301000805010306010101000402010003000000020204020202020403000402010002000000000300000001020000010202010604020200040002010103000401090201000202000200020102020300030103020004010605070601030100000000000103"> : tensor<5x2x2x7xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui8>, tensor<5x2x2x7xui8>) -> (tensor<5x6x7xui8>)
    %want0 = stablehlo.constant dense<"0x00040303060C0502000010060000091500000000000002050006000200010201020202000300040200020A0A00000018000200010F030000100A00060C03010000000604000C040100020006000200020000000100000002000C06000202040000000202000600000000060000000400020201030004030100020305050300000304000112040402000C000000000600040000020000000E000C0100000000030102000001000200000A01040E000000030004000C00060F00060100000000000000010C0101020301020105030504020305"> : tensor<5x6x7xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui8>, tensor<5x6x7xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui8>, %arg1: tensor<5x2x2x7xui8>) -> (tensor<5x6x7xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0], [1]], [[2], [3]]]> : tensor<2x2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 3], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<5x6x7xui8>, tensor<2x2x1xi64>, tensor<5x2x2x7xui8>) -> tensor<5x6x7xui8>
    return %0 : tensor<5x6x7xui8>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_uint8_5_6_7_scatterindices_0_1_2_3_4_0_1_2_updateshape_5_2_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000103030201020200020001020102020200030004020002020500010006000100010301000102020002020301000100030406040401000200060002000200000001000002010003030001010100010001020103010103000202000004000202010300040301000203050503040103020001030102010103020000000202010000010002000703060100000000030102000001000200060501020700000003000200030001030001010000000301050301040101020301020105030504020305"> : tensor<5x6x7xui8>
    %in1 = stablehlo.constant dense<"0x0004030103020101040004010400030701000200"> : tensor<5x2x2xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui8>, tensor<5x2x2xui8>) -> (tensor<5x6x7xui8>)
    %want0 = stablehlo.constant dense<"0x040001030206050200000406000103030008000103030201020200020001020102020200030004020002020F00010006000100010301000102020004020301000100030406040401000200060002000200000001000002010003030001010100010001020100010103000202000004000802010300040301000203050503040403020001030102070103020000000200010000010002000703060300000000030102000001000200060501020700000003000200030001030000010000000301050301040201020301020105030504020305"> : tensor<5x6x7xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui8>, tensor<5x6x7xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui8>, %arg1: tensor<5x2x2xui8>) -> (tensor<5x6x7xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0, 1], [2, 3]], [[4, 0], [1, 2]]]> : tensor<2x2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<5x6x7xui8>, tensor<2x2x2xi64>, tensor<5x2x2xui8>) -> tensor<5x6x7xui8>
    return %0 : tensor<5x6x7xui8>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_uint8_5_6_7_scatterindices_0_1_2_3_4_0_1_2_updateshape_5_2_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_2_scatter_dims_to_operand_dims_1_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000103030201020200020001020102020200030004020002020500010006000100010301000102020002020301000100030406040401000200060002000200000001000002010003030001010100010001020103010103000202000004000202010300040301000203050503040103020001030102010103020000000202010000010002000703060100000000030102000001000200060501020700000003000200030001030001010000000301050301040101020301020105030504020305"> : tensor<5x6x7xui8>
    %in1 = stablehlo.constant dense<"0x0004030103020101040004010400030701000200"> : tensor<5x2x2xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x6x7xui8>, tensor<5x2x2xui8>) -> (tensor<5x6x7xui8>)
    %want0 = stablehlo.constant dense<"0x040001030206050200000406000103030008000103030201020200020001020102020200030004020002020F00010006000100010301000102020004020301000100030406040401000200060002000200000001000002010003030001010100010001020100010103000202000004000802010300040301000203050503040403020001030102070103020000000200010000010002000703060300000000030102000001000200060501020700000003000200030001030000010000000301050301040201020301020105030504020305"> : tensor<5x6x7xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<5x6x7xui8>, tensor<5x6x7xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x6x7xui8>, %arg1: tensor<5x2x2xui8>) -> (tensor<5x6x7xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[[0, 1], [2, 3]], [[4, 0], [1, 2]]]> : tensor<2x2x2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<5x6x7xui8>, tensor<2x2x2xi64>, tensor<5x2x2xui8>) -> tensor<5x6x7xui8>
    return %0 : tensor<5x6x7xui8>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_uint8_1_125_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0401010302060502000004060001030300020001030302010202000200010201020202000300040200020205000100060001000103010001020200020203010001000304060404010002000600020002000000010000020100030300010101000100010201030101030002020000040002020103000403010002030505"> : tensor<1x125xui8>
    %in1 = stablehlo.constant dense<"0x03"> : tensor<1xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x125xui8>, tensor<1xui8>) -> (tensor<1x125xui8>)
    %want0 = stablehlo.constant dense<"0x0C01010302060502000004060001030300020001030302010202000200010201020202000300040200020205000100060001000103010001020200020203010001000304060404010002000600020002000000010000020100030300010101000100010201030101030002020000040002020103000403010002030505"> : tensor<1x125xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x125xui8>, tensor<1x125xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x125xui8>, %arg1: tensor<1xui8>) -> (tensor<1x125xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<1x125xui8>, tensor<1xi64>, tensor<1xui8>) -> tensor<1x125xui8>
    return %0 : tensor<1x125xui8>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_int8_1_1_scatterindices_0_updateshape_1_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04"> : tensor<1x1xi8>
    %in1 = stablehlo.constant dense<"0xFF"> : tensor<1xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x1xi8>, tensor<1xi8>) -> (tensor<1x1xi8>)
    %want0 = stablehlo.constant dense<"0xFC"> : tensor<1x1xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x1xi8>, tensor<1x1xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x1xi8>, %arg1: tensor<1xi8>) -> (tensor<1x1xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<1x1xi8>, tensor<1xi64>, tensor<1xi8>) -> tensor<1x1xi8>
    return %0 : tensor<1x1xi8>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_int8_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA"> : tensor<1x2x3xi8>
    %in1 = stablehlo.constant dense<"0x05FE000004FA"> : tensor<2x3xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xi8>, tensor<2x3xi8>) -> (tensor<1x2x3xi8>)
    %want0 = stablehlo.constant dense<"0x140200000824"> : tensor<1x2x3xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xi8>, tensor<1x2x3xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xi8>, %arg1: tensor<2x3xi8>) -> (tensor<1x2x3xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<1x2x3xi8>, tensor<1xi64>, tensor<2x3xi8>) -> tensor<1x2x3xi8>
    return %0 : tensor<1x2x3xi8>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_int8_1_2_3_scatterindices_0_updateshape_2_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA"> : tensor<1x2x3xi8>
    %in1 = stablehlo.constant dense<"0x05FE000004FA"> : tensor<2x3xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2x3xi8>, tensor<2x3xi8>) -> (tensor<1x2x3xi8>)
    %want0 = stablehlo.constant dense<"0x140200000824"> : tensor<1x2x3xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1x2x3xi8>, tensor<1x2x3xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1x2x3xi8>, %arg1: tensor<2x3xi8>) -> (tensor<1x2x3xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<1x2x3xi8>, tensor<1xi64>, tensor<2x3xi8>) -> tensor<1x2x3xi8>
    return %0 : tensor<1x2x3xi8>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_int8_4_2_3_scatterindices_3_2_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_0_2_scatter_dims_to_operand_dims_0_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD030201"> : tensor<4x2x3xi8>
    %in1 = stablehlo.constant dense<"0x02FE"> : tensor<2xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3xi8>, tensor<2xi8>) -> (tensor<4x2x3xi8>)
    %want0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FA0302FE"> : tensor<4x2x3xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3xi8>, tensor<4x2x3xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3xi8>, %arg1: tensor<2xi8>) -> (tensor<4x2x3xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 2], scatter_dims_to_operand_dims = [0, 2]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<4x2x3xi8>, tensor<2xi64>, tensor<2xi8>) -> tensor<4x2x3xi8>
    return %0 : tensor<4x2x3xi8>
  }
}
// -----
// scatter_mul_no_xla_unique_indices_shape_int8_4_2_3_5_scatterindices_0_4_updateshape_4_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_1_3_scatter_dims_to_operand_dims_1_3_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_True_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD03020102FE00FE0001FEFFFEFEFE00FD00040200FEFE0500FF0006000100FFFDFF000102020002FE0301000100030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0100FF00FF02FF030101FD0002FE0000FC0002FE01FD00FC0301"> : tensor<4x2x3x5xi8>
    %in1 = stablehlo.constant dense<"0x00FE0305FB030401FD0200FF"> : tensor<4x3xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x2x3x5xi8>, tensor<4x3xi8>) -> (tensor<4x2x3x5xi8>)
    %want0 = stablehlo.constant dense<"0x04FFFFFD00FA05FE000004FA00FF09FD00FE0001FD03020102FE00FE0001FEFFFEFEF600FD0004F600FEFE0500FF0006000100FFFDFF000102020002FE0301000400030406FCFCFF000200FA00020002000000010000FE0100030300FFFF0200FF00FF00FF030101030002FE0000FC0002FE01FD00FC0301"> : tensor<4x2x3x5xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x2x3x5xi8>, tensor<4x2x3x5xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x2x3x5xi8>, %arg1: tensor<4x3xi8>) -> (tensor<4x2x3x5xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1, 3], scatter_dims_to_operand_dims = [1, 3]>, unique_indices = true}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<4x2x3x5xi8>, tensor<2xi64>, tensor<4x3xi8>) -> tensor<4x2x3x5xi8>
    return %0 : tensor<4x2x3x5xi8>
  }
}
// -----
// scatter_mul_no_xla_non_unique_indices_shape_float32_1_scatterindices_0_0_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B40"> : tensor<1xf32>
    %in1 = stablehlo.constant dense<"0x1AEAEABF65D1CABF"> : tensor<2xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xf32>, tensor<2xf32>) -> (tensor<1xf32>)
    %want0 = stablehlo.constant dense<"0xCABB6241"> : tensor<1xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<1xf32>) -> tensor<1xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1xf32>) -> tensor<1xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1xf64>
    %c8 = stablehlo.abs %c7 : tensor<1xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1xf64>
    %c10 = stablehlo.abs %c2 : tensor<1xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<1xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xf32>, %arg1: tensor<2xf32>) -> (tensor<1xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<1xf32>, tensor<2x1xi64>, tensor<2xf32>) -> tensor<1xf32>
    return %0 : tensor<1xf32>
  }
}
// -----
// scatter_mul_no_xla_non_unique_indices_shape_float32_2_3_scatterindices_2_2_2_updateshape_2_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC0"> : tensor<2x3xf32>
    %in1 = stablehlo.constant dense<"0x7E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0"> : tensor<2x1x3xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xf32>, tensor<2x1x3xf32>) -> (tensor<2x3xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF9C0691418E024EC084282640F6070CC3"> : tensor<2x3xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<2x3xf32>) -> tensor<2x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<2x3xf32>) -> tensor<2x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<2x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<2x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<2x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<2x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<2x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<2x3xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<2x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<2x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<2x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<2x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<2x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xf32>, %arg1: tensor<2x1x3xf32>) -> (tensor<2x3xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<2> : tensor<1x3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<2x3xf32>, tensor<1x3x1xi64>, tensor<2x1x3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
}
// -----
// scatter_mul_no_xla_non_unique_indices_shape_bfloat16_1_scatterindices_0_0_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40"> : tensor<1xbf16>
    %in1 = stablehlo.constant dense<"0xEBBFCBBF"> : tensor<2xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xbf16>, tensor<2xbf16>) -> (tensor<1xbf16>)
    %want0 = stablehlo.constant dense<"0x6341"> : tensor<1xbf16>
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
  func.func private @program(%arg0: tensor<1xbf16>, %arg1: tensor<2xbf16>) -> (tensor<1xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<1xbf16>, tensor<2x1xi64>, tensor<2xbf16>) -> tensor<1xbf16>
    return %0 : tensor<1xbf16>
  }
}
// -----
// scatter_mul_no_xla_non_unique_indices_shape_bfloat16_3_scatterindices_1_0_1_updateshape_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF"> : tensor<3xbf16>
    %in1 = stablehlo.constant dense<"0x4EC02640DDC0"> : tensor<3xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3xbf16>, tensor<3xbf16>) -> (tensor<3xbf16>)
    %want0 = stablehlo.constant dense<"0x4A4123C2CBBF"> : tensor<3xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<3xbf16>) -> tensor<3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3xbf16>) -> tensor<3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3xf64>
    %c8 = stablehlo.abs %c7 : tensor<3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3xf64>
    %c10 = stablehlo.abs %c2 : tensor<3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xbf16>, %arg1: tensor<3xbf16>) -> (tensor<3xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<3xbf16>, tensor<3x1xi64>, tensor<3xbf16>) -> tensor<3xbf16>
    return %0 : tensor<3xbf16>
  }
}
// -----
// scatter_mul_no_xla_non_unique_indices_shape_bfloat16_3_scatterindices_1_0_1_updateshape_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF"> : tensor<3xbf16>
    %in1 = stablehlo.constant dense<"0x4EC02640DDC0"> : tensor<3xbf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3xbf16>, tensor<3xbf16>) -> (tensor<3xbf16>)
    %want0 = stablehlo.constant dense<"0x4A4123C2CBBF"> : tensor<3xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<3xbf16>) -> tensor<3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3xbf16>) -> tensor<3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3xf64>
    %c8 = stablehlo.abs %c7 : tensor<3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3xf64>
    %c10 = stablehlo.abs %c2 : tensor<3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xbf16>, %arg1: tensor<3xbf16>) -> (tensor<3xbf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<3xbf16>, tensor<3x1xi64>, tensor<3xbf16>) -> tensor<3xbf16>
    return %0 : tensor<3xbf16>
  }
}
// -----
// scatter_mul_no_xla_non_unique_indices_shape_uint16_1_scatterindices_0_0_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400"> : tensor<1xui16>
    %in1 = stablehlo.constant dense<"0x01000100"> : tensor<2xui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xui16>, tensor<2xui16>) -> (tensor<1xui16>)
    %want0 = stablehlo.constant dense<"0x0400"> : tensor<1xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xui16>, tensor<1xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xui16>, %arg1: tensor<2xui16>) -> (tensor<1xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<ui16>, %arg3: tensor<ui16>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui16>
      stablehlo.return %1 : tensor<ui16>
    }) : (tensor<1xui16>, tensor<2x1xi64>, tensor<2xui16>) -> tensor<1xui16>
    return %0 : tensor<1xui16>
  }
}
// -----
// scatter_mul_no_xla_non_unique_indices_shape_int16_3_scatterindices_1_0_1_updateshape_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFF"> : tensor<3xi16>
    %in1 = stablehlo.constant dense<"0xFDFF0200FAFF"> : tensor<3xi16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3xi16>, tensor<3xi16>) -> (tensor<3xi16>)
    %want0 = stablehlo.constant dense<"0x0800EEFFFFFF"> : tensor<3xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3xi16>, tensor<3xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xi16>, %arg1: tensor<3xi16>) -> (tensor<3xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i16>, %arg3: tensor<i16>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<3xi16>, tensor<3x1xi64>, tensor<3xi16>) -> tensor<3xi16>
    return %0 : tensor<3xi16>
  }
}
// -----
// scatter_mul_no_xla_non_unique_indices_shape_uint32_1_scatterindices_0_0_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000"> : tensor<1xui32>
    %in1 = stablehlo.constant dense<"0x0100000001000000"> : tensor<2xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xui32>, tensor<2xui32>) -> (tensor<1xui32>)
    %want0 = stablehlo.constant dense<"0x04000000"> : tensor<1xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xui32>, tensor<1xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xui32>, %arg1: tensor<2xui32>) -> (tensor<1xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<1xui32>, tensor<2x1xi64>, tensor<2xui32>) -> tensor<1xui32>
    return %0 : tensor<1xui32>
  }
}
// -----
// scatter_mul_no_xla_non_unique_indices_shape_uint32_3_scatterindices_1_0_1_updateshape_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000"> : tensor<3xui32>
    %in1 = stablehlo.constant dense<"0x030000000200000006000000"> : tensor<3xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3xui32>, tensor<3xui32>) -> (tensor<3xui32>)
    %want0 = stablehlo.constant dense<"0x080000001200000001000000"> : tensor<3xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3xui32>, tensor<3xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xui32>, %arg1: tensor<3xui32>) -> (tensor<3xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<3xui32>, tensor<3x1xi64>, tensor<3xui32>) -> tensor<3xui32>
    return %0 : tensor<3xui32>
  }
}
// -----
// scatter_mul_no_xla_non_unique_indices_shape_uint32_3_scatterindices_1_0_1_updateshape_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000"> : tensor<3xui32>
    %in1 = stablehlo.constant dense<"0x030000000200000006000000"> : tensor<3xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3xui32>, tensor<3xui32>) -> (tensor<3xui32>)
    %want0 = stablehlo.constant dense<"0x080000001200000001000000"> : tensor<3xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3xui32>, tensor<3xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xui32>, %arg1: tensor<3xui32>) -> (tensor<3xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<3xui32>, tensor<3x1xi64>, tensor<3xui32>) -> tensor<3xui32>
    return %0 : tensor<3xui32>
  }
}
// -----
// scatter_mul_no_xla_non_unique_indices_shape_uint32_2_3_scatterindices_2_2_2_updateshape_2_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000"> : tensor<2x3xui32>
    %in1 = stablehlo.constant dense<"0x050000000200000000000000000000000400000006000000"> : tensor<2x1x3xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xui32>, tensor<2x1x3xui32>) -> (tensor<2x3xui32>)
    %want0 = stablehlo.constant dense<"0x040000000100000000000000030000000200000000000000"> : tensor<2x3xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2x3xui32>, tensor<2x3xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xui32>, %arg1: tensor<2x1x3xui32>) -> (tensor<2x3xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<2> : tensor<1x3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<2x3xui32>, tensor<1x3x1xi64>, tensor<2x1x3xui32>) -> tensor<2x3xui32>
    return %0 : tensor<2x3xui32>
  }
}
// -----
// scatter_mul_no_xla_non_unique_indices_shape_uint32_2_3_scatterindices_2_2_2_updateshape_2_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000"> : tensor<2x3xui32>
    %in1 = stablehlo.constant dense<"0x050000000200000000000000000000000400000006000000"> : tensor<2x1x3xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xui32>, tensor<2x1x3xui32>) -> (tensor<2x3xui32>)
    %want0 = stablehlo.constant dense<"0x040000000100000000000000030000000200000000000000"> : tensor<2x3xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2x3xui32>, tensor<2x3xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xui32>, %arg1: tensor<2x1x3xui32>) -> (tensor<2x3xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<2> : tensor<1x3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<2x3xui32>, tensor<1x3x1xi64>, tensor<2x1x3xui32>) -> tensor<2x3xui32>
    return %0 : tensor<2x3xui32>
  }
}
// -----
// scatter_mul_no_xla_non_unique_indices_shape_uint32_3_5_4_scatterindices_1_1_updateshape_3_2_4_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_2_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000050000000200000000000000000000000400000006000000000000000100000003000000030000000000000002000000000000000100000003000000030000000200000001000000020000000200000000000000020000000000000001000000020000000100000002000000020000000200000000000000030000000000000004000000020000000000000002000000020000000500000000000000010000000000000006000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000"> : tensor<3x5x4xui32>
    %in1 = stablehlo.constant dense<"0x020000000300000001000000000000000100000000000000030000000400000006000000040000000400000001000000000000000200000000000000060000000000000002000000000000000200000000000000000000000000000001000000"> : tensor<3x2x4xui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3x5x4xui32>, tensor<3x2x4xui32>) -> (tensor<3x5x4xui32>)
    %want0 = stablehlo.constant dense<"0x0400000001000000010000000300000004000000000000000F00000000000000000000000000000004000000060000000000000001000000030000000300000000000000020000000000000001000000030000000300000002000000010000000000000010000000000000000C000000000000000100000002000000010000000200000002000000020000000000000003000000000000000400000002000000000000000200000002000000050000000000000000000000000000000C000000000000000100000000000000010000000300000001000000000000000100000002000000020000000000000002000000"> : tensor<3x5x4xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3x5x4xui32>, tensor<3x5x4xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3x5x4xui32>, %arg1: tensor<3x2x4xui32>) -> (tensor<3x5x4xui32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<ui32>, %arg3: tensor<ui32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui32>
      stablehlo.return %1 : tensor<ui32>
    }) : (tensor<3x5x4xui32>, tensor<2x1xi64>, tensor<3x2x4xui32>) -> tensor<3x5x4xui32>
    return %0 : tensor<3x5x4xui32>
  }
}
// -----
// scatter_mul_no_xla_non_unique_indices_shape_int32_2_3_scatterindices_2_2_2_updateshape_2_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF"> : tensor<2x3xi32>
    %in1 = stablehlo.constant dense<"0x05000000FEFFFFFF000000000000000004000000FAFFFFFF"> : tensor<2x1x3xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xi32>, tensor<2x1x3xi32>) -> (tensor<2x3xi32>)
    %want0 = stablehlo.constant dense<"0x04000000FFFFFFFF00000000FDFFFFFF0200000000000000"> : tensor<2x3xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xi32>, %arg1: tensor<2x1x3xi32>) -> (tensor<2x3xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<2> : tensor<1x3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<2x3xi32>, tensor<1x3x1xi64>, tensor<2x1x3xi32>) -> tensor<2x3xi32>
    return %0 : tensor<2x3xi32>
  }
}
// -----
// scatter_mul_no_xla_non_unique_indices_shape_float16_1_scatterindices_0_0_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF44"> : tensor<1xf16>
    %in1 = stablehlo.constant dense<"0x57BF57BE"> : tensor<2xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xf16>, tensor<2xf16>) -> (tensor<1xf16>)
    %want0 = stablehlo.constant dense<"0x154B"> : tensor<1xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<1xf16>) -> tensor<1xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1xf16>) -> tensor<1xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1xf64>
    %c8 = stablehlo.abs %c7 : tensor<1xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1xf64>
    %c10 = stablehlo.abs %c2 : tensor<1xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<1xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xf16>, %arg1: tensor<2xf16>) -> (tensor<1xf16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f16>, %arg3: tensor<f16>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<1xf16>, tensor<2x1xi64>, tensor<2xf16>) -> tensor<1xf16>
    return %0 : tensor<1xf16>
  }
}
// -----
// scatter_mul_no_xla_non_unique_indices_shape_uint8_1_scatterindices_0_0_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04"> : tensor<1xui8>
    %in1 = stablehlo.constant dense<"0x0101"> : tensor<2xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xui8>, tensor<2xui8>) -> (tensor<1xui8>)
    %want0 = stablehlo.constant dense<"0x04"> : tensor<1xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xui8>, tensor<1xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xui8>, %arg1: tensor<2xui8>) -> (tensor<1xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<1xui8>, tensor<2x1xi64>, tensor<2xui8>) -> tensor<1xui8>
    return %0 : tensor<1xui8>
  }
}
// -----
// scatter_mul_no_xla_non_unique_indices_shape_uint8_3_scatterindices_1_0_1_updateshape_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101"> : tensor<3xui8>
    %in1 = stablehlo.constant dense<"0x030206"> : tensor<3xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3xui8>, tensor<3xui8>) -> (tensor<3xui8>)
    %want0 = stablehlo.constant dense<"0x081201"> : tensor<3xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3xui8>, tensor<3xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xui8>, %arg1: tensor<3xui8>) -> (tensor<3xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<3xui8>, tensor<3x1xi64>, tensor<3xui8>) -> tensor<3xui8>
    return %0 : tensor<3xui8>
  }
}
// -----
// scatter_mul_no_xla_non_unique_indices_shape_uint8_3_scatterindices_1_0_1_updateshape_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101"> : tensor<3xui8>
    %in1 = stablehlo.constant dense<"0x030206"> : tensor<3xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3xui8>, tensor<3xui8>) -> (tensor<3xui8>)
    %want0 = stablehlo.constant dense<"0x081201"> : tensor<3xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3xui8>, tensor<3xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xui8>, %arg1: tensor<3xui8>) -> (tensor<3xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<3xui8>, tensor<3x1xi64>, tensor<3xui8>) -> tensor<3xui8>
    return %0 : tensor<3xui8>
  }
}
// -----
// scatter_mul_no_xla_non_unique_indices_shape_uint8_3_5_40_scatterindices_1_1_updateshape_3_5_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_1_inserted_window_dims_2_scatter_dims_to_operand_dims_2_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000103030201020200020001020102020200030004020002020500010006000100010301000102020002020301000100030406040401000200060002000200000001000002010003030001010100010001020103010103000202000004000202010300040301000203050503040103020001030102010103020000000202010000010002000703060100000000030102000001000200060501020700000003000200030001030001010000000301050301040101020301020105030504020305000403010302010104000401040003070100020000000105000303010502010000040202010105030100080501030601010100040201000300000002020402020202040300040201000200000000030000000102000001020201060402020004000201010300040109020100020200020002010202030003010302000401060507060103010000000000010303020002020100000102010205010002010801000001020105010602050202000401010000000201040501010302050200060300010301000602010300060500070502030006000401020600010100010303020003000103020501050304000102030104010302020302020201010103030100000105020102000005010105040102010302020401030503020001010104020106030005000200000001000101050000030202020100030401000502020301010404020001000102010501010204030605000303030004030400030004020102000401040B01000400010101050001010000030201030003000502000701000105000401020104"> : tensor<3x5x40xui8>
    %in1 = stablehlo.constant dense<"0x030102010401010004040103020105020303020101050300020002000204"> : tensor<3x5x2xui8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3x5x40xui8>, tensor<3x5x2xui8>) -> (tensor<3x5x40xui8>)
    %want0 = stablehlo.constant dense<"0x04030103020605020000040600010303000200010303020102020002000102010202020003000402000402050001000600010001030100010202000202030100010003040604040100020006000200020000000100000201000303000101010001000102010301010300020200000400020201030004030100000305050304010302000103010201010302000000020201000001000200070306010000000003012000000100020006050102070000000300020003000103000101000000030105030104010102030106010503050402030500040301030201010400040104000307010002000000010500030301050201000004020201010503010008050103060101010004020100030000000202040202020204030004020A000200000000030000000102000001020201060402020004000201010300040109020100020200120002010202030003010302000401060507060103010000000000010303020002020100000102010405010002010801000001020105010602050202000401010000000201040501010302050200060300010301000602010300060500070502030006000401020600010100010303020003000103020501000304000102030104010302020302020201010103030100000105020102000005010105040102010002020401030503020001010104020106030005000200000001000101050000030202020100030400000502020301010404020001000102010501010204030605000303030004030400030004020102000401040B01000400010101050001010000030201030003000502000701000105000401020104"> : tensor<3x5x40xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3x5x40xui8>, tensor<3x5x40xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3x5x40xui8>, %arg1: tensor<3x5x2xui8>) -> (tensor<3x5x40xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [2], scatter_dims_to_operand_dims = [2], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<ui8>, %arg3: tensor<ui8>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<3x5x40xui8>, tensor<2x1xi64>, tensor<3x5x2xui8>) -> tensor<3x5x40xui8>
    return %0 : tensor<3x5x40xui8>
  }
}
// -----
// scatter_mul_no_xla_non_unique_indices_shape_int8_1_scatterindices_0_0_updateshape_2_dimension_numbers_ScatterDimensionNumbers_update_window_dims_inserted_window_dims_0_scatter_dims_to_operand_dims_0_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_PROMISE_IN_BOUNDS_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04"> : tensor<1xi8>
    %in1 = stablehlo.constant dense<"0xFFFF"> : tensor<2xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xi8>, tensor<2xi8>) -> (tensor<1xi8>)
    %want0 = stablehlo.constant dense<"0x04"> : tensor<1xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xi8>, tensor<1xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xi8>, %arg1: tensor<2xi8>) -> (tensor<1xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<2x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<1xi8>, tensor<2x1xi64>, tensor<2xi8>) -> tensor<1xi8>
    return %0 : tensor<1xi8>
  }
}
// -----
// scatter_mul_no_xla_non_unique_indices_shape_int8_2_3_scatterindices_2_2_2_updateshape_2_1_3_dimension_numbers_ScatterDimensionNumbers_update_window_dims_0_inserted_window_dims_1_scatter_dims_to_operand_dims_1_operand_batching_dims_scatter_indices_batching_dims_indicesaresorted_False_uniqueindices_False_mode_GatherScatterMode_FILL_OR_DROP_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA"> : tensor<2x3xi8>
    %in1 = stablehlo.constant dense<"0x05FE000004FA"> : tensor<2x1x3xi8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xi8>, tensor<2x1x3xi8>) -> (tensor<2x3xi8>)
    %want0 = stablehlo.constant dense<"0x04FF00FD0200"> : tensor<2x3xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2x3xi8>, tensor<2x3xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xi8>, %arg1: tensor<2x1x3xi8>) -> (tensor<2x3xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<2> : tensor<1x3x1xi64>
    %0 = "stablehlo.scatter"(%arg0, %c, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i8>, %arg3: tensor<i8>):
      %1 = stablehlo.multiply %arg2, %arg3 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<2x3xi8>, tensor<1x3x1xi64>, tensor<2x1x3xi8>) -> tensor<2x3xi8>
    return %0 : tensor<2x3xi8>
  }
}
