// gather_dtypes_shape_uint8_10_axis_0_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04010103020605020000"> : tensor<10xui8>
    %in1 = stablehlo.constant dense<"0x02000000"> : tensor<i32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<10xui8>, tensor<i32>) -> (tensor<ui8>)
    %want0 = stablehlo.constant dense<"0x01"> : tensor<ui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<ui8>, tensor<ui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<10xui8>, %arg1: tensor<i32>) -> (tensor<ui8> {jax.result_info = "result"}) {
    %0 = call @program__take(%arg0, %arg1) : (tensor<10xui8>, tensor<i32>) -> tensor<ui8>
    return %0 : tensor<ui8>
  }
  func.func private @program__take(%arg0: tensor<10xui8>, %arg1: tensor<i32>) -> tensor<ui8> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare LT, %arg1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<10> : tensor<i32>
    %1 = stablehlo.add %arg1, %c_0 : tensor<i32>
    %2 = call @program__where(%0, %1, %arg1) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %c_1 = stablehlo.constant dense<9> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %5 = stablehlo.compare GE, %3, %4, SIGNED : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
    %6 = stablehlo.compare LE, %3, %c_1, SIGNED : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
    %7 = stablehlo.and %5, %6 : tensor<1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %8 = stablehlo.reduce(%7 init: %c_3) applies stablehlo.and across dimensions = [0] : (tensor<1xi1>, tensor<i1>) -> tensor<i1>
    %9 = "stablehlo.gather"(%arg0, %3) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<10xui8>, tensor<1xi32>) -> tensor<ui8>
    %c_4 = stablehlo.constant dense<255> : tensor<ui8>
    %10 = stablehlo.select %8, %9, %c_4 : tensor<i1>, tensor<ui8>
    return %10 : tensor<ui8>
  }
  func.func private @program__where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
}
// -----
// gather_shape_10_idxs_shape_3_1_dnums_GatherDimensionNumbers_offset_dims_1_collapsed_slice_dims_start_index_map_0_operand_batching_dims_start_indices_batching_dims_slice_sizes_2_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBF"> : tensor<10xf32>
    %in1 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000000"> : tensor<3x1xi64>
    %out:1 = func.call @program(%in0, %in1) : (tensor<10xf32>, tensor<3x1xi64>) -> (tensor<3x2xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B401AEAEABFE9EF9B401AEAEABFE9EF9B401AEAEABF"> : tensor<3x2xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<3x2xf32>) -> tensor<3x2xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3x2xf32>) -> tensor<3x2xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3x2xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3x2xf64>
    %c8 = stablehlo.abs %c7 : tensor<3x2xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3x2xf64>
    %c10 = stablehlo.abs %c2 : tensor<3x2xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3x2xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<3x2xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3x2xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3x2xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3x2xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3x2xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<10xf32>, %arg1: tensor<3x1xi64>) -> (tensor<3x2xf32> {jax.result_info = "result"}) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 2>}> : (tensor<10xf32>, tensor<3x1xi64>) -> tensor<3x2xf32>
    return %0 : tensor<3x2xf32>
  }
}
// -----
// gather_batchdims_shape_4_6_start_indices_shape_4_2_slice_sizes_1_3_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03F"> : tensor<4x6xf32>
    %in1 = stablehlo.constant dense<"0x00000000000000000100000000000000010000000000000002000000000000000200000000000000030000000000000003000000000000000200000000000000"> : tensor<4x2xi64>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x6xf32>, tensor<4x2xi64>) -> (tensor<4x3xf32>)
    %want0 = stablehlo.constant dense<"0x1AEAEABF65D1CABF8E024EC0A305753F36843FBFC45C8C40DB2D53C0C46C04BF7F8C28C0A25153C076C95B40FD1A2D40"> : tensor<4x3xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<4x3xf32>) -> tensor<4x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<4x3xf32>) -> tensor<4x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<4x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<4x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<4x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<4x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<4x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<4x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<4x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<4x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<4x3xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<4x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<4x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<4x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<4x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<4x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<4x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x6xf32>, %arg1: tensor<4x2xi64>) -> (tensor<4x3xf32> {jax.result_info = "result"}) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<4x6xf32>, tensor<4x2xi64>) -> tensor<4x3xf32>
    return %0 : tensor<4x3xf32>
  }
}
// -----
// gather_batchdims_shape_1_2_start_indices_shape_1_2_slice_sizes_1_1_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF"> : tensor<1x2xf32>
    %in1 = stablehlo.constant dense<"0x00000000000000000100000000000000"> : tensor<1x2xi64>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1x2xf32>, tensor<1x2xi64>) -> (tensor<1xf32>)
    %want0 = stablehlo.constant dense<"0x1AEAEABF"> : tensor<1xf32>
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
  func.func private @program(%arg0: tensor<1x2xf32>, %arg1: tensor<1x2xi64>) -> (tensor<1xf32> {jax.result_info = "result"}) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<1x2xf32>, tensor<1x2xi64>) -> tensor<1xf32>
    return %0 : tensor<1xf32>
  }
}
