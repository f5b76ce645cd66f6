  func.func public @main(%x: tensor<3xf32>) -> tensor<3xf32> {
    %ones = stablehlo.constant dense<1.0> : tensor<3xf32>
    %inf = stablehlo.constant dense<0x7F800000> : tensor<3xf32>
    %size = stablehlo.abs %x : tensor<3xf32>
    %is_end = stablehlo.compare EQ, %size, %ones : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %end = stablehlo.multiply %x, %inf : tensor<3xf32>
    %part = stablehlo.subtract %ones, %x : tensor<3xf32>
    %log = stablehlo.log %part : tensor<3xf32>
    %is_number = stablehlo.is_finite %log : (tensor<3xf32>) -> tensor<3xi1>
    %root = stablehlo.sqrt %log : tensor<3xf32>
    %above = stablehlo.compare GT, %log, %ones : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %one = stablehlo.select %above, %root, %log : tensor<3xi1>, tensor<3xf32>
    %other = stablehlo.select %is_number, %one, %x : tensor<3xi1>, tensor<3xf32>
    %y = stablehlo.select %is_end, %end, %other : tensor<3xi1>, tensor<3xf32>
    return %y : tensor<3xf32>
  }
