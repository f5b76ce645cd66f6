// reduce_precision_in_float16_out_bfloat16_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF44"> : tensor<f16>
    %out:1 = func.call @program(%in0) : (tensor<f16>) -> (tensor<f16>)
    %want0 = stablehlo.constant dense<"0xE044"> : tensor<f16>
    %c1 = stablehlo.convert %out#0 : (tensor<f16>) -> tensor<f64>
    %c2 = stablehlo.convert %want0 : (tensor<f16>) -> tensor<f64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %c6 = stablehlo.and %c4, %c5 : tensor<i1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<f64>
    %c8 = stablehlo.abs %c7 : tensor<f64>
    %c9 = stablehlo.constant dense<1.0> : tensor<f64>
    %c10 = stablehlo.abs %c2 : tensor<f64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<f64>
    %c12 = stablehlo.constant dense<0.01> : tensor<f64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<f64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %c15 = stablehlo.or %c6, %c14 : tensor<i1>
    %c16 = stablehlo.or %c3, %c15 : tensor<i1>
    check.expect_eq_const %c16, dense<true> : tensor<i1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<f16>) -> (tensor<f16> {jax.result_info = "result"}) {
    %0 = stablehlo.reduce_precision %arg0, format = e8m7 : tensor<f16>
    return %0 : tensor<f16>
  }
}
// -----
// reduce_precision_in_float16_5_7_out_float16_5_7_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0"> : tensor<5x7xf16>
    %out:1 = func.call @program(%in0) : (tensor<5x7xf16>) -> (tensor<5x7xf16>)
    %want0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD4299C223B844C10D30FE3E9BC2DE426941083E68411AC0E6B59DC16EBA5D3E26C0C3BC1FC012C107C0"> : tensor<5x7xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<5x7xf16>) -> tensor<5x7xf64>
    %c2 = stablehlo.convert %want0 : (tensor<5x7xf16>) -> tensor<5x7xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<5x7xf64>, tensor<5x7xf64>) -> tensor<5x7xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<5x7xf64>, tensor<5x7xf64>) -> tensor<5x7xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<5x7xf64>, tensor<5x7xf64>) -> tensor<5x7xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<5x7xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<5x7xf64>
    %c8 = stablehlo.abs %c7 : tensor<5x7xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<5x7xf64>
    %c10 = stablehlo.abs %c2 : tensor<5x7xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<5x7xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<5x7xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<5x7xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<5x7xf64>, tensor<5x7xf64>) -> tensor<5x7xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<5x7xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<5x7xi1>
    check.expect_eq_const %c16, dense<true> : tensor<5x7xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x7xf16>) -> (tensor<5x7xf16> {jax.result_info = "result"}) {
    %0 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<5x7xf16>
    return %0 : tensor<5x7xf16>
  }
}
// -----
// reduce_precision_in_float32_5_7_out_bfloat16_5_7_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0"> : tensor<5x7xf32>
    %out:1 = func.call @program(%in0) : (tensor<5x7xf32>) -> (tensor<5x7xf32>)
    %want0 = stablehlo.constant dense<"0x00009C400000EBBF0000CBBF00004EC0000026400000DDC00000A840000012C00000753F000040BF00008C400000C6C0000078BF000093BF00005A40000053C0000004BF000029C00000023E0000E03F000053C000005C4000002D400000C13F00002D40000003C00000BDBE000034C000004EBF0000CC3F000005C0000098BF000004C0000022C0000001C0"> : tensor<5x7xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<5x7xf32>) -> tensor<5x7xf64>
    %c2 = stablehlo.convert %want0 : (tensor<5x7xf32>) -> tensor<5x7xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<5x7xf64>, tensor<5x7xf64>) -> tensor<5x7xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<5x7xf64>, tensor<5x7xf64>) -> tensor<5x7xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<5x7xf64>, tensor<5x7xf64>) -> tensor<5x7xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<5x7xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<5x7xf64>
    %c8 = stablehlo.abs %c7 : tensor<5x7xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<5x7xf64>
    %c10 = stablehlo.abs %c2 : tensor<5x7xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<5x7xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<5x7xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<5x7xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<5x7xf64>, tensor<5x7xf64>) -> tensor<5x7xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<5x7xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<5x7xi1>
    check.expect_eq_const %c16, dense<true> : tensor<5x7xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x7xf32>) -> (tensor<5x7xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.reduce_precision %arg0, format = e8m7 : tensor<5x7xf32>
    return %0 : tensor<5x7xf32>
  }
}
// -----
// reduce_precision_in_float32_out_float16_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B40"> : tensor<f32>
    %out:1 = func.call @program(%in0) : (tensor<f32>) -> (tensor<f32>)
    %want0 = stablehlo.constant dense<"0x00E09B40"> : tensor<f32>
    %c1 = stablehlo.convert %out#0 : (tensor<f32>) -> tensor<f64>
    %c2 = stablehlo.convert %want0 : (tensor<f32>) -> tensor<f64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %c6 = stablehlo.and %c4, %c5 : tensor<i1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<f64>
    %c8 = stablehlo.abs %c7 : tensor<f64>
    %c9 = stablehlo.constant dense<1.0> : tensor<f64>
    %c10 = stablehlo.abs %c2 : tensor<f64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<f64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<f64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<f64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %c15 = stablehlo.or %c6, %c14 : tensor<i1>
    %c16 = stablehlo.or %c3, %c15 : tensor<i1>
    check.expect_eq_const %c16, dense<true> : tensor<i1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<f32>) -> (tensor<f32> {jax.result_info = "result"}) {
    %0 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<f32>
    return %0 : tensor<f32>
  }
}
