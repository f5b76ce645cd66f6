// reduce_window_mul_dtypes_shape_bfloat16_4_6_initvalue_1_windowdimensions_2_2_windowstrides_1_1_padding_0_0_0_0_basedilation_1_1_windowdilation_1_1_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F"> : tensor<4x6xbf16>
    %out:1 = func.call @program(%in0) : (tensor<4x6xbf16>) -> (tensor<3x5xbf16>)
    %want0 = stablehlo.constant dense<"0xD642CBC06AC0DC41F14356C109410141B2C014C27C3EB541FE427D41B140"> : tensor<3x5xbf16>
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
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %0 = "stablehlo.reduce_window"(%arg0, %cst) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<bf16>, %arg2: tensor<bf16>):
      %1 = stablehlo.multiply %arg1, %arg2 : tensor<bf16>
      stablehlo.return %1 : tensor<bf16>
    }) : (tensor<4x6xbf16>, tensor<bf16>) -> tensor<3x5xbf16>
    return %0 : tensor<3x5xbf16>
  }
}
// -----
// reduce_window_mul_dtypes_shape_int8_4_6_initvalue_2_windowdimensions_2_2_windowstrides_1_1_padding_0_0_0_0_basedilation_1_1_windowdilation_1_1_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x04FFFFFD02FA05FE000004FA00FF03FD00FE0001FD030201"> : tensor<4x6xi8>
    %out:1 = func.call @program(%in0) : (tensor<4x6xi8>) -> (tensor<3x5xi8>)
    %want0 = stablehlo.constant dense<"0x500000004000000000000012A20000"> : tensor<3x5xi8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3x5xi8>, tensor<3x5xi8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x6xi8>) -> (tensor<3x5xi8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<2> : tensor<i8>
    %0 = "stablehlo.reduce_window"(%arg0, %c) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<i8>, %arg2: tensor<i8>):
      %1 = stablehlo.multiply %arg1, %arg2 : tensor<i8>
      stablehlo.return %1 : tensor<i8>
    }) : (tensor<4x6xi8>, tensor<i8>) -> tensor<3x5xi8>
    return %0 : tensor<3x5xi8>
  }
}
// -----
// reduce_window_mul_dtypes_shape_complex64_4_6_initvalue_2_windowdimensions_2_2_windowstrides_1_1_padding_0_0_0_0_basedilation_1_1_windowdilation_1_1_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B40DFF62C401AEAEABF974603C065D1CABF67C2BCBE8E024EC0F0AA33C084282640F1BC4DBF9DF2DCC010A8CB3F7E80A74082CC04C0D72612C0755A98BFA305753FEAEF03C036843FBF8C4722C0C45C8C4017E100C005C6C5C0629F1BBDCD9D77BF0A8656C0147A93BF0008343F09AF59404C579F40DB2D53C0F4780E40C46C04BF675413BF7F8C28C0BD6C2AC03EAE013E53740FC011CDDF3FC479A240A25153C0D8141C3E76C95B40389BF4BFFD1A2D40839F123F34F5C03FDF9FC940"> : tensor<4x6xcomplex<f32>>
    %out:1 = func.call @program(%in0) : (tensor<4x6xcomplex<f32>>) -> (tensor<3x5xcomplex<f32>>)
    %want0 = stablehlo.constant dense<"0xFACD554220C7DC4349F73FC25DA0A8C1826A19C25C5894C2233EAF42177C8D43F2DA264460C869C4BA4DB5C22648CCC25575B9424960AFC1B07D794378C4104333000FC2A5008CC2902E77C2AF7B21C39ACFCA42C2554C42096253C1E0539043A77E1944CE44DAC264AC8542113B67C0A887CFC27F8858C0"> : tensor<3x5xcomplex<f32>>
    %c1 = stablehlo.abs %want0 : (tensor<3x5xcomplex<f32>>) -> tensor<3x5xf32>
    %c2 = stablehlo.real %out#0 : (tensor<3x5xcomplex<f32>>) -> tensor<3x5xf32>
    %c3 = stablehlo.real %want0 : (tensor<3x5xcomplex<f32>>) -> tensor<3x5xf32>
    %c4 = stablehlo.convert %c2 : (tensor<3x5xf32>) -> tensor<3x5xf64>
    %c5 = stablehlo.convert %c3 : (tensor<3x5xf32>) -> tensor<3x5xf64>
    %c6 = stablehlo.compare EQ, %c4, %c5, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c7 = stablehlo.compare NE, %c4, %c4, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c8 = stablehlo.compare NE, %c5, %c5, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c9 = stablehlo.and %c7, %c8 : tensor<3x5xi1>
    %c10 = stablehlo.subtract %c4, %c5 : tensor<3x5xf64>
    %c11 = stablehlo.abs %c10 : tensor<3x5xf64>
    %c12 = stablehlo.constant dense<1.0> : tensor<3x5xf64>
    %c13 = stablehlo.convert %c1 : (tensor<3x5xf32>) -> tensor<3x5xf64>
    %c14 = stablehlo.maximum %c12, %c13 : tensor<3x5xf64>
    %c15 = stablehlo.constant dense<0.0001> : tensor<3x5xf64>
    %c16 = stablehlo.multiply %c14, %c15 : tensor<3x5xf64>
    %c17 = stablehlo.compare LE, %c11, %c16, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c18 = stablehlo.or %c9, %c17 : tensor<3x5xi1>
    %c19 = stablehlo.or %c6, %c18 : tensor<3x5xi1>
    check.expect_eq_const %c19, dense<true> : tensor<3x5xi1>
    %c20 = stablehlo.imag %out#0 : (tensor<3x5xcomplex<f32>>) -> tensor<3x5xf32>
    %c21 = stablehlo.imag %want0 : (tensor<3x5xcomplex<f32>>) -> tensor<3x5xf32>
    %c22 = stablehlo.convert %c20 : (tensor<3x5xf32>) -> tensor<3x5xf64>
    %c23 = stablehlo.convert %c21 : (tensor<3x5xf32>) -> tensor<3x5xf64>
    %c24 = stablehlo.compare EQ, %c22, %c23, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c25 = stablehlo.compare NE, %c22, %c22, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c26 = stablehlo.compare NE, %c23, %c23, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c27 = stablehlo.and %c25, %c26 : tensor<3x5xi1>
    %c28 = stablehlo.subtract %c22, %c23 : tensor<3x5xf64>
    %c29 = stablehlo.abs %c28 : tensor<3x5xf64>
    %c30 = stablehlo.constant dense<1.0> : tensor<3x5xf64>
    %c31 = stablehlo.convert %c1 : (tensor<3x5xf32>) -> tensor<3x5xf64>
    %c32 = stablehlo.maximum %c30, %c31 : tensor<3x5xf64>
    %c33 = stablehlo.constant dense<0.0001> : tensor<3x5xf64>
    %c34 = stablehlo.multiply %c32, %c33 : tensor<3x5xf64>
    %c35 = stablehlo.compare LE, %c29, %c34, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    %c36 = stablehlo.or %c27, %c35 : tensor<3x5xi1>
    %c37 = stablehlo.or %c24, %c36 : tensor<3x5xi1>
    check.expect_eq_const %c37, dense<true> : tensor<3x5xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x6xcomplex<f32>>) -> (tensor<3x5xcomplex<f32>> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<(2.000000e+00,0.000000e+00)> : tensor<complex<f32>>
    %0 = "stablehlo.reduce_window"(%arg0, %cst) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<complex<f32>>, %arg2: tensor<complex<f32>>):
      %1 = stablehlo.multiply %arg1, %arg2 : tensor<complex<f32>>
      stablehlo.return %1 : tensor<complex<f32>>
    }) : (tensor<4x6xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3x5xcomplex<f32>>
    return %0 : tensor<3x5xcomplex<f32>>
  }
}
