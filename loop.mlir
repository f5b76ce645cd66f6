  func.func public @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %ones = stablehlo.constant dense<1.0> : tensor<2xf32>
    %start = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %last = stablehlo.constant dense<2> : tensor<i32>
    %zeros = stablehlo.constant dense<0.0> : tensor<2xf32>
    %is_one = stablehlo.compare EQ, %x, %ones : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %less = stablehlo.subtract %x, %ones : tensor<2xf32>
    %loop:2 = stablehlo.while(%i = %start, %y = %x) : tensor<i32>, tensor<2xf32>
    cond {
      %goes = stablehlo.compare LT, %i, %last : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %goes : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %twice = stablehlo.divide %y, %less : tensor<2xf32>
      stablehlo.return %next, %twice : tensor<i32>, tensor<2xf32>
    }
    %out = stablehlo.select %is_one, %zeros, %loop#1 : tensor<2xi1>, tensor<2xf32>
    return %out : tensor<2xf32>
  }
