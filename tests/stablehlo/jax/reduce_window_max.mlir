// reduce_window_max_dtypes_shape_float16_4_6_initvalue_-inf_windowdimensions_2_2_windowstrides_1_1_padding_0_0_0_0_basedilation_1_1_windowdilation_1_1_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E"> : tensor<4x6xf16>
    %out:1 = func.call @program(%in0) : (tensor<4x6xf16>) -> (tensor<3x5xf16>)
    %want0 = stablehlo.constant dense<"0x3C45A83BA83B634463443C45CD42CD4263446344FE3ECD42DE42DE426941"> : tensor<3x5xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<3x5xf16>) -> tensor<3x5xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3x5xf16>) -> tensor<3x5xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3x5xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3x5xf64>
    %c8 = stablehlo.abs %c7 : tensor<3x5xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3x5xf64>
    %c10 = stablehlo.abs %c2 : tensor<3x5xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3x5xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<3x5xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3x5xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3x5xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3x5xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3x5xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x6xf16>) -> (tensor<3x5xf16> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0xFC00> : tensor<f16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f16>) -> tensor<f16>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f16>, %arg2: tensor<f16>):
      %2 = stablehlo.maximum %arg1, %arg2 : tensor<f16>
      stablehlo.return %2 : tensor<f16>
    }) : (tensor<4x6xf16>, tensor<f16>) -> tensor<3x5xf16>
    return %1 : tensor<3x5xf16>
  }
}
// -----
// reduce_window_max_dtypes_shape_float16_4_6_initvalue_1_windowdimensions_2_2_windowstrides_1_1_padding_0_0_0_0_basedilation_1_1_windowdilation_1_1_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E"> : tensor<4x6xf16>
    %out:1 = func.call @program(%in0) : (tensor<4x6xf16>) -> (tensor<3x5xf16>)
    %want0 = stablehlo.constant dense<"0x3C45003C003C634463443C45CD42CD4263446344FE3ECD42DE42DE426941"> : tensor<3x5xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<3x5xf16>) -> tensor<3x5xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3x5xf16>) -> tensor<3x5xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3x5xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3x5xf64>
    %c8 = stablehlo.abs %c7 : tensor<3x5xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3x5xf64>
    %c10 = stablehlo.abs %c2 : tensor<3x5xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3x5xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<3x5xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3x5xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3x5xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3x5xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3x5xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x6xf16>) -> (tensor<3x5xf16> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f16>
    %0 = "stablehlo.reduce_window"(%arg0, %cst) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f16>, %arg2: tensor<f16>):
      %1 = stablehlo.maximum %arg1, %arg2 : tensor<f16>
      stablehlo.return %1 : tensor<f16>
    }) : (tensor<4x6xf16>, tensor<f16>) -> tensor<3x5xf16>
    return %0 : tensor<3x5xf16>
  }
}
// -----
// reduce_window_max_dtypes_shape_int16_4_6_initvalue_1_windowdimensions_2_2_windowstrides_1_1_padding_0_0_0_0_basedilation_1_1_windowdilation_1_1_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF030002000100"> : tensor<4x6xi16>
    %out:1 = func.call @program(%in0) : (tensor<4x6xi16>) -> (tensor<3x5xi16>)
    %want0 = stablehlo.constant dense<"0x050001000100040004000500030003000400040001000300030003000200"> : tensor<3x5xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3x5xi16>, tensor<3x5xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x6xi16>) -> (tensor<3x5xi16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<i16>
    %0 = "stablehlo.reduce_window"(%arg0, %c) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<i16>, %arg2: tensor<i16>):
      %1 = stablehlo.maximum %arg1, %arg2 : tensor<i16>
      stablehlo.return %1 : tensor<i16>
    }) : (tensor<4x6xi16>, tensor<i16>) -> tensor<3x5xi16>
    return %0 : tensor<3x5xi16>
  }
}
// -----
// reduce_window_max_dtypes_shape_uint8_4_6_initvalue_1_windowdimensions_2_2_windowstrides_1_1_padding_0_0_0_0_basedilation_1_1_windowdilation_1_1_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000103030201"> : tensor<4x6xui8>
    %out:1 = func.call @program(%in0) : (tensor<4x6xui8>) -> (tensor<3x5xui8>)
    %want0 = stablehlo.constant dense<"0x050203040605030304060103030302"> : tensor<3x5xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3x5xui8>, tensor<3x5xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x6xui8>) -> (tensor<3x5xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<ui8>
    %0 = "stablehlo.reduce_window"(%arg0, %c) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<ui8>, %arg2: tensor<ui8>):
      %1 = stablehlo.maximum %arg1, %arg2 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<4x6xui8>, tensor<ui8>) -> tensor<3x5xui8>
    return %0 : tensor<3x5xui8>
  }
}
// -----
// reduce_window_max_dtypes_shape_bool_4_6_initvalue_1_windowdimensions_2_2_windowstrides_1_1_padding_0_0_0_0_basedilation_1_1_windowdilation_1_1_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x010101010101010101010101010101010101010101010101"> : tensor<4x6xi1>
    %out:1 = func.call @program(%in0) : (tensor<4x6xi1>) -> (tensor<3x5xi1>)
    %want0 = stablehlo.constant dense<"0x010101010101010101010101010101"> : tensor<3x5xi1>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3x5xi1>, tensor<3x5xi1>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x6xi1>) -> (tensor<3x5xi1> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<true> : tensor<i1>
    %0 = "stablehlo.reduce_window"(%arg0, %c) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<i1>, %arg2: tensor<i1>):
      %1 = stablehlo.maximum %arg1, %arg2 : tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<4x6xi1>, tensor<i1>) -> tensor<3x5xi1>
    return %0 : tensor<3x5xi1>
  }
}
// -----
// reduce_window_max_batch_channel_dims_shape_float32_2_initvalue_-inf_windowdimensions_2_windowstrides_1_padding_0_0_basedilation_1_windowdilation_1_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF"> : tensor<2xf32>
    %out:1 = func.call @program(%in0) : (tensor<2xf32>) -> (tensor<1xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B40"> : tensor<1xf32>
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
  func.func private @program(%arg0: tensor<2xf32>) -> (tensor<1xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 2>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<2xf32>, tensor<f32>) -> tensor<1xf32>
    return %1 : tensor<1xf32>
  }
}
// -----
// reduce_window_max_batch_channel_dims_shape_float32_2_1_initvalue_-inf_windowdimensions_2_1_windowstrides_1_1_padding_0_0_0_0_basedilation_1_1_windowdilation_1_1_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF"> : tensor<2x1xf32>
    %out:1 = func.call @program(%in0) : (tensor<2x1xf32>) -> (tensor<1x1xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B40"> : tensor<1x1xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<1x1xf32>) -> tensor<1x1xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x1xf32>) -> tensor<1x1xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x1xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x1xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x1xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x1xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x1xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x1xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<1x1xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x1xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x1xf64>, tensor<1x1xf64>) -> tensor<1x1xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x1xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x1xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x1xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x1xf32>) -> (tensor<1x1xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<2x1xf32>, tensor<f32>) -> tensor<1x1xf32>
    return %1 : tensor<1x1xf32>
  }
}
// -----
// reduce_window_max_batch_channel_dims_shape_float32_1_2_1_initvalue_-inf_windowdimensions_1_2_1_windowstrides_1_1_1_padding_0_0_0_0_0_0_basedilation_1_1_1_windowdilation_1_1_1_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF"> : tensor<1x2x1xf32>
    %out:1 = func.call @program(%in0) : (tensor<1x2x1xf32>) -> (tensor<1x1x1xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B40"> : tensor<1x1x1xf32>
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
  func.func private @program(%arg0: tensor<1x2x1xf32>) -> (tensor<1x1x1xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<0> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 2, 1>, window_strides = array<i64: 1, 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<1x2x1xf32>, tensor<f32>) -> tensor<1x1x1xf32>
    return %1 : tensor<1x1x1xf32>
  }
}
// -----
// reduce_window_max_batch_channel_dims_shape_float32_2_4_3_initvalue_-inf_windowdimensions_2_2_2_windowstrides_1_1_1_padding_0_0_0_0_0_0_basedilation_1_1_1_windowdilation_1_1_1_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03F"> : tensor<2x4x3xf32>
    %out:1 = func.call @program(%in0) : (tensor<2x4x3xf32>) -> (tensor<1x3x2xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B4009AF59407E80A740842826407E80A740C45C8C40"> : tensor<1x3x2xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<1x3x2xf32>) -> tensor<1x3x2xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x3x2xf32>) -> tensor<1x3x2xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x3x2xf64>, tensor<1x3x2xf64>) -> tensor<1x3x2xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x3x2xf64>, tensor<1x3x2xf64>) -> tensor<1x3x2xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x3x2xf64>, tensor<1x3x2xf64>) -> tensor<1x3x2xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x3x2xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x3x2xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x3x2xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x3x2xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x3x2xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x3x2xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<1x3x2xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x3x2xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x3x2xf64>, tensor<1x3x2xf64>) -> tensor<1x3x2xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x3x2xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x3x2xi1>
    check.expect_eq_const %c16, dense<true> : tensor<1x3x2xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x4x3xf32>) -> (tensor<1x3x2xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<0> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 2, 2, 2>, window_strides = array<i64: 1, 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.maximum %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<2x4x3xf32>, tensor<f32>) -> tensor<1x3x2xf32>
    return %1 : tensor<1x3x2xf32>
  }
}
