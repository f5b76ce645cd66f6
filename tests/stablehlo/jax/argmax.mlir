// argmax_dtypes_shape_uint16_15_axes_0_indexdtype_int32_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040001000100030002000600050002000000000004000600000001000300"> : tensor<15xui16>
    %out:1 = func.call @program(%in0) : (tensor<15xui16>) -> (tensor<i32>)
    %want0 = stablehlo.constant dense<"0x05000000"> : tensor<i32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<i32>, tensor<i32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<15xui16>) -> (tensor<i32> {jax.result_info = "result"}) {
    %0 = call @program_argmax(%arg0) : (tensor<15xui16>) -> tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @program_argmax(%arg0: tensor<15xui16>) -> tensor<i32> {
    %0 = stablehlo.iota dim = 0 : tensor<15xi32>
    %c = stablehlo.constant dense<0> : tensor<ui16>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [0] : (tensor<15xui16>, tensor<15xi32>, tensor<ui16>, tensor<i32>) -> (tensor<ui16>, tensor<i32>)
     reducer(%arg1: tensor<ui16>, %arg3: tensor<ui16>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, UNSIGNED : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, UNSIGNED : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, UNSIGNED : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<ui16>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<ui16>, tensor<i32>
    }
    return %1#1 : tensor<i32>
  }
}
// -----
// argmax_dtypes_shape_uint8_15_axes_0_indexdtype_int32_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206050200000406000103"> : tensor<15xui8>
    %out:1 = func.call @program(%in0) : (tensor<15xui8>) -> (tensor<i32>)
    %want0 = stablehlo.constant dense<"0x05000000"> : tensor<i32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<i32>, tensor<i32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<15xui8>) -> (tensor<i32> {jax.result_info = "result"}) {
    %0 = call @program_argmax(%arg0) : (tensor<15xui8>) -> tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @program_argmax(%arg0: tensor<15xui8>) -> tensor<i32> {
    %0 = stablehlo.iota dim = 0 : tensor<15xi32>
    %c = stablehlo.constant dense<0> : tensor<ui8>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [0] : (tensor<15xui8>, tensor<15xi32>, tensor<ui8>, tensor<i32>) -> (tensor<ui8>, tensor<i32>)
     reducer(%arg1: tensor<ui8>, %arg3: tensor<ui8>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<ui8>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<ui8>, tensor<i32>
    }
    return %1#1 : tensor<i32>
  }
}
// -----
// argmax_dtypes_shape_float16_15_axes_0_indexdtype_int32_enable_xla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xDF4457BF57BE70C23141E8C63C4591C0A83BFCB963442EC6BDBB9CBCCD42"> : tensor<15xf16>
    %out:1 = func.call @program(%in0) : (tensor<15xf16>) -> (tensor<i32>)
    %want0 = stablehlo.constant dense<"0x06000000"> : tensor<i32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<i32>, tensor<i32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<15xf16>) -> (tensor<i32> {jax.result_info = "result"}) {
    %0 = call @program_argmax(%arg0) : (tensor<15xf16>) -> tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @program_argmax(%arg0: tensor<15xf16>) -> tensor<i32> {
    %0 = stablehlo.iota dim = 0 : tensor<15xi32>
    %cst = stablehlo.constant dense<0xFC00> : tensor<f16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [0] : (tensor<15xf16>, tensor<15xi32>, tensor<f16>, tensor<i32>) -> (tensor<f16>, tensor<i32>)
     reducer(%arg1: tensor<f16>, %arg3: tensor<f16>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f16>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f16>, tensor<i32>
    }
    return %1#1 : tensor<i32>
  }
}
// -----
// argmax_axes_shape_float32_18_12_axes_1_indexdtype_int32_enable_xla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF23D1F53E743928405B68723F9E21C2C0292A6BBF9CF81E4077B6303F604E12407EBF2ABFA42E1ABF76470F3FB8759D3F504B183F1BCCB63E65C400C008FC903F131EBB3E65DC5840363166403C330E3F031C90BFC145F5BF309FA23FB4966D3E310A84BFF7ED053E9014EEBFAC05064087B2ABBF011B6B40D8F09A3F25EFE33F1B3952C0F115023FD52F0E404B1C37C0B0744CBF3F62C83DBBD183C0DC0A723F7D762240ED0625C0129C863F5BF57BC0C6BEEDBD391D9BC0EC4F57408F049D3F203F97BDBED414C0A78F74407ED7BC40C35DB2C0EF576D4025419C40E7CB813F6C4266C026C3254061F20ABFD0E7E7BFD12B6CC00A68D33F0B381840916FEFBFBCE6C73FABB65BC013F51940030E0F3E1C490FBF1B489CBE7ED326403C1410408F50CB3F5282D33E06116F3E4175ED3F4A8E323FC40C0340702B6EBF93BEE9C04F74474036F3D140E47BA93FA4D699BE4294D1BE03DEB6BE43ED553D776D57C07490C6BFDD6D3FC0E8133F3F06D263BF4129BE3F0A2C06BF59603D4079FE233FA34ED240F70CB6C0806AF8BFE2152D4022B8F24096F33EBFB226063E31CF2DBFC8A37F4006A75CBFCB9202408E9B75BFCF5474C0FDCD703F1439C13FA34C78408AA5A9BE2911EDBFAB19D83FD7E2383F008D573F2B9A60BEF6C85E409DE28D3FE4D8B640A95255403B13FD3FED3B9CC0654AE73F6C63A13FE6B31B406B884840EEEF99BF86351E40E0ECD7BF15ABBB4017BC7FC0AF06A9C020789EC097FC2AC0C3DE56C098C8BB406AC07ABF9AE580C027F65540A639E1BFD1796DC03C292840"> : tensor<18x12xf32>
    %out:1 = func.call @program(%in0) : (tensor<18x12xf32>) -> (tensor<18xi32>)
    %want0 = stablehlo.constant dense<"0x0600000009000000000000000B00000009000000080000000100000006000000050000000A000000030000000A000000090000000A00000004000000030000000B00000005000000"> : tensor<18xi32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<18xi32>, tensor<18xi32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<18x12xf32>) -> (tensor<18xi32> {jax.result_info = "result"}) {
    %0 = call @program_argmax(%arg0) : (tensor<18x12xf32>) -> tensor<18xi32>
    return %0 : tensor<18xi32>
  }
  func.func private @program_argmax(%arg0: tensor<18x12xf32>) -> tensor<18xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<18x12xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<18x12xf32>, tensor<18x12xi32>, tensor<f32>, tensor<i32>) -> (tensor<18xf32>, tensor<18xi32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
    }
    return %1#1 : tensor<18xi32>
  }
}
// -----
// argmax_index_dtype_shape_float32_15_axes_0_indexdtype_int16_enable_xla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940"> : tensor<15xf32>
    %out:1 = func.call @program(%in0) : (tensor<15xf32>) -> (tensor<i16>)
    %want0 = stablehlo.constant dense<"0x0600"> : tensor<i16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<i16>, tensor<i16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<15xf32>) -> (tensor<i16> {jax.result_info = "result"}) {
    %0 = call @program_argmax(%arg0) : (tensor<15xf32>) -> tensor<i16>
    return %0 : tensor<i16>
  }
  func.func private @program_argmax(%arg0: tensor<15xf32>) -> tensor<i16> {
    %0 = stablehlo.iota dim = 0 : tensor<15xi16>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i16>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [0] : (tensor<15xf32>, tensor<15xi16>, tensor<f32>, tensor<i16>) -> (tensor<f32>, tensor<i16>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i16>, %arg4: tensor<i16>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i16>, tensor<i16>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i16>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i16>
    }
    return %1#1 : tensor<i16>
  }
}
// -----
// argmax_special_nan_1_shape_float32_4_axes_0_indexdtype_int32_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0000C07F0000C0FF00000040000000C0"> : tensor<4xf32>
    %out:1 = func.call @program(%in0) : (tensor<4xf32>) -> (tensor<i32>)
    %want0 = stablehlo.constant dense<"0x00000000"> : tensor<i32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<i32>, tensor<i32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4xf32>) -> (tensor<i32> {jax.result_info = "result"}) {
    %0 = call @program_argmax(%arg0) : (tensor<4xf32>) -> tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @program_argmax(%arg0: tensor<4xf32>) -> tensor<i32> {
    %0 = stablehlo.iota dim = 0 : tensor<4xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [0] : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
    }
    return %1#1 : tensor<i32>
  }
}
// -----
// argmax_special_inf_1_shape_float32_4_axes_0_indexdtype_int32_enable_xla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x000000400000807F000080FF000000C0"> : tensor<4xf32>
    %out:1 = func.call @program(%in0) : (tensor<4xf32>) -> (tensor<i32>)
    %want0 = stablehlo.constant dense<"0x01000000"> : tensor<i32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<i32>, tensor<i32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4xf32>) -> (tensor<i32> {jax.result_info = "result"}) {
    %0 = call @program_argmax(%arg0) : (tensor<4xf32>) -> tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @program_argmax(%arg0: tensor<4xf32>) -> tensor<i32> {
    %0 = stablehlo.iota dim = 0 : tensor<4xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [0] : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
    }
    return %1#1 : tensor<i32>
  }
}
// -----
// argmax_special_singleton_shape_float32_1_axes_0_indexdtype_int32_enable_xla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x0000803F"> : tensor<1xf32>
    %out:1 = func.call @program(%in0) : (tensor<1xf32>) -> (tensor<i32>)
    %want0 = stablehlo.constant dense<"0x00000000"> : tensor<i32>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<i32>, tensor<i32>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<1xf32>) -> (tensor<i32> {jax.result_info = "result"}) {
    %0 = call @program_argmax(%arg0) : (tensor<1xf32>) -> tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @program_argmax(%arg0: tensor<1xf32>) -> tensor<i32> {
    %0 = stablehlo.iota dim = 0 : tensor<1xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [0] : (tensor<1xf32>, tensor<1xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
    }
    return %1#1 : tensor<i32>
  }
}
