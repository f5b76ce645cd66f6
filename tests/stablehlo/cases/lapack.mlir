// Written by lapack.py, seed 1: calls of LAPACK as by JAX 0.10.2.
module {
  func.func public @main() -> tensor<i32> {
    %x0 = stablehlo.constant dense<"0x69F0B03E9155523F0C2FA93EDBCDA6BF67C5673F358BE43EC47509BF28C4143F"> : tensor<4x2xf32>
    %y0 = func.call @c0_main(%x0) : (tensor<4x2xf32>) -> tensor<i1>
    check.expect_eq_const %y0, dense<true> : tensor<i1>
    %x1 = stablehlo.constant dense<"0xEE2FA9752755D73F47B41FC17456A43F52E2741B11D3D23F1CED38859CB7D2BF2FB2B853B81A9D3F9F3949E56405E9BFF690B93BAC7EE13F848D8F71D675D0BFB4AF55290891E7BF91F55AF8D8AC803F5B5F69B13BDAC4BF5B603C5E7AA3D1BF97C02EF60ADBDEBFE16F1C427CB4F43F8B2C5388BF29E33FD938A5F48A1BF03F"> : tensor<4x2xcomplex<f64>>
    %y1 = func.call @c1_main(%x1) : (tensor<4x2xcomplex<f64>>) -> tensor<i1>
    check.expect_eq_const %y1, dense<true> : tensor<i1>
    %x2 = stablehlo.constant dense<"0xB0832DC030CBF1BF75F732BE5729D8BE3BC55A3EA4895E3EAC8A0740B2568EBF7255C1BEC5BC0240548E253F85BE293F"> : tensor<2x2x3xf32>
    %y2 = func.call @c2_main(%x2) : (tensor<2x2x3xf32>) -> tensor<i1>
    check.expect_eq_const %y2, dense<true> : tensor<i1>
    %x3 = stablehlo.constant dense<"0x2DAA8A7DBD72E0BFEC42CCF4FBFFE23F54CB0212845EFABF94647D8F7084EC3F03B8D5177C6FC53FBFC9C553C788D43F802FFFE558E8BB3F2EAE6728F12EEABFB58A5AE83BA3F3BFA7DEDC0CB269E73FE0490329FEDCE5BF8F1707F0CB0BE0BF4DDB4F607471B2BF134CEF721522EC3F59727CC1673BEEBF0C0CFC8F0A26F1BFC5AF1A7A3828B9BF8D7C56B95043ED3F96EB4D609371B83F9F4EACA5838B94BF7399AEF85B38A23F1271CE1DE0FAF3BFA55256908A33E0BFEC1295CFED16D4BF"> : tensor<2x2x3xcomplex<f64>>
    %y3 = func.call @c3_main(%x3) : (tensor<2x2x3xcomplex<f64>>) -> tensor<i1>
    check.expect_eq_const %y3, dense<true> : tensor<i1>
    %x4 = stablehlo.constant dense<"0x5A9A5D3D4EAB8B3EAE707BBF66BE8DBFE35F4C3ECEF9EEBE6228713EDF6F423F"> : tensor<4x2xf32>
    %y4 = func.call @c4_main(%x4) : (tensor<4x2xf32>) -> tensor<i1>
    check.expect_eq_const %y4, dense<true> : tensor<i1>
    %x5 = stablehlo.constant dense<"0x919088DC6E61FABF22152FA20318D6BFFEC93B18E547D03F7E08041487B5F7BF7C622B6B2798F33FD48CA45CAA29BCBF7B359008AE0AD3BFD76F34CE7288DCBFE801C46C31F2E9BF372170E773CFE83FD4558BA56112E83FAD089B0FF6C8C83FE18A99BC7738D03F553F605DF517FABF19F340F912ABEC3FC1E06652631FF3BF"> : tensor<4x2xcomplex<f64>>
    %y5 = func.call @c5_main(%x5) : (tensor<4x2xcomplex<f64>>) -> tensor<i1>
    check.expect_eq_const %y5, dense<true> : tensor<i1>
    %x6 = stablehlo.constant dense<"0x0040623F15052E3FFDE623BFC67789BA3822E43EB1D2EF3E6951603F1652833E5C35C2BDBC8784BE9522873FFF0D10C0"> : tensor<2x2x3xf32>
    %y6 = func.call @c6_main(%x6) : (tensor<2x2x3xf32>) -> tensor<i1>
    check.expect_eq_const %y6, dense<true> : tensor<i1>
    %x7 = stablehlo.constant dense<"0x4E7E572B75BFC1BF32F02081DC0DFC3F1795C0BE63E5A03FDD5E0A2AA57DBCBF5D3345B63ACEF6BF185D685BB908E6BF3DDB0578D14CD53FE1FDB7290477C23F99671E474BD7E4BFAFDF409E2A80C8BF290259D42599EB3FFEA68ADABF44EB3F802EC8C26613C0BF62CBF5E3085FA13FE77FA60EB469E53FC33ECCDFBD288C3FE162F2266280F33F9415874AD6DDE6BFF7379B14EB81D83F6E62D75A670DDE3FCF56ED58E805ECBF6FFF0ED5B78AF0BF79516E2CA63AF8BF4D37D15EF74EE53F"> : tensor<2x2x3xcomplex<f64>>
    %y7 = func.call @c7_main(%x7) : (tensor<2x2x3xcomplex<f64>>) -> tensor<i1>
    check.expect_eq_const %y7, dense<true> : tensor<i1>
    %x8 = stablehlo.constant dense<"0x6210C33FE928C3BFB3D61DC0C4EB1D3FC21023404E1E80BFCC16A0BFABC6163F"> : tensor<4x2xf32>
    %y8 = func.call @c8_main(%x8) : (tensor<4x2xf32>) -> tensor<i1>
    check.expect_eq_const %y8, dense<true> : tensor<i1>
    %x9 = stablehlo.constant dense<"0xFCEDCAF630E7EABF5A305A8D0878D4BF6A6D0E5B5C31E0BF65D1008FAC69EEBF3CAFA47B8E47D6BFF05CE93375AF7A3F8DDD403D2906E13FA69247275BFBF1BF7D33CB5079F0D9BF9AB061CE7E7CF1BF82E3901BD5C8D13F1E1C4431B74FF73FAA56CD4EA498C6BFBED8BF4DF63AABBF64EAC1B18B07EBBFF4602ED90B99ABBF"> : tensor<4x2xcomplex<f64>>
    %y9 = func.call @c9_main(%x9) : (tensor<4x2xcomplex<f64>>) -> tensor<i1>
    check.expect_eq_const %y9, dense<true> : tensor<i1>
    %x10 = stablehlo.constant dense<"0x0DF4023F927AD7BE2D056ABE18ADD93ECF98903ED66394BFF155553FBF2617BF982D87BF898566BF8FF5C7BE604BD03F"> : tensor<2x2x3xf32>
    %y10 = func.call @c10_main(%x10) : (tensor<2x2x3xf32>) -> tensor<i1>
    check.expect_eq_const %y10, dense<true> : tensor<i1>
    %x11 = stablehlo.constant dense<"0x4A89AEBCFECEF2BF4349880606F5E2BF8510A8E95D7DC43FC90E7C0A1620C0BFD3BA34A8431A01C007D571C2438FB2BF0FDD45A731AC59BF2021E49136D6BB3F6B75F4823FC9EC3F75CC296F9CBF9EBF485535D6FB4ACEBF21AC16118444C63F0BFAF4EFAC23E4BFD0C8ED45CDBBFABF0A94659027A2CD3F1D364006528CEA3FCBBB2DA5A467E63FE1C4779B4364E2BFE26668CDAE3CE53F9D20A40D42C5F2BF207F6DBE408FFF3F5FACB41E7568E43F252089EEFFC5CA3FAE4B7E6FC413F53F"> : tensor<2x2x3xcomplex<f64>>
    %y11 = func.call @c11_main(%x11) : (tensor<2x2x3xcomplex<f64>>) -> tensor<i1>
    check.expect_eq_const %y11, dense<true> : tensor<i1>
    %x12 = stablehlo.constant dense<"0x306EFC3EF206253EFDA56EBFC2C73740A158613F68D491BF5A9647BF2D22B23D"> : tensor<4x2xf32>
    %y12 = func.call @c12_main(%x12) : (tensor<4x2xf32>) -> tensor<i1>
    check.expect_eq_const %y12, dense<true> : tensor<i1>
    %x13 = stablehlo.constant dense<"0xE1EE5FC02DE0F8BF8FBD52C613C1F13F79549C61AE95C53F79B7153D7E84C53F5FD993A96D61DDBF7AEB4297898CE13F9778C6EBCD9EF33FC6EF453AC00AF1BF3B45BF93F8C9EE3FAA54B3104041FD3F2B3A5F6BB6B005C04074BB391C290040DEB74A960A5AA53F21EB5C5C4D09F1BF12C1CC9925E1F9BF70AFF7F433DCD73F"> : tensor<4x2xcomplex<f64>>
    %y13 = func.call @c13_main(%x13) : (tensor<4x2xcomplex<f64>>) -> tensor<i1>
    check.expect_eq_const %y13, dense<true> : tensor<i1>
    %x14 = stablehlo.constant dense<"0x8C5D2CBFBD15C1BC6400A2BFA0FEEE3F261C78BF4C9897BE2F61003F89C625BF510E75BEB34A10BFF0A908BE57D495BF"> : tensor<2x2x3xf32>
    %y14 = func.call @c14_main(%x14) : (tensor<2x2x3xf32>) -> tensor<i1>
    check.expect_eq_const %y14, dense<true> : tensor<i1>
    %x15 = stablehlo.constant dense<"0xA7FD2F23FF07DCBF01880EF9C047F2BF3BD9B4A4777BCABF1166B73C0EDEE7BF4A770A50C45BD5BF61AAE947DDFDD63F2BA68F3C7706AD3FE93B3E14C3C3D93FAC6AA1CF2FC2D2BF92B18DE67A9BD9BF6414C7CF4E1AE83FBBD74FD5742700C058D6DCF63DAFD4BFDCF21D90B0E9DA3F451C8DE5BB7DC1BFF364CB0DB09CD03FEBFC2282E345E5BFE0F99E0B1D99F6BF63EA64A635D9E0BF99A51F7F7AA6E83F2F93E9CA5C3BF4BF87FF42D9686FE6BF8F859AD5E299E03F3D5B80D4DD04F2BF"> : tensor<2x2x3xcomplex<f64>>
    %y15 = func.call @c15_main(%x15) : (tensor<2x2x3xcomplex<f64>>) -> tensor<i1>
    check.expect_eq_const %y15, dense<true> : tensor<i1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @c0_main(%arg0: tensor<4x2xf32>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0:2 = call @c0_qr(%arg0) : (tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2x2xf32>)
    %1 = stablehlo.dot_general %0#0, %0#1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
    %2 = stablehlo.subtract %1, %arg0 : tensor<4x2xf32>
    %3 = stablehlo.abs %2 : tensor<4x2xf32>
    %cst = stablehlo.constant dense<9.99999974E-5> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
    %5 = stablehlo.compare LT, %3, %4, FLOAT : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %6 = stablehlo.reduce(%5 init: %c) applies stablehlo.and across dimensions = [0, 1] : (tensor<4x2xi1>, tensor<i1>) -> tensor<i1>
    %7 = stablehlo.transpose %0#0, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>
    %8 = stablehlo.dot_general %7, %0#0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
    %9 = stablehlo.iota dim = 0 : tensor<2x2xi64>
    %10 = stablehlo.iota dim = 1 : tensor<2x2xi64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %11 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
    %12 = stablehlo.add %9, %11 : tensor<2x2xi64>
    %13 = stablehlo.compare EQ, %12, %10, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
    %14 = stablehlo.convert %13 : (tensor<2x2xi1>) -> tensor<2x2xf32>
    %15 = stablehlo.subtract %8, %14 : tensor<2x2xf32>
    %16 = stablehlo.abs %15 : tensor<2x2xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-5> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %18 = stablehlo.compare LT, %16, %17, FLOAT : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %19 = stablehlo.reduce(%18 init: %c_2) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<i1>
    %20 = stablehlo.and %6, %19 : tensor<i1>
    %21 = call @c0_triu(%0#1) : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %22 = stablehlo.compare EQ, %0#1, %21, FLOAT : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %23 = stablehlo.reduce(%22 init: %c_3) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<i1>
    %24 = stablehlo.and %20, %23 : tensor<i1>
    return %24 : tensor<i1>
  }
  func.func private @c0_qr(%arg0: tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2x2xf32>) {
    %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m]) {i=4, j=2, k=4, l=2, m=2}, custom>} : (tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>)
    %1 = stablehlo.custom_call @lapack_sorgqr_ffi(%0#0, %0#1) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k])->([l, m]) {i=4, j=2, k=2, l=4, m=2}, custom>} : (tensor<4x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
    %2 = stablehlo.slice %0#0 [0:2, 0:2] : (tensor<4x2xf32>) -> tensor<2x2xf32>
    %3 = stablehlo.iota dim = 0 : tensor<2x2xi64>
    %c = stablehlo.constant dense<-1> : tensor<i64>
    %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
    %5 = stablehlo.add %3, %4 : tensor<2x2xi64>
    %6 = stablehlo.iota dim = 1 : tensor<2x2xi64>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %9 = stablehlo.select %7, %8, %2 : tensor<2x2xi1>, tensor<2x2xf32>
    return %1, %9 : tensor<4x2xf32>, tensor<2x2xf32>
  }
  func.func private @c0_triu(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<2x2xi64>
    %c = stablehlo.constant dense<-1> : tensor<i64>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
    %2 = stablehlo.add %0, %1 : tensor<2x2xi64>
    %3 = stablehlo.iota dim = 1 : tensor<2x2xi64>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %6 = stablehlo.select %4, %5, %arg0 : tensor<2x2xi1>, tensor<2x2xf32>
    return %6 : tensor<2x2xf32>
  }

  func.func private @c1_main(%arg0: tensor<4x2xcomplex<f64>>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0:2 = call @c1_qr(%arg0) : (tensor<4x2xcomplex<f64>>) -> (tensor<4x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>)
    %1 = stablehlo.dot_general %0#0, %0#1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>) -> tensor<4x2xcomplex<f64>>
    %2 = stablehlo.subtract %1, %arg0 : tensor<4x2xcomplex<f64>>
    %3 = stablehlo.abs %2 : (tensor<4x2xcomplex<f64>>) -> tensor<4x2xf64>
    %cst = stablehlo.constant dense<1.000000e-10> : tensor<f64>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<4x2xf64>
    %5 = stablehlo.compare LT, %3, %4, FLOAT : (tensor<4x2xf64>, tensor<4x2xf64>) -> tensor<4x2xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %6 = stablehlo.reduce(%5 init: %c) applies stablehlo.and across dimensions = [0, 1] : (tensor<4x2xi1>, tensor<i1>) -> tensor<i1>
    %7 = stablehlo.transpose %0#0, dims = [1, 0] : (tensor<4x2xcomplex<f64>>) -> tensor<2x4xcomplex<f64>>
    %8 = stablehlo.real %7 : (tensor<2x4xcomplex<f64>>) -> tensor<2x4xf64>
    %9 = stablehlo.imag %7 : (tensor<2x4xcomplex<f64>>) -> tensor<2x4xf64>
    %10 = stablehlo.negate %9 : tensor<2x4xf64>
    %11 = stablehlo.complex %8, %10 : tensor<2x4xcomplex<f64>>
    %12 = stablehlo.dot_general %11, %0#0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4xcomplex<f64>>, tensor<4x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
    %13 = stablehlo.iota dim = 0 : tensor<2x2xi64>
    %14 = stablehlo.iota dim = 1 : tensor<2x2xi64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %15 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
    %16 = stablehlo.add %13, %15 : tensor<2x2xi64>
    %17 = stablehlo.compare EQ, %16, %14, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
    %18 = stablehlo.convert %17 : (tensor<2x2xi1>) -> tensor<2x2xcomplex<f64>>
    %19 = stablehlo.subtract %12, %18 : tensor<2x2xcomplex<f64>>
    %20 = stablehlo.abs %19 : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xf64>
    %cst_1 = stablehlo.constant dense<1.000000e-10> : tensor<f64>
    %21 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<2x2xf64>
    %22 = stablehlo.compare LT, %20, %21, FLOAT : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xi1>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %23 = stablehlo.reduce(%22 init: %c_2) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<i1>
    %24 = stablehlo.and %6, %23 : tensor<i1>
    %25 = call @c1_triu(%0#1) : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
    %26 = stablehlo.compare EQ, %0#1, %25, FLOAT : (tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>) -> tensor<2x2xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %27 = stablehlo.reduce(%26 init: %c_3) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<i1>
    %28 = stablehlo.and %24, %27 : tensor<i1>
    return %28 : tensor<i1>
  }
  func.func private @c1_qr(%arg0: tensor<4x2xcomplex<f64>>) -> (tensor<4x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>) {
    %0:2 = stablehlo.custom_call @lapack_zgeqrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m]) {i=4, j=2, k=4, l=2, m=2}, custom>} : (tensor<4x2xcomplex<f64>>) -> (tensor<4x2xcomplex<f64>>, tensor<2xcomplex<f64>>)
    %1 = stablehlo.custom_call @lapack_zungqr_ffi(%0#0, %0#1) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k])->([l, m]) {i=4, j=2, k=2, l=4, m=2}, custom>} : (tensor<4x2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<4x2xcomplex<f64>>
    %2 = stablehlo.slice %0#0 [0:2, 0:2] : (tensor<4x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
    %3 = stablehlo.iota dim = 0 : tensor<2x2xi64>
    %c = stablehlo.constant dense<-1> : tensor<i64>
    %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
    %5 = stablehlo.add %3, %4 : tensor<2x2xi64>
    %6 = stablehlo.iota dim = 1 : tensor<2x2xi64>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
    %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
    %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<2x2xcomplex<f64>>
    %9 = stablehlo.select %7, %8, %2 : tensor<2x2xi1>, tensor<2x2xcomplex<f64>>
    return %1, %9 : tensor<4x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>
  }
  func.func private @c1_triu(%arg0: tensor<2x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>> {
    %0 = stablehlo.iota dim = 0 : tensor<2x2xi64>
    %c = stablehlo.constant dense<-1> : tensor<i64>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
    %2 = stablehlo.add %0, %1 : tensor<2x2xi64>
    %3 = stablehlo.iota dim = 1 : tensor<2x2xi64>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
    %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<2x2xcomplex<f64>>
    %6 = stablehlo.select %4, %5, %arg0 : tensor<2x2xi1>, tensor<2x2xcomplex<f64>>
    return %6 : tensor<2x2xcomplex<f64>>
  }

  func.func private @c2_main(%arg0: tensor<2x2x3xf32>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0:2 = call @c2_qr(%arg0) : (tensor<2x2x3xf32>) -> (tensor<2x2x2xf32>, tensor<2x2x3xf32>)
    %1 = stablehlo.dot_general %0#0, %0#1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x2x2xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
    %2 = stablehlo.subtract %1, %arg0 : tensor<2x2x3xf32>
    %3 = stablehlo.abs %2 : tensor<2x2x3xf32>
    %cst = stablehlo.constant dense<9.99999974E-5> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x3xf32>
    %5 = stablehlo.compare LT, %3, %4, FLOAT : (tensor<2x2x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %6 = stablehlo.reduce(%5 init: %c) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x2x3xi1>, tensor<i1>) -> tensor<i1>
    %7 = stablehlo.transpose %0#0, dims = [0, 2, 1] : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
    %8 = stablehlo.dot_general %7, %0#0, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
    %9 = stablehlo.iota dim = 0 : tensor<2x2xi64>
    %10 = stablehlo.iota dim = 1 : tensor<2x2xi64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %11 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
    %12 = stablehlo.add %9, %11 : tensor<2x2xi64>
    %13 = stablehlo.compare EQ, %12, %10, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
    %14 = stablehlo.convert %13 : (tensor<2x2xi1>) -> tensor<2x2xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [1, 2] : (tensor<2x2xf32>) -> tensor<1x2x2xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2] : (tensor<1x2x2xf32>) -> tensor<2x2x2xf32>
    %17 = stablehlo.subtract %8, %16 : tensor<2x2x2xf32>
    %18 = stablehlo.abs %17 : tensor<2x2x2xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-5> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x2x2xf32>
    %20 = stablehlo.compare LT, %18, %19, FLOAT : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xi1>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %21 = stablehlo.reduce(%20 init: %c_2) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x2x2xi1>, tensor<i1>) -> tensor<i1>
    %22 = stablehlo.and %6, %21 : tensor<i1>
    %23 = call @c2_triu(%0#1) : (tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
    %24 = stablehlo.compare EQ, %0#1, %23, FLOAT : (tensor<2x2x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %25 = stablehlo.reduce(%24 init: %c_3) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x2x3xi1>, tensor<i1>) -> tensor<i1>
    %26 = stablehlo.and %22, %25 : tensor<i1>
    return %26 : tensor<i1>
  }
  func.func private @c2_qr(%arg0: tensor<2x2x3xf32>) -> (tensor<2x2x2xf32>, tensor<2x2x3xf32>) {
    %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n]) {i=2, j=2, k=3, l=2, m=3, n=2}, custom>} : (tensor<2x2x3xf32>) -> (tensor<2x2x3xf32>, tensor<2x2xf32>)
    %1 = stablehlo.slice %0#0 [0:2, 0:2, 0:2] : (tensor<2x2x3xf32>) -> tensor<2x2x2xf32>
    %2 = stablehlo.custom_call @lapack_sorgqr_ffi(%1, %0#1) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, l])->([i, m, n]) {i=2, j=2, k=2, l=2, m=2, n=2}, custom>} : (tensor<2x2x2xf32>, tensor<2x2xf32>) -> tensor<2x2x2xf32>
    %3 = stablehlo.iota dim = 0 : tensor<2x3xi64>
    %c = stablehlo.constant dense<-1> : tensor<i64>
    %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<2x3xi64>
    %5 = stablehlo.add %3, %4 : tensor<2x3xi64>
    %6 = stablehlo.iota dim = 1 : tensor<2x3xi64>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi1>
    %8 = stablehlo.broadcast_in_dim %7, dims = [1, 2] : (tensor<2x3xi1>) -> tensor<2x2x3xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x3xf32>
    %10 = stablehlo.select %8, %9, %0#0 : tensor<2x2x3xi1>, tensor<2x2x3xf32>
    return %2, %10 : tensor<2x2x2xf32>, tensor<2x2x3xf32>
  }
  func.func private @c2_triu(%arg0: tensor<2x2x3xf32>) -> tensor<2x2x3xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<2x3xi64>
    %c = stablehlo.constant dense<-1> : tensor<i64>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<2x3xi64>
    %2 = stablehlo.add %0, %1 : tensor<2x3xi64>
    %3 = stablehlo.iota dim = 1 : tensor<2x3xi64>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi1>
    %5 = stablehlo.broadcast_in_dim %4, dims = [1, 2] : (tensor<2x3xi1>) -> tensor<2x2x3xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x3xf32>
    %7 = stablehlo.select %5, %6, %arg0 : tensor<2x2x3xi1>, tensor<2x2x3xf32>
    return %7 : tensor<2x2x3xf32>
  }

  func.func private @c3_main(%arg0: tensor<2x2x3xcomplex<f64>>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0:2 = call @c3_qr(%arg0) : (tensor<2x2x3xcomplex<f64>>) -> (tensor<2x2x2xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>)
    %1 = stablehlo.dot_general %0#0, %0#1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x2x2xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
    %2 = stablehlo.subtract %1, %arg0 : tensor<2x2x3xcomplex<f64>>
    %3 = stablehlo.abs %2 : (tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xf64>
    %cst = stablehlo.constant dense<1.000000e-10> : tensor<f64>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2x3xf64>
    %5 = stablehlo.compare LT, %3, %4, FLOAT : (tensor<2x2x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %6 = stablehlo.reduce(%5 init: %c) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x2x3xi1>, tensor<i1>) -> tensor<i1>
    %7 = stablehlo.transpose %0#0, dims = [0, 2, 1] : (tensor<2x2x2xcomplex<f64>>) -> tensor<2x2x2xcomplex<f64>>
    %8 = stablehlo.real %7 : (tensor<2x2x2xcomplex<f64>>) -> tensor<2x2x2xf64>
    %9 = stablehlo.imag %7 : (tensor<2x2x2xcomplex<f64>>) -> tensor<2x2x2xf64>
    %10 = stablehlo.negate %9 : tensor<2x2x2xf64>
    %11 = stablehlo.complex %8, %10 : tensor<2x2x2xcomplex<f64>>
    %12 = stablehlo.dot_general %11, %0#0, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x2x2xcomplex<f64>>, tensor<2x2x2xcomplex<f64>>) -> tensor<2x2x2xcomplex<f64>>
    %13 = stablehlo.iota dim = 0 : tensor<2x2xi64>
    %14 = stablehlo.iota dim = 1 : tensor<2x2xi64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %15 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
    %16 = stablehlo.add %13, %15 : tensor<2x2xi64>
    %17 = stablehlo.compare EQ, %16, %14, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
    %18 = stablehlo.convert %17 : (tensor<2x2xi1>) -> tensor<2x2xcomplex<f64>>
    %19 = stablehlo.broadcast_in_dim %18, dims = [1, 2] : (tensor<2x2xcomplex<f64>>) -> tensor<1x2x2xcomplex<f64>>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<1x2x2xcomplex<f64>>) -> tensor<2x2x2xcomplex<f64>>
    %21 = stablehlo.subtract %12, %20 : tensor<2x2x2xcomplex<f64>>
    %22 = stablehlo.abs %21 : (tensor<2x2x2xcomplex<f64>>) -> tensor<2x2x2xf64>
    %cst_1 = stablehlo.constant dense<1.000000e-10> : tensor<f64>
    %23 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<2x2x2xf64>
    %24 = stablehlo.compare LT, %22, %23, FLOAT : (tensor<2x2x2xf64>, tensor<2x2x2xf64>) -> tensor<2x2x2xi1>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %25 = stablehlo.reduce(%24 init: %c_2) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x2x2xi1>, tensor<i1>) -> tensor<i1>
    %26 = stablehlo.and %6, %25 : tensor<i1>
    %27 = call @c3_triu(%0#1) : (tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
    %28 = stablehlo.compare EQ, %0#1, %27, FLOAT : (tensor<2x2x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %29 = stablehlo.reduce(%28 init: %c_3) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x2x3xi1>, tensor<i1>) -> tensor<i1>
    %30 = stablehlo.and %26, %29 : tensor<i1>
    return %30 : tensor<i1>
  }
  func.func private @c3_qr(%arg0: tensor<2x2x3xcomplex<f64>>) -> (tensor<2x2x2xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) {
    %0:2 = stablehlo.custom_call @lapack_zgeqrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n]) {i=2, j=2, k=3, l=2, m=3, n=2}, custom>} : (tensor<2x2x3xcomplex<f64>>) -> (tensor<2x2x3xcomplex<f64>>, tensor<2x2xcomplex<f64>>)
    %1 = stablehlo.slice %0#0 [0:2, 0:2, 0:2] : (tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x2xcomplex<f64>>
    %2 = stablehlo.custom_call @lapack_zungqr_ffi(%1, %0#1) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, l])->([i, m, n]) {i=2, j=2, k=2, l=2, m=2, n=2}, custom>} : (tensor<2x2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>) -> tensor<2x2x2xcomplex<f64>>
    %3 = stablehlo.iota dim = 0 : tensor<2x3xi64>
    %c = stablehlo.constant dense<-1> : tensor<i64>
    %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<2x3xi64>
    %5 = stablehlo.add %3, %4 : tensor<2x3xi64>
    %6 = stablehlo.iota dim = 1 : tensor<2x3xi64>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi1>
    %8 = stablehlo.broadcast_in_dim %7, dims = [1, 2] : (tensor<2x3xi1>) -> tensor<2x2x3xi1>
    %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
    %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<2x2x3xcomplex<f64>>
    %10 = stablehlo.select %8, %9, %0#0 : tensor<2x2x3xi1>, tensor<2x2x3xcomplex<f64>>
    return %2, %10 : tensor<2x2x2xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>
  }
  func.func private @c3_triu(%arg0: tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>> {
    %0 = stablehlo.iota dim = 0 : tensor<2x3xi64>
    %c = stablehlo.constant dense<-1> : tensor<i64>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<2x3xi64>
    %2 = stablehlo.add %0, %1 : tensor<2x3xi64>
    %3 = stablehlo.iota dim = 1 : tensor<2x3xi64>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi1>
    %5 = stablehlo.broadcast_in_dim %4, dims = [1, 2] : (tensor<2x3xi1>) -> tensor<2x2x3xi1>
    %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<2x2x3xcomplex<f64>>
    %7 = stablehlo.select %5, %6, %arg0 : tensor<2x2x3xi1>, tensor<2x2x3xcomplex<f64>>
    return %7 : tensor<2x2x3xcomplex<f64>>
  }

  func.func private @c4_main(%arg0: tensor<4x2xf32>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0:2 = call @c4_qr(%arg0) : (tensor<4x2xf32>) -> (tensor<4x4xf32>, tensor<4x2xf32>)
    %1 = stablehlo.dot_general %0#0, %0#1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
    %2 = stablehlo.subtract %1, %arg0 : tensor<4x2xf32>
    %3 = stablehlo.abs %2 : tensor<4x2xf32>
    %cst = stablehlo.constant dense<9.99999974E-5> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
    %5 = stablehlo.compare LT, %3, %4, FLOAT : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %6 = stablehlo.reduce(%5 init: %c) applies stablehlo.and across dimensions = [0, 1] : (tensor<4x2xi1>, tensor<i1>) -> tensor<i1>
    %7 = stablehlo.transpose %0#0, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %8 = stablehlo.dot_general %7, %0#0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %9 = stablehlo.iota dim = 0 : tensor<4x4xi64>
    %10 = stablehlo.iota dim = 1 : tensor<4x4xi64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %11 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
    %12 = stablehlo.add %9, %11 : tensor<4x4xi64>
    %13 = stablehlo.compare EQ, %12, %10, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
    %14 = stablehlo.convert %13 : (tensor<4x4xi1>) -> tensor<4x4xf32>
    %15 = stablehlo.subtract %8, %14 : tensor<4x4xf32>
    %16 = stablehlo.abs %15 : tensor<4x4xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-5> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %18 = stablehlo.compare LT, %16, %17, FLOAT : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %19 = stablehlo.reduce(%18 init: %c_2) applies stablehlo.and across dimensions = [0, 1] : (tensor<4x4xi1>, tensor<i1>) -> tensor<i1>
    %20 = stablehlo.and %6, %19 : tensor<i1>
    %21 = call @c4_triu(%0#1) : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %22 = stablehlo.compare EQ, %0#1, %21, FLOAT : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %23 = stablehlo.reduce(%22 init: %c_3) applies stablehlo.and across dimensions = [0, 1] : (tensor<4x2xi1>, tensor<i1>) -> tensor<i1>
    %24 = stablehlo.and %20, %23 : tensor<i1>
    return %24 : tensor<i1>
  }
  func.func private @c4_qr(%arg0: tensor<4x2xf32>) -> (tensor<4x4xf32>, tensor<4x2xf32>) {
    %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m]) {i=4, j=2, k=4, l=2, m=2}, custom>} : (tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>)
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.pad %0#0, %cst, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4x4xf32>
    %2 = stablehlo.custom_call @lapack_sorgqr_ffi(%1, %0#1) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k])->([l, m]) {i=4, j=4, k=2, l=4, m=4}, custom>} : (tensor<4x4xf32>, tensor<2xf32>) -> tensor<4x4xf32>
    %3 = stablehlo.iota dim = 0 : tensor<4x2xi64>
    %c = stablehlo.constant dense<-1> : tensor<i64>
    %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x2xi64>
    %5 = stablehlo.add %3, %4 : tensor<4x2xi64>
    %6 = stablehlo.iota dim = 1 : tensor<4x2xi64>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<4x2xi64>, tensor<4x2xi64>) -> tensor<4x2xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
    %9 = stablehlo.select %7, %8, %0#0 : tensor<4x2xi1>, tensor<4x2xf32>
    return %2, %9 : tensor<4x4xf32>, tensor<4x2xf32>
  }
  func.func private @c4_triu(%arg0: tensor<4x2xf32>) -> tensor<4x2xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<4x2xi64>
    %c = stablehlo.constant dense<-1> : tensor<i64>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x2xi64>
    %2 = stablehlo.add %0, %1 : tensor<4x2xi64>
    %3 = stablehlo.iota dim = 1 : tensor<4x2xi64>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<4x2xi64>, tensor<4x2xi64>) -> tensor<4x2xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
    %6 = stablehlo.select %4, %5, %arg0 : tensor<4x2xi1>, tensor<4x2xf32>
    return %6 : tensor<4x2xf32>
  }

  func.func private @c5_main(%arg0: tensor<4x2xcomplex<f64>>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0:2 = call @c5_qr(%arg0) : (tensor<4x2xcomplex<f64>>) -> (tensor<4x4xcomplex<f64>>, tensor<4x2xcomplex<f64>>)
    %1 = stablehlo.dot_general %0#0, %0#1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4xcomplex<f64>>, tensor<4x2xcomplex<f64>>) -> tensor<4x2xcomplex<f64>>
    %2 = stablehlo.subtract %1, %arg0 : tensor<4x2xcomplex<f64>>
    %3 = stablehlo.abs %2 : (tensor<4x2xcomplex<f64>>) -> tensor<4x2xf64>
    %cst = stablehlo.constant dense<1.000000e-10> : tensor<f64>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<4x2xf64>
    %5 = stablehlo.compare LT, %3, %4, FLOAT : (tensor<4x2xf64>, tensor<4x2xf64>) -> tensor<4x2xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %6 = stablehlo.reduce(%5 init: %c) applies stablehlo.and across dimensions = [0, 1] : (tensor<4x2xi1>, tensor<i1>) -> tensor<i1>
    %7 = stablehlo.transpose %0#0, dims = [1, 0] : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xcomplex<f64>>
    %8 = stablehlo.real %7 : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xf64>
    %9 = stablehlo.imag %7 : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xf64>
    %10 = stablehlo.negate %9 : tensor<4x4xf64>
    %11 = stablehlo.complex %8, %10 : tensor<4x4xcomplex<f64>>
    %12 = stablehlo.dot_general %11, %0#0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4xcomplex<f64>>, tensor<4x4xcomplex<f64>>) -> tensor<4x4xcomplex<f64>>
    %13 = stablehlo.iota dim = 0 : tensor<4x4xi64>
    %14 = stablehlo.iota dim = 1 : tensor<4x4xi64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %15 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
    %16 = stablehlo.add %13, %15 : tensor<4x4xi64>
    %17 = stablehlo.compare EQ, %16, %14, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
    %18 = stablehlo.convert %17 : (tensor<4x4xi1>) -> tensor<4x4xcomplex<f64>>
    %19 = stablehlo.subtract %12, %18 : tensor<4x4xcomplex<f64>>
    %20 = stablehlo.abs %19 : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xf64>
    %cst_1 = stablehlo.constant dense<1.000000e-10> : tensor<f64>
    %21 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<4x4xf64>
    %22 = stablehlo.compare LT, %20, %21, FLOAT : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xi1>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %23 = stablehlo.reduce(%22 init: %c_2) applies stablehlo.and across dimensions = [0, 1] : (tensor<4x4xi1>, tensor<i1>) -> tensor<i1>
    %24 = stablehlo.and %6, %23 : tensor<i1>
    %25 = call @c5_triu(%0#1) : (tensor<4x2xcomplex<f64>>) -> tensor<4x2xcomplex<f64>>
    %26 = stablehlo.compare EQ, %0#1, %25, FLOAT : (tensor<4x2xcomplex<f64>>, tensor<4x2xcomplex<f64>>) -> tensor<4x2xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %27 = stablehlo.reduce(%26 init: %c_3) applies stablehlo.and across dimensions = [0, 1] : (tensor<4x2xi1>, tensor<i1>) -> tensor<i1>
    %28 = stablehlo.and %24, %27 : tensor<i1>
    return %28 : tensor<i1>
  }
  func.func private @c5_qr(%arg0: tensor<4x2xcomplex<f64>>) -> (tensor<4x4xcomplex<f64>>, tensor<4x2xcomplex<f64>>) {
    %0:2 = stablehlo.custom_call @lapack_zgeqrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m]) {i=4, j=2, k=4, l=2, m=2}, custom>} : (tensor<4x2xcomplex<f64>>) -> (tensor<4x2xcomplex<f64>>, tensor<2xcomplex<f64>>)
    %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
    %1 = stablehlo.pad %0#0, %cst, low = [0, 0], high = [0, 2], interior = [0, 0] : (tensor<4x2xcomplex<f64>>, tensor<complex<f64>>) -> tensor<4x4xcomplex<f64>>
    %2 = stablehlo.custom_call @lapack_zungqr_ffi(%1, %0#1) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k])->([l, m]) {i=4, j=4, k=2, l=4, m=4}, custom>} : (tensor<4x4xcomplex<f64>>, tensor<2xcomplex<f64>>) -> tensor<4x4xcomplex<f64>>
    %3 = stablehlo.iota dim = 0 : tensor<4x2xi64>
    %c = stablehlo.constant dense<-1> : tensor<i64>
    %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x2xi64>
    %5 = stablehlo.add %3, %4 : tensor<4x2xi64>
    %6 = stablehlo.iota dim = 1 : tensor<4x2xi64>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<4x2xi64>, tensor<4x2xi64>) -> tensor<4x2xi1>
    %cst_0 = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<4x2xcomplex<f64>>
    %9 = stablehlo.select %7, %8, %0#0 : tensor<4x2xi1>, tensor<4x2xcomplex<f64>>
    return %2, %9 : tensor<4x4xcomplex<f64>>, tensor<4x2xcomplex<f64>>
  }
  func.func private @c5_triu(%arg0: tensor<4x2xcomplex<f64>>) -> tensor<4x2xcomplex<f64>> {
    %0 = stablehlo.iota dim = 0 : tensor<4x2xi64>
    %c = stablehlo.constant dense<-1> : tensor<i64>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<4x2xi64>
    %2 = stablehlo.add %0, %1 : tensor<4x2xi64>
    %3 = stablehlo.iota dim = 1 : tensor<4x2xi64>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<4x2xi64>, tensor<4x2xi64>) -> tensor<4x2xi1>
    %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<4x2xcomplex<f64>>
    %6 = stablehlo.select %4, %5, %arg0 : tensor<4x2xi1>, tensor<4x2xcomplex<f64>>
    return %6 : tensor<4x2xcomplex<f64>>
  }

  func.func private @c6_main(%arg0: tensor<2x2x3xf32>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0:2 = call @c6_qr(%arg0) : (tensor<2x2x3xf32>) -> (tensor<2x2x2xf32>, tensor<2x2x3xf32>)
    %1 = stablehlo.dot_general %0#0, %0#1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x2x2xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
    %2 = stablehlo.subtract %1, %arg0 : tensor<2x2x3xf32>
    %3 = stablehlo.abs %2 : tensor<2x2x3xf32>
    %cst = stablehlo.constant dense<9.99999974E-5> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x3xf32>
    %5 = stablehlo.compare LT, %3, %4, FLOAT : (tensor<2x2x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %6 = stablehlo.reduce(%5 init: %c) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x2x3xi1>, tensor<i1>) -> tensor<i1>
    %7 = stablehlo.transpose %0#0, dims = [0, 2, 1] : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
    %8 = stablehlo.dot_general %7, %0#0, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
    %9 = stablehlo.iota dim = 0 : tensor<2x2xi64>
    %10 = stablehlo.iota dim = 1 : tensor<2x2xi64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %11 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
    %12 = stablehlo.add %9, %11 : tensor<2x2xi64>
    %13 = stablehlo.compare EQ, %12, %10, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
    %14 = stablehlo.convert %13 : (tensor<2x2xi1>) -> tensor<2x2xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [1, 2] : (tensor<2x2xf32>) -> tensor<1x2x2xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2] : (tensor<1x2x2xf32>) -> tensor<2x2x2xf32>
    %17 = stablehlo.subtract %8, %16 : tensor<2x2x2xf32>
    %18 = stablehlo.abs %17 : tensor<2x2x2xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-5> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x2x2xf32>
    %20 = stablehlo.compare LT, %18, %19, FLOAT : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xi1>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %21 = stablehlo.reduce(%20 init: %c_2) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x2x2xi1>, tensor<i1>) -> tensor<i1>
    %22 = stablehlo.and %6, %21 : tensor<i1>
    %23 = call @c6_triu(%0#1) : (tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
    %24 = stablehlo.compare EQ, %0#1, %23, FLOAT : (tensor<2x2x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %25 = stablehlo.reduce(%24 init: %c_3) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x2x3xi1>, tensor<i1>) -> tensor<i1>
    %26 = stablehlo.and %22, %25 : tensor<i1>
    return %26 : tensor<i1>
  }
  func.func private @c6_qr(%arg0: tensor<2x2x3xf32>) -> (tensor<2x2x2xf32>, tensor<2x2x3xf32>) {
    %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n]) {i=2, j=2, k=3, l=2, m=3, n=2}, custom>} : (tensor<2x2x3xf32>) -> (tensor<2x2x3xf32>, tensor<2x2xf32>)
    %1 = stablehlo.slice %0#0 [0:2, 0:2, 0:2] : (tensor<2x2x3xf32>) -> tensor<2x2x2xf32>
    %2 = stablehlo.custom_call @lapack_sorgqr_ffi(%1, %0#1) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, l])->([i, m, n]) {i=2, j=2, k=2, l=2, m=2, n=2}, custom>} : (tensor<2x2x2xf32>, tensor<2x2xf32>) -> tensor<2x2x2xf32>
    %3 = stablehlo.iota dim = 0 : tensor<2x3xi64>
    %c = stablehlo.constant dense<-1> : tensor<i64>
    %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<2x3xi64>
    %5 = stablehlo.add %3, %4 : tensor<2x3xi64>
    %6 = stablehlo.iota dim = 1 : tensor<2x3xi64>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi1>
    %8 = stablehlo.broadcast_in_dim %7, dims = [1, 2] : (tensor<2x3xi1>) -> tensor<2x2x3xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x3xf32>
    %10 = stablehlo.select %8, %9, %0#0 : tensor<2x2x3xi1>, tensor<2x2x3xf32>
    return %2, %10 : tensor<2x2x2xf32>, tensor<2x2x3xf32>
  }
  func.func private @c6_triu(%arg0: tensor<2x2x3xf32>) -> tensor<2x2x3xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<2x3xi64>
    %c = stablehlo.constant dense<-1> : tensor<i64>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<2x3xi64>
    %2 = stablehlo.add %0, %1 : tensor<2x3xi64>
    %3 = stablehlo.iota dim = 1 : tensor<2x3xi64>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi1>
    %5 = stablehlo.broadcast_in_dim %4, dims = [1, 2] : (tensor<2x3xi1>) -> tensor<2x2x3xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x3xf32>
    %7 = stablehlo.select %5, %6, %arg0 : tensor<2x2x3xi1>, tensor<2x2x3xf32>
    return %7 : tensor<2x2x3xf32>
  }

  func.func private @c7_main(%arg0: tensor<2x2x3xcomplex<f64>>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0:2 = call @c7_qr(%arg0) : (tensor<2x2x3xcomplex<f64>>) -> (tensor<2x2x2xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>)
    %1 = stablehlo.dot_general %0#0, %0#1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x2x2xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
    %2 = stablehlo.subtract %1, %arg0 : tensor<2x2x3xcomplex<f64>>
    %3 = stablehlo.abs %2 : (tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xf64>
    %cst = stablehlo.constant dense<1.000000e-10> : tensor<f64>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2x3xf64>
    %5 = stablehlo.compare LT, %3, %4, FLOAT : (tensor<2x2x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %6 = stablehlo.reduce(%5 init: %c) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x2x3xi1>, tensor<i1>) -> tensor<i1>
    %7 = stablehlo.transpose %0#0, dims = [0, 2, 1] : (tensor<2x2x2xcomplex<f64>>) -> tensor<2x2x2xcomplex<f64>>
    %8 = stablehlo.real %7 : (tensor<2x2x2xcomplex<f64>>) -> tensor<2x2x2xf64>
    %9 = stablehlo.imag %7 : (tensor<2x2x2xcomplex<f64>>) -> tensor<2x2x2xf64>
    %10 = stablehlo.negate %9 : tensor<2x2x2xf64>
    %11 = stablehlo.complex %8, %10 : tensor<2x2x2xcomplex<f64>>
    %12 = stablehlo.dot_general %11, %0#0, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x2x2xcomplex<f64>>, tensor<2x2x2xcomplex<f64>>) -> tensor<2x2x2xcomplex<f64>>
    %13 = stablehlo.iota dim = 0 : tensor<2x2xi64>
    %14 = stablehlo.iota dim = 1 : tensor<2x2xi64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %15 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
    %16 = stablehlo.add %13, %15 : tensor<2x2xi64>
    %17 = stablehlo.compare EQ, %16, %14, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
    %18 = stablehlo.convert %17 : (tensor<2x2xi1>) -> tensor<2x2xcomplex<f64>>
    %19 = stablehlo.broadcast_in_dim %18, dims = [1, 2] : (tensor<2x2xcomplex<f64>>) -> tensor<1x2x2xcomplex<f64>>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<1x2x2xcomplex<f64>>) -> tensor<2x2x2xcomplex<f64>>
    %21 = stablehlo.subtract %12, %20 : tensor<2x2x2xcomplex<f64>>
    %22 = stablehlo.abs %21 : (tensor<2x2x2xcomplex<f64>>) -> tensor<2x2x2xf64>
    %cst_1 = stablehlo.constant dense<1.000000e-10> : tensor<f64>
    %23 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<2x2x2xf64>
    %24 = stablehlo.compare LT, %22, %23, FLOAT : (tensor<2x2x2xf64>, tensor<2x2x2xf64>) -> tensor<2x2x2xi1>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %25 = stablehlo.reduce(%24 init: %c_2) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x2x2xi1>, tensor<i1>) -> tensor<i1>
    %26 = stablehlo.and %6, %25 : tensor<i1>
    %27 = call @c7_triu(%0#1) : (tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
    %28 = stablehlo.compare EQ, %0#1, %27, FLOAT : (tensor<2x2x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %29 = stablehlo.reduce(%28 init: %c_3) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x2x3xi1>, tensor<i1>) -> tensor<i1>
    %30 = stablehlo.and %26, %29 : tensor<i1>
    return %30 : tensor<i1>
  }
  func.func private @c7_qr(%arg0: tensor<2x2x3xcomplex<f64>>) -> (tensor<2x2x2xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) {
    %0:2 = stablehlo.custom_call @lapack_zgeqrf_ffi(%arg0) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n]) {i=2, j=2, k=3, l=2, m=3, n=2}, custom>} : (tensor<2x2x3xcomplex<f64>>) -> (tensor<2x2x3xcomplex<f64>>, tensor<2x2xcomplex<f64>>)
    %1 = stablehlo.slice %0#0 [0:2, 0:2, 0:2] : (tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x2xcomplex<f64>>
    %2 = stablehlo.custom_call @lapack_zungqr_ffi(%1, %0#1) {backend_config = "", mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, l])->([i, m, n]) {i=2, j=2, k=2, l=2, m=2, n=2}, custom>} : (tensor<2x2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>) -> tensor<2x2x2xcomplex<f64>>
    %3 = stablehlo.iota dim = 0 : tensor<2x3xi64>
    %c = stablehlo.constant dense<-1> : tensor<i64>
    %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<2x3xi64>
    %5 = stablehlo.add %3, %4 : tensor<2x3xi64>
    %6 = stablehlo.iota dim = 1 : tensor<2x3xi64>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi1>
    %8 = stablehlo.broadcast_in_dim %7, dims = [1, 2] : (tensor<2x3xi1>) -> tensor<2x2x3xi1>
    %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
    %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<2x2x3xcomplex<f64>>
    %10 = stablehlo.select %8, %9, %0#0 : tensor<2x2x3xi1>, tensor<2x2x3xcomplex<f64>>
    return %2, %10 : tensor<2x2x2xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>
  }
  func.func private @c7_triu(%arg0: tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>> {
    %0 = stablehlo.iota dim = 0 : tensor<2x3xi64>
    %c = stablehlo.constant dense<-1> : tensor<i64>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<2x3xi64>
    %2 = stablehlo.add %0, %1 : tensor<2x3xi64>
    %3 = stablehlo.iota dim = 1 : tensor<2x3xi64>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<2x3xi64>, tensor<2x3xi64>) -> tensor<2x3xi1>
    %5 = stablehlo.broadcast_in_dim %4, dims = [1, 2] : (tensor<2x3xi1>) -> tensor<2x2x3xi1>
    %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f64>>) -> tensor<2x2x3xcomplex<f64>>
    %7 = stablehlo.select %5, %6, %arg0 : tensor<2x2x3xi1>, tensor<2x2x3xcomplex<f64>>
    return %7 : tensor<2x2x3xcomplex<f64>>
  }

  func.func private @c8_main(%arg0: tensor<4x2xf32>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0:3 = call @c8_svd(%arg0) : (tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2x2xf32>)
    %1 = stablehlo.broadcast_in_dim %0#1, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<4x2xf32>
    %3 = stablehlo.multiply %0#0, %2 : tensor<4x2xf32>
    %4 = stablehlo.dot_general %3, %0#2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
    %5 = stablehlo.slice %0#1 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    %6 = stablehlo.slice %0#1 [1:2] : (tensor<2xf32>) -> tensor<1xf32>
    %7 = stablehlo.compare GE, %5, %6, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %8 = stablehlo.reduce(%7 init: %c) applies stablehlo.and across dimensions = [0] : (tensor<1xi1>, tensor<i1>) -> tensor<i1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %10 = stablehlo.compare GE, %0#1, %9, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %c_0 = stablehlo.constant dense<true> : tensor<i1>
    %11 = stablehlo.reduce(%10 init: %c_0) applies stablehlo.and across dimensions = [0] : (tensor<2xi1>, tensor<i1>) -> tensor<i1>
    %12 = stablehlo.and %8, %11 : tensor<i1>
    %13 = stablehlo.subtract %4, %arg0 : tensor<4x2xf32>
    %14 = stablehlo.abs %13 : tensor<4x2xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-5> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
    %16 = stablehlo.compare LT, %14, %15, FLOAT : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xi1>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %17 = stablehlo.reduce(%16 init: %c_2) applies stablehlo.and across dimensions = [0, 1] : (tensor<4x2xi1>, tensor<i1>) -> tensor<i1>
    %18 = stablehlo.transpose %0#0, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<2x4xf32>
    %19 = stablehlo.dot_general %18, %0#0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
    %20 = stablehlo.iota dim = 0 : tensor<2x2xi64>
    %21 = stablehlo.iota dim = 1 : tensor<2x2xi64>
    %c_3 = stablehlo.constant dense<0> : tensor<i64>
    %22 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
    %23 = stablehlo.add %20, %22 : tensor<2x2xi64>
    %24 = stablehlo.compare EQ, %23, %21, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
    %25 = stablehlo.convert %24 : (tensor<2x2xi1>) -> tensor<2x2xf32>
    %26 = stablehlo.subtract %19, %25 : tensor<2x2xf32>
    %27 = stablehlo.abs %26 : tensor<2x2xf32>
    %cst_4 = stablehlo.constant dense<9.99999974E-5> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %29 = stablehlo.compare LT, %27, %28, FLOAT : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
    %c_5 = stablehlo.constant dense<true> : tensor<i1>
    %30 = stablehlo.reduce(%29 init: %c_5) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<i1>
    %31 = stablehlo.and %17, %30 : tensor<i1>
    %32 = stablehlo.transpose %0#2, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %33 = stablehlo.transpose %32, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %34 = stablehlo.dot_general %33, %32, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %35 = stablehlo.iota dim = 0 : tensor<2x2xi64>
    %36 = stablehlo.iota dim = 1 : tensor<2x2xi64>
    %c_6 = stablehlo.constant dense<0> : tensor<i64>
    %37 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
    %38 = stablehlo.add %35, %37 : tensor<2x2xi64>
    %39 = stablehlo.compare EQ, %38, %36, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
    %40 = stablehlo.convert %39 : (tensor<2x2xi1>) -> tensor<2x2xf32>
    %41 = stablehlo.subtract %34, %40 : tensor<2x2xf32>
    %42 = stablehlo.abs %41 : tensor<2x2xf32>
    %cst_7 = stablehlo.constant dense<9.99999974E-5> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %44 = stablehlo.compare LT, %42, %43, FLOAT : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
    %c_8 = stablehlo.constant dense<true> : tensor<i1>
    %45 = stablehlo.reduce(%44 init: %c_8) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<i1>
    %46 = stablehlo.and %31, %45 : tensor<i1>
    %47 = stablehlo.and %46, %12 : tensor<i1>
    return %47 : tensor<i1>
  }
  func.func private @c8_svd(%arg0: tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2x2xf32>) {
    %0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 83 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], [n, o], [p, q], []) {i=4, j=2, k=4, l=2, m=2, n=4, o=2, p=2, q=2}, custom>} : (tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<4x2xf32>, tensor<2x2xf32>, tensor<i32>)
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
    %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<2xi1>
    %6 = stablehlo.select %5, %0#1, %4 : tensor<2xi1>, tensor<2xf32>
    %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
    %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
    %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x2xi1>
    %10 = stablehlo.select %9, %0#2, %8 : tensor<4x2xi1>, tensor<4x2xf32>
    %11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<2x2xi1>
    %14 = stablehlo.select %13, %0#3, %12 : tensor<2x2xi1>, tensor<2x2xf32>
    return %10, %6, %14 : tensor<4x2xf32>, tensor<2xf32>, tensor<2x2xf32>
  }

  func.func private @c9_main(%arg0: tensor<4x2xcomplex<f64>>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0:3 = call @c9_svd(%arg0) : (tensor<4x2xcomplex<f64>>) -> (tensor<4x2xcomplex<f64>>, tensor<2xf64>, tensor<2x2xcomplex<f64>>)
    %1 = stablehlo.broadcast_in_dim %0#1, dims = [1] : (tensor<2xf64>) -> tensor<1x2xf64>
    %2 = stablehlo.convert %1 : (tensor<1x2xf64>) -> tensor<1x2xcomplex<f64>>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x2xcomplex<f64>>) -> tensor<4x2xcomplex<f64>>
    %4 = stablehlo.multiply %0#0, %3 : tensor<4x2xcomplex<f64>>
    %5 = stablehlo.dot_general %4, %0#2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>) -> tensor<4x2xcomplex<f64>>
    %6 = stablehlo.slice %0#1 [0:1] : (tensor<2xf64>) -> tensor<1xf64>
    %7 = stablehlo.slice %0#1 [1:2] : (tensor<2xf64>) -> tensor<1xf64>
    %8 = stablehlo.compare GE, %6, %7, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %9 = stablehlo.reduce(%8 init: %c) applies stablehlo.and across dimensions = [0] : (tensor<1xi1>, tensor<i1>) -> tensor<i1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %10 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2xf64>
    %11 = stablehlo.compare GE, %0#1, %10, FLOAT : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
    %c_0 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_0) applies stablehlo.and across dimensions = [0] : (tensor<2xi1>, tensor<i1>) -> tensor<i1>
    %13 = stablehlo.and %9, %12 : tensor<i1>
    %14 = stablehlo.subtract %5, %arg0 : tensor<4x2xcomplex<f64>>
    %15 = stablehlo.abs %14 : (tensor<4x2xcomplex<f64>>) -> tensor<4x2xf64>
    %cst_1 = stablehlo.constant dense<1.000000e-10> : tensor<f64>
    %16 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<4x2xf64>
    %17 = stablehlo.compare LT, %15, %16, FLOAT : (tensor<4x2xf64>, tensor<4x2xf64>) -> tensor<4x2xi1>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %18 = stablehlo.reduce(%17 init: %c_2) applies stablehlo.and across dimensions = [0, 1] : (tensor<4x2xi1>, tensor<i1>) -> tensor<i1>
    %19 = stablehlo.transpose %0#0, dims = [1, 0] : (tensor<4x2xcomplex<f64>>) -> tensor<2x4xcomplex<f64>>
    %20 = stablehlo.real %19 : (tensor<2x4xcomplex<f64>>) -> tensor<2x4xf64>
    %21 = stablehlo.imag %19 : (tensor<2x4xcomplex<f64>>) -> tensor<2x4xf64>
    %22 = stablehlo.negate %21 : tensor<2x4xf64>
    %23 = stablehlo.complex %20, %22 : tensor<2x4xcomplex<f64>>
    %24 = stablehlo.dot_general %23, %0#0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4xcomplex<f64>>, tensor<4x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
    %25 = stablehlo.iota dim = 0 : tensor<2x2xi64>
    %26 = stablehlo.iota dim = 1 : tensor<2x2xi64>
    %c_3 = stablehlo.constant dense<0> : tensor<i64>
    %27 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
    %28 = stablehlo.add %25, %27 : tensor<2x2xi64>
    %29 = stablehlo.compare EQ, %28, %26, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
    %30 = stablehlo.convert %29 : (tensor<2x2xi1>) -> tensor<2x2xcomplex<f64>>
    %31 = stablehlo.subtract %24, %30 : tensor<2x2xcomplex<f64>>
    %32 = stablehlo.abs %31 : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xf64>
    %cst_4 = stablehlo.constant dense<1.000000e-10> : tensor<f64>
    %33 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f64>) -> tensor<2x2xf64>
    %34 = stablehlo.compare LT, %32, %33, FLOAT : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xi1>
    %c_5 = stablehlo.constant dense<true> : tensor<i1>
    %35 = stablehlo.reduce(%34 init: %c_5) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<i1>
    %36 = stablehlo.and %18, %35 : tensor<i1>
    %37 = stablehlo.transpose %0#2, dims = [1, 0] : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
    %38 = stablehlo.real %37 : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xf64>
    %39 = stablehlo.imag %37 : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xf64>
    %40 = stablehlo.negate %39 : tensor<2x2xf64>
    %41 = stablehlo.complex %38, %40 : tensor<2x2xcomplex<f64>>
    %42 = stablehlo.transpose %41, dims = [1, 0] : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
    %43 = stablehlo.real %42 : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xf64>
    %44 = stablehlo.imag %42 : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xf64>
    %45 = stablehlo.negate %44 : tensor<2x2xf64>
    %46 = stablehlo.complex %43, %45 : tensor<2x2xcomplex<f64>>
    %47 = stablehlo.dot_general %46, %41, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
    %48 = stablehlo.iota dim = 0 : tensor<2x2xi64>
    %49 = stablehlo.iota dim = 1 : tensor<2x2xi64>
    %c_6 = stablehlo.constant dense<0> : tensor<i64>
    %50 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
    %51 = stablehlo.add %48, %50 : tensor<2x2xi64>
    %52 = stablehlo.compare EQ, %51, %49, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
    %53 = stablehlo.convert %52 : (tensor<2x2xi1>) -> tensor<2x2xcomplex<f64>>
    %54 = stablehlo.subtract %47, %53 : tensor<2x2xcomplex<f64>>
    %55 = stablehlo.abs %54 : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xf64>
    %cst_7 = stablehlo.constant dense<1.000000e-10> : tensor<f64>
    %56 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<2x2xf64>
    %57 = stablehlo.compare LT, %55, %56, FLOAT : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xi1>
    %c_8 = stablehlo.constant dense<true> : tensor<i1>
    %58 = stablehlo.reduce(%57 init: %c_8) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<i1>
    %59 = stablehlo.and %36, %58 : tensor<i1>
    %60 = stablehlo.and %59, %13 : tensor<i1>
    return %60 : tensor<i1>
  }
  func.func private @c9_svd(%arg0: tensor<4x2xcomplex<f64>>) -> (tensor<4x2xcomplex<f64>>, tensor<2xf64>, tensor<2x2xcomplex<f64>>) {
    %0:5 = stablehlo.custom_call @lapack_zgesdd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 83 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], [n, o], [p, q], []) {i=4, j=2, k=4, l=2, m=2, n=4, o=2, p=2, q=2}, custom>} : (tensor<4x2xcomplex<f64>>) -> (tensor<4x2xcomplex<f64>>, tensor<2xf64>, tensor<4x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<i32>)
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
    %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
    %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2xf64>
    %5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<2xi1>
    %6 = stablehlo.select %5, %0#1, %4 : tensor<2xi1>, tensor<2xf64>
    %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
    %cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<4x2xcomplex<f64>>
    %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x2xi1>
    %10 = stablehlo.select %9, %0#2, %8 : tensor<4x2xi1>, tensor<4x2xcomplex<f64>>
    %11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
    %cst_1 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
    %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f64>>) -> tensor<2x2xcomplex<f64>>
    %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<2x2xi1>
    %14 = stablehlo.select %13, %0#3, %12 : tensor<2x2xi1>, tensor<2x2xcomplex<f64>>
    return %10, %6, %14 : tensor<4x2xcomplex<f64>>, tensor<2xf64>, tensor<2x2xcomplex<f64>>
  }

  func.func private @c10_main(%arg0: tensor<2x2x3xf32>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0:3 = call @c10_svd(%arg0) : (tensor<2x2x3xf32>) -> (tensor<2x2x2xf32>, tensor<2x2xf32>, tensor<2x2x3xf32>)
    %1 = stablehlo.broadcast_in_dim %0#1, dims = [0, 2] : (tensor<2x2xf32>) -> tensor<2x1x2xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<2x1x2xf32>) -> tensor<2x2x2xf32>
    %3 = stablehlo.multiply %0#0, %2 : tensor<2x2x2xf32>
    %4 = stablehlo.dot_general %3, %0#2, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x2x2xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
    %5 = stablehlo.slice %0#1 [0:2, 0:1] : (tensor<2x2xf32>) -> tensor<2x1xf32>
    %6 = stablehlo.slice %0#1 [0:2, 1:2] : (tensor<2x2xf32>) -> tensor<2x1xf32>
    %7 = stablehlo.compare GE, %5, %6, FLOAT : (tensor<2x1xf32>, tensor<2x1xf32>) -> tensor<2x1xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %8 = stablehlo.reduce(%7 init: %c) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x1xi1>, tensor<i1>) -> tensor<i1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %10 = stablehlo.compare GE, %0#1, %9, FLOAT : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
    %c_0 = stablehlo.constant dense<true> : tensor<i1>
    %11 = stablehlo.reduce(%10 init: %c_0) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<i1>
    %12 = stablehlo.and %8, %11 : tensor<i1>
    %13 = stablehlo.subtract %4, %arg0 : tensor<2x2x3xf32>
    %14 = stablehlo.abs %13 : tensor<2x2x3xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-5> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x2x3xf32>
    %16 = stablehlo.compare LT, %14, %15, FLOAT : (tensor<2x2x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xi1>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %17 = stablehlo.reduce(%16 init: %c_2) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x2x3xi1>, tensor<i1>) -> tensor<i1>
    %18 = stablehlo.transpose %0#0, dims = [0, 2, 1] : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
    %19 = stablehlo.dot_general %18, %0#0, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
    %20 = stablehlo.iota dim = 0 : tensor<2x2xi64>
    %21 = stablehlo.iota dim = 1 : tensor<2x2xi64>
    %c_3 = stablehlo.constant dense<0> : tensor<i64>
    %22 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
    %23 = stablehlo.add %20, %22 : tensor<2x2xi64>
    %24 = stablehlo.compare EQ, %23, %21, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
    %25 = stablehlo.convert %24 : (tensor<2x2xi1>) -> tensor<2x2xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [1, 2] : (tensor<2x2xf32>) -> tensor<1x2x2xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2] : (tensor<1x2x2xf32>) -> tensor<2x2x2xf32>
    %28 = stablehlo.subtract %19, %27 : tensor<2x2x2xf32>
    %29 = stablehlo.abs %28 : tensor<2x2x2xf32>
    %cst_4 = stablehlo.constant dense<9.99999974E-5> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x2x2xf32>
    %31 = stablehlo.compare LT, %29, %30, FLOAT : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xi1>
    %c_5 = stablehlo.constant dense<true> : tensor<i1>
    %32 = stablehlo.reduce(%31 init: %c_5) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x2x2xi1>, tensor<i1>) -> tensor<i1>
    %33 = stablehlo.and %17, %32 : tensor<i1>
    %34 = stablehlo.transpose %0#2, dims = [0, 2, 1] : (tensor<2x2x3xf32>) -> tensor<2x3x2xf32>
    %35 = stablehlo.transpose %34, dims = [0, 2, 1] : (tensor<2x3x2xf32>) -> tensor<2x2x3xf32>
    %36 = stablehlo.dot_general %35, %34, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x2x3xf32>, tensor<2x3x2xf32>) -> tensor<2x2x2xf32>
    %37 = stablehlo.iota dim = 0 : tensor<2x2xi64>
    %38 = stablehlo.iota dim = 1 : tensor<2x2xi64>
    %c_6 = stablehlo.constant dense<0> : tensor<i64>
    %39 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
    %40 = stablehlo.add %37, %39 : tensor<2x2xi64>
    %41 = stablehlo.compare EQ, %40, %38, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
    %42 = stablehlo.convert %41 : (tensor<2x2xi1>) -> tensor<2x2xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [1, 2] : (tensor<2x2xf32>) -> tensor<1x2x2xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2] : (tensor<1x2x2xf32>) -> tensor<2x2x2xf32>
    %45 = stablehlo.subtract %36, %44 : tensor<2x2x2xf32>
    %46 = stablehlo.abs %45 : tensor<2x2x2xf32>
    %cst_7 = stablehlo.constant dense<9.99999974E-5> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<2x2x2xf32>
    %48 = stablehlo.compare LT, %46, %47, FLOAT : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xi1>
    %c_8 = stablehlo.constant dense<true> : tensor<i1>
    %49 = stablehlo.reduce(%48 init: %c_8) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x2x2xi1>, tensor<i1>) -> tensor<i1>
    %50 = stablehlo.and %33, %49 : tensor<i1>
    %51 = stablehlo.and %50, %12 : tensor<i1>
    return %51 : tensor<i1>
  }
  func.func private @c10_svd(%arg0: tensor<2x2x3xf32>) -> (tensor<2x2x2xf32>, tensor<2x2xf32>, tensor<2x2x3xf32>) {
    %0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 83 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i, o, p], [i, q, r], [i]) {i=2, j=2, k=3, l=2, m=3, n=2, o=2, p=2, q=2, r=3}, custom>} : (tensor<2x2x3xf32>) -> (tensor<2x2x3xf32>, tensor<2x2xf32>, tensor<2x2x2xf32>, tensor<2x2x3xf32>, tensor<2xi32>)
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x2xi1>
    %6 = stablehlo.select %5, %0#1, %4 : tensor<2x2xi1>, tensor<2x2xf32>
    %7 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
    %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x2x2xf32>
    %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x2x2xi1>
    %10 = stablehlo.select %9, %0#2, %8 : tensor<2x2x2xi1>, tensor<2x2x2xf32>
    %11 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x2x3xf32>
    %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x2x3xi1>
    %14 = stablehlo.select %13, %0#3, %12 : tensor<2x2x3xi1>, tensor<2x2x3xf32>
    return %10, %6, %14 : tensor<2x2x2xf32>, tensor<2x2xf32>, tensor<2x2x3xf32>
  }

  func.func private @c11_main(%arg0: tensor<2x2x3xcomplex<f64>>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0:3 = call @c11_svd(%arg0) : (tensor<2x2x3xcomplex<f64>>) -> (tensor<2x2x2xcomplex<f64>>, tensor<2x2xf64>, tensor<2x2x3xcomplex<f64>>)
    %1 = stablehlo.broadcast_in_dim %0#1, dims = [0, 2] : (tensor<2x2xf64>) -> tensor<2x1x2xf64>
    %2 = stablehlo.convert %1 : (tensor<2x1x2xf64>) -> tensor<2x1x2xcomplex<f64>>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<2x1x2xcomplex<f64>>) -> tensor<2x2x2xcomplex<f64>>
    %4 = stablehlo.multiply %0#0, %3 : tensor<2x2x2xcomplex<f64>>
    %5 = stablehlo.dot_general %4, %0#2, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x2x2xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
    %6 = stablehlo.slice %0#1 [0:2, 0:1] : (tensor<2x2xf64>) -> tensor<2x1xf64>
    %7 = stablehlo.slice %0#1 [0:2, 1:2] : (tensor<2x2xf64>) -> tensor<2x1xf64>
    %8 = stablehlo.compare GE, %6, %7, FLOAT : (tensor<2x1xf64>, tensor<2x1xf64>) -> tensor<2x1xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %9 = stablehlo.reduce(%8 init: %c) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x1xi1>, tensor<i1>) -> tensor<i1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %10 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2xf64>
    %11 = stablehlo.compare GE, %0#1, %10, FLOAT : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xi1>
    %c_0 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_0) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<i1>
    %13 = stablehlo.and %9, %12 : tensor<i1>
    %14 = stablehlo.subtract %5, %arg0 : tensor<2x2x3xcomplex<f64>>
    %15 = stablehlo.abs %14 : (tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xf64>
    %cst_1 = stablehlo.constant dense<1.000000e-10> : tensor<f64>
    %16 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<2x2x3xf64>
    %17 = stablehlo.compare LT, %15, %16, FLOAT : (tensor<2x2x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xi1>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %18 = stablehlo.reduce(%17 init: %c_2) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x2x3xi1>, tensor<i1>) -> tensor<i1>
    %19 = stablehlo.transpose %0#0, dims = [0, 2, 1] : (tensor<2x2x2xcomplex<f64>>) -> tensor<2x2x2xcomplex<f64>>
    %20 = stablehlo.real %19 : (tensor<2x2x2xcomplex<f64>>) -> tensor<2x2x2xf64>
    %21 = stablehlo.imag %19 : (tensor<2x2x2xcomplex<f64>>) -> tensor<2x2x2xf64>
    %22 = stablehlo.negate %21 : tensor<2x2x2xf64>
    %23 = stablehlo.complex %20, %22 : tensor<2x2x2xcomplex<f64>>
    %24 = stablehlo.dot_general %23, %0#0, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x2x2xcomplex<f64>>, tensor<2x2x2xcomplex<f64>>) -> tensor<2x2x2xcomplex<f64>>
    %25 = stablehlo.iota dim = 0 : tensor<2x2xi64>
    %26 = stablehlo.iota dim = 1 : tensor<2x2xi64>
    %c_3 = stablehlo.constant dense<0> : tensor<i64>
    %27 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
    %28 = stablehlo.add %25, %27 : tensor<2x2xi64>
    %29 = stablehlo.compare EQ, %28, %26, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
    %30 = stablehlo.convert %29 : (tensor<2x2xi1>) -> tensor<2x2xcomplex<f64>>
    %31 = stablehlo.broadcast_in_dim %30, dims = [1, 2] : (tensor<2x2xcomplex<f64>>) -> tensor<1x2x2xcomplex<f64>>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2] : (tensor<1x2x2xcomplex<f64>>) -> tensor<2x2x2xcomplex<f64>>
    %33 = stablehlo.subtract %24, %32 : tensor<2x2x2xcomplex<f64>>
    %34 = stablehlo.abs %33 : (tensor<2x2x2xcomplex<f64>>) -> tensor<2x2x2xf64>
    %cst_4 = stablehlo.constant dense<1.000000e-10> : tensor<f64>
    %35 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f64>) -> tensor<2x2x2xf64>
    %36 = stablehlo.compare LT, %34, %35, FLOAT : (tensor<2x2x2xf64>, tensor<2x2x2xf64>) -> tensor<2x2x2xi1>
    %c_5 = stablehlo.constant dense<true> : tensor<i1>
    %37 = stablehlo.reduce(%36 init: %c_5) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x2x2xi1>, tensor<i1>) -> tensor<i1>
    %38 = stablehlo.and %18, %37 : tensor<i1>
    %39 = stablehlo.transpose %0#2, dims = [0, 2, 1] : (tensor<2x2x3xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
    %40 = stablehlo.real %39 : (tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xf64>
    %41 = stablehlo.imag %39 : (tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xf64>
    %42 = stablehlo.negate %41 : tensor<2x3x2xf64>
    %43 = stablehlo.complex %40, %42 : tensor<2x3x2xcomplex<f64>>
    %44 = stablehlo.transpose %43, dims = [0, 2, 1] : (tensor<2x3x2xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
    %45 = stablehlo.real %44 : (tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xf64>
    %46 = stablehlo.imag %44 : (tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xf64>
    %47 = stablehlo.negate %46 : tensor<2x2x3xf64>
    %48 = stablehlo.complex %45, %47 : tensor<2x2x3xcomplex<f64>>
    %49 = stablehlo.dot_general %48, %43, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x2x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> tensor<2x2x2xcomplex<f64>>
    %50 = stablehlo.iota dim = 0 : tensor<2x2xi64>
    %51 = stablehlo.iota dim = 1 : tensor<2x2xi64>
    %c_6 = stablehlo.constant dense<0> : tensor<i64>
    %52 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
    %53 = stablehlo.add %50, %52 : tensor<2x2xi64>
    %54 = stablehlo.compare EQ, %53, %51, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
    %55 = stablehlo.convert %54 : (tensor<2x2xi1>) -> tensor<2x2xcomplex<f64>>
    %56 = stablehlo.broadcast_in_dim %55, dims = [1, 2] : (tensor<2x2xcomplex<f64>>) -> tensor<1x2x2xcomplex<f64>>
    %57 = stablehlo.broadcast_in_dim %56, dims = [0, 1, 2] : (tensor<1x2x2xcomplex<f64>>) -> tensor<2x2x2xcomplex<f64>>
    %58 = stablehlo.subtract %49, %57 : tensor<2x2x2xcomplex<f64>>
    %59 = stablehlo.abs %58 : (tensor<2x2x2xcomplex<f64>>) -> tensor<2x2x2xf64>
    %cst_7 = stablehlo.constant dense<1.000000e-10> : tensor<f64>
    %60 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<2x2x2xf64>
    %61 = stablehlo.compare LT, %59, %60, FLOAT : (tensor<2x2x2xf64>, tensor<2x2x2xf64>) -> tensor<2x2x2xi1>
    %c_8 = stablehlo.constant dense<true> : tensor<i1>
    %62 = stablehlo.reduce(%61 init: %c_8) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x2x2xi1>, tensor<i1>) -> tensor<i1>
    %63 = stablehlo.and %38, %62 : tensor<i1>
    %64 = stablehlo.and %63, %13 : tensor<i1>
    return %64 : tensor<i1>
  }
  func.func private @c11_svd(%arg0: tensor<2x2x3xcomplex<f64>>) -> (tensor<2x2x2xcomplex<f64>>, tensor<2x2xf64>, tensor<2x2x3xcomplex<f64>>) {
    %0:5 = stablehlo.custom_call @lapack_zgesdd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 83 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i, o, p], [i, q, r], [i]) {i=2, j=2, k=3, l=2, m=3, n=2, o=2, p=2, q=2, r=3}, custom>} : (tensor<2x2x3xcomplex<f64>>) -> (tensor<2x2x3xcomplex<f64>>, tensor<2x2xf64>, tensor<2x2x2xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>, tensor<2xi32>)
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
    %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2xf64>
    %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x2xi1>
    %6 = stablehlo.select %5, %0#1, %4 : tensor<2x2xi1>, tensor<2x2xf64>
    %7 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
    %cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<2x2x2xcomplex<f64>>
    %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x2x2xi1>
    %10 = stablehlo.select %9, %0#2, %8 : tensor<2x2x2xi1>, tensor<2x2x2xcomplex<f64>>
    %11 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
    %cst_1 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
    %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f64>>) -> tensor<2x2x3xcomplex<f64>>
    %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x2x3xi1>
    %14 = stablehlo.select %13, %0#3, %12 : tensor<2x2x3xi1>, tensor<2x2x3xcomplex<f64>>
    return %10, %6, %14 : tensor<2x2x2xcomplex<f64>>, tensor<2x2xf64>, tensor<2x2x3xcomplex<f64>>
  }

  func.func private @c12_main(%arg0: tensor<4x2xf32>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0:3 = call @c12_svd(%arg0) : (tensor<4x2xf32>) -> (tensor<4x4xf32>, tensor<2xf32>, tensor<2x2xf32>)
    %1 = stablehlo.slice %0#0 [0:4, 0:2] : (tensor<4x4xf32>) -> tensor<4x2xf32>
    %2 = stablehlo.broadcast_in_dim %0#1, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<4x2xf32>
    %4 = stablehlo.multiply %1, %3 : tensor<4x2xf32>
    %5 = stablehlo.dot_general %4, %0#2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
    %6 = stablehlo.slice %0#1 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    %7 = stablehlo.slice %0#1 [1:2] : (tensor<2xf32>) -> tensor<1xf32>
    %8 = stablehlo.compare GE, %6, %7, FLOAT : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %9 = stablehlo.reduce(%8 init: %c) applies stablehlo.and across dimensions = [0] : (tensor<1xi1>, tensor<i1>) -> tensor<i1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %11 = stablehlo.compare GE, %0#1, %10, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %c_0 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_0) applies stablehlo.and across dimensions = [0] : (tensor<2xi1>, tensor<i1>) -> tensor<i1>
    %13 = stablehlo.and %9, %12 : tensor<i1>
    %14 = stablehlo.subtract %5, %arg0 : tensor<4x2xf32>
    %15 = stablehlo.abs %14 : tensor<4x2xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-5> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
    %17 = stablehlo.compare LT, %15, %16, FLOAT : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xi1>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %18 = stablehlo.reduce(%17 init: %c_2) applies stablehlo.and across dimensions = [0, 1] : (tensor<4x2xi1>, tensor<i1>) -> tensor<i1>
    %19 = stablehlo.transpose %0#0, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %20 = stablehlo.dot_general %19, %0#0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %21 = stablehlo.iota dim = 0 : tensor<4x4xi64>
    %22 = stablehlo.iota dim = 1 : tensor<4x4xi64>
    %c_3 = stablehlo.constant dense<0> : tensor<i64>
    %23 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
    %24 = stablehlo.add %21, %23 : tensor<4x4xi64>
    %25 = stablehlo.compare EQ, %24, %22, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
    %26 = stablehlo.convert %25 : (tensor<4x4xi1>) -> tensor<4x4xf32>
    %27 = stablehlo.subtract %20, %26 : tensor<4x4xf32>
    %28 = stablehlo.abs %27 : tensor<4x4xf32>
    %cst_4 = stablehlo.constant dense<9.99999974E-5> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %30 = stablehlo.compare LT, %28, %29, FLOAT : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
    %c_5 = stablehlo.constant dense<true> : tensor<i1>
    %31 = stablehlo.reduce(%30 init: %c_5) applies stablehlo.and across dimensions = [0, 1] : (tensor<4x4xi1>, tensor<i1>) -> tensor<i1>
    %32 = stablehlo.and %18, %31 : tensor<i1>
    %33 = stablehlo.transpose %0#2, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %34 = stablehlo.transpose %33, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %35 = stablehlo.dot_general %34, %33, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %36 = stablehlo.iota dim = 0 : tensor<2x2xi64>
    %37 = stablehlo.iota dim = 1 : tensor<2x2xi64>
    %c_6 = stablehlo.constant dense<0> : tensor<i64>
    %38 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
    %39 = stablehlo.add %36, %38 : tensor<2x2xi64>
    %40 = stablehlo.compare EQ, %39, %37, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
    %41 = stablehlo.convert %40 : (tensor<2x2xi1>) -> tensor<2x2xf32>
    %42 = stablehlo.subtract %35, %41 : tensor<2x2xf32>
    %43 = stablehlo.abs %42 : tensor<2x2xf32>
    %cst_7 = stablehlo.constant dense<9.99999974E-5> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %45 = stablehlo.compare LT, %43, %44, FLOAT : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
    %c_8 = stablehlo.constant dense<true> : tensor<i1>
    %46 = stablehlo.reduce(%45 init: %c_8) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<i1>
    %47 = stablehlo.and %32, %46 : tensor<i1>
    %48 = stablehlo.and %47, %13 : tensor<i1>
    return %48 : tensor<i1>
  }
  func.func private @c12_svd(%arg0: tensor<4x2xf32>) -> (tensor<4x4xf32>, tensor<2xf32>, tensor<2x2xf32>) {
    %0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 65 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], [n, o], [p, q], []) {i=4, j=2, k=4, l=2, m=2, n=4, o=4, p=2, q=2}, custom>} : (tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<4x4xf32>, tensor<2x2xf32>, tensor<i32>)
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
    %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<2xi1>
    %6 = stablehlo.select %5, %0#1, %4 : tensor<2xi1>, tensor<2xf32>
    %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
    %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
    %10 = stablehlo.select %9, %0#2, %8 : tensor<4x4xi1>, tensor<4x4xf32>
    %11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<2x2xi1>
    %14 = stablehlo.select %13, %0#3, %12 : tensor<2x2xi1>, tensor<2x2xf32>
    return %10, %6, %14 : tensor<4x4xf32>, tensor<2xf32>, tensor<2x2xf32>
  }

  func.func private @c13_main(%arg0: tensor<4x2xcomplex<f64>>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0:3 = call @c13_svd(%arg0) : (tensor<4x2xcomplex<f64>>) -> (tensor<4x4xcomplex<f64>>, tensor<2xf64>, tensor<2x2xcomplex<f64>>)
    %1 = stablehlo.slice %0#0 [0:4, 0:2] : (tensor<4x4xcomplex<f64>>) -> tensor<4x2xcomplex<f64>>
    %2 = stablehlo.broadcast_in_dim %0#1, dims = [1] : (tensor<2xf64>) -> tensor<1x2xf64>
    %3 = stablehlo.convert %2 : (tensor<1x2xf64>) -> tensor<1x2xcomplex<f64>>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x2xcomplex<f64>>) -> tensor<4x2xcomplex<f64>>
    %5 = stablehlo.multiply %1, %4 : tensor<4x2xcomplex<f64>>
    %6 = stablehlo.dot_general %5, %0#2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>) -> tensor<4x2xcomplex<f64>>
    %7 = stablehlo.slice %0#1 [0:1] : (tensor<2xf64>) -> tensor<1xf64>
    %8 = stablehlo.slice %0#1 [1:2] : (tensor<2xf64>) -> tensor<1xf64>
    %9 = stablehlo.compare GE, %7, %8, FLOAT : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %10 = stablehlo.reduce(%9 init: %c) applies stablehlo.and across dimensions = [0] : (tensor<1xi1>, tensor<i1>) -> tensor<i1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %11 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2xf64>
    %12 = stablehlo.compare GE, %0#1, %11, FLOAT : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xi1>
    %c_0 = stablehlo.constant dense<true> : tensor<i1>
    %13 = stablehlo.reduce(%12 init: %c_0) applies stablehlo.and across dimensions = [0] : (tensor<2xi1>, tensor<i1>) -> tensor<i1>
    %14 = stablehlo.and %10, %13 : tensor<i1>
    %15 = stablehlo.subtract %6, %arg0 : tensor<4x2xcomplex<f64>>
    %16 = stablehlo.abs %15 : (tensor<4x2xcomplex<f64>>) -> tensor<4x2xf64>
    %cst_1 = stablehlo.constant dense<1.000000e-10> : tensor<f64>
    %17 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<4x2xf64>
    %18 = stablehlo.compare LT, %16, %17, FLOAT : (tensor<4x2xf64>, tensor<4x2xf64>) -> tensor<4x2xi1>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %19 = stablehlo.reduce(%18 init: %c_2) applies stablehlo.and across dimensions = [0, 1] : (tensor<4x2xi1>, tensor<i1>) -> tensor<i1>
    %20 = stablehlo.transpose %0#0, dims = [1, 0] : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xcomplex<f64>>
    %21 = stablehlo.real %20 : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xf64>
    %22 = stablehlo.imag %20 : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xf64>
    %23 = stablehlo.negate %22 : tensor<4x4xf64>
    %24 = stablehlo.complex %21, %23 : tensor<4x4xcomplex<f64>>
    %25 = stablehlo.dot_general %24, %0#0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x4xcomplex<f64>>, tensor<4x4xcomplex<f64>>) -> tensor<4x4xcomplex<f64>>
    %26 = stablehlo.iota dim = 0 : tensor<4x4xi64>
    %27 = stablehlo.iota dim = 1 : tensor<4x4xi64>
    %c_3 = stablehlo.constant dense<0> : tensor<i64>
    %28 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<4x4xi64>
    %29 = stablehlo.add %26, %28 : tensor<4x4xi64>
    %30 = stablehlo.compare EQ, %29, %27, SIGNED : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi1>
    %31 = stablehlo.convert %30 : (tensor<4x4xi1>) -> tensor<4x4xcomplex<f64>>
    %32 = stablehlo.subtract %25, %31 : tensor<4x4xcomplex<f64>>
    %33 = stablehlo.abs %32 : (tensor<4x4xcomplex<f64>>) -> tensor<4x4xf64>
    %cst_4 = stablehlo.constant dense<1.000000e-10> : tensor<f64>
    %34 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f64>) -> tensor<4x4xf64>
    %35 = stablehlo.compare LT, %33, %34, FLOAT : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xi1>
    %c_5 = stablehlo.constant dense<true> : tensor<i1>
    %36 = stablehlo.reduce(%35 init: %c_5) applies stablehlo.and across dimensions = [0, 1] : (tensor<4x4xi1>, tensor<i1>) -> tensor<i1>
    %37 = stablehlo.and %19, %36 : tensor<i1>
    %38 = stablehlo.transpose %0#2, dims = [1, 0] : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
    %39 = stablehlo.real %38 : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xf64>
    %40 = stablehlo.imag %38 : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xf64>
    %41 = stablehlo.negate %40 : tensor<2x2xf64>
    %42 = stablehlo.complex %39, %41 : tensor<2x2xcomplex<f64>>
    %43 = stablehlo.transpose %42, dims = [1, 0] : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
    %44 = stablehlo.real %43 : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xf64>
    %45 = stablehlo.imag %43 : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xf64>
    %46 = stablehlo.negate %45 : tensor<2x2xf64>
    %47 = stablehlo.complex %44, %46 : tensor<2x2xcomplex<f64>>
    %48 = stablehlo.dot_general %47, %42, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
    %49 = stablehlo.iota dim = 0 : tensor<2x2xi64>
    %50 = stablehlo.iota dim = 1 : tensor<2x2xi64>
    %c_6 = stablehlo.constant dense<0> : tensor<i64>
    %51 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
    %52 = stablehlo.add %49, %51 : tensor<2x2xi64>
    %53 = stablehlo.compare EQ, %52, %50, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
    %54 = stablehlo.convert %53 : (tensor<2x2xi1>) -> tensor<2x2xcomplex<f64>>
    %55 = stablehlo.subtract %48, %54 : tensor<2x2xcomplex<f64>>
    %56 = stablehlo.abs %55 : (tensor<2x2xcomplex<f64>>) -> tensor<2x2xf64>
    %cst_7 = stablehlo.constant dense<1.000000e-10> : tensor<f64>
    %57 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<2x2xf64>
    %58 = stablehlo.compare LT, %56, %57, FLOAT : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xi1>
    %c_8 = stablehlo.constant dense<true> : tensor<i1>
    %59 = stablehlo.reduce(%58 init: %c_8) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<i1>
    %60 = stablehlo.and %37, %59 : tensor<i1>
    %61 = stablehlo.and %60, %14 : tensor<i1>
    return %61 : tensor<i1>
  }
  func.func private @c13_svd(%arg0: tensor<4x2xcomplex<f64>>) -> (tensor<4x4xcomplex<f64>>, tensor<2xf64>, tensor<2x2xcomplex<f64>>) {
    %0:5 = stablehlo.custom_call @lapack_zgesdd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 65 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], [m], [n, o], [p, q], []) {i=4, j=2, k=4, l=2, m=2, n=4, o=4, p=2, q=2}, custom>} : (tensor<4x2xcomplex<f64>>) -> (tensor<4x2xcomplex<f64>>, tensor<2xf64>, tensor<4x4xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<i32>)
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
    %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
    %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2xf64>
    %5 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<1xi1>) -> tensor<2xi1>
    %6 = stablehlo.select %5, %0#1, %4 : tensor<2xi1>, tensor<2xf64>
    %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
    %cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<4x4xcomplex<f64>>
    %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<4x4xi1>
    %10 = stablehlo.select %9, %0#2, %8 : tensor<4x4xi1>, tensor<4x4xcomplex<f64>>
    %11 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
    %cst_1 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
    %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f64>>) -> tensor<2x2xcomplex<f64>>
    %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<2x2xi1>
    %14 = stablehlo.select %13, %0#3, %12 : tensor<2x2xi1>, tensor<2x2xcomplex<f64>>
    return %10, %6, %14 : tensor<4x4xcomplex<f64>>, tensor<2xf64>, tensor<2x2xcomplex<f64>>
  }

  func.func private @c14_main(%arg0: tensor<2x2x3xf32>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0:3 = call @c14_svd(%arg0) : (tensor<2x2x3xf32>) -> (tensor<2x2x2xf32>, tensor<2x2xf32>, tensor<2x3x3xf32>)
    %1 = stablehlo.broadcast_in_dim %0#1, dims = [0, 2] : (tensor<2x2xf32>) -> tensor<2x1x2xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<2x1x2xf32>) -> tensor<2x2x2xf32>
    %3 = stablehlo.multiply %0#0, %2 : tensor<2x2x2xf32>
    %4 = stablehlo.slice %0#2 [0:2, 0:2, 0:3] : (tensor<2x3x3xf32>) -> tensor<2x2x3xf32>
    %5 = stablehlo.dot_general %3, %4, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x2x2xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
    %6 = stablehlo.slice %0#1 [0:2, 0:1] : (tensor<2x2xf32>) -> tensor<2x1xf32>
    %7 = stablehlo.slice %0#1 [0:2, 1:2] : (tensor<2x2xf32>) -> tensor<2x1xf32>
    %8 = stablehlo.compare GE, %6, %7, FLOAT : (tensor<2x1xf32>, tensor<2x1xf32>) -> tensor<2x1xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %9 = stablehlo.reduce(%8 init: %c) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x1xi1>, tensor<i1>) -> tensor<i1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %11 = stablehlo.compare GE, %0#1, %10, FLOAT : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
    %c_0 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_0) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<i1>
    %13 = stablehlo.and %9, %12 : tensor<i1>
    %14 = stablehlo.subtract %5, %arg0 : tensor<2x2x3xf32>
    %15 = stablehlo.abs %14 : tensor<2x2x3xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-5> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x2x3xf32>
    %17 = stablehlo.compare LT, %15, %16, FLOAT : (tensor<2x2x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xi1>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %18 = stablehlo.reduce(%17 init: %c_2) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x2x3xi1>, tensor<i1>) -> tensor<i1>
    %19 = stablehlo.transpose %0#0, dims = [0, 2, 1] : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
    %20 = stablehlo.dot_general %19, %0#0, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
    %21 = stablehlo.iota dim = 0 : tensor<2x2xi64>
    %22 = stablehlo.iota dim = 1 : tensor<2x2xi64>
    %c_3 = stablehlo.constant dense<0> : tensor<i64>
    %23 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
    %24 = stablehlo.add %21, %23 : tensor<2x2xi64>
    %25 = stablehlo.compare EQ, %24, %22, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
    %26 = stablehlo.convert %25 : (tensor<2x2xi1>) -> tensor<2x2xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [1, 2] : (tensor<2x2xf32>) -> tensor<1x2x2xf32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0, 1, 2] : (tensor<1x2x2xf32>) -> tensor<2x2x2xf32>
    %29 = stablehlo.subtract %20, %28 : tensor<2x2x2xf32>
    %30 = stablehlo.abs %29 : tensor<2x2x2xf32>
    %cst_4 = stablehlo.constant dense<9.99999974E-5> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x2x2xf32>
    %32 = stablehlo.compare LT, %30, %31, FLOAT : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xi1>
    %c_5 = stablehlo.constant dense<true> : tensor<i1>
    %33 = stablehlo.reduce(%32 init: %c_5) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x2x2xi1>, tensor<i1>) -> tensor<i1>
    %34 = stablehlo.and %18, %33 : tensor<i1>
    %35 = stablehlo.transpose %0#2, dims = [0, 2, 1] : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
    %36 = stablehlo.transpose %35, dims = [0, 2, 1] : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
    %37 = stablehlo.dot_general %36, %35, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x3x3xf32>, tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
    %38 = stablehlo.iota dim = 0 : tensor<3x3xi64>
    %39 = stablehlo.iota dim = 1 : tensor<3x3xi64>
    %c_6 = stablehlo.constant dense<0> : tensor<i64>
    %40 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
    %41 = stablehlo.add %38, %40 : tensor<3x3xi64>
    %42 = stablehlo.compare EQ, %41, %39, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
    %43 = stablehlo.convert %42 : (tensor<3x3xi1>) -> tensor<3x3xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [1, 2] : (tensor<3x3xf32>) -> tensor<1x3x3xf32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2] : (tensor<1x3x3xf32>) -> tensor<2x3x3xf32>
    %46 = stablehlo.subtract %37, %45 : tensor<2x3x3xf32>
    %47 = stablehlo.abs %46 : tensor<2x3x3xf32>
    %cst_7 = stablehlo.constant dense<9.99999974E-5> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<2x3x3xf32>
    %49 = stablehlo.compare LT, %47, %48, FLOAT : (tensor<2x3x3xf32>, tensor<2x3x3xf32>) -> tensor<2x3x3xi1>
    %c_8 = stablehlo.constant dense<true> : tensor<i1>
    %50 = stablehlo.reduce(%49 init: %c_8) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x3x3xi1>, tensor<i1>) -> tensor<i1>
    %51 = stablehlo.and %34, %50 : tensor<i1>
    %52 = stablehlo.and %51, %13 : tensor<i1>
    return %52 : tensor<i1>
  }
  func.func private @c14_svd(%arg0: tensor<2x2x3xf32>) -> (tensor<2x2x2xf32>, tensor<2x2xf32>, tensor<2x3x3xf32>) {
    %0:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 65 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i, o, p], [i, q, r], [i]) {i=2, j=2, k=3, l=2, m=3, n=2, o=2, p=2, q=3, r=3}, custom>} : (tensor<2x2x3xf32>) -> (tensor<2x2x3xf32>, tensor<2x2xf32>, tensor<2x2x2xf32>, tensor<2x3x3xf32>, tensor<2xi32>)
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x2xi1>
    %6 = stablehlo.select %5, %0#1, %4 : tensor<2x2xi1>, tensor<2x2xf32>
    %7 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
    %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x2x2xf32>
    %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x2x2xi1>
    %10 = stablehlo.select %9, %0#2, %8 : tensor<2x2x2xi1>, tensor<2x2x2xf32>
    %11 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
    %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x3x3xf32>
    %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x3x3xi1>
    %14 = stablehlo.select %13, %0#3, %12 : tensor<2x3x3xi1>, tensor<2x3x3xf32>
    return %10, %6, %14 : tensor<2x2x2xf32>, tensor<2x2xf32>, tensor<2x3x3xf32>
  }

  func.func private @c15_main(%arg0: tensor<2x2x3xcomplex<f64>>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0:3 = call @c15_svd(%arg0) : (tensor<2x2x3xcomplex<f64>>) -> (tensor<2x2x2xcomplex<f64>>, tensor<2x2xf64>, tensor<2x3x3xcomplex<f64>>)
    %1 = stablehlo.broadcast_in_dim %0#1, dims = [0, 2] : (tensor<2x2xf64>) -> tensor<2x1x2xf64>
    %2 = stablehlo.convert %1 : (tensor<2x1x2xf64>) -> tensor<2x1x2xcomplex<f64>>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<2x1x2xcomplex<f64>>) -> tensor<2x2x2xcomplex<f64>>
    %4 = stablehlo.multiply %0#0, %3 : tensor<2x2x2xcomplex<f64>>
    %5 = stablehlo.slice %0#2 [0:2, 0:2, 0:3] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
    %6 = stablehlo.dot_general %4, %5, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x2x2xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
    %7 = stablehlo.slice %0#1 [0:2, 0:1] : (tensor<2x2xf64>) -> tensor<2x1xf64>
    %8 = stablehlo.slice %0#1 [0:2, 1:2] : (tensor<2x2xf64>) -> tensor<2x1xf64>
    %9 = stablehlo.compare GE, %7, %8, FLOAT : (tensor<2x1xf64>, tensor<2x1xf64>) -> tensor<2x1xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %10 = stablehlo.reduce(%9 init: %c) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x1xi1>, tensor<i1>) -> tensor<i1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %11 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2xf64>
    %12 = stablehlo.compare GE, %0#1, %11, FLOAT : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xi1>
    %c_0 = stablehlo.constant dense<true> : tensor<i1>
    %13 = stablehlo.reduce(%12 init: %c_0) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<i1>
    %14 = stablehlo.and %10, %13 : tensor<i1>
    %15 = stablehlo.subtract %6, %arg0 : tensor<2x2x3xcomplex<f64>>
    %16 = stablehlo.abs %15 : (tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xf64>
    %cst_1 = stablehlo.constant dense<1.000000e-10> : tensor<f64>
    %17 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<2x2x3xf64>
    %18 = stablehlo.compare LT, %16, %17, FLOAT : (tensor<2x2x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xi1>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %19 = stablehlo.reduce(%18 init: %c_2) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x2x3xi1>, tensor<i1>) -> tensor<i1>
    %20 = stablehlo.transpose %0#0, dims = [0, 2, 1] : (tensor<2x2x2xcomplex<f64>>) -> tensor<2x2x2xcomplex<f64>>
    %21 = stablehlo.real %20 : (tensor<2x2x2xcomplex<f64>>) -> tensor<2x2x2xf64>
    %22 = stablehlo.imag %20 : (tensor<2x2x2xcomplex<f64>>) -> tensor<2x2x2xf64>
    %23 = stablehlo.negate %22 : tensor<2x2x2xf64>
    %24 = stablehlo.complex %21, %23 : tensor<2x2x2xcomplex<f64>>
    %25 = stablehlo.dot_general %24, %0#0, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x2x2xcomplex<f64>>, tensor<2x2x2xcomplex<f64>>) -> tensor<2x2x2xcomplex<f64>>
    %26 = stablehlo.iota dim = 0 : tensor<2x2xi64>
    %27 = stablehlo.iota dim = 1 : tensor<2x2xi64>
    %c_3 = stablehlo.constant dense<0> : tensor<i64>
    %28 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
    %29 = stablehlo.add %26, %28 : tensor<2x2xi64>
    %30 = stablehlo.compare EQ, %29, %27, SIGNED : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
    %31 = stablehlo.convert %30 : (tensor<2x2xi1>) -> tensor<2x2xcomplex<f64>>
    %32 = stablehlo.broadcast_in_dim %31, dims = [1, 2] : (tensor<2x2xcomplex<f64>>) -> tensor<1x2x2xcomplex<f64>>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2] : (tensor<1x2x2xcomplex<f64>>) -> tensor<2x2x2xcomplex<f64>>
    %34 = stablehlo.subtract %25, %33 : tensor<2x2x2xcomplex<f64>>
    %35 = stablehlo.abs %34 : (tensor<2x2x2xcomplex<f64>>) -> tensor<2x2x2xf64>
    %cst_4 = stablehlo.constant dense<1.000000e-10> : tensor<f64>
    %36 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f64>) -> tensor<2x2x2xf64>
    %37 = stablehlo.compare LT, %35, %36, FLOAT : (tensor<2x2x2xf64>, tensor<2x2x2xf64>) -> tensor<2x2x2xi1>
    %c_5 = stablehlo.constant dense<true> : tensor<i1>
    %38 = stablehlo.reduce(%37 init: %c_5) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x2x2xi1>, tensor<i1>) -> tensor<i1>
    %39 = stablehlo.and %19, %38 : tensor<i1>
    %40 = stablehlo.transpose %0#2, dims = [0, 2, 1] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
    %41 = stablehlo.real %40 : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xf64>
    %42 = stablehlo.imag %40 : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xf64>
    %43 = stablehlo.negate %42 : tensor<2x3x3xf64>
    %44 = stablehlo.complex %41, %43 : tensor<2x3x3xcomplex<f64>>
    %45 = stablehlo.transpose %44, dims = [0, 2, 1] : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
    %46 = stablehlo.real %45 : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xf64>
    %47 = stablehlo.imag %45 : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xf64>
    %48 = stablehlo.negate %47 : tensor<2x3x3xf64>
    %49 = stablehlo.complex %46, %48 : tensor<2x3x3xcomplex<f64>>
    %50 = stablehlo.dot_general %49, %44, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
    %51 = stablehlo.iota dim = 0 : tensor<3x3xi64>
    %52 = stablehlo.iota dim = 1 : tensor<3x3xi64>
    %c_6 = stablehlo.constant dense<0> : tensor<i64>
    %53 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i64>) -> tensor<3x3xi64>
    %54 = stablehlo.add %51, %53 : tensor<3x3xi64>
    %55 = stablehlo.compare EQ, %54, %52, SIGNED : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
    %56 = stablehlo.convert %55 : (tensor<3x3xi1>) -> tensor<3x3xcomplex<f64>>
    %57 = stablehlo.broadcast_in_dim %56, dims = [1, 2] : (tensor<3x3xcomplex<f64>>) -> tensor<1x3x3xcomplex<f64>>
    %58 = stablehlo.broadcast_in_dim %57, dims = [0, 1, 2] : (tensor<1x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
    %59 = stablehlo.subtract %50, %58 : tensor<2x3x3xcomplex<f64>>
    %60 = stablehlo.abs %59 : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xf64>
    %cst_7 = stablehlo.constant dense<1.000000e-10> : tensor<f64>
    %61 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<2x3x3xf64>
    %62 = stablehlo.compare LT, %60, %61, FLOAT : (tensor<2x3x3xf64>, tensor<2x3x3xf64>) -> tensor<2x3x3xi1>
    %c_8 = stablehlo.constant dense<true> : tensor<i1>
    %63 = stablehlo.reduce(%62 init: %c_8) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x3x3xi1>, tensor<i1>) -> tensor<i1>
    %64 = stablehlo.and %39, %63 : tensor<i1>
    %65 = stablehlo.and %64, %14 : tensor<i1>
    return %65 : tensor<i1>
  }
  func.func private @c15_svd(%arg0: tensor<2x2x3xcomplex<f64>>) -> (tensor<2x2x2xcomplex<f64>>, tensor<2x2xf64>, tensor<2x3x3xcomplex<f64>>) {
    %0:5 = stablehlo.custom_call @lapack_zgesdd_ffi(%arg0) {backend_config = "", mhlo.backend_config = {mode = 65 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l, m], [i, n], [i, o, p], [i, q, r], [i]) {i=2, j=2, k=3, l=2, m=3, n=2, o=2, p=2, q=3, r=3}, custom>} : (tensor<2x2x3xcomplex<f64>>) -> (tensor<2x2x3xcomplex<f64>>, tensor<2x2xf64>, tensor<2x2x2xcomplex<f64>>, tensor<2x3x3xcomplex<f64>>, tensor<2xi32>)
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %2 = stablehlo.compare EQ, %0#4, %1, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
    %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x2xf64>
    %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x2xi1>
    %6 = stablehlo.select %5, %0#1, %4 : tensor<2x2xi1>, tensor<2x2xf64>
    %7 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
    %cst_0 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f64>>) -> tensor<2x2x2xcomplex<f64>>
    %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x2x2xi1>
    %10 = stablehlo.select %9, %0#2, %8 : tensor<2x2x2xi1>, tensor<2x2x2xcomplex<f64>>
    %11 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xi1>) -> tensor<2x1x1xi1>
    %cst_1 = stablehlo.constant dense<(0x7FF8000000000000,0x7FF8000000000000)> : tensor<complex<f64>>
    %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<complex<f64>>) -> tensor<2x3x3xcomplex<f64>>
    %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<2x1x1xi1>) -> tensor<2x3x3xi1>
    %14 = stablehlo.select %13, %0#3, %12 : tensor<2x3x3xi1>, tensor<2x3x3xcomplex<f64>>
    return %10, %6, %14 : tensor<2x2x2xcomplex<f64>>, tensor<2x2xf64>, tensor<2x3x3xcomplex<f64>>
  }
}
