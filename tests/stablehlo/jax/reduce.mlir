// reduce_gen_add_scalar_shape_bfloat16_4_6_initvalue_3_nr_operands_1_dimensions_0_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F"> : tensor<4x6xbf16>
    %in1 = stablehlo.constant dense<"0x02000000FEFFFFFF00000000FEFFFFFF0000000001000000FEFFFFFFFFFFFFFFFEFFFFFFFEFFFFFFFEFFFFFF00000000FDFFFFFF00000000040000000200000000000000FEFFFFFFFEFFFFFF0500000000000000FFFFFFFF0000000006000000"> : tensor<4x6xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x6xbf16>, tensor<4x6xi32>) -> (tensor<6xbf16>)
    %want0 = stablehlo.constant dense<"0x444104BF1F4050BF434134C1"> : tensor<6xbf16>
    %c1 = stablehlo.convert %out#0 : (tensor<6xbf16>) -> tensor<6xf64>
    %c2 = stablehlo.convert %want0 : (tensor<6xbf16>) -> tensor<6xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<6xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<6xf64>
    %c8 = stablehlo.abs %c7 : tensor<6xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<6xf64>
    %c10 = stablehlo.abs %c2 : tensor<6xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<6xf64>
    %c12 = stablehlo.constant dense<0.05> : tensor<6xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<6xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<6xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<6xi1>
    check.expect_eq_const %c16, dense<true> : tensor<6xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x6xbf16>, %arg1: tensor<4x6xi32>) -> (tensor<6xbf16> {jax.result_info = "result[0]"}) {
    %cst = stablehlo.constant dense<3.000000e+00> : tensor<bf16>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4x6xbf16>, tensor<bf16>) -> tensor<6xbf16>
    return %0 : tensor<6xbf16>
  }
}
// -----
// reduce_gen_add_scalar_shape_int8_4_6_initvalue_3_nr_operands_1_dimensions_0_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD030201"> : tensor<4x6xi8>
    %in1 = stablehlo.constant dense<"0x02000000FEFFFFFF00000000FEFFFFFF0000000001000000FEFFFFFFFFFFFFFFFEFFFFFFFEFFFFFFFEFFFFFF00000000FDFFFFFF00000000040000000200000000000000FEFFFFFFFEFFFFFF0500000000000000FFFFFFFF0000000006000000"> : tensor<4x6xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x6xi8>, tensor<4x6xi32>) -> (tensor<6xi8>)
    %want0 = stablehlo.constant dense<"0x0C0002000BF6"> : tensor<6xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<6xi8>, tensor<6xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x6xi8>, %arg1: tensor<4x6xi32>) -> (tensor<6xi8> {jax.result_info = "result[0]"}) {
    %c = stablehlo.constant dense<3> : tensor<i8>
    %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<4x6xi8>, tensor<i8>) -> tensor<6xi8>
    return %0 : tensor<6xi8>
  }
}
// -----
// reduce_gen_add_scalar_shape_int16_4_6_initvalue_3_nr_operands_1_dimensions_0_
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0400FFFFFFFFFDFF0200FAFF0500FEFF000000000400FAFF0000FFFF0300FDFF0000FEFF00000100FDFF030002000100"> : tensor<4x6xi16>
    %in1 = stablehlo.constant dense<"0x02000000FEFFFFFF00000000FEFFFFFF0000000001000000FEFFFFFFFFFFFFFFFEFFFFFFFEFFFFFFFEFFFFFF00000000FDFFFFFF00000000040000000200000000000000FEFFFFFFFEFFFFFF0500000000000000FFFFFFFF0000000006000000"> : tensor<4x6xi32>
    %out:1 = func.call @program(%in0, %in1) : (tensor<4x6xi16>, tensor<4x6xi32>) -> (tensor<6xi16>)
    %want0 = stablehlo.constant dense<"0x0C000000020000000B00F6FF"> : tensor<6xi16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<6xi16>, tensor<6xi16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x6xi16>, %arg1: tensor<4x6xi32>) -> (tensor<6xi16> {jax.result_info = "result[0]"}) {
    %c = stablehlo.constant dense<3> : tensor<i16>
    %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<4x6xi16>, tensor<i16>) -> tensor<6xi16>
    return %0 : tensor<6xi16>
  }
}
