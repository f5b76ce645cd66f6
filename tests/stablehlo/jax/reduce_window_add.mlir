// reduce_window_add_dtypes_shape_bfloat16_4_6_initvalue_0_windowdimensions_2_2_windowstrides_1_1_padding_0_0_0_0_basedilation_1_1_windowdilation_1_1_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x9C40EBBFCBBF4EC02640DDC0A84012C0753F40BF8C40C6C078BF93BF5A4053C004BF29C0023EE03F53C05C402D40C13F"> : tensor<4x6xbf16>
    %out:1 = func.call @program(%in0) : (tensor<4x6xbf16>) -> (tensor<3x5xbf16>)
    %want0 = stablehlo.constant dense<"0xBF4097C094C04040C4C05A3F703FA03E40BE9FC080BE343F803E1540873F"> : tensor<3x5xbf16>
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
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<bf16>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<bf16>, %arg2: tensor<bf16>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<bf16>
      stablehlo.return %2 : tensor<bf16>
    }) : (tensor<4x6xbf16>, tensor<bf16>) -> tensor<3x5xbf16>
    return %1 : tensor<3x5xbf16>
  }
}
// -----
// reduce_window_add_dtypes_shape_uint8_4_6_initvalue_1_windowdimensions_2_2_windowstrides_1_1_padding_0_0_0_0_basedilation_1_1_windowdilation_1_1_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040101030206050200000406000103030002000103030201"> : tensor<4x6xui8>
    %out:1 = func.call @program(%in0) : (tensor<4x6xui8>) -> (tensor<3x5xui8>)
    %want0 = stablehlo.constant dense<"0x0D05050A13090707080D03090D0906"> : tensor<3x5xui8>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3x5xui8>, tensor<3x5xui8>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x6xui8>) -> (tensor<3x5xui8> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<ui8>
    %0 = "stablehlo.reduce_window"(%arg0, %c) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<ui8>, %arg2: tensor<ui8>):
      %1 = stablehlo.add %arg1, %arg2 : tensor<ui8>
      stablehlo.return %1 : tensor<ui8>
    }) : (tensor<4x6xui8>, tensor<ui8>) -> tensor<3x5xui8>
    return %0 : tensor<3x5xui8>
  }
}
// -----
// reduce_window_add_dtypes_shape_uint16_4_6_initvalue_0_windowdimensions_2_2_windowstrides_1_1_padding_0_0_0_0_basedilation_1_1_windowdilation_1_1_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040001000100030002000600050002000000000004000600000001000300030000000200000001000300030002000100"> : tensor<4x6xui16>
    %out:1 = func.call @program(%in0) : (tensor<4x6xui16>) -> (tensor<3x5xui16>)
    %want0 = stablehlo.constant dense<"0x0C00040004000900120008000600060007000C00020008000C0008000500"> : tensor<3x5xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3x5xui16>, tensor<3x5xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x6xui16>) -> (tensor<3x5xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<ui16>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui16>) -> tensor<ui16>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<ui16>, %arg2: tensor<ui16>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<ui16>
      stablehlo.return %2 : tensor<ui16>
    }) : (tensor<4x6xui16>, tensor<ui16>) -> tensor<3x5xui16>
    return %1 : tensor<3x5xui16>
  }
}
// -----
// reduce_window_add_dtypes_shape_uint16_4_6_initvalue_1_windowdimensions_2_2_windowstrides_1_1_padding_0_0_0_0_basedilation_1_1_windowdilation_1_1_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0x040001000100030002000600050002000000000004000600000001000300030000000200000001000300030002000100"> : tensor<4x6xui16>
    %out:1 = func.call @program(%in0) : (tensor<4x6xui16>) -> (tensor<3x5xui16>)
    %want0 = stablehlo.constant dense<"0x0D00050005000A00130009000700070008000D00030009000D0009000600"> : tensor<3x5xui16>
    stablehlo.custom_call @check.expect_eq(%out#0, %want0) : (tensor<3x5xui16>, tensor<3x5xui16>) -> ()
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x6xui16>) -> (tensor<3x5xui16> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<1> : tensor<ui16>
    %0 = "stablehlo.reduce_window"(%arg0, %c) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<ui16>, %arg2: tensor<ui16>):
      %1 = stablehlo.add %arg1, %arg2 : tensor<ui16>
      stablehlo.return %1 : tensor<ui16>
    }) : (tensor<4x6xui16>, tensor<ui16>) -> tensor<3x5xui16>
    return %0 : tensor<3x5xui16>
  }
}
// -----
// reduce_window_add_window_strides_shape_float32_4_6_initvalue_0_windowdimensions_2_2_windowstrides_1_2_padding_0_0_0_0_basedilation_1_1_windowdilation_1_1_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03F"> : tensor<4x6xf32>
    %out:1 = func.call @program(%in0) : (tensor<4x6xf32>) -> (tensor<3x3xf32>)
    %want0 = stablehlo.constant dense<"0x75A2BF40720593C09C47C3C0A0D6543F4A0C9F3E193D9EC008317ABE20906F3ED0DB873F"> : tensor<3x3xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<3x3xf32>) -> tensor<3x3xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3x3xf32>) -> tensor<3x3xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3x3xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3x3xf64>
    %c8 = stablehlo.abs %c7 : tensor<3x3xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3x3xf64>
    %c10 = stablehlo.abs %c2 : tensor<3x3xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3x3xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<3x3xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3x3xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3x3xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3x3xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3x3xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<4x6xf32>) -> (tensor<3x3xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x3xf32>
    return %1 : tensor<3x3xf32>
  }
}
// -----
// reduce_window_add_manual_padding_shape_float32_12_12_initvalue_0_0_windowdimensions_2_2_windowstrides_1_1_padding_SAME_basedilation_1_1_windowdilation_1_1_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF23D1F53E743928405B68723F9E21C2C0292A6BBF9CF81E4077B6303F604E12407EBF2ABFA42E1ABF76470F3FB8759D3F504B183F1BCCB63E65C400C008FC903F131EBB3E65DC5840363166403C330E3F031C90BFC145F5BF309FA23FB4966D3E310A84BFF7ED053E9014EEBFAC05064087B2ABBF011B6B40D8F09A3F25EFE33F1B3952C0F115023FD52F0E404B1C37C0B0744CBF3F62C83DBBD183C0DC0A723F7D762240ED0625C0129C863F5BF57BC0C6BEEDBD391D9BC0EC4F57408F049D3F203F97BDBED414C0A78F74407ED7BC40C35DB2C0EF576D4025419C40E7CB813F6C4266C026C3254061F20ABFD0E7E7BFD12B6CC00A68D33F0B381840916FEFBFBCE6C73FABB65BC013F51940030E0F3E1C490FBF1B489CBE7ED326403C141040"> : tensor<12x12xf32>
    %out:1 = func.call @program(%in0) : (tensor<12x12xf32>) -> (tensor<12x12xf32>)
    %want0 = stablehlo.constant dense<"0x20196B3F82D795BF097596C08A118EC034B2EEC0ECAA85C0C96D9A40885038C080C1AE3E3B6F1C4114C31A40B88895C06AE8BBBF4ECE2EBE0FC244C09CB1EDC0E44217C0156A3FC0A0F0B1BF1FC499C0D1DF8EC0A077CB3F02460A403918BC3F84A7FFBFB4D1504028F28040A4ECFABF0BDD1CC0C56CACC030D4DBBE632FFD3FE261CBC03067BCC0054C9A40A068C840BC89DFBED5F40641DE93E140FD5A35C0E4D8F6C0C387D2C057057E40101B1841F04E6340FDF41340D12B26418D4C0F41A1476D40CFCA0041D8FEF93E0F6F7AC0CE264FC0C629BF3F82661141B749764109AEF54079E59BC0F05815C0E72D923F3454934003F70D41BD348FC0FF3ECDC036773340C9F4CA40F8E32E417CC34B41928A8C3FDE0709C1EEC981C02C0591BEF8EF814052D1F53FC3F7BFC00096AFC01C37AA40F58C2241021DE4409D3A863F35F689C0523430BFBDB552408E28BB3F9487513D4A9658C0F42B25BF2E0E1040F2C0C24042E83D410197E440BAC204C04032BAC00962054034F25C3FE04228C0A600CDBFE605B8C05B253CC0CE9287404DB1124089DA5640A015D93D6DD2B1C004AEF7C096959F3FBCE57C400734D1BFD16846C07BA521C0F28ED140AAEC73400EE8F3BFAA10E240ECC04040E55FD4C0D713BFC01F70103FB4210F4082C615BF42038EC07CD3B040BAAF23410086973CE4266FC0500CF2408C130741DF3D40C023B5EFBF84288B403A372040A002E13ECC7702C008F680400A01023F54239EBE9A86EFBF308383BFF3E52240360BD7BE2A6D5DBF7B4A1340DD739B403C141040"> : tensor<12x12xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<12x12xf32>) -> tensor<12x12xf64>
    %c2 = stablehlo.convert %want0 : (tensor<12x12xf32>) -> tensor<12x12xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<12x12xf64>, tensor<12x12xf64>) -> tensor<12x12xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<12x12xf64>, tensor<12x12xf64>) -> tensor<12x12xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<12x12xf64>, tensor<12x12xf64>) -> tensor<12x12xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<12x12xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<12x12xf64>
    %c8 = stablehlo.abs %c7 : tensor<12x12xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<12x12xf64>
    %c10 = stablehlo.abs %c2 : tensor<12x12xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<12x12xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<12x12xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<12x12xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<12x12xf64>, tensor<12x12xf64>) -> tensor<12x12xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<12x12xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<12x12xi1>
    check.expect_eq_const %c16, dense<true> : tensor<12x12xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<12x12xf32>) -> (tensor<12x12xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 1], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<12x12xf32>, tensor<f32>) -> tensor<12x12xf32>
    return %1 : tensor<12x12xf32>
  }
}
// -----
// reduce_window_add_manual_padding_shape_float32_12_12_initvalue_0_0_windowdimensions_3_3_windowstrides_2_2_padding_SAME_basedilation_1_1_windowdilation_1_1_enablexla_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF23D1F53E743928405B68723F9E21C2C0292A6BBF9CF81E4077B6303F604E12407EBF2ABFA42E1ABF76470F3FB8759D3F504B183F1BCCB63E65C400C008FC903F131EBB3E65DC5840363166403C330E3F031C90BFC145F5BF309FA23FB4966D3E310A84BFF7ED053E9014EEBFAC05064087B2ABBF011B6B40D8F09A3F25EFE33F1B3952C0F115023FD52F0E404B1C37C0B0744CBF3F62C83DBBD183C0DC0A723F7D762240ED0625C0129C863F5BF57BC0C6BEEDBD391D9BC0EC4F57408F049D3F203F97BDBED414C0A78F74407ED7BC40C35DB2C0EF576D4025419C40E7CB813F6C4266C026C3254061F20ABFD0E7E7BFD12B6CC00A68D33F0B381840916FEFBFBCE6C73FABB65BC013F51940030E0F3E1C490FBF1B489CBE7ED326403C141040"> : tensor<12x12xf32>
    %out:1 = func.call @program(%in0) : (tensor<12x12xf32>) -> (tensor<6x6xf32>)
    %want0 = stablehlo.constant dense<"0x992441409C47D3C03EB058C04E1E36C09850523F049CBB3EAA3BB74094F36EBF59EA3DC167E5A73F1899D0BFEC570541B43C23419F62F0C052BEE43FA8C3A34182825F40DA300BBF1052703E181AF5C0CD6152418459A140BD4E42C047C929409016C5C0FAFA19403C4BF24044E27EBF28186DC07C6ACC3F5C82E13F60FBC64079506340BE1C894050C5433E3A372040"> : tensor<6x6xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<6x6xf32>) -> tensor<6x6xf64>
    %c2 = stablehlo.convert %want0 : (tensor<6x6xf32>) -> tensor<6x6xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<6x6xf64>, tensor<6x6xf64>) -> tensor<6x6xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<6x6xf64>, tensor<6x6xf64>) -> tensor<6x6xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<6x6xf64>, tensor<6x6xf64>) -> tensor<6x6xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<6x6xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<6x6xf64>
    %c8 = stablehlo.abs %c7 : tensor<6x6xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<6x6xf64>
    %c10 = stablehlo.abs %c2 : tensor<6x6xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<6x6xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<6x6xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<6x6xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<6x6xf64>, tensor<6x6xf64>) -> tensor<6x6xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<6x6xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<6x6xi1>
    check.expect_eq_const %c16, dense<true> : tensor<6x6xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<12x12xf32>) -> (tensor<6x6xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 1], [0, 1]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<12x12xf32>, tensor<f32>) -> tensor<6x6xf32>
    return %1 : tensor<6x6xf32>
  }
}
// -----
// reduce_window_add_manual_padding_shape_float32_12_12_initvalue_0_0_windowdimensions_13_13_windowstrides_5_6_padding_SAME_basedilation_1_1_windowdilation_1_1_enablexla_True
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF23D1F53E743928405B68723F9E21C2C0292A6BBF9CF81E4077B6303F604E12407EBF2ABFA42E1ABF76470F3FB8759D3F504B183F1BCCB63E65C400C008FC903F131EBB3E65DC5840363166403C330E3F031C90BFC145F5BF309FA23FB4966D3E310A84BFF7ED053E9014EEBFAC05064087B2ABBF011B6B40D8F09A3F25EFE33F1B3952C0F115023FD52F0E404B1C37C0B0744CBF3F62C83DBBD183C0DC0A723F7D762240ED0625C0129C863F5BF57BC0C6BEEDBD391D9BC0EC4F57408F049D3F203F97BDBED414C0A78F74407ED7BC40C35DB2C0EF576D4025419C40E7CB813F6C4266C026C3254061F20ABFD0E7E7BFD12B6CC00A68D33F0B381840916FEFBFBCE6C73FABB65BC013F51940030E0F3E1C490FBF1B489CBE7ED326403C141040"> : tensor<12x12xf32>
    %out:1 = func.call @program(%in0) : (tensor<12x12xf32>) -> (tensor<3x2xf32>)
    %want0 = stablehlo.constant dense<"0xEE482A41E1388B40472816413FDE7541801F9541A0A6B241"> : tensor<3x2xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<3x2xf32>) -> tensor<3x2xf64>
    %c2 = stablehlo.convert %want0 : (tensor<3x2xf32>) -> tensor<3x2xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<3x2xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<3x2xf64>
    %c8 = stablehlo.abs %c7 : tensor<3x2xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<3x2xf64>
    %c10 = stablehlo.abs %c2 : tensor<3x2xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<3x2xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<3x2xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<3x2xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<3x2xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<3x2xi1>
    check.expect_eq_const %c16, dense<true> : tensor<3x2xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<12x12xf32>) -> (tensor<3x2xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[5, 6], [3, 4]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 13, 13>, window_strides = array<i64: 5, 6>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<12x12xf32>, tensor<f32>) -> tensor<3x2xf32>
    return %1 : tensor<3x2xf32>
  }
}
