// eig_shape_float32_2_6_6_computelefteigenvectors_False_computerighteigenvectors_False
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xE9EF9B401AEAEABF65D1CABF8E024EC0842826409DF2DCC07E80A740D72612C0A305753F36843FBFC45C8C4005C6C5C0CD9D77BF147A93BF09AF5940DB2D53C0C46C04BF7F8C28C03EAE013E11CDDF3FA25153C076C95B40FD1A2D4034F5C03FDFF62C40974603C067C2BCBEF0AA33C0F1BC4DBF10A8CB3F82CC04C0755A98BFEAEF03C08C4722C017E100C0629F1BBD0A8656C00008343F4C579F40F4780E40675413BFBD6C2AC053740FC0C479A240D8141C3E389BF4BF839F123FDF9FC9406C90B83E8901ED3FE387663F924387BF0E5D5BC0C92586BF476E20BF6843E13FB615214088C53240C1545B3F75F229402BD810C0FA8C70400EF7C43F70EF64BF4A97BB3F032868BED945594005E79140B4D0D1404B1086C08AA28AC003B7C1BF"> : tensor<2x6x6xf32>
    %out:1 = func.call @program(%in0) : (tensor<2x6x6xf32>) -> (tensor<2x6xcomplex<f32>>)
    %want0 = stablehlo.constant dense<"0xB77AC640C2E2953FB77AC640C2E295BF66F9673F03424F4066F9673F03424FC01B5785C00000000050CBBBBF00000000329B39C0DD138240329B39C0DD1382C050CA3DC000000000E2EEA340A7B95C40E2EEA340A7B95CC0240A794000000000"> : tensor<2x6xcomplex<f32>>
    %c1 = func.call @judge(%in0, %want0, %out#0) : (tensor<2x6x6xf32>, tensor<2x6xcomplex<f32>>, tensor<2x6xcomplex<f32>>) -> tensor<i1>
    check.expect_eq_const %c1, dense<true> : tensor<i1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @program(%arg0: tensor<2x6x6xf32>) -> (tensor<2x6xcomplex<f32>> {jax.result_info = "result[0]"}) {
    %0:5 = stablehlo.custom_call @lapack_sgeev_ffi(%arg0) {backend_config = "", mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 78 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<[1, 0]> : tensor<2xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 2, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, l], [i, m], [i, n, o], [i, p, q], [i]) {i=2, j=6, k=6, l=6, m=6, n=6, o=6, p=6, q=6}, custom>} : (tensor<2x6x6xf32>) -> (tensor<2x6xf32>, tensor<2x6xf32>, tensor<2x6x6xcomplex<f32>>, tensor<2x6x6xcomplex<f32>>, tensor<2xi32>)
    %1 = stablehlo.complex %0#0, %0#1 : tensor<2x6xcomplex<f32>>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %3 = stablehlo.compare EQ, %0#4, %2, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<2xi1>) -> tensor<2x1xi1>
    %cst = stablehlo.constant dense<(0x7FC00000,0x7FC00000)> : tensor<complex<f32>>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<2x6xcomplex<f32>>
    %6 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x6xi1>
    %7 = stablehlo.select %6, %1, %5 : tensor<2x6xi1>, tensor<2x6xcomplex<f32>>
    return %7 : tensor<2x6xcomplex<f32>>
  }

  func.func private @judge(%arg0: tensor<2x6x6xf32>, %arg1: tensor<2x6xcomplex<f32>>, %arg2: tensor<2x6xcomplex<f32>>) -> (tensor<i1> {jax.result_info = "result"}) {
    %0 = stablehlo.abs %arg0 : tensor<2x6x6xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<2x6x6xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.maximum %cst_0, %1 : tensor<f32>
    %cst_1 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %3 = stablehlo.multiply %cst_1, %2 : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1] : (tensor<2x6xcomplex<f32>>) -> tensor<2x6x1xcomplex<f32>>
    %5 = stablehlo.broadcast_in_dim %arg1, dims = [0, 2] : (tensor<2x6xcomplex<f32>>) -> tensor<2x1x6xcomplex<f32>>
    %6 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2] : (tensor<2x6x1xcomplex<f32>>) -> tensor<2x6x6xcomplex<f32>>
    %7 = stablehlo.broadcast_in_dim %5, dims = [0, 1, 2] : (tensor<2x1x6xcomplex<f32>>) -> tensor<2x6x6xcomplex<f32>>
    %8 = stablehlo.subtract %6, %7 : tensor<2x6x6xcomplex<f32>>
    %9 = stablehlo.abs %8 : (tensor<2x6x6xcomplex<f32>>) -> tensor<2x6x6xf32>
    %cst_2 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst_2) applies stablehlo.minimum across dimensions = [2] : (tensor<2x6x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    %cst_3 = stablehlo.constant dense<3.45266977E-4> : tensor<f32>
    %11 = stablehlo.multiply %cst_3, %3 : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<f32>) -> tensor<2x6xf32>
    %13 = stablehlo.compare LE, %10, %12, FLOAT : (tensor<2x6xf32>, tensor<2x6xf32>) -> tensor<2x6xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %14 = stablehlo.reduce(%13 init: %c) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x6xi1>, tensor<i1>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %15 = stablehlo.reduce(%9 init: %cst_4) applies stablehlo.minimum across dimensions = [1] : (tensor<2x6x6xf32>, tensor<f32>) -> tensor<2x6xf32>
    %cst_5 = stablehlo.constant dense<3.45266977E-4> : tensor<f32>
    %16 = stablehlo.multiply %cst_5, %3 : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<f32>) -> tensor<2x6xf32>
    %18 = stablehlo.compare LE, %15, %17, FLOAT : (tensor<2x6xf32>, tensor<2x6xf32>) -> tensor<2x6xi1>
    %c_6 = stablehlo.constant dense<true> : tensor<i1>
    %19 = stablehlo.reduce(%18 init: %c_6) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x6xi1>, tensor<i1>) -> tensor<i1>
    %20 = stablehlo.and %14, %19 : tensor<i1>
    return %20 : tensor<i1>
  }
}
