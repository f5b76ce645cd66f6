// pad_inshape_bfloat16_2_3_pads_1_1_0_2_2_0_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xD53A20BA0ABA8DBA633A17BB"> : tensor<2x3xbf16>
    %in1 = stablehlo.constant dense<"0x0000"> : tensor<bf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xbf16>, tensor<bf16>) -> (tensor<4x7xbf16>)
    %want0 = stablehlo.constant dense<"0x000000000000000000000000000000000000D53A20BA0ABA00000000000000008DBA633A17BB000000000000000000000000000000000000"> : tensor<4x7xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<4x7xbf16>) -> tensor<4x7xf64>
    %c2 = stablehlo.convert %want0 : (tensor<4x7xbf16>) -> tensor<4x7xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<4x7xf64>, tensor<4x7xf64>) -> tensor<4x7xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<4x7xf64>, tensor<4x7xf64>) -> tensor<4x7xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<4x7xf64>, tensor<4x7xf64>) -> tensor<4x7xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<4x7xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<4x7xf64>
    %c8 = stablehlo.abs %c7 : tensor<4x7xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<4x7xf64>
    %c10 = stablehlo.abs %c2 : tensor<4x7xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<4x7xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<4x7xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<4x7xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<4x7xf64>, tensor<4x7xf64>) -> tensor<4x7xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<4x7xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<4x7xi1>
    check.expect_eq_const %c16, dense<true> : tensor<4x7xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xbf16>, %arg1: tensor<bf16>) -> (tensor<4x7xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.pad %arg0, %arg1, low = [1, 2], high = [1, 2], interior = [0, 0] : (tensor<2x3xbf16>, tensor<bf16>) -> tensor<4x7xbf16>
    return %0 : tensor<4x7xbf16>
  }
}
// -----
// pad_inshape_bfloat16_2_3_pads_1_2_1_0_1_0_enable_xla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xD53A20BA0ABA8DBA633A17BB"> : tensor<2x3xbf16>
    %in1 = stablehlo.constant dense<"0x0000"> : tensor<bf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xbf16>, tensor<bf16>) -> (tensor<6x4xbf16>)
    %want0 = stablehlo.constant dense<"0x0000000000000000D53A20BA0ABA000000000000000000008DBA633A17BB000000000000000000000000000000000000"> : tensor<6x4xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<6x4xbf16>) -> tensor<6x4xf64>
    %c2 = stablehlo.convert %want0 : (tensor<6x4xbf16>) -> tensor<6x4xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<6x4xf64>, tensor<6x4xf64>) -> tensor<6x4xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<6x4xf64>, tensor<6x4xf64>) -> tensor<6x4xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<6x4xf64>, tensor<6x4xf64>) -> tensor<6x4xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<6x4xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<6x4xf64>
    %c8 = stablehlo.abs %c7 : tensor<6x4xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<6x4xf64>
    %c10 = stablehlo.abs %c2 : tensor<6x4xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<6x4xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<6x4xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<6x4xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<6x4xf64>, tensor<6x4xf64>) -> tensor<6x4xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<6x4xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<6x4xi1>
    check.expect_eq_const %c16, dense<true> : tensor<6x4xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xbf16>, %arg1: tensor<bf16>) -> (tensor<6x4xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [2, 1], interior = [1, 0] : (tensor<2x3xbf16>, tensor<bf16>) -> tensor<6x4xbf16>
    return %0 : tensor<6x4xbf16>
  }
}
// -----
// pad_inshape_float32_2_3_pads_1_2_1_0_1_0_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xFCE7D43A475E20BA02750ABADAA28CBA86DC623A69D516BB"> : tensor<2x3xf32>
    %in1 = stablehlo.constant dense<"0x00000000"> : tensor<f32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xf32>, tensor<f32>) -> (tensor<6x4xf32>)
    %want0 = stablehlo.constant dense<"0x00000000000000000000000000000000FCE7D43A475E20BA02750ABA0000000000000000000000000000000000000000DAA28CBA86DC623A69D516BB000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<6x4xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<6x4xf32>) -> tensor<6x4xf64>
    %c2 = stablehlo.convert %want0 : (tensor<6x4xf32>) -> tensor<6x4xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<6x4xf64>, tensor<6x4xf64>) -> tensor<6x4xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<6x4xf64>, tensor<6x4xf64>) -> tensor<6x4xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<6x4xf64>, tensor<6x4xf64>) -> tensor<6x4xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<6x4xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<6x4xf64>
    %c8 = stablehlo.abs %c7 : tensor<6x4xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<6x4xf64>
    %c10 = stablehlo.abs %c2 : tensor<6x4xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<6x4xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<6x4xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<6x4xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<6x4xf64>, tensor<6x4xf64>) -> tensor<6x4xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<6x4xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<6x4xi1>
    check.expect_eq_const %c16, dense<true> : tensor<6x4xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>) -> (tensor<6x4xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [2, 1], interior = [1, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<6x4xf32>
    return %0 : tensor<6x4xf32>
  }
}
// -----
// pad_inshape_float32_2_3_pads_0_0_0_-2_-2_4_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xFCE7D43A475E20BA02750ABADAA28CBA86DC623A69D516BB"> : tensor<2x3xf32>
    %in1 = stablehlo.constant dense<"0x00000000"> : tensor<f32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2x7xf32>)
    %want0 = stablehlo.constant dense<"0x000000000000000000000000475E20BA00000000000000000000000000000000000000000000000086DC623A000000000000000000000000"> : tensor<2x7xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<2x7xf32>) -> tensor<2x7xf64>
    %c2 = stablehlo.convert %want0 : (tensor<2x7xf32>) -> tensor<2x7xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<2x7xf64>, tensor<2x7xf64>) -> tensor<2x7xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<2x7xf64>, tensor<2x7xf64>) -> tensor<2x7xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<2x7xf64>, tensor<2x7xf64>) -> tensor<2x7xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<2x7xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<2x7xf64>
    %c8 = stablehlo.abs %c7 : tensor<2x7xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<2x7xf64>
    %c10 = stablehlo.abs %c2 : tensor<2x7xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<2x7xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<2x7xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<2x7xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<2x7xf64>, tensor<2x7xf64>) -> tensor<2x7xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<2x7xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<2x7xi1>
    check.expect_eq_const %c16, dense<true> : tensor<2x7xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>) -> (tensor<2x7xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.pad %arg0, %arg1, low = [0, -2], high = [0, -2], interior = [0, 4] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x7xf32>
    return %0 : tensor<2x7xf32>
  }
}
// -----
// pad_inshape_int8_2_3_pads_0_0_0_-1_-1_0_enable_xla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x000000000000"> : tensor<2x3xi8>
    %in1 = stablehlo.constant dense<"0x00"> : tensor<i8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xi8>, tensor<i8>) -> (tensor<2x1xi8>)
    %want0 = stablehlo.constant dense<"0x0000"> : tensor<2x1xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2x1xi8>, tensor<2x1xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xi8>, %arg1: tensor<i8>) -> (tensor<2x1xi8> {jax.result_info = "result"}) {
    %0 = stablehlo.pad %arg0, %arg1, low = [0, -1], high = [0, -1], interior = [0, 0] : (tensor<2x3xi8>, tensor<i8>) -> tensor<2x1xi8>
    return %0 : tensor<2x1xi8>
  }
}
// -----
// pad_inshape_int8_2_3_pads_0_0_0_-2_-2_4_enable_xla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x000000000000"> : tensor<2x3xi8>
    %in1 = stablehlo.constant dense<"0x00"> : tensor<i8>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xi8>, tensor<i8>) -> (tensor<2x7xi8>)
    %want0 = stablehlo.constant dense<"0x0000000000000000000000000000"> : tensor<2x7xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2x7xi8>, tensor<2x7xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xi8>, %arg1: tensor<i8>) -> (tensor<2x7xi8> {jax.result_info = "result"}) {
    %0 = stablehlo.pad %arg0, %arg1, low = [0, -2], high = [0, -2], interior = [0, 4] : (tensor<2x3xi8>, tensor<i8>) -> tensor<2x7xi8>
    return %0 : tensor<2x7xi8>
  }
}
// -----
// pad_inshape_int16_2_3_pads_0_0_0_-2_-3_1_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x000000000000000000000000"> : tensor<2x3xi16>
    %in1 = stablehlo.constant dense<"0x0000"> : tensor<i16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xi16>, tensor<i16>) -> (tensor<2x0xi16>)
    %want0 = stablehlo.constant dense<> : tensor<2x0xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2x0xi16>, tensor<2x0xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xi16>, %arg1: tensor<i16>) -> (tensor<2x0xi16> {jax.result_info = "result"}) {
    %0 = stablehlo.pad %arg0, %arg1, low = [0, -2], high = [0, -3], interior = [0, 1] : (tensor<2x3xi16>, tensor<i16>) -> tensor<2x0xi16>
    return %0 : tensor<2x0xi16>
  }
}
// -----
// pad_inshape_int32_2_3_pads_1_1_0_2_2_0_enable_xla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000000"> : tensor<2x3xi32>
    %in1 = stablehlo.constant dense<"0x00000000"> : tensor<i32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xi32>, tensor<i32>) -> (tensor<4x7xi32>)
    %want0 = stablehlo.constant dense<"0x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<4x7xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<4x7xi32>, tensor<4x7xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xi32>, %arg1: tensor<i32>) -> (tensor<4x7xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.pad %arg0, %arg1, low = [1, 2], high = [1, 2], interior = [0, 0] : (tensor<2x3xi32>, tensor<i32>) -> tensor<4x7xi32>
    return %0 : tensor<4x7xi32>
  }
}
// -----
// pad_inshape_uint16_2_3_pads_1_2_1_0_1_0_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x000000000000000000000000"> : tensor<2x3xui16>
    %in1 = stablehlo.constant dense<"0x0000"> : tensor<ui16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xui16>, tensor<ui16>) -> (tensor<6x4xui16>)
    %want0 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<6x4xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<6x4xui16>, tensor<6x4xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xui16>, %arg1: tensor<ui16>) -> (tensor<6x4xui16> {jax.result_info = "result"}) {
    %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [2, 1], interior = [1, 0] : (tensor<2x3xui16>, tensor<ui16>) -> tensor<6x4xui16>
    return %0 : tensor<6x4xui16>
  }
}
// -----
// pad_inshape_uint32_2_3_pads_0_0_0_-1_-1_0_enable_xla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000000"> : tensor<2x3xui32>
    %in1 = stablehlo.constant dense<"0x00000000"> : tensor<ui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xui32>, tensor<ui32>) -> (tensor<2x1xui32>)
    %want0 = stablehlo.constant dense<"0x0000000000000000"> : tensor<2x1xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2x1xui32>, tensor<2x1xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xui32>, %arg1: tensor<ui32>) -> (tensor<2x1xui32> {jax.result_info = "result"}) {
    %0 = stablehlo.pad %arg0, %arg1, low = [0, -1], high = [0, -1], interior = [0, 0] : (tensor<2x3xui32>, tensor<ui32>) -> tensor<2x1xui32>
    return %0 : tensor<2x1xui32>
  }
}
// -----
// pad_inshape_uint32_2_3_pads_0_0_0_-2_-3_1_enable_xla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x000000000000000000000000000000000000000000000000"> : tensor<2x3xui32>
    %in1 = stablehlo.constant dense<"0x00000000"> : tensor<ui32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x3xui32>, tensor<ui32>) -> (tensor<2x0xui32>)
    %want0 = stablehlo.constant dense<> : tensor<2x0xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<2x0xui32>, tensor<2x0xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xui32>, %arg1: tensor<ui32>) -> (tensor<2x0xui32> {jax.result_info = "result"}) {
    %0 = stablehlo.pad %arg0, %arg1, low = [0, -2], high = [0, -3], interior = [0, 1] : (tensor<2x3xui32>, tensor<ui32>) -> tensor<2x0xui32>
    return %0 : tensor<2x0xui32>
  }
}
