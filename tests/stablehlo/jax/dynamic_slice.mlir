// dynamic_slice_dtypes_a_int16_3_start_indices_1_limit_indices_2_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFF"> : tensor<3xi16>
    %in1 = stablehlo.constant dense<"0x0100000000000000"> : tensor<1xi64>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3xi16>, tensor<1xi64>) -> (tensor<1xi16>)
    %want0 = stablehlo.constant dense<"0xFFFF"> : tensor<1xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xi16>, tensor<1xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xi16>, %arg1: tensor<1xi64>) -> (tensor<1xi16> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg1 [0:1] : (tensor<1xi64>) -> tensor<1xi64>
    %1 = stablehlo.reshape %0 : (tensor<1xi64>) -> tensor<i64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %2 = stablehlo.compare LT, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<3> : tensor<i64>
    %3 = stablehlo.add %1, %c_0 : tensor<i64>
    %4 = stablehlo.select %2, %3, %1 : tensor<i1>, tensor<i64>
    %5 = stablehlo.dynamic_slice %arg0, %4, sizes = [1] : (tensor<3xi16>, tensor<i64>) -> tensor<1xi16>
    return %5 : tensor<1xi16>
  }
}
// -----
// dynamic_slice_dtypes_a_int32_3_start_indices_1_limit_indices_2_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFF"> : tensor<3xi32>
    %in1 = stablehlo.constant dense<"0x0100000000000000"> : tensor<1xi64>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3xi32>, tensor<1xi64>) -> (tensor<1xi32>)
    %want0 = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<1xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xi32>, tensor<1xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xi32>, %arg1: tensor<1xi64>) -> (tensor<1xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg1 [0:1] : (tensor<1xi64>) -> tensor<1xi64>
    %1 = stablehlo.reshape %0 : (tensor<1xi64>) -> tensor<i64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %2 = stablehlo.compare LT, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<3> : tensor<i64>
    %3 = stablehlo.add %1, %c_0 : tensor<i64>
    %4 = stablehlo.select %2, %3, %1 : tensor<i1>, tensor<i64>
    %5 = stablehlo.dynamic_slice %arg0, %4, sizes = [1] : (tensor<3xi32>, tensor<i64>) -> tensor<1xi32>
    return %5 : tensor<1xi32>
  }
}
// -----
// dynamic_slice_dtypes_a_int32_3_start_indices_1_limit_indices_2_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04000000FFFFFFFFFFFFFFFF"> : tensor<3xi32>
    %in1 = stablehlo.constant dense<"0x0100000000000000"> : tensor<1xi64>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3xi32>, tensor<1xi64>) -> (tensor<1xi32>)
    %want0 = stablehlo.constant dense<"0xFFFFFFFF"> : tensor<1xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xi32>, tensor<1xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xi32>, %arg1: tensor<1xi64>) -> (tensor<1xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg1 [0:1] : (tensor<1xi64>) -> tensor<1xi64>
    %1 = stablehlo.reshape %0 : (tensor<1xi64>) -> tensor<i64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %2 = stablehlo.compare LT, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<3> : tensor<i64>
    %3 = stablehlo.add %1, %c_0 : tensor<i64>
    %4 = stablehlo.select %2, %3, %1 : tensor<i1>, tensor<i64>
    %5 = stablehlo.dynamic_slice %arg0, %4, sizes = [1] : (tensor<3xi32>, tensor<i64>) -> tensor<1xi32>
    return %5 : tensor<1xi32>
  }
}
// -----
// dynamic_slice_dtypes_a_uint32_3_start_indices_1_limit_indices_2_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040000000100000001000000"> : tensor<3xui32>
    %in1 = stablehlo.constant dense<"0x0100000000000000"> : tensor<1xi64>
    %out:1 = func.call @program(%in0, %in1) : (tensor<3xui32>, tensor<1xi64>) -> (tensor<1xui32>)
    %want0 = stablehlo.constant dense<"0x01000000"> : tensor<1xui32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<1xui32>, tensor<1xui32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<3xui32>, %arg1: tensor<1xi64>) -> (tensor<1xui32> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg1 [0:1] : (tensor<1xi64>) -> tensor<1xi64>
    %1 = stablehlo.reshape %0 : (tensor<1xi64>) -> tensor<i64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %2 = stablehlo.compare LT, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<3> : tensor<i64>
    %3 = stablehlo.add %1, %c_0 : tensor<i64>
    %4 = stablehlo.select %2, %3, %1 : tensor<i1>, tensor<i64>
    %5 = stablehlo.dynamic_slice %arg0, %4, sizes = [1] : (tensor<3xui32>, tensor<i64>) -> tensor<1xui32>
    return %5 : tensor<1xui32>
  }
}
// -----
// dynamic_slice_shapes_a_float32_5_start_indices_1_limit_indices_5_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC084282640"> : tensor<5xf32>
    %in1 = stablehlo.constant dense<"0x0100000000000000"> : tensor<1xi64>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5xf32>, tensor<1xi64>) -> (tensor<4xf32>)
    %want0 = stablehlo.constant dense<"0x1AEAEABF65D1CABF8E024EC084282640"> : tensor<4xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<4xf32>) -> tensor<4xf64>
    %c2 = stablehlo.convert %want0 : (tensor<4xf32>) -> tensor<4xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<4xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<4xf64>
    %c8 = stablehlo.abs %c7 : tensor<4xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<4xf64>
    %c10 = stablehlo.abs %c2 : tensor<4xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<4xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<4xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<4xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<4xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<4xi1>
    check.expect_eq_const %c16, dense<true> : tensor<4xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5xf32>, %arg1: tensor<1xi64>) -> (tensor<4xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg1 [0:1] : (tensor<1xi64>) -> tensor<1xi64>
    %1 = stablehlo.reshape %0 : (tensor<1xi64>) -> tensor<i64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %2 = stablehlo.compare LT, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<5> : tensor<i64>
    %3 = stablehlo.add %1, %c_0 : tensor<i64>
    %4 = stablehlo.select %2, %3, %1 : tensor<i1>, tensor<i64>
    %5 = stablehlo.dynamic_slice %arg0, %4, sizes = [4] : (tensor<5xf32>, tensor<i64>) -> tensor<4xf32>
    return %5 : tensor<4xf32>
  }
}
// -----
// dynamic_slice_shapes_a_float32_7_5_3_start_indices_4_0_1_limit_indices_7_1_3_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF23D1F53E743928405B68723F9E21C2C0292A6BBF9CF81E4077B6303F604E12407EBF2ABFA42E1ABF76470F3FB8759D3F504B183F1BCCB63E65C400C008FC903F131EBB3E65DC5840363166403C330E3F031C90BFC145F5BF309FA23FB4966D3E310A84BFF7ED053E9014EEBFAC05064087B2ABBF011B6B40D8F09A3F25EFE33F1B3952C0"> : tensor<7x5x3xf32>
    %in1 = stablehlo.constant dense<"0x040000000000000000000000000000000100000000000000"> : tensor<3xi64>
    %out:1 = func.call @program(%in0, %in1) : (tensor<7x5x3xf32>, tensor<3xi64>) -> (tensor<3x1x2xf32>)
    %want0 = stablehlo.constant dense<"0xFA8C70400EF7C43F292A6BBF9CF81E403C330E3F031C90BF"> : tensor<3x1x2xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<3x1x2xf32>) -> tensor<3x1x2xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3x1x2xf32>) -> tensor<3x1x2xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3x1x2xf64>, tensor<3x1x2xf64>) -> tensor<3x1x2xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3x1x2xf64>, tensor<3x1x2xf64>) -> tensor<3x1x2xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3x1x2xf64>, tensor<3x1x2xf64>) -> tensor<3x1x2xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3x1x2xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3x1x2xf64>
    %c8 = stablehlo.abs %c7 : tensor<3x1x2xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3x1x2xf64>
    %c10 = stablehlo.abs %c2 : tensor<3x1x2xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3x1x2xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<3x1x2xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3x1x2xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3x1x2xf64>, tensor<3x1x2xf64>) -> tensor<3x1x2xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3x1x2xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3x1x2xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3x1x2xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<7x5x3xf32>, %arg1: tensor<3xi64>) -> (tensor<3x1x2xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg1 [0:1] : (tensor<3xi64>) -> tensor<1xi64>
    %1 = stablehlo.reshape %0 : (tensor<1xi64>) -> tensor<i64>
    %2 = stablehlo.slice %arg1 [1:2] : (tensor<3xi64>) -> tensor<1xi64>
    %3 = stablehlo.reshape %2 : (tensor<1xi64>) -> tensor<i64>
    %4 = stablehlo.slice %arg1 [2:3] : (tensor<3xi64>) -> tensor<1xi64>
    %5 = stablehlo.reshape %4 : (tensor<1xi64>) -> tensor<i64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %6 = stablehlo.compare LT, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<7> : tensor<i64>
    %7 = stablehlo.add %1, %c_0 : tensor<i64>
    %8 = stablehlo.select %6, %7, %1 : tensor<i1>, tensor<i64>
    %c_1 = stablehlo.constant dense<0> : tensor<i64>
    %9 = stablehlo.compare LT, %3, %c_1, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<5> : tensor<i64>
    %10 = stablehlo.add %3, %c_2 : tensor<i64>
    %11 = stablehlo.select %9, %10, %3 : tensor<i1>, tensor<i64>
    %c_3 = stablehlo.constant dense<0> : tensor<i64>
    %12 = stablehlo.compare LT, %5, %c_3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_4 = stablehlo.constant dense<3> : tensor<i64>
    %13 = stablehlo.add %5, %c_4 : tensor<i64>
    %14 = stablehlo.select %12, %13, %5 : tensor<i1>, tensor<i64>
    %15 = stablehlo.dynamic_slice %arg0, %8, %11, %14, sizes = [3, 1, 2] : (tensor<7x5x3xf32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<3x1x2xf32>
    return %15 : tensor<3x1x2xf32>
  }
}
// -----
// dynamic_slice_shapes_a_float32_5_3_start_indices_1_1_limit_indices_2_1_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940"> : tensor<5x3xf32>
    %in1 = stablehlo.constant dense<"0x01000000000000000100000000000000"> : tensor<2xi64>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5x3xf32>, tensor<2xi64>) -> (tensor<1x0xf32>)
    %want0 = stablehlo.constant dense<> : tensor<1x0xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<1x0xf32>) -> tensor<1x0xf64>
    %c2 = stablehlo.convert %want0 : (tensor<1x0xf32>) -> tensor<1x0xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<1x0xf64>, tensor<1x0xf64>) -> tensor<1x0xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<1x0xf64>, tensor<1x0xf64>) -> tensor<1x0xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<1x0xf64>, tensor<1x0xf64>) -> tensor<1x0xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<1x0xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<1x0xf64>
    %c8 = stablehlo.abs %c7 : tensor<1x0xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<1x0xf64>
    %c10 = stablehlo.abs %c2 : tensor<1x0xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<1x0xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<1x0xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<1x0xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<1x0xf64>, tensor<1x0xf64>) -> tensor<1x0xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<1x0xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<1x0xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<5x3xf32>, %arg1: tensor<2xi64>) -> (tensor<1x0xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg1 [0:1] : (tensor<2xi64>) -> tensor<1xi64>
    %1 = stablehlo.reshape %0 : (tensor<1xi64>) -> tensor<i64>
    %2 = stablehlo.slice %arg1 [1:2] : (tensor<2xi64>) -> tensor<1xi64>
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
    %10 = stablehlo.dynamic_slice %arg0, %6, %9, sizes = [1, 0] : (tensor<5x3xf32>, tensor<i64>, tensor<i64>) -> tensor<1x0xf32>
    return %10 : tensor<1x0xf32>
  }
}
// -----
// dynamic_slice_shapes_a_float32_5_start_indices_-5_limit_indices_-2_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC084282640"> : tensor<5xf32>
    %in1 = stablehlo.constant dense<"0xFBFFFFFFFFFFFFFF"> : tensor<1xi64>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5xf32>, tensor<1xi64>) -> (tensor<3xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF"> : tensor<3xf32>
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
  func.func private @program(%arg0: tensor<5xf32>, %arg1: tensor<1xi64>) -> (tensor<3xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg1 [0:1] : (tensor<1xi64>) -> tensor<1xi64>
    %1 = stablehlo.reshape %0 : (tensor<1xi64>) -> tensor<i64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %2 = stablehlo.compare LT, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<5> : tensor<i64>
    %3 = stablehlo.add %1, %c_0 : tensor<i64>
    %4 = stablehlo.select %2, %3, %1 : tensor<i1>, tensor<i64>
    %5 = stablehlo.dynamic_slice %arg0, %4, sizes = [3] : (tensor<5xf32>, tensor<i64>) -> tensor<3xf32>
    return %5 : tensor<3xf32>
  }
}
// -----
// dynamic_slice_shapes_a_float32_5_start_indices_-5_limit_indices_-2_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC084282640"> : tensor<5xf32>
    %in1 = stablehlo.constant dense<"0xFBFFFFFFFFFFFFFF"> : tensor<1xi64>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5xf32>, tensor<1xi64>) -> (tensor<3xf32>)
    %want0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF"> : tensor<3xf32>
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
  func.func private @program(%arg0: tensor<5xf32>, %arg1: tensor<1xi64>) -> (tensor<3xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg1 [0:1] : (tensor<1xi64>) -> tensor<1xi64>
    %1 = stablehlo.reshape %0 : (tensor<1xi64>) -> tensor<i64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %2 = stablehlo.compare LT, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<5> : tensor<i64>
    %3 = stablehlo.add %1, %c_0 : tensor<i64>
    %4 = stablehlo.select %2, %3, %1 : tensor<i1>, tensor<i64>
    %5 = stablehlo.dynamic_slice %arg0, %4, sizes = [3] : (tensor<5xf32>, tensor<i64>) -> tensor<3xf32>
    return %5 : tensor<3xf32>
  }
}
// -----
// dynamic_slice_shapes_a_float32_5_start_indices_-6_limit_indices_-5_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC084282640"> : tensor<5xf32>
    %in1 = stablehlo.constant dense<"0xFAFFFFFFFFFFFFFF"> : tensor<1xi64>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5xf32>, tensor<1xi64>) -> (tensor<1xf32>)
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
  func.func private @program(%arg0: tensor<5xf32>, %arg1: tensor<1xi64>) -> (tensor<1xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg1 [0:1] : (tensor<1xi64>) -> tensor<1xi64>
    %1 = stablehlo.reshape %0 : (tensor<1xi64>) -> tensor<i64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %2 = stablehlo.compare LT, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<5> : tensor<i64>
    %3 = stablehlo.add %1, %c_0 : tensor<i64>
    %4 = stablehlo.select %2, %3, %1 : tensor<i1>, tensor<i64>
    %5 = stablehlo.dynamic_slice %arg0, %4, sizes = [1] : (tensor<5xf32>, tensor<i64>) -> tensor<1xf32>
    return %5 : tensor<1xf32>
  }
}
// -----
// dynamic_slice_shapes_a_float32_5_start_indices_5_limit_indices_6_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC084282640"> : tensor<5xf32>
    %in1 = stablehlo.constant dense<"0x0500000000000000"> : tensor<1xi64>
    %out:1 = func.call @program(%in0, %in1) : (tensor<5xf32>, tensor<1xi64>) -> (tensor<1xf32>)
    %want0 = stablehlo.constant dense<"0x84282640"> : tensor<1xf32>
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
  func.func private @program(%arg0: tensor<5xf32>, %arg1: tensor<1xi64>) -> (tensor<1xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg1 [0:1] : (tensor<1xi64>) -> tensor<1xi64>
    %1 = stablehlo.reshape %0 : (tensor<1xi64>) -> tensor<i64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %2 = stablehlo.compare LT, %1, %c, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<5> : tensor<i64>
    %3 = stablehlo.add %1, %c_0 : tensor<i64>
    %4 = stablehlo.select %2, %3, %1 : tensor<i1>, tensor<i64>
    %5 = stablehlo.dynamic_slice %arg0, %4, sizes = [1] : (tensor<5xf32>, tensor<i64>) -> tensor<1xf32>
    return %5 : tensor<1xf32>
  }
}
