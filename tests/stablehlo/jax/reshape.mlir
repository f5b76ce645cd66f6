// reshape_dtypes_shape_float16_2_3_newsizes_3_2_dimensions_0_1_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C6"> : tensor<2x3xf16>
    %out:1 = func.call @program(%in0) : (tensor<2x3xf16>) -> (tensor<3x2xf16>)
    %want0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C6"> : tensor<3x2xf16>
    %c1 = stablehlo.convert %out#0 : (tensor<3x2xf16>) -> tensor<3x2xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3x2xf16>) -> tensor<3x2xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3x2xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3x2xf64>
    %c8 = stablehlo.abs %c7 : tensor<3x2xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3x2xf64>
    %c10 = stablehlo.abs %c2 : tensor<3x2xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3x2xf64>
    %c12 = stablehlo.constant dense<0.01> : tensor<3x2xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3x2xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3x2xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3x2xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3x2xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xf16>) -> (tensor<3x2xf16> {jax.result_info = "result"}) {
    %0 = stablehlo.reshape %arg0 : (tensor<2x3xf16>) -> tensor<3x2xf16>
    return %0 : tensor<3x2xf16>
  }
}
// -----
// reshape_dtypes_shape_int32_2_3_newsizes_3_2_dimensions_0_1_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF"> : tensor<2x3xi32>
    %out:1 = func.call @program(%in0) : (tensor<2x3xi32>) -> (tensor<3x2xi32>)
    %want0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFFFDFFFFFF02000000FAFFFFFF"> : tensor<3x2xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xi32>) -> (tensor<3x2xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.reshape %arg0 : (tensor<2x3xi32>) -> tensor<3x2xi32>
    return %0 : tensor<3x2xi32>
  }
}
// -----
// reshape_dtypes_shape_uint32_2_3_newsizes_3_2_dimensions_0_1_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000"> : tensor<2x3xui32>
    %out:1 = func.call @program(%in0) : (tensor<2x3xui32>) -> (tensor<3x2xui32>)
    %want0 = stablehlo.constant dense<"0x040000000100000001000000030000000200000006000000"> : tensor<3x2xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3x2xui32>, tensor<3x2xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x3xui32>) -> (tensor<3x2xui32> {jax.result_info = "result"}) {
    %0 = stablehlo.reshape %arg0 : (tensor<2x3xui32>) -> tensor<3x2xui32>
    return %0 : tensor<3x2xui32>
  }
}
// -----
// reshape_dimensions_shape_float32_3_4_5_newsizes_3_20_dimensions_2_1_0_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F22940"> : tensor<3x4x5xf32>
    %out:1 = func.call @program(%in0) : (tensor<3x4x5xf32>) -> (tensor<3x20xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B40A25153C0675413BF9DF2DCC0974603C0389BF4BFC45C8C4082CC04C0E387663FDB2D53C0629F1BBD6843E13F1AEAEABF76C95B40BD6C2AC07E80A74067C2BCBE839F123F05C6C5C0755A98BF924387BFC46C04BF0A8656C0B615214065D1CABFFD1A2D4053740FC0D72612C0F0AA33C0DF9FC940CD9D77BFEAEF03C00E5D5BC07F8C28C00008343F88C532408E024EC034F5C03FC479A240A305753FF1BC4DBF6C90B83E147A93BF8C4722C0C92586BF3EAE013E4C579F40C1545B3F84282640DFF62C40D8141C3E36843FBF10A8CB3F8901ED3F09AF594017E100C0476E20BF11CDDF3FF4780E4075F22940"> : tensor<3x20xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<3x20xf32>) -> tensor<3x20xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3x20xf32>) -> tensor<3x20xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3x20xf64>, tensor<3x20xf64>) -> tensor<3x20xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3x20xf64>, tensor<3x20xf64>) -> tensor<3x20xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3x20xf64>, tensor<3x20xf64>) -> tensor<3x20xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3x20xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3x20xf64>
    %c8 = stablehlo.abs %c7 : tensor<3x20xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3x20xf64>
    %c10 = stablehlo.abs %c2 : tensor<3x20xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3x20xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<3x20xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3x20xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3x20xf64>, tensor<3x20xf64>) -> tensor<3x20xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3x20xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3x20xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3x20xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3x4x5xf32>) -> (tensor<3x20xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.transpose %arg0, dims = [2, 1, 0] : (tensor<3x4x5xf32>) -> tensor<5x4x3xf32>
    %1 = stablehlo.reshape %0 : (tensor<5x4x3xf32>) -> tensor<3x20xf32>
    return %1 : tensor<3x20xf32>
  }
}
