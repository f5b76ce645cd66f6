// div_dtypes_lhs_float16_2_rhs_float16_2_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF"> : tensor<2xf16>
    %in1 = stablehlo.constant dense<"0x57BE70C2"> : tensor<2xf16>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2xf16>, tensor<2xf16>) -> (tensor<2xf16>)
    %want0 = stablehlo.constant dense<"0x26C29038"> : tensor<2xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<2xf16>) -> tensor<2xf64>
    %c2 = stablehlo.convert %want0 : (tensor<2xf16>) -> tensor<2xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<2xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<2xf64>
    %c8 = stablehlo.abs %c7 : tensor<2xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<2xf64>
    %c10 = stablehlo.abs %c2 : tensor<2xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<2xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<2xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<2xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<2xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<2xi1>
    check.expect_eq_const %c16, dense<true> : tensor<2xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2xf16>, %arg1: tensor<2xf16>) -> (tensor<2xf16> {jax.result_info = "result"}) {
    %0 = stablehlo.divide %arg0, %arg1 : tensor<2xf16>
    return %0 : tensor<2xf16>
  }
}
// -----
// div_broadcast_lhs_float32_2_1_3_rhs_float32_2_4_3_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC0"> : tensor<2x1x3xf32>
    %in1 = stablehlo.constant dense<"0x7E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F"> : tensor<2x4x3xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2x1x3xf32>, tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>)
    %want0 = stablehlo.constant dense<"0x39536E3F15BD4D3FAFE7D3BFF070D0C07639D6BEC943833E7C37A1C0D4E3CB3F7F84EEBE8E08BDBFA310634059061A3F1357CBC16110BE3F16D50540FCF36FBFE0B9753F3A9192C07A7498BF1903A2BFC9D3954154C4923F37C04EC021DE8AC0"> : tensor<2x4x3xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<2x4x3xf32>) -> tensor<2x4x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<2x4x3xf32>) -> tensor<2x4x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<2x4x3xf64>, tensor<2x4x3xf64>) -> tensor<2x4x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<2x4x3xf64>, tensor<2x4x3xf64>) -> tensor<2x4x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<2x4x3xf64>, tensor<2x4x3xf64>) -> tensor<2x4x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<2x4x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<2x4x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<2x4x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<2x4x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<2x4x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<2x4x3xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<2x4x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<2x4x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<2x4x3xf64>, tensor<2x4x3xf64>) -> tensor<2x4x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<2x4x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<2x4x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<2x4x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x1x3xf32>, %arg1: tensor<2x4x3xf32>) -> (tensor<2x4x3xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2] : (tensor<2x1x3xf32>) -> tensor<2x4x3xf32>
    %1 = stablehlo.divide %0, %arg1 : tensor<2x4x3xf32>
    return %1 : tensor<2x4x3xf32>
  }
}
// -----
// div_singularity_positive_by_0_lhs_float32_2_rhs_float32_2_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0000803F0000803F"> : tensor<2xf32>
    %in1 = stablehlo.constant dense<"0x0000000000000000"> : tensor<2xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
    %want0 = stablehlo.constant dense<"0x0000807F0000807F"> : tensor<2xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<2xf32>) -> tensor<2xf64>
    %c2 = stablehlo.convert %want0 : (tensor<2xf32>) -> tensor<2xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<2xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<2xf64>
    %c8 = stablehlo.abs %c7 : tensor<2xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<2xf64>
    %c10 = stablehlo.abs %c2 : tensor<2xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<2xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<2xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<2xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<2xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<2xi1>
    check.expect_eq_const %c16, dense<true> : tensor<2xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) -> (tensor<2xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.divide %arg0, %arg1 : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
// -----
// div_singularity_inf_by_inf_lhs_float32_1_rhs_float32_1_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0000807F"> : tensor<1xf32>
    %in1 = stablehlo.constant dense<"0x0000807F"> : tensor<1xf32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<1xf32>, tensor<1xf32>) -> (tensor<1xf32>)
    %want0 = stablehlo.constant dense<"0x0000C0FF"> : tensor<1xf32>
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
  func.func private @program(%arg0: tensor<1xf32>, %arg1: tensor<1xf32>) -> (tensor<1xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.divide %arg0, %arg1 : tensor<1xf32>
    return %0 : tensor<1xf32>
  }
}
