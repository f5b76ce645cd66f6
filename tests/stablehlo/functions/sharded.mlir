// sharded.psum_both
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xA35EB83EFADD3BBF079C103FA331B33C32DD643FE6D7113F75CE293FE02324BFAA04CFBE2F12CB3ECC106CBF6B771ABF6D0390BEC0681CBF5E037C3F924E333E163E63BF43CFB03E101C82BCD1F042BFE11D173FBEA493BE25AE81BEE53769BE6D17A03E077A14BF858A6BBF022B06BD7939C53EA962433F1B80D1BEC56ADEBEE6474A3FE81123BE197E5FBFCBECD03DAFF9BBBC21484FBFD27D0FBF078FA13D82AC043FCC7D76BD2F4F40BC630F1BBF058B95BE2680523E03D3223F43A908BEBAC5E73E50B5043FDACE263F5CA029BDF5FC723FF0C56CBF515642BF8BE601BFF8F06CBF859AE53ED69131BF1EDB85BE11C404BF242C833EC78F5ABFA4B861BF"> : tensor<16x4xf32>
    %out:1 = func.call @program(%in0) : (tensor<16x4xf32>) -> (tensor<4x2xf32>)
    %want0 = stablehlo.constant dense<"0xF37B853F325935BFBE1DC03FC40B30C05EFA42C04C31A6BF04D0B2BEAE1429BF"> : tensor<4x2xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<4x2xf32>) -> tensor<4x2xf64>
    %c2 = stablehlo.convert %want0 : (tensor<4x2xf32>) -> tensor<4x2xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<4x2xf64>, tensor<4x2xf64>) -> tensor<4x2xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<4x2xf64>, tensor<4x2xf64>) -> tensor<4x2xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<4x2xf64>, tensor<4x2xf64>) -> tensor<4x2xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<4x2xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<4x2xf64>
    %c8 = stablehlo.abs %c7 : tensor<4x2xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<4x2xf64>
    %c10 = stablehlo.abs %c2 : tensor<4x2xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<4x2xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<4x2xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<4x2xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<4x2xf64>, tensor<4x2xf64>) -> tensor<4x2xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<4x2xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<4x2xi1>
    check.expect_eq_const %c16, dense<true> : tensor<4x2xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  sdy.mesh @mesh = <["x"=4, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}, {name = "y", size = 2 : i64}]}}
  func.func private @program(%arg0: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<4x2xf32> {jax.result_info = "result"}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x", "y"} (%arg1: tensor<4x2xf32>) {
      %1 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
        stablehlo.return %2 : tensor<f32>
      }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
      sdy.return %1 : tensor<4x2xf32>
    } : (tensor<16x4xf32>) -> tensor<4x2xf32>
    return %0 : tensor<4x2xf32>
  }
}
// -----
// sharded.turned
module {
  func.func public @main() -> tensor<i32> {
    %in0 = stablehlo.constant dense<"0xA35EB83EFADD3BBF079C103FA331B33C32DD643FE6D7113F75CE293FE02324BFAA04CFBE2F12CB3ECC106CBF6B771ABF6D0390BEC0681CBF5E037C3F924E333E163E63BF43CFB03E101C82BCD1F042BFE11D173FBEA493BE25AE81BEE53769BE6D17A03E077A14BF858A6BBF022B06BD7939C53EA962433F1B80D1BEC56ADEBEE6474A3FE81123BE197E5FBFCBECD03DAFF9BBBC21484FBFD27D0FBF078FA13D82AC043FCC7D76BD2F4F40BC630F1BBF058B95BE2680523E03D3223F43A908BEBAC5E73E50B5043FDACE263F5CA029BDF5FC723FF0C56CBF515642BF8BE601BFF8F06CBF859AE53ED69131BF1EDB85BE11C404BF242C833EC78F5ABFA4B861BF"> : tensor<16x4xf32>
    %out:1 = func.call @program(%in0) : (tensor<16x4xf32>) -> (tensor<16x4xf32>)
    %want0 = stablehlo.constant dense<"0xFF1B373F40B0F0BCEE77643F243A28BF0F461A404504BABF2C397CBE3225F8BF2976FFBED9D1513ECB0F5EC09ED306C08EEE34BF04301D3FF6C4AB3F88B88CBFFF1B373F40B0F0BC0D969F3E4162B8BF0F461A404504BABFE9D994BF3F3AC3BF2976FFBED9D1513E39EE5DC0DE9CC4BF8EEE34BF04301D3F089853BD0BBDDABFFF1B373F40B0F0BC32A20BBF18B613BF0F461A404504BABF492DBCBF52FA9BBF2976FFBED9D1513EE7CB23C09CF906C08EEE34BF04301D3F90597E3F8237B4BFFF1B373F40B0F0BCC1AA7A3FB76D38BF0F461A404504BABF8899D5BF8806E7BF2976FFBED9D1513E0E704FC04EE2E1BF8EEE34BF04301D3F7412FEBE56FF09C0"> : tensor<16x4xf32>
    %c1 = stablehlo.convert %out#0 : (tensor<16x4xf32>) -> tensor<16x4xf64>
    %c2 = stablehlo.convert %want0 : (tensor<16x4xf32>) -> tensor<16x4xf64>
    %c3 = stablehlo.compare EQ, %c1, %c2, FLOAT : (tensor<16x4xf64>, tensor<16x4xf64>) -> tensor<16x4xi1>
    %c4 = stablehlo.compare NE, %c1, %c1, FLOAT : (tensor<16x4xf64>, tensor<16x4xf64>) -> tensor<16x4xi1>
    %c5 = stablehlo.compare NE, %c2, %c2, FLOAT : (tensor<16x4xf64>, tensor<16x4xf64>) -> tensor<16x4xi1>
    %c6 = stablehlo.and %c4, %c5 : tensor<16x4xi1>
    %c7 = stablehlo.subtract %c1, %c2 : tensor<16x4xf64>
    %c8 = stablehlo.abs %c7 : tensor<16x4xf64>
    %c9 = stablehlo.constant dense<1.0> : tensor<16x4xf64>
    %c10 = stablehlo.abs %c2 : tensor<16x4xf64>
    %c11 = stablehlo.maximum %c9, %c10 : tensor<16x4xf64>
    %c12 = stablehlo.constant dense<0.0001> : tensor<16x4xf64>
    %c13 = stablehlo.multiply %c11, %c12 : tensor<16x4xf64>
    %c14 = stablehlo.compare LE, %c8, %c13, FLOAT : (tensor<16x4xf64>, tensor<16x4xf64>) -> tensor<16x4xi1>
    %c15 = stablehlo.or %c6, %c14 : tensor<16x4xi1>
    %c16 = stablehlo.or %c3, %c15 : tensor<16x4xi1>
    check.expect_eq_const %c16, dense<true> : tensor<16x4xi1>
    %r = stablehlo.constant dense<0> : tensor<i32>
    return %r : tensor<i32>
  }
  sdy.mesh @mesh = <["x"=4, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}, {name = "y", size = 2 : i64}]}}
  func.func private @program(%arg0: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<16x4xf32> {jax.result_info = "result"}) {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x", "y"} (%arg1: tensor<4x2xf32>) {
      %1 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %10 = stablehlo.add %arg2, %arg3 : tensor<f32>
        stablehlo.return %10 : tensor<f32>
      }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
      %c = stablehlo.constant dense<1> : tensor<ui32>
      %c_0 = stablehlo.constant dense<2> : tensor<ui32>
      %2 = stablehlo.partition_id : tensor<ui32>
      %3 = stablehlo.divide %2, %c : tensor<ui32>
      %4 = stablehlo.remainder %3, %c_0 : tensor<ui32>
      %5 = stablehlo.convert %4 : (tensor<ui32>) -> tensor<i32>
      %6 = stablehlo.convert %5 : (tensor<i32>) -> tensor<f32>
      %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
      %8 = stablehlo.multiply %arg1, %7 : tensor<4x2xf32>
      %9 = stablehlo.add %1, %8 : tensor<4x2xf32>
      sdy.return %9 : tensor<4x2xf32>
    } : (tensor<16x4xf32>) -> tensor<16x4xf32>
    return %0 : tensor<16x4xf32>
  }
}
