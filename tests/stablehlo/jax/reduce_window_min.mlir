// reduce_window_min_dtypes_shape_bfloat16_4_6_initvalue_inf_windowdimensions_2_2_windowstrides_1_1_padding_0_0_0_0_basedilation_1_1_windowdilation_1_1_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F"> : tensor<4x6xbf16>
    %out:1 = func.call @program(%in0) : (tensor<4x6xbf16>) -> (tensor<3x5xbf16>)
    %want0 = stablehlo.constant dense<"0x12C012C04EC04EC0DDC012C012C053C053C0C6C093BF53C053C053C029C0"> : tensor<3x5xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<3x5xbf16>) -> tensor<3x5xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3x5xbf16>) -> tensor<3x5xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3x5xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3x5xf64>
    %c8 = stablehlo.abs %c7 : tensor<3x5xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3x5xf64>
    %c10 = stablehlo.abs %c2 : tensor<3x5xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3x5xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<3x5xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3x5xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3x5xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3x5xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3x5xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x6xbf16>) -> (tensor<3x5xbf16> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0x7F80> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<bf16>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<bf16>, %arg2: tensor<bf16>):
      %2 = stablehlo.minimum %arg1, %arg2 : tensor<bf16>
      stablehlo.return %2 : tensor<bf16>
    }) : (tensor<4x6xbf16>, tensor<bf16>) -> tensor<3x5xbf16>
    return %1 : tensor<3x5xbf16>
  }
}
// -----
// reduce_window_min_dtypes_shape_float32_4_6_initvalue_inf_windowdimensions_2_2_windowstrides_1_1_padding_0_0_0_0_basedilation_1_1_windowdilation_1_1_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03F"> : tensor<4x6xf32>
    %out:1 = func.call @program(%in0) : (tensor<4x6xf32>) -> (tensor<3x5xf32>)
    %want0 = stablehlo.constant dense<"0xD72612C0D72612C08E024EC08E024EC09DF2DCC0D72612C0D72612C0DB2D53C0DB2D53C005C6C5C0147A93BFA25153C0A25153C0DB2D53C07F8C28C0"> : tensor<3x5xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<3x5xf32>) -> tensor<3x5xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3x5xf32>) -> tensor<3x5xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3x5xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3x5xf64>
    %c8 = stablehlo.abs %c7 : tensor<3x5xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3x5xf64>
    %c10 = stablehlo.abs %c2 : tensor<3x5xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3x5xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<3x5xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3x5xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3x5xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3x5xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3x5xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x6xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.minimum %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x5xf32>
    return %1 : tensor<3x5xf32>
  }
}
// -----
// reduce_window_min_dtypes_shape_uint16_4_6_initvalue_65535_windowdimensions_2_2_windowstrides_1_1_padding_0_0_0_0_basedilation_1_1_windowdilation_1_1_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040001000100030002000600050002000000000004000600000001000300030000000200000001000300030002000100"> : tensor<4x6xui16>
    %out:1 = func.call @program(%in0) : (tensor<4x6xui16>) -> (tensor<3x5xui16>)
    %want0 = stablehlo.constant dense<"0x010000000000000002000000000000000000000000000100030000000000"> : tensor<3x5xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3x5xui16>, tensor<3x5xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x6xui16>) -> (tensor<3x5xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<65535> : tensor<ui16>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui16>) -> tensor<ui16>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<ui16>, %arg2: tensor<ui16>):
      %2 = stablehlo.minimum %arg1, %arg2 : tensor<ui16>
      stablehlo.return %2 : tensor<ui16>
    }) : (tensor<4x6xui16>, tensor<ui16>) -> tensor<3x5xui16>
    return %1 : tensor<3x5xui16>
  }
}
