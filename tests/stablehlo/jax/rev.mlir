// rev_dtypes_shape_bfloat16_4_5_dimensions_0_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F"> : tensor<4x5xbf16>
    %out:1 = func.call @program(%in0) : (tensor<4x5xbf16>) -> (tensor<4x5xbf16>)
    %want0 = stablehlo.constant dense<"0x53C004BF29C0023EE03F8C40C6C078BF93BF5A40DDC0A84012C0753F40BF9C40EBBFCBBF4EC02640"> : tensor<4x5xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<4x5xbf16>) -> tensor<4x5xf64>
    %c2 = stablehlo.convert %want0 : (tensor<4x5xbf16>) -> tensor<4x5xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<4x5xf64>, tensor<4x5xf64>) -> tensor<4x5xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<4x5xf64>, tensor<4x5xf64>) -> tensor<4x5xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<4x5xf64>, tensor<4x5xf64>) -> tensor<4x5xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<4x5xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<4x5xf64>
    %c8 = stablehlo.abs %c7 : tensor<4x5xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<4x5xf64>
    %c10 = stablehlo.abs %c2 : tensor<4x5xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<4x5xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<4x5xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<4x5xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<4x5xf64>, tensor<4x5xf64>) -> tensor<4x5xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<4x5xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<4x5xi1>
    check.expect_eq_const %c16, dense<true> : tensor<4x5xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x5xbf16>) -> (tensor<4x5xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.reverse %arg0, dims = [0] : tensor<4x5xbf16>
    return %0 : tensor<4x5xbf16>
  }
}
// -----
// rev_dimensions_shape_float32_3_4_5_dimensions_2_0_1_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F22940"> : tensor<3x4x5xf32>
    %out:1 = func.call @program(%in0) : (tensor<3x4x5xf32>) -> (tensor<3x4x5xf32>)
    %want0 = stablehlo.constant dense<"0x75F22940C1545B3F88C53240B61521406843E13F476E20BFC92586BF0E5D5BC0924387BFE387663F8901ED3F6C90B83EDF9FC940839F123F389BF4BFD8141C3EC479A24053740FC0BD6C2AC0675413BFF4780E404C579F400008343F0A8656C0629F1BBD17E100C08C4722C0EAEF03C0755A98BF82CC04C010A8CB3FF1BC4DBFF0AA33C067C2BCBE974603C0DFF62C4034F5C03FFD1A2D4076C95B40A25153C011CDDF3F3EAE013E7F8C28C0C46C04BFDB2D53C009AF5940147A93BFCD9D77BF05C6C5C0C45C8C4036843FBFA305753FD72612C07E80A7409DF2DCC0842826408E024EC065D1CABF1AEAEABFE9EF9B40"> : tensor<3x4x5xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<3x4x5xf32>) -> tensor<3x4x5xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3x4x5xf32>) -> tensor<3x4x5xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3x4x5xf64>, tensor<3x4x5xf64>) -> tensor<3x4x5xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3x4x5xf64>, tensor<3x4x5xf64>) -> tensor<3x4x5xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3x4x5xf64>, tensor<3x4x5xf64>) -> tensor<3x4x5xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3x4x5xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3x4x5xf64>
    %c8 = stablehlo.abs %c7 : tensor<3x4x5xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3x4x5xf64>
    %c10 = stablehlo.abs %c2 : tensor<3x4x5xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3x4x5xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<3x4x5xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3x4x5xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3x4x5xf64>, tensor<3x4x5xf64>) -> tensor<3x4x5xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3x4x5xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3x4x5xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3x4x5xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3x4x5xf32>) -> (tensor<3x4x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.reverse %arg0, dims = [2, 0, 1] : tensor<3x4x5xf32>
    return %0 : tensor<3x4x5xf32>
  }
}
