// dynamic_update_slice_dtypes_operand_bfloat16_3_update_bfloat16_1_start_indices_1_enable_xla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF"> : tensor<3xbf16>
    %in1 = stablehlo.constant dense<"0x4EC0"> : tensor<1xbf16>
    %in2 = stablehlo.constant dense<"0x0100000000000000"> : tensor<1xi64>
    %out:1 = func.call @program(%in0, %in1, %in2) : (tensor<3xbf16>, tensor<1xbf16>, tensor<1xi64>) -> (tensor<3xbf16>)
    %want0 = stablehlo.constant dense<"0x9C404EC0CBBF"> : tensor<3xbf16>
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
  func.func private @program(%arg0: tensor<3xbf16>, %arg1: tensor<1xbf16>, %arg2: tensor<1xi64>) -> (tensor<3xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg2 [0:1] : (tensor<1xi64>) -> tensor<1xi64>
    %1 = stablehlo.reshape %0 : (tensor<1xi64>) -> tensor<i64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %2 = stablehlo.compare LT, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<3> : tensor<i64>
    %3 = stablehlo.add %1, %c_0 : tensor<i64>
    %4 = stablehlo.select %2, %3, %1 : tensor<i1>, tensor<i64>
    %5 = stablehlo.dynamic_update_slice %arg0, %arg1, %4 : (tensor<3xbf16>, tensor<1xbf16>, tensor<i64>) -> tensor<3xbf16>
    return %5 : tensor<3xbf16>
  }
}
// -----
// dynamic_update_slice_dtypes_operand_bfloat16_3_update_bfloat16_1_start_indices_1_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF"> : tensor<3xbf16>
    %in1 = stablehlo.constant dense<"0x4EC0"> : tensor<1xbf16>
    %in2 = stablehlo.constant dense<"0x0100000000000000"> : tensor<1xi64>
    %out:1 = func.call @program(%in0, %in1, %in2) : (tensor<3xbf16>, tensor<1xbf16>, tensor<1xi64>) -> (tensor<3xbf16>)
    %want0 = stablehlo.constant dense<"0x9C404EC0CBBF"> : tensor<3xbf16>
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
  func.func private @program(%arg0: tensor<3xbf16>, %arg1: tensor<1xbf16>, %arg2: tensor<1xi64>) -> (tensor<3xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg2 [0:1] : (tensor<1xi64>) -> tensor<1xi64>
    %1 = stablehlo.reshape %0 : (tensor<1xi64>) -> tensor<i64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %2 = stablehlo.compare LT, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<3> : tensor<i64>
    %3 = stablehlo.add %1, %c_0 : tensor<i64>
    %4 = stablehlo.select %2, %3, %1 : tensor<i1>, tensor<i64>
    %5 = stablehlo.dynamic_update_slice %arg0, %arg1, %4 : (tensor<3xbf16>, tensor<1xbf16>, tensor<i64>) -> tensor<3xbf16>
    return %5 : tensor<3xbf16>
  }
}
// -----
// dynamic_update_slice_dtypes_operand_float16_3_update_float16_1_start_indices_1_enable_xla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE"> : tensor<3xf16>
    %in1 = stablehlo.constant dense<"0x70C2"> : tensor<1xf16>
    %in2 = stablehlo.constant dense<"0x0100000000000000"> : tensor<1xi64>
    %out:1 = func.call @program(%in0, %in1, %in2) : (tensor<3xf16>, tensor<1xf16>, tensor<1xi64>) -> (tensor<3xf16>)
    %want0 = stablehlo.constant dense<"0xDF4470C257BE"> : tensor<3xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<3xf16>) -> tensor<3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3xf16>) -> tensor<3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3xf64>
    %c8 = stablehlo.abs %c7 : tensor<3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3xf64>
    %c10 = stablehlo.abs %c2 : tensor<3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xf16>, %arg1: tensor<1xf16>, %arg2: tensor<1xi64>) -> (tensor<3xf16> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg2 [0:1] : (tensor<1xi64>) -> tensor<1xi64>
    %1 = stablehlo.reshape %0 : (tensor<1xi64>) -> tensor<i64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %2 = stablehlo.compare LT, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<3> : tensor<i64>
    %3 = stablehlo.add %1, %c_0 : tensor<i64>
    %4 = stablehlo.select %2, %3, %1 : tensor<i1>, tensor<i64>
    %5 = stablehlo.dynamic_update_slice %arg0, %arg1, %4 : (tensor<3xf16>, tensor<1xf16>, tensor<i64>) -> tensor<3xf16>
    return %5 : tensor<3xf16>
  }
}
// -----
// dynamic_update_slice_dtypes_operand_int32_3_update_int32_1_start_indices_1_enable_xla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFF"> : tensor<3xi32>
    %in1 = stablehlo.constant dense<"0xFDFFFFFF"> : tensor<1xi32>
    %in2 = stablehlo.constant dense<"0x0100000000000000"> : tensor<1xi64>
    %out:1 = func.call @program(%in0, %in1, %in2) : (tensor<3xi32>, tensor<1xi32>, tensor<1xi64>) -> (tensor<3xi32>)
    %want0 = stablehlo.constant dense<"0x04000000FDFFFFFFFFFFFFFF"> : tensor<3xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3xi32>, tensor<3xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xi32>, %arg1: tensor<1xi32>, %arg2: tensor<1xi64>) -> (tensor<3xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg2 [0:1] : (tensor<1xi64>) -> tensor<1xi64>
    %1 = stablehlo.reshape %0 : (tensor<1xi64>) -> tensor<i64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %2 = stablehlo.compare LT, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<3> : tensor<i64>
    %3 = stablehlo.add %1, %c_0 : tensor<i64>
    %4 = stablehlo.select %2, %3, %1 : tensor<i1>, tensor<i64>
    %5 = stablehlo.dynamic_update_slice %arg0, %arg1, %4 : (tensor<3xi32>, tensor<1xi32>, tensor<i64>) -> tensor<3xi32>
    return %5 : tensor<3xi32>
  }
}
// -----
// dynamic_update_slice_shapes_operand_float32_5_3_update_float32_3_1_start_indices_1_1_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940"> : tensor<5x3xf32>
    %in1 = stablehlo.constant dense<"0xDB2D53C0C46C04BF7F8C28C0"> : tensor<3x1xf32>
    %in2 = stablehlo.constant dense<"0x01000000000000000100000000000000"> : tensor<2xi64>
    %out:1 = func.call @program(%in0, %in1, %in2) : (tensor<5x3xf32>, tensor<3x1xf32>, tensor<2xi64>) -> (tensor<5x3xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0DB2D53C09DF2DCC07E80A740C46C04BFA305753F36843FBF7F8C28C005C6C5C0CD9D77BF147A93BF09AF5940"> : tensor<5x3xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<5x3xf32>) -> tensor<5x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<5x3xf32>) -> tensor<5x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<5x3xf64>, tensor<5x3xf64>) -> tensor<5x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<5x3xf64>, tensor<5x3xf64>) -> tensor<5x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<5x3xf64>, tensor<5x3xf64>) -> tensor<5x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<5x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<5x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<5x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<5x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<5x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<5x3xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<5x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<5x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<5x3xf64>, tensor<5x3xf64>) -> tensor<5x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<5x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<5x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<5x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x3xf32>, %arg1: tensor<3x1xf32>, %arg2: tensor<2xi64>) -> (tensor<5x3xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg2 [0:1] : (tensor<2xi64>) -> tensor<1xi64>
    %1 = stablehlo.reshape %0 : (tensor<1xi64>) -> tensor<i64>
    %2 = stablehlo.slice %arg2 [1:2] : (tensor<2xi64>) -> tensor<1xi64>
    %3 = stablehlo.reshape %2 : (tensor<1xi64>) -> tensor<i64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %4 = stablehlo.compare LT, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<5> : tensor<i64>
    %5 = stablehlo.add %1, %c_0 : tensor<i64>
    %6 = stablehlo.select %4, %5, %1 : tensor<i1>, tensor<i64>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %7 = stablehlo.compare LT, %3, %c_1, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<3> : tensor<i64>
    %8 = stablehlo.add %3, %c_2 : tensor<i64>
    %9 = stablehlo.select %7, %8, %3 : tensor<i1>, tensor<i64>
    %10 = stablehlo.dynamic_update_slice %arg0, %arg1, %6, %9 : (tensor<5x3xf32>, tensor<3x1xf32>, tensor<i64>, tensor<i64>) -> tensor<5x3xf32>
    return %10 : tensor<5x3xf32>
  }
}
// -----
// dynamic_update_slice_shapes_operand_float32_3_update_float32_1_start_indices_array_1_dtype_uint32_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF"> : tensor<3xf32>
    %in1 = stablehlo.constant dense<"0x8E024EC0"> : tensor<1xf32>
    %in2 = stablehlo.constant dense<"0x01000000"> : tensor<1xui32>
    %out:1 = func.call @program(%in0, %in1, %in2) : (tensor<3xf32>, tensor<1xf32>, tensor<1xui32>) -> (tensor<3xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B408E024EC065D1CABF"> : tensor<3xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<3xf32>) -> tensor<3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3xf32>) -> tensor<3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3xf64>
    %c8 = stablehlo.abs %c7 : tensor<3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3xf64>
    %c10 = stablehlo.abs %c2 : tensor<3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xf32>, %arg1: tensor<1xf32>, %arg2: tensor<1xui32>) -> (tensor<3xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg2 [0:1] : (tensor<1xui32>) -> tensor<1xui32>
    %1 = stablehlo.reshape %0 : (tensor<1xui32>) -> tensor<ui32>
    %2 = stablehlo.dynamic_update_slice %arg0, %arg1, %1 : (tensor<3xf32>, tensor<1xf32>, tensor<ui32>) -> tensor<3xf32>
    return %2 : tensor<3xf32>
  }
}
