// Written by rng_bits.py, seed 1: the bits of JAX 0.10.2 on a CPU.
func.func @main() -> tensor<i32> {
  %s0 = stablehlo.constant dense<"0xFFE42279F3BD0683FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n0, %b0 = stablehlo.rng_bit_generator %s0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui8>)
  check.expect_eq_const %n0, dense<"0xFFE42279F3BD0683FFFFFFFFFFFFFFFF"> : tensor<2xui64>
  check.expect_eq_const %b0, dense<"0xA7"> : tensor<ui8>
  %s1 = stablehlo.constant dense<"0xCD18EC08F6A4E724D26FACD2AEB0DAF2"> : tensor<2xui64>
  %n1, %b1 = stablehlo.rng_bit_generator %s1, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui8>)
  check.expect_eq_const %n1, dense<"0xCD18EC08F6A4E724D36FACD2AEB0DAF2"> : tensor<2xui64>
  check.expect_eq_const %b1, dense<"0x20"> : tensor<1xui8>
  %s2 = stablehlo.constant dense<"0xA972CD3FA02FD44F487078DE451F5F6C"> : tensor<2xui64>
  %n2, %b2 = stablehlo.rng_bit_generator %s2, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui8>)
  check.expect_eq_const %n2, dense<"0xA972CD3FA02FD44F4A7078DE451F5F6C"> : tensor<2xui64>
  check.expect_eq_const %b2, dense<"0xC2C0E8B703"> : tensor<5xui8>
  %s3 = stablehlo.constant dense<"0x246DEE453351E4D3FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n3, %b3 = stablehlo.rng_bit_generator %s3, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui8>)
  check.expect_eq_const %n3, dense<"0x246DEE453351E4D30000000000000000"> : tensor<2xui64>
  check.expect_eq_const %b3, dense<"0x6E1A56CD2A79"> : tensor<6xui8>
  %s4 = stablehlo.constant dense<"0x2AFAD1A4022CB28C6202F315321D0E07"> : tensor<2xui64>
  %n4, %b4 = stablehlo.rng_bit_generator %s4, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui8>)
  check.expect_eq_const %n4, dense<"0x2AFAD1A4022CB28C6502F315321D0E07"> : tensor<2xui64>
  check.expect_eq_const %b4, dense<"0x74FDFB80B89B6736E5F28E0B"> : tensor<3x4xui8>
  %s5 = stablehlo.constant dense<"0x353297DD2E3CE6C0A49C7FD69AC2C389"> : tensor<2xui64>
  %n5, %b5 = stablehlo.rng_bit_generator %s5, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x3xui8>)
  check.expect_eq_const %n5, dense<"0x353297DD2E3CE6C0A79C7FD69AC2C389"> : tensor<2xui64>
  check.expect_eq_const %b5, dense<"0x32D4645EF5013A3DBCD3B01D"> : tensor<4x3xui8>
  %s6 = stablehlo.constant dense<"0x48994AD13A4C6954FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n6, %b6 = stablehlo.rng_bit_generator %s6, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui8>)
  check.expect_eq_const %n6, dense<"0x48994AD13A4C69540200000000000000"> : tensor<2xui64>
  check.expect_eq_const %b6, dense<"0xF8964D816CDDC302F771681ABC6AD7"> : tensor<3x5xui8>
  %s7 = stablehlo.constant dense<"0x4519B91F242D9E4D2E0CDA1F0C701874"> : tensor<2xui64>
  %n7, %b7 = stablehlo.rng_bit_generator %s7, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7x1x3xui8>)
  check.expect_eq_const %n7, dense<"0x4519B91F242D9E4D340CDA1F0C701874"> : tensor<2xui64>
  check.expect_eq_const %b7, dense<"0x6D299DE0515CD6F6BBA470CAB1BD2129D0983FBABD"> : tensor<7x1x3xui8>
  %s8 = stablehlo.constant dense<"0x0B8216FA818E50225DB52062A5693267"> : tensor<2xui64>
  %n8, %b8 = stablehlo.rng_bit_generator %s8, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3x5xui8>)
  check.expect_eq_const %n8, dense<"0x0B8216FA818E502265B52062A5693267"> : tensor<2xui64>
  check.expect_eq_const %b8, dense<"0x3BC7EF00B7F401F16FA7D5477673C7A2BEDC2EC4AA9AB1234897584B5FF8"> : tensor<2x3x5xui8>
  %s9 = stablehlo.constant dense<"0x552564E784A41534FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n9, %b9 = stablehlo.rng_bit_generator %s9, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui16>)
  check.expect_eq_const %n9, dense<"0x552564E784A41534FFFFFFFFFFFFFFFF"> : tensor<2xui64>
  check.expect_eq_const %b9, dense<"0x547E"> : tensor<ui16>
  %s10 = stablehlo.constant dense<"0xF316130531E617C04597E00F4DDEC847"> : tensor<2xui64>
  %n10, %b10 = stablehlo.rng_bit_generator %s10, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui16>)
  check.expect_eq_const %n10, dense<"0xF316130531E617C04697E00F4DDEC847"> : tensor<2xui64>
  check.expect_eq_const %b10, dense<"0x72E3"> : tensor<1xui16>
  %s11 = stablehlo.constant dense<"0x76FC8C7FC779357C4DA6EF1DD79711FB"> : tensor<2xui64>
  %n11, %b11 = stablehlo.rng_bit_generator %s11, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui16>)
  check.expect_eq_const %n11, dense<"0x76FC8C7FC779357C4FA6EF1DD79711FB"> : tensor<2xui64>
  check.expect_eq_const %b11, dense<"0x7E5E14DC76F5E67B1344"> : tensor<5xui16>
  %s12 = stablehlo.constant dense<"0x0035C5BF742A2FF6FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n12, %b12 = stablehlo.rng_bit_generator %s12, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui16>)
  check.expect_eq_const %n12, dense<"0x0035C5BF742A2FF60000000000000000"> : tensor<2xui64>
  check.expect_eq_const %b12, dense<"0xADC022188D45CABED4AFF9A3"> : tensor<6xui16>
  %s13 = stablehlo.constant dense<"0x0AA10B4BDCD78D8AB947C8EC8957E246"> : tensor<2xui64>
  %n13, %b13 = stablehlo.rng_bit_generator %s13, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui16>)
  check.expect_eq_const %n13, dense<"0x0AA10B4BDCD78D8ABC47C8EC8957E246"> : tensor<2xui64>
  check.expect_eq_const %b13, dense<"0x9882C343A8C2302C492C385CA44283AFC74B90F81489D97E"> : tensor<3x4xui16>
  %s14 = stablehlo.constant dense<"0x19F2D2B9737D20290250945229084DF8"> : tensor<2xui64>
  %n14, %b14 = stablehlo.rng_bit_generator %s14, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x3xui16>)
  check.expect_eq_const %n14, dense<"0x19F2D2B9737D20290550945229084DF8"> : tensor<2xui64>
  check.expect_eq_const %b14, dense<"0x95C07E68A34B6201F2240E7A48C289F3A2304A57B53867A3"> : tensor<4x3xui16>
  %s15 = stablehlo.constant dense<"0x2E59CE6B21121D84FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n15, %b15 = stablehlo.rng_bit_generator %s15, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui16>)
  check.expect_eq_const %n15, dense<"0x2E59CE6B21121D840200000000000000"> : tensor<2xui64>
  check.expect_eq_const %b15, dense<"0xD9B15E7244821BD58A20BBC7778BDE7C3165C449C89DCB38900879386909"> : tensor<3x5xui16>
  %s16 = stablehlo.constant dense<"0x448FB26C4D069D9FA11DA2745FB4D4C6"> : tensor<2xui64>
  %n16, %b16 = stablehlo.rng_bit_generator %s16, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7x1x3xui16>)
  check.expect_eq_const %n16, dense<"0x448FB26C4D069D9FA71DA2745FB4D4C6"> : tensor<2xui64>
  check.expect_eq_const %b16, dense<"0x4FA7D7E18D4A3B86B8A10048E978C4BC726680D8D6424F5E67A958C7C451BDAAF0D16299F61375C7BD46"> : tensor<7x1x3xui16>
  %s17 = stablehlo.constant dense<"0xD6D0E35CCAC8ED9CB38CD5C5BA05D4EA"> : tensor<2xui64>
  %n17, %b17 = stablehlo.rng_bit_generator %s17, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3x5xui16>)
  check.expect_eq_const %n17, dense<"0xD6D0E35CCAC8ED9CBB8CD5C5BA05D4EA"> : tensor<2xui64>
  check.expect_eq_const %b17, dense<"0xCC3B9B8D77682A1E5660F3375E90ECFA897F19A1C8689EC0072F37B1B4C2CD76EE5435A4F0F75BBD0ACD88D852AEEBF7D9AC52EE4444B69FD2306984"> : tensor<2x3x5xui16>
  %s18 = stablehlo.constant dense<"0xC762646D3EC2220AFEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n18, %b18 = stablehlo.rng_bit_generator %s18, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  check.expect_eq_const %n18, dense<"0xC762646D3EC2220AFFFFFFFFFFFFFFFF"> : tensor<2xui64>
  check.expect_eq_const %b18, dense<"0x9BB0DB8E"> : tensor<ui32>
  %s19 = stablehlo.constant dense<"0xE3A541DF5209977503723A5E5B24F60F"> : tensor<2xui64>
  %n19, %b19 = stablehlo.rng_bit_generator %s19, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui32>)
  check.expect_eq_const %n19, dense<"0xE3A541DF5209977504723A5E5B24F60F"> : tensor<2xui64>
  check.expect_eq_const %b19, dense<"0x6197B2F4"> : tensor<1xui32>
  %s20 = stablehlo.constant dense<"0x213C097538152EA47A6723C54C2546DA"> : tensor<2xui64>
  %n20, %b20 = stablehlo.rng_bit_generator %s20, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  check.expect_eq_const %n20, dense<"0x213C097538152EA47C6723C54C2546DA"> : tensor<2xui64>
  check.expect_eq_const %b20, dense<"0xAAB7B9804B52B37CB03A0727F47E3395C3247C7F"> : tensor<5xui32>
  %s21 = stablehlo.constant dense<"0x2A03003789FBCA97FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n21, %b21 = stablehlo.rng_bit_generator %s21, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui32>)
  check.expect_eq_const %n21, dense<"0x2A03003789FBCA970000000000000000"> : tensor<2xui64>
  check.expect_eq_const %b21, dense<"0xC882265B886B9D0D44C61E16DE648E3EA30A40A044CA3683"> : tensor<6xui32>
  %s22 = stablehlo.constant dense<"0x5F213A58B17902D75C05E29474526E82"> : tensor<2xui64>
  %n22, %b22 = stablehlo.rng_bit_generator %s22, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui32>)
  check.expect_eq_const %n22, dense<"0x5F213A58B17902D75F05E29474526E82"> : tensor<2xui64>
  check.expect_eq_const %b22, dense<"0xC355435C489E9816B6AF3295F72BA4C910DAD0F8E76941D6AE6BB9182CCCCBA7D396EFAD814FDD5BB4B9F8D797DA9EFD"> : tensor<3x4xui32>
  %s23 = stablehlo.constant dense<"0x406A76AC2A9DC98276F81EFB7296C6C0"> : tensor<2xui64>
  %n23, %b23 = stablehlo.rng_bit_generator %s23, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x3xui32>)
  check.expect_eq_const %n23, dense<"0x406A76AC2A9DC98279F81EFB7296C6C0"> : tensor<2xui64>
  check.expect_eq_const %b23, dense<"0x1BAA3C9555B3C8C64BE3B387F4F0A646B13692E51CAC16A933F5807436480648D117E12ACD97B9371C8A65CC912D8243"> : tensor<4x3xui32>
  %s24 = stablehlo.constant dense<"0xF27FDB0DF237DE25FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n24, %b24 = stablehlo.rng_bit_generator %s24, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui32>)
  check.expect_eq_const %n24, dense<"0xF27FDB0DF237DE250200000000000000"> : tensor<2xui64>
  check.expect_eq_const %b24, dense<"0x973BFF154DA0727540A3B26B8AFE7ADBB5960D502435676C8AA3C601EDC73377CFC363F9422E3C5B415A4E3ABC0087B9E1DB1840431686A4A83BF220"> : tensor<3x5xui32>
  %s25 = stablehlo.constant dense<"0xB302AB1103E4EBAE3E366EC2662F7FC9"> : tensor<2xui64>
  %n25, %b25 = stablehlo.rng_bit_generator %s25, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7x1x3xui32>)
  check.expect_eq_const %n25, dense<"0xB302AB1103E4EBAE44366EC2662F7FC9"> : tensor<2xui64>
  check.expect_eq_const %b25, dense<"0x6F62BACF1FC1CADA3A5782062D4FEC298DF67A8E7346702F4C645A3951D010D436C66C3BEA7CA5EE60D90C1700F82E5D9A73D6DA88F2F225B30215E6DAD06C556A3EE4F64FA34E28F2EF433E4F22DB82D4AB91D1"> : tensor<7x1x3xui32>
  %s26 = stablehlo.constant dense<"0x809993DF5DC30D319EE0268ED7BC67CD"> : tensor<2xui64>
  %n26, %b26 = stablehlo.rng_bit_generator %s26, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3x5xui32>)
  check.expect_eq_const %n26, dense<"0x809993DF5DC30D31A6E0268ED7BC67CD"> : tensor<2xui64>
  check.expect_eq_const %b26, dense<"0xD5B6C1DD92848263CA1159C7A91E1876F748579E13963A88E19EF9431ECE41487617978C2E3491E2247A644E7615402F1D9227A9743A722EED5551C13D28D05084A203748E7DB24B77D4B311CDCF072F667BA73A1E537BB0B86733E370B3901878FE1FFB1EF1E236A9CB8342EABFF3F2D6BC300305253A85"> : tensor<2x3x5xui32>
  %s27 = stablehlo.constant dense<"0x2DB9A55BD59AFA30FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n27, %b27 = stablehlo.rng_bit_generator %s27, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui64>)
  check.expect_eq_const %n27, dense<"0x2DB9A55BD59AFA30FFFFFFFFFFFFFFFF"> : tensor<2xui64>
  check.expect_eq_const %b27, dense<"0xB4FC642CE27C4DEE"> : tensor<ui64>
  %s28 = stablehlo.constant dense<"0x59E15138AD27F0DA379AE9AA40137DDC"> : tensor<2xui64>
  %n28, %b28 = stablehlo.rng_bit_generator %s28, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui64>)
  check.expect_eq_const %n28, dense<"0x59E15138AD27F0DA389AE9AA40137DDC"> : tensor<2xui64>
  check.expect_eq_const %b28, dense<"0x6FA32FAC06A3027F"> : tensor<1xui64>
  %s29 = stablehlo.constant dense<"0x8E0D0BD732BC64E08BB37F4F4B13CF78"> : tensor<2xui64>
  %n29, %b29 = stablehlo.rng_bit_generator %s29, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui64>)
  check.expect_eq_const %n29, dense<"0x8E0D0BD732BC64E08EB37F4F4B13CF78"> : tensor<2xui64>
  check.expect_eq_const %b29, dense<"0x2C07D633222C0FE8207C5B5D6CA2DFCC1AC4997C78D53A65B8EBB43BB210BB1B7E6906CC5DE95CA8"> : tensor<5xui64>
  %s30 = stablehlo.constant dense<"0x8E290F9E02092846FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n30, %b30 = stablehlo.rng_bit_generator %s30, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui64>)
  check.expect_eq_const %n30, dense<"0x8E290F9E020928460100000000000000"> : tensor<2xui64>
  check.expect_eq_const %b30, dense<"0x3C7B434909C4ABBCE1263DE4917C3AA6A02F59473636195F221C1FA2448A11C165FDEF0F397172033510BBA6B47FAA10"> : tensor<6xui64>
  %s31 = stablehlo.constant dense<"0x906096D6F0F64DA55C19DC403AFB4BB8"> : tensor<2xui64>
  %n31, %b31 = stablehlo.rng_bit_generator %s31, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui64>)
  check.expect_eq_const %n31, dense<"0x906096D6F0F64DA56219DC403AFB4BB8"> : tensor<2xui64>
  check.expect_eq_const %b31, dense<"0x4A0C8F9996FE091C4C1DB35B0CCC40D1E18BA2E4B37C2166A8A70FADC656EB5D5D5A80F15B61AF62E923E402CE60626A8F7853DB93CA17A527221777E1610A4FDDA26CCD0C82643A752E1DDB26FD564F18D334FBDE45989712D16F9117BE71FE"> : tensor<3x4xui64>
  %s32 = stablehlo.constant dense<"0x8CC3BB693ADDE7D51CD28CFF31252948"> : tensor<2xui64>
  %n32, %b32 = stablehlo.rng_bit_generator %s32, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x3xui64>)
  check.expect_eq_const %n32, dense<"0x8CC3BB693ADDE7D522D28CFF31252948"> : tensor<2xui64>
  check.expect_eq_const %b32, dense<"0x5B6DBE53B5018FD3337C09A632C7F186B5EAE94E59AE744FEA5EE7B9833C8B04044B45C1E6308E0B146CEDB46D0B3F140686EF698FF8157D30623C3EA4BE98BFB00735767E3603E2F2F84962E5C813C4EB9832DF01E7BC60988B42B46CA563F2"> : tensor<4x3xui64>
  %s33 = stablehlo.constant dense<"0x11175478AD891837FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n33, %b33 = stablehlo.rng_bit_generator %s33, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui64>)
  check.expect_eq_const %n33, dense<"0x11175478AD8918370600000000000000"> : tensor<2xui64>
  check.expect_eq_const %b33, dense<"0x0C1E63E9251B9271DF0F0BA48D38BCA167F649D612489D389809A2058276AD77DD1657454E4773DD201E93EA9A6E62CA2C84ACCED4432C3362F449EAD8C332B65469239472F2273414A7AC4D152AD4A57F3EF28C68985161F6090026C63AE65EC5A8F2909453C4157CD29819FC359AE5293B1D7513634670"> : tensor<3x5xui64>
  %s34 = stablehlo.constant dense<"0x9BAE34D8D31218CEDBBF17FA6222B3F6"> : tensor<2xui64>
  %n34, %b34 = stablehlo.rng_bit_generator %s34, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7x1x3xui64>)
  check.expect_eq_const %n34, dense<"0x9BAE34D8D31218CEE6BF17FA6222B3F6"> : tensor<2xui64>
  check.expect_eq_const %b34, dense<"0x517B57438480042DBFF68133076B7408D359CB057819F841880D5BC279555E2B244B329D1E1EA0402835246DA9883BFF33F53E1E090747D5FCAC85FF0E0F79C94D1B8E647D456567B3E767F13DF8EC0BF8B8358D608A6160F284B66D7126645130197520B0F5E8D9AFF2241C2814C7C5C2D31F5BF8C974456D0BB07BF55FA10575283E99DA641EED9E18AB63B37EE33DD75A2E03DC87FC3DA03113250CD7A5F8FEAD0FE7135FC434"> : tensor<7x1x3xui64>
  %s35 = stablehlo.constant dense<"0x556418E597CB88267010CE0A6545727B"> : tensor<2xui64>
  %n35, %b35 = stablehlo.rng_bit_generator %s35, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3x5xui64>)
  check.expect_eq_const %n35, dense<"0x556418E597CB88267F10CE0A6545727B"> : tensor<2xui64>
  check.expect_eq_const %b35, dense<"0x90F04A4AB175040B6D25814AB28BC9F3A883EC3209CE31592A484BFDB2EA16C42C655C078C10C1FDE66E1087D60ECD8999DAB1A7D60AB5FBF49E5605974EBBE3F646A7FC8069F7CFF8D7E295B5215FEAA6AC6DADDFCD93A03992D082205971AC30A7302BD150AC5659338B8342A3F0F83D7F4A87F02A88D7E67C08CA29B4AB02DC1C4359C4101A7104D48F2EC5D768955522D18B1DEFFC98112B7CAFF65F13488799945DC0EE4ACAE95663CCFD43E21F1607D64C80AD6EDA2DDF1E9486309C4B0C110C57D1F29F7633C23E260F7E9FF4DAE77DC64F54D9A3B45D31CC077BF0EB9779E5D1138A27EB1E06E33979184FF2"> : tensor<2x3x5xui64>
  %s36 = stablehlo.constant dense<"0xB071525847190CE5FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n36, %b36 = stablehlo.rng_bit_generator %s36, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui8>)
  check.expect_eq_const %n36, dense<"0xB071525847190CE5FFFFFFFFFFFFFFFF"> : tensor<2xui64>
  check.expect_eq_const %b36, dense<"0xD7"> : tensor<ui8>
  %s37 = stablehlo.constant dense<"0x3A2057936D9BE9965C9E10E462054506"> : tensor<2xui64>
  %n37, %b37 = stablehlo.rng_bit_generator %s37, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui8>)
  check.expect_eq_const %n37, dense<"0x3A2057936D9BE9965D9E10E462054506"> : tensor<2xui64>
  check.expect_eq_const %b37, dense<"0x06"> : tensor<1xui8>
  %s38 = stablehlo.constant dense<"0xDA845E7DFEDD67AC312DFB734B6449EB"> : tensor<2xui64>
  %n38, %b38 = stablehlo.rng_bit_generator %s38, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui8>)
  check.expect_eq_const %n38, dense<"0xDA845E7DFEDD67AC342DFB734B6449EB"> : tensor<2xui64>
  check.expect_eq_const %b38, dense<"0xCDDE3827C1"> : tensor<5xui8>
  %s39 = stablehlo.constant dense<"0xE18956F325D3AAD3FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n39, %b39 = stablehlo.rng_bit_generator %s39, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui8>)
  check.expect_eq_const %n39, dense<"0xE18956F325D3AAD30100000000000000"> : tensor<2xui64>
  check.expect_eq_const %b39, dense<"0xBB67A884A979"> : tensor<6xui8>
  %s40 = stablehlo.constant dense<"0x86B1C212DB0C0DA91E36A2446D83DC3E"> : tensor<2xui64>
  %n40, %b40 = stablehlo.rng_bit_generator %s40, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui8>)
  check.expect_eq_const %n40, dense<"0x86B1C212DB0C0DA92436A2446D83DC3E"> : tensor<2xui64>
  check.expect_eq_const %b40, dense<"0xA5F8720518B471D94CC04EA0"> : tensor<3x4xui8>
  %s41 = stablehlo.constant dense<"0x5E76F2ADB087BDC4DD2573E3E0503036"> : tensor<2xui64>
  %n41, %b41 = stablehlo.rng_bit_generator %s41, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x3xui8>)
  check.expect_eq_const %n41, dense<"0x5E76F2ADB087BDC4E32573E3E0503036"> : tensor<2xui64>
  check.expect_eq_const %b41, dense<"0x9DB49C72F667B09F4CF3CEBA"> : tensor<4x3xui8>
  %s42 = stablehlo.constant dense<"0xAAA325DF746DCED4FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n42, %b42 = stablehlo.rng_bit_generator %s42, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui8>)
  check.expect_eq_const %n42, dense<"0xAAA325DF746DCED40700000000000000"> : tensor<2xui64>
  check.expect_eq_const %b42, dense<"0x7518E1BAC940497270717127A05BB2"> : tensor<3x5xui8>
  %s43 = stablehlo.constant dense<"0x447E99C5592B53D3C05BEB75F1251D2A"> : tensor<2xui64>
  %n43, %b43 = stablehlo.rng_bit_generator %s43, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7x1x3xui8>)
  check.expect_eq_const %n43, dense<"0x447E99C5592B53D3CC5BEB75F1251D2A"> : tensor<2xui64>
  check.expect_eq_const %b43, dense<"0xB6D119E90B55CBFC45C0619D61CF3ECB2ECA415CE1"> : tensor<7x1x3xui8>
  %s44 = stablehlo.constant dense<"0x27D74C2531A20960216AD5C1A2C01551"> : tensor<2xui64>
  %n44, %b44 = stablehlo.rng_bit_generator %s44, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3x5xui8>)
  check.expect_eq_const %n44, dense<"0x27D74C2531A20960306AD5C1A2C01551"> : tensor<2xui64>
  check.expect_eq_const %b44, dense<"0xFEF000BCBE1EF45B566AB8E064F4C8C10B2F4FD40894B65D5391D20CED01"> : tensor<2x3x5xui8>
  %s45 = stablehlo.constant dense<"0x26301008C576FBB0FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n45, %b45 = stablehlo.rng_bit_generator %s45, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui16>)
  check.expect_eq_const %n45, dense<"0x26301008C576FBB0FFFFFFFFFFFFFFFF"> : tensor<2xui64>
  check.expect_eq_const %b45, dense<"0xB839"> : tensor<ui16>
  %s46 = stablehlo.constant dense<"0x7C34788F390B7165C1F74F807DB87D01"> : tensor<2xui64>
  %n46, %b46 = stablehlo.rng_bit_generator %s46, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui16>)
  check.expect_eq_const %n46, dense<"0x7C34788F390B7165C2F74F807DB87D01"> : tensor<2xui64>
  check.expect_eq_const %b46, dense<"0xE073"> : tensor<1xui16>
  %s47 = stablehlo.constant dense<"0xEB2975A27EDA3243F500EC8DB607D36B"> : tensor<2xui64>
  %n47, %b47 = stablehlo.rng_bit_generator %s47, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui16>)
  check.expect_eq_const %n47, dense<"0xEB2975A27EDA3243F800EC8DB607D36B"> : tensor<2xui64>
  check.expect_eq_const %b47, dense<"0x625EE1CEF1BF2DC8242A"> : tensor<5xui16>
  %s48 = stablehlo.constant dense<"0xEE0F1E9C77A71D1BFEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n48, %b48 = stablehlo.rng_bit_generator %s48, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui16>)
  check.expect_eq_const %n48, dense<"0xEE0F1E9C77A71D1B0100000000000000"> : tensor<2xui64>
  check.expect_eq_const %b48, dense<"0xCE2628E8A8882757A254C3CC"> : tensor<6xui16>
  %s49 = stablehlo.constant dense<"0x1A0270C4257C6361A253450610DDACB9"> : tensor<2xui64>
  %n49, %b49 = stablehlo.rng_bit_generator %s49, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui16>)
  check.expect_eq_const %n49, dense<"0x1A0270C4257C6361A853450610DDACB9"> : tensor<2xui64>
  check.expect_eq_const %b49, dense<"0xE697B13AE87B1EBB93AFB51F34989145C7405B9DE04F585F"> : tensor<3x4xui16>
  %s50 = stablehlo.constant dense<"0x72DE35814DC363A77353CC284FE0646E"> : tensor<2xui64>
  %n50, %b50 = stablehlo.rng_bit_generator %s50, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x3xui16>)
  check.expect_eq_const %n50, dense<"0x72DE35814DC363A77953CC284FE0646E"> : tensor<2xui64>
  check.expect_eq_const %b50, dense<"0x2D339EA410129A37F100E941CCB29D3F3DA2F4FD04006C4D"> : tensor<4x3xui16>
  %s51 = stablehlo.constant dense<"0x2A6828E276B708DEFEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n51, %b51 = stablehlo.rng_bit_generator %s51, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui16>)
  check.expect_eq_const %n51, dense<"0x2A6828E276B708DE0700000000000000"> : tensor<2xui64>
  check.expect_eq_const %b51, dense<"0x593F406269DDE39E351F3FAD4EFD08BEDA61C90D8F51CF92E9C71F0F63D2"> : tensor<3x5xui16>
  %s52 = stablehlo.constant dense<"0x6A6E8A15D3236ECF926CA444E9DB7F57"> : tensor<2xui64>
  %n52, %b52 = stablehlo.rng_bit_generator %s52, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7x1x3xui16>)
  check.expect_eq_const %n52, dense<"0x6A6E8A15D3236ECF9E6CA444E9DB7F57"> : tensor<2xui64>
  check.expect_eq_const %b52, dense<"0x4DEF7CA90BBC1B67F0CDAA182F94CA94A7DA88E1395810088A06EB92357D338E3CA3F742629C58B4C66D"> : tensor<7x1x3xui16>
  %s53 = stablehlo.constant dense<"0x40742FF71AE92D8B8089E1DF3D834032"> : tensor<2xui64>
  %n53, %b53 = stablehlo.rng_bit_generator %s53, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3x5xui16>)
  check.expect_eq_const %n53, dense<"0x40742FF71AE92D8B8F89E1DF3D834032"> : tensor<2xui64>
  check.expect_eq_const %b53, dense<"0xAF76D905CEBB40BDD3363F1F68FC33B82A91BCC2E4E8588747906F2B3DAA6C33B475BACFEF24897FC626C1837A9BC67205C5D8D4C43988404BA88412"> : tensor<2x3x5xui16>
  %s54 = stablehlo.constant dense<"0x84F30DC2E91B03FFFEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n54, %b54 = stablehlo.rng_bit_generator %s54, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  check.expect_eq_const %n54, dense<"0x84F30DC2E91B03FFFFFFFFFFFFFFFFFF"> : tensor<2xui64>
  check.expect_eq_const %b54, dense<"0x0FBA83E1"> : tensor<ui32>
  %s55 = stablehlo.constant dense<"0xC0F19125FB10C2414B67A24FA795BC12"> : tensor<2xui64>
  %n55, %b55 = stablehlo.rng_bit_generator %s55, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui32>)
  check.expect_eq_const %n55, dense<"0xC0F19125FB10C2414C67A24FA795BC12"> : tensor<2xui64>
  check.expect_eq_const %b55, dense<"0xBE5C7565"> : tensor<1xui32>
  %s56 = stablehlo.constant dense<"0xDAEED4E59C62FF41A87FD2EB39645CC3"> : tensor<2xui64>
  %n56, %b56 = stablehlo.rng_bit_generator %s56, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  check.expect_eq_const %n56, dense<"0xDAEED4E59C62FF41AB7FD2EB39645CC3"> : tensor<2xui64>
  check.expect_eq_const %b56, dense<"0x82D25D412DC1AA29647C3C4AA84A5172AB22F5A5"> : tensor<5xui32>
  %s57 = stablehlo.constant dense<"0x75E0282C2E27A9B2FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n57, %b57 = stablehlo.rng_bit_generator %s57, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui32>)
  check.expect_eq_const %n57, dense<"0x75E0282C2E27A9B20100000000000000"> : tensor<2xui64>
  check.expect_eq_const %b57, dense<"0x27C0638267A944CD9757BD9E118823CCD84D5F6D509695E6"> : tensor<6xui32>
  %s58 = stablehlo.constant dense<"0x6AF034219B2A5160B73997112881C16B"> : tensor<2xui64>
  %n58, %b58 = stablehlo.rng_bit_generator %s58, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui32>)
  check.expect_eq_const %n58, dense<"0x6AF034219B2A5160BD3997112881C16B"> : tensor<2xui64>
  check.expect_eq_const %b58, dense<"0xA2087025D60BF800480667E5BF69DD445647F4A1D0A583B496EA53056CFB07930D52829C6E08A42682FB0FB89FFB5028"> : tensor<3x4xui32>
  %s59 = stablehlo.constant dense<"0x7608D67A56683CAA89C17492B1C2B774"> : tensor<2xui64>
  %n59, %b59 = stablehlo.rng_bit_generator %s59, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x3xui32>)
  check.expect_eq_const %n59, dense<"0x7608D67A56683CAA8FC17492B1C2B774"> : tensor<2xui64>
  check.expect_eq_const %b59, dense<"0x1FA1322DBBAD71A0BDF41EC18822275759DB468576F9CE3974FF81A9AF6EB65F24CA7EAD357164417C0A09A25F09A003"> : tensor<4x3xui32>
  %s60 = stablehlo.constant dense<"0x2F646538A8102696FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n60, %b60 = stablehlo.rng_bit_generator %s60, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui32>)
  check.expect_eq_const %n60, dense<"0x2F646538A81026960700000000000000"> : tensor<2xui64>
  check.expect_eq_const %b60, dense<"0x51943821D0ED5D8D0B97F5C83589B7CAA9F44579EFE306EABDB9EB1320BAF775FC0FE7069AC70E45937A8093B8CF503E9A0BFE6D87D8C86217011B19"> : tensor<3x5xui32>
  %s61 = stablehlo.constant dense<"0xAFA9DCB2AD2CFAB9EFEF5B92B31D715D"> : tensor<2xui64>
  %n61, %b61 = stablehlo.rng_bit_generator %s61, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7x1x3xui32>)
  check.expect_eq_const %n61, dense<"0xAFA9DCB2AD2CFAB9FBEF5B92B31D715D"> : tensor<2xui64>
  check.expect_eq_const %b61, dense<"0x0DAEAF979A5297627D3FE63B934C84819A955FA3E477E525A6407E5B707D5053F1B4AEC88B342C48C5FCD6D0E0F00C0BC562E06EDF601AA4FFFE94DDE66BCE43AC3C9C60EFB69638C61E4AF4369327DE2E1C2283"> : tensor<7x1x3xui32>
  %s62 = stablehlo.constant dense<"0x3AD41A48BC19CA72F0DA64921A8F215E"> : tensor<2xui64>
  %n62, %b62 = stablehlo.rng_bit_generator %s62, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3x5xui32>)
  check.expect_eq_const %n62, dense<"0x3AD41A48BC19CA72FFDA64921A8F215E"> : tensor<2xui64>
  check.expect_eq_const %b62, dense<"0x52F376235B9B7F799EF6424FFC608D91957658E466762A122C3D38F390E83B64DDD9FAD071CE73E3237D7DD9A25EC95E39C953DAD409A5A9DCF902C383CD27C2B7D306D9BCC192B968B0343265D1B32E643B3B37AC88D5D3C2ED94BDACC5D0D2F182B0E732C88EB1293ADDF566507A7DDA9179D77DA7D784"> : tensor<2x3x5xui32>
  %s63 = stablehlo.constant dense<"0x46A174252992171CFEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n63, %b63 = stablehlo.rng_bit_generator %s63, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui64>)
  check.expect_eq_const %n63, dense<"0x46A174252992171CFFFFFFFFFFFFFFFF"> : tensor<2xui64>
  check.expect_eq_const %b63, dense<"0xA8B5195459BF338D"> : tensor<ui64>
  %s64 = stablehlo.constant dense<"0xCF5C5A68C48AA7488FAD4D2D38146B50"> : tensor<2xui64>
  %n64, %b64 = stablehlo.rng_bit_generator %s64, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui64>)
  check.expect_eq_const %n64, dense<"0xCF5C5A68C48AA74890AD4D2D38146B50"> : tensor<2xui64>
  check.expect_eq_const %b64, dense<"0xD38D40A167680801"> : tensor<1xui64>
  %s65 = stablehlo.constant dense<"0x34B7E6B68BE723500C9B3DEBB497A293"> : tensor<2xui64>
  %n65, %b65 = stablehlo.rng_bit_generator %s65, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui64>)
  check.expect_eq_const %n65, dense<"0x34B7E6B68BE72350119B3DEBB497A293"> : tensor<2xui64>
  check.expect_eq_const %b65, dense<"0x701851D00419307E822757CB0273DD9793898265BD67F8CD49DC90898536DC9E6DC496F644D5330E"> : tensor<5xui64>
  %s66 = stablehlo.constant dense<"0x145E4C239BACC0F8FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n66, %b66 = stablehlo.rng_bit_generator %s66, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui64>)
  check.expect_eq_const %n66, dense<"0x145E4C239BACC0F80400000000000000"> : tensor<2xui64>
  check.expect_eq_const %b66, dense<"0x8995E78C9E10EBE643FE9CF944732F7585DDE6D96C8BE5C0E87270D1853DC72C76E8C14C1C15332C56BE378974FAE7D2"> : tensor<6xui64>
  %s67 = stablehlo.constant dense<"0x22B4552822C187CADFFF50B3A26B5FC2"> : tensor<2xui64>
  %n67, %b67 = stablehlo.rng_bit_generator %s67, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui64>)
  check.expect_eq_const %n67, dense<"0x22B4552822C187CAEBFF50B3A26B5FC2"> : tensor<2xui64>
  check.expect_eq_const %b67, dense<"0x5A16F1E81309F99AE661C4A4C6FCE90A041FCDA93B8E07009C94C03F5C3C051EBD2FE7ED1B124FE54288F21F1304E34F8F9CED7686C3270BF8C6A417A5D626F7E849ACBB03CEB4A637193DE75F7CB3579CE063D8C5E3AB8CD7980BF757B4760C"> : tensor<3x4xui64>
  %s68 = stablehlo.constant dense<"0x3FBD79B61A30D4982C036C5738E1EDEA"> : tensor<2xui64>
  %n68, %b68 = stablehlo.rng_bit_generator %s68, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x3xui64>)
  check.expect_eq_const %n68, dense<"0x3FBD79B61A30D49838036C5738E1EDEA"> : tensor<2xui64>
  check.expect_eq_const %b68, dense<"0x90A68436BCBE2E9A6795C8D58E382C49D4F3A42C3DC074E7AEE907C757E68AF30969E853F405E08E47524603403E85032E211ABC047FBB4A49E0647012C91FF5A629601FF02E69B9DC27F7CF645C48DC4FBB1143DAAD8C0867918835795BDC16"> : tensor<4x3xui64>
  %s69 = stablehlo.constant dense<"0xAA3109FB139A8BB0FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n69, %b69 = stablehlo.rng_bit_generator %s69, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui64>)
  check.expect_eq_const %n69, dense<"0xAA3109FB139A8BB00D00000000000000"> : tensor<2xui64>
  check.expect_eq_const %b69, dense<"0xC694EE87B32EC96F29A7DF744FD8DA73437BB59BE96AD04E487F2B472D30827460142CC5C215D4B280EAA20B461CEA272C95728182535EF901D4D9A68ED5D59F6E966A0953CA5F493ABB24F8A936BECEDCC495B1512D08708F4F6683FB37143C63C1981DC6433FAF417D387FB855EAFB394295B6ACB4E481"> : tensor<3x5xui64>
  %s70 = stablehlo.constant dense<"0xA8D3998FB4C3BB134FC7BB1630020B7D"> : tensor<2xui64>
  %n70, %b70 = stablehlo.rng_bit_generator %s70, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7x1x3xui64>)
  check.expect_eq_const %n70, dense<"0xA8D3998FB4C3BB1364C7BB1630020B7D"> : tensor<2xui64>
  check.expect_eq_const %b70, dense<"0x6D6642D07DE47B7B229CC9FE7B12500F5CF20F57C3360738A40E965269CFCB9461E5E551C5E98C9059D9524076400BCF420BA0D3D4ED38038554CD707E72B49E7DA7D85EB03F8F8DE3F072C0180C4DD90FAFA2850FEAF4047152A6B35CBE4F9685F7C4458549ECD22939AFD6D25C13FD65C2EC35CB53C13ED825E1EE9117503D536BD97211A27610F4972222EA8754D2246484B0C5863BAB5E4B43DA819AB908FB005CE396D61B06"> : tensor<7x1x3xui64>
  %s71 = stablehlo.constant dense<"0xC558D68F94177C36243984437262F821"> : tensor<2xui64>
  %n71, %b71 = stablehlo.rng_bit_generator %s71, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3x5xui64>)
  check.expect_eq_const %n71, dense<"0xC558D68F94177C36423984437262F821"> : tensor<2xui64>
  check.expect_eq_const %b71, dense<"0x5F7AF22087898233027338B03766B5B64F2FF948CBCADBC7B87688860D657F2B9BE58E9E15F148C12FA3ED064DCCFA6EE842A89AABDD56D6A2C60000CD667D3FF45BA327E3AC7C3DD3F9AB3EE200F2223F2FF266D9E86A182D70FB615AF29249B5F25584987D70405058767F135CA3FBC77791A88D579364F071952D7F7AE15F8F372ADCECAA44A0683F6D180EB6582EF7DF36B0A870137F1722D1715F57A80515518D620C0DB8B8699132D9A1D44A93DCE5285749981989FBC91D8DEB4A5AAEAFE6C38F1F744B2C029E11D76E75FC52FA24372D5B9B59F3612283CF0DAB11F855489D6AA56F87EEF61E2B57DC6CF7EC"> : tensor<2x3x5xui64>
  %s72 = stablehlo.constant dense<"0x42359BEA83788D81FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n72, %b72 = stablehlo.rng_bit_generator %s72, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui8>)
  check.expect_eq_const %n72, dense<"0x42359BEA83788D81FFFFFFFFFFFFFFFF"> : tensor<2xui64>
  check.expect_eq_const %b72, dense<"0x48"> : tensor<ui8>
  %s73 = stablehlo.constant dense<"0x4A1381F5CF8A854B7EABF2E5DE39CEC4"> : tensor<2xui64>
  %n73, %b73 = stablehlo.rng_bit_generator %s73, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui8>)
  check.expect_eq_const %n73, dense<"0x4A1381F5CF8A854B7FABF2E5DE39CEC4"> : tensor<2xui64>
  check.expect_eq_const %b73, dense<"0xE1"> : tensor<1xui8>
  %s74 = stablehlo.constant dense<"0xC5B640CB0BA88F8676A220E9E1022826"> : tensor<2xui64>
  %n74, %b74 = stablehlo.rng_bit_generator %s74, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui8>)
  check.expect_eq_const %n74, dense<"0xC5B640CB0BA88F8678A220E9E1022826"> : tensor<2xui64>
  check.expect_eq_const %b74, dense<"0xDBBC5BE910"> : tensor<5xui8>
  %s75 = stablehlo.constant dense<"0x8B657E16462008F7FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n75, %b75 = stablehlo.rng_bit_generator %s75, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui8>)
  check.expect_eq_const %n75, dense<"0x8B657E16462008F70000000000000000"> : tensor<2xui64>
  check.expect_eq_const %b75, dense<"0x65D541653290"> : tensor<6xui8>
  %s76 = stablehlo.constant dense<"0x8E2DEDBAE078944B66A31CA39DE2D4D8"> : tensor<2xui64>
  %n76, %b76 = stablehlo.rng_bit_generator %s76, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui8>)
  check.expect_eq_const %n76, dense<"0x8E2DEDBAE078944B69A31CA39DE2D4D8"> : tensor<2xui64>
  check.expect_eq_const %b76, dense<"0xBDD62B256730ACC7E3571D52"> : tensor<3x4xui8>
  %s77 = stablehlo.constant dense<"0x0230A3CDE1A1DC1FE41618F89E95CCBB"> : tensor<2xui64>
  %n77, %b77 = stablehlo.rng_bit_generator %s77, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x3xui8>)
  check.expect_eq_const %n77, dense<"0x0230A3CDE1A1DC1FE71618F89E95CCBB"> : tensor<2xui64>
  check.expect_eq_const %b77, dense<"0x4B025FD87638E687363BE13C"> : tensor<4x3xui8>
  %s78 = stablehlo.constant dense<"0xA42FC4B246481530FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n78, %b78 = stablehlo.rng_bit_generator %s78, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui8>)
  check.expect_eq_const %n78, dense<"0xA42FC4B2464815300200000000000000"> : tensor<2xui64>
  check.expect_eq_const %b78, dense<"0x9A03FACCFBDB4994B9BEC072BCAE9A"> : tensor<3x5xui8>
  %s79 = stablehlo.constant dense<"0xB260F6F059CA5D3B8B85F117BDB75AD7"> : tensor<2xui64>
  %n79, %b79 = stablehlo.rng_bit_generator %s79, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7x1x3xui8>)
  check.expect_eq_const %n79, dense<"0xB260F6F059CA5D3B9185F117BDB75AD7"> : tensor<2xui64>
  check.expect_eq_const %b79, dense<"0x9C998B350316EBE9957256B25943B49602867FDFB0"> : tensor<7x1x3xui8>
  %s80 = stablehlo.constant dense<"0x612A649503EDDB63EF2BC6F9DA7785F9"> : tensor<2xui64>
  %n80, %b80 = stablehlo.rng_bit_generator %s80, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3x5xui8>)
  check.expect_eq_const %n80, dense<"0x612A649503EDDB63F72BC6F9DA7785F9"> : tensor<2xui64>
  check.expect_eq_const %b80, dense<"0x0AD1EF76DB2543925B347EE5027B1A4F8269ACC329FA913F6974B2AC631C"> : tensor<2x3x5xui8>
  %s81 = stablehlo.constant dense<"0x1967E402FB2211A0FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n81, %b81 = stablehlo.rng_bit_generator %s81, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui16>)
  check.expect_eq_const %n81, dense<"0x1967E402FB2211A0FFFFFFFFFFFFFFFF"> : tensor<2xui64>
  check.expect_eq_const %b81, dense<"0xA811"> : tensor<ui16>
  %s82 = stablehlo.constant dense<"0x6845E4999FAB8285625B9F88368A184F"> : tensor<2xui64>
  %n82, %b82 = stablehlo.rng_bit_generator %s82, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui16>)
  check.expect_eq_const %n82, dense<"0x6845E4999FAB8285635B9F88368A184F"> : tensor<2xui64>
  check.expect_eq_const %b82, dense<"0xA2F0"> : tensor<1xui16>
  %s83 = stablehlo.constant dense<"0x6DD49A24842F436561D439B21B10E1F0"> : tensor<2xui64>
  %n83, %b83 = stablehlo.rng_bit_generator %s83, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui16>)
  check.expect_eq_const %n83, dense<"0x6DD49A24842F436563D439B21B10E1F0"> : tensor<2xui64>
  check.expect_eq_const %b83, dense<"0xDE78689D4AF52B6D3E50"> : tensor<5xui16>
  %s84 = stablehlo.constant dense<"0x3F6284F68E0D8233FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n84, %b84 = stablehlo.rng_bit_generator %s84, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui16>)
  check.expect_eq_const %n84, dense<"0x3F6284F68E0D82330000000000000000"> : tensor<2xui64>
  check.expect_eq_const %b84, dense<"0x5461FB5B3A1C6D5E51D33F75"> : tensor<6xui16>
  %s85 = stablehlo.constant dense<"0xFBB8E6AB3D5520C213FD69D0FAFE1A5C"> : tensor<2xui64>
  %n85, %b85 = stablehlo.rng_bit_generator %s85, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui16>)
  check.expect_eq_const %n85, dense<"0xFBB8E6AB3D5520C216FD69D0FAFE1A5C"> : tensor<2xui64>
  check.expect_eq_const %b85, dense<"0xACCA197B678F105B83A366016EA3F837B8EC0E4C90CE5581"> : tensor<3x4xui16>
  %s86 = stablehlo.constant dense<"0x2E09BBDD0E3C3AA47DB5BFA493018861"> : tensor<2xui64>
  %n86, %b86 = stablehlo.rng_bit_generator %s86, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x3xui16>)
  check.expect_eq_const %n86, dense<"0x2E09BBDD0E3C3AA480B5BFA493018861"> : tensor<2xui64>
  check.expect_eq_const %b86, dense<"0xA2209BF2E35ABF60D5AF1564B35F561B7F1F7E76FEE1F1FC"> : tensor<4x3xui16>
  %s87 = stablehlo.constant dense<"0xC75AF5575585A961FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n87, %b87 = stablehlo.rng_bit_generator %s87, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui16>)
  check.expect_eq_const %n87, dense<"0xC75AF5575585A9610200000000000000"> : tensor<2xui64>
  check.expect_eq_const %b87, dense<"0xF0FDA7DACD2BFFA6EDC5C5F2CC2E277765C253A551D685F28799682286B7"> : tensor<3x5xui16>
  %s88 = stablehlo.constant dense<"0x5D3C520564F24704A0994D31ACB45A7E"> : tensor<2xui64>
  %n88, %b88 = stablehlo.rng_bit_generator %s88, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7x1x3xui16>)
  check.expect_eq_const %n88, dense<"0x5D3C520564F24704A6994D31ACB45A7E"> : tensor<2xui64>
  check.expect_eq_const %b88, dense<"0xEF9E7D7FC851454826B6DE597719755A96BE9F0E75D45359BF20D326D7C8685CBA541E4053B956B43414"> : tensor<7x1x3xui16>
  %s89 = stablehlo.constant dense<"0x3D22919972ACBAF8C0CD7AC7CD3F1449"> : tensor<2xui64>
  %n89, %b89 = stablehlo.rng_bit_generator %s89, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3x5xui16>)
  check.expect_eq_const %n89, dense<"0x3D22919972ACBAF8C8CD7AC7CD3F1449"> : tensor<2xui64>
  check.expect_eq_const %b89, dense<"0x43F5E2F8763A5A25821EF04F143E1523188173A0E042ACCD11F9F9979A7E6F8E0D9BF6B0E0449B86C9378B30B8ED68D4668ACE550BCB6BCB69B734DB"> : tensor<2x3x5xui16>
  %s90 = stablehlo.constant dense<"0x4DFD8F8350368BBFFEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n90, %b90 = stablehlo.rng_bit_generator %s90, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  check.expect_eq_const %n90, dense<"0x4DFD8F8350368BBFFFFFFFFFFFFFFFFF"> : tensor<2xui64>
  check.expect_eq_const %b90, dense<"0x73D94C5B"> : tensor<ui32>
  %s91 = stablehlo.constant dense<"0xB8FC56B741719335C3D4B4759C3FAEE7"> : tensor<2xui64>
  %n91, %b91 = stablehlo.rng_bit_generator %s91, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui32>)
  check.expect_eq_const %n91, dense<"0xB8FC56B741719335C4D4B4759C3FAEE7"> : tensor<2xui64>
  check.expect_eq_const %b91, dense<"0xE9FE910A"> : tensor<1xui32>
  %s92 = stablehlo.constant dense<"0x4E8ACA61FDCA4E04CF7BF9C9D1C2B24D"> : tensor<2xui64>
  %n92, %b92 = stablehlo.rng_bit_generator %s92, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  check.expect_eq_const %n92, dense<"0x4E8ACA61FDCA4E04D17BF9C9D1C2B24D"> : tensor<2xui64>
  check.expect_eq_const %b92, dense<"0xE6C1B48A9EC039AFA9216EBF3A1029EA1DC831DA"> : tensor<5xui32>
  %s93 = stablehlo.constant dense<"0xF6E458700429C0FFFEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n93, %b93 = stablehlo.rng_bit_generator %s93, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui32>)
  check.expect_eq_const %n93, dense<"0xF6E458700429C0FF0000000000000000"> : tensor<2xui64>
  check.expect_eq_const %b93, dense<"0x040E8518F4C0F6F996966CAAEB1D2F45BB382ED53361DC66"> : tensor<6xui32>
  %s94 = stablehlo.constant dense<"0x42AAC83B56FB5AD9642BED36030D0E9B"> : tensor<2xui64>
  %n94, %b94 = stablehlo.rng_bit_generator %s94, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui32>)
  check.expect_eq_const %n94, dense<"0x42AAC83B56FB5AD9672BED36030D0E9B"> : tensor<2xui64>
  check.expect_eq_const %b94, dense<"0xD340032DD70F40EC323C02DED121DDF6B6066C7F9DB285F16F4D769FD7FE2340C52EBCF792DF52D88E03D266512665E4"> : tensor<3x4xui32>
  %s95 = stablehlo.constant dense<"0x9D41BA3C2B5B58CEC206C6B721815CA1"> : tensor<2xui64>
  %n95, %b95 = stablehlo.rng_bit_generator %s95, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x3xui32>)
  check.expect_eq_const %n95, dense<"0x9D41BA3C2B5B58CEC506C6B721815CA1"> : tensor<2xui64>
  check.expect_eq_const %b95, dense<"0x20A296DA56C776658C56F2AE634FD0DACE020DB55909F9070376977AF9F9AE35146D94DCE65F49487D0A19BA87B1CE2E"> : tensor<4x3xui32>
  %s96 = stablehlo.constant dense<"0x9B05EA6C83B3D95CFEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n96, %b96 = stablehlo.rng_bit_generator %s96, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui32>)
  check.expect_eq_const %n96, dense<"0x9B05EA6C83B3D95C0200000000000000"> : tensor<2xui64>
  check.expect_eq_const %b96, dense<"0xF33E5C166907069916BF99C72BBA155169ABDBE8BE7B6F518692956BCADC713B6AA1C4C698A0790C157C63F44B00DF3146999734F87DD676E8D5D2CB"> : tensor<3x5xui32>
  %s97 = stablehlo.constant dense<"0xCEDB5164FFB0C706CB50F22067556272"> : tensor<2xui64>
  %n97, %b97 = stablehlo.rng_bit_generator %s97, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7x1x3xui32>)
  check.expect_eq_const %n97, dense<"0xCEDB5164FFB0C706D150F22067556272"> : tensor<2xui64>
  check.expect_eq_const %b97, dense<"0x6EC2477A1427F8CA441E14EC3950536ABBF3483B96262A6ACE30480102A2A327077848D85C607EC624505205CB9A418C55497A75648A1F0136CF7E8AF80766A416E007059555D9730FC641171F7CC25504D07AF3"> : tensor<7x1x3xui32>
  %s98 = stablehlo.constant dense<"0x321ED37570DC315FFD57F0FBA385217A"> : tensor<2xui64>
  %n98, %b98 = stablehlo.rng_bit_generator %s98, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3x5xui32>)
  check.expect_eq_const %n98, dense<"0x321ED37570DC315F0558F0FBA385217A"> : tensor<2xui64>
  check.expect_eq_const %b98, dense<"0x46695223445ECE0580FB443D9747C98C7D8700AA9F18B49E8634E5BFADB64BA1A4FE270F753A0F440F64C8C1F04F7F2F120CA853B980BF135D986B317A587C7D5EC6310A82469E80CAB0B129C292AF78145651DE77632A88DA2DFE0768B2F584165833ACB360AAF02A34D51FF44705CEF60E0B17783BF12C"> : tensor<2x3x5xui32>
  %s99 = stablehlo.constant dense<"0xBC242FCBD2BFAB20FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n99, %b99 = stablehlo.rng_bit_generator %s99, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui64>)
  check.expect_eq_const %n99, dense<"0xBC242FCBD2BFAB20FFFFFFFFFFFFFFFF"> : tensor<2xui64>
  check.expect_eq_const %b99, dense<"0xD4607CBCBB08DB8F"> : tensor<ui64>
  %s100 = stablehlo.constant dense<"0xD4E09E24EE9CE28F9056232436D64463"> : tensor<2xui64>
  %n100, %b100 = stablehlo.rng_bit_generator %s100, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui64>)
  check.expect_eq_const %n100, dense<"0xD4E09E24EE9CE28F9156232436D64463"> : tensor<2xui64>
  check.expect_eq_const %b100, dense<"0xF254062A6A7915B0"> : tensor<1xui64>
  %s101 = stablehlo.constant dense<"0x906A9BAF28FBA9CA5835568F443BEA9A"> : tensor<2xui64>
  %n101, %b101 = stablehlo.rng_bit_generator %s101, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui64>)
  check.expect_eq_const %n101, dense<"0x906A9BAF28FBA9CA5B35568F443BEA9A"> : tensor<2xui64>
  check.expect_eq_const %b101, dense<"0xC1415934B27BF95B48EC1CDDF910F43088B43C69DA60AE387FFD7C10D5A67C40D3C9233F8F5255B4"> : tensor<5xui64>
  %s102 = stablehlo.constant dense<"0xC312634B34F97BDCFEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n102, %b102 = stablehlo.rng_bit_generator %s102, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui64>)
  check.expect_eq_const %n102, dense<"0xC312634B34F97BDC0100000000000000"> : tensor<2xui64>
  check.expect_eq_const %b102, dense<"0x520C9A2218A4E3079D2763692ECCBF082AF7233F2B06991E657D1AA6C1E5F88B5E4D414B9FB80033B2EF015CB4C66FD6"> : tensor<6xui64>
  %s103 = stablehlo.constant dense<"0x5ECBC816FA19119A54324B40152DA149"> : tensor<2xui64>
  %n103, %b103 = stablehlo.rng_bit_generator %s103, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui64>)
  check.expect_eq_const %n103, dense<"0x5ECBC816FA19119A5A324B40152DA149"> : tensor<2xui64>
  check.expect_eq_const %b103, dense<"0x6034A27F8FD1C56636945904DD310DF16E18AD8BA413EEEC820CEE7933254030A4F160D6541BDD8FB527C82A5A1F6D7F09683EAE665323E330B3B6A335001BE15D83063CD252CF52F63183D30BC4AFCA6AE61D9F47F13FD60120B3F13143D7D8"> : tensor<3x4xui64>
  %s104 = stablehlo.constant dense<"0xEA7B345872FD62C8DB3338CA6E125340"> : tensor<2xui64>
  %n104, %b104 = stablehlo.rng_bit_generator %s104, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x3xui64>)
  check.expect_eq_const %n104, dense<"0xEA7B345872FD62C8E13338CA6E125340"> : tensor<2xui64>
  check.expect_eq_const %b104, dense<"0xA6403B5C92CD98289A66114CCF2393D110EDB70FDDCBD1B03D52BBCA908B75F547237C5A87980780CD575C7E3FF6DBEDBC0151BEFB80D3FC72FE24E0D2306CD67E92B5420B233E0368BA0FBB3EBF5A150A265F6C7F9FEC75FEBB2A3AB7144B16"> : tensor<4x3xui64>
  %s105 = stablehlo.constant dense<"0xC80DE68911094113FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %n105, %b105 = stablehlo.rng_bit_generator %s105, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui64>)
  check.expect_eq_const %n105, dense<"0xC80DE689110941130600000000000000"> : tensor<2xui64>
  check.expect_eq_const %b105, dense<"0xDE22AF2266B2F940B73C608B8F26D0536CBED70970698BB33EDD111A67F073EFA4D85C458FE395418F0D45F7AFFA3A7CAB5D8692775C815D934CDA6AF2CDAD6229C5B149048D54DABAA9BA6868281FA900C1D140CAC692A2469E3668461F029745E8F2B2FDF9CA8934120A0E9C22276838C78993A67598BD"> : tensor<3x5xui64>
  %s106 = stablehlo.constant dense<"0xF9F1E55CA12C3E8A82A18E89CAEF1DC6"> : tensor<2xui64>
  %n106, %b106 = stablehlo.rng_bit_generator %s106, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<7x1x3xui64>)
  check.expect_eq_const %n106, dense<"0xF9F1E55CA12C3E8A8DA18E89CAEF1DC6"> : tensor<2xui64>
  check.expect_eq_const %b106, dense<"0xAF10549EE66FE7F1E0E566992DEF8CD91469DC587A66D698C64B5095116E6FE4394D05BCAFE8E44D2F5146B899A6E87912693F0D35E4B7CCEA7814FD6A60E5999ACFF9F7196017BB423CA7ED1D45A464715F998D7EDFB05ED63E5CA0096B76F5C507D4785328FD883A2AAD98FC7E230F108B2F25DDB872F3DD0FFB801069ED1D54F7E3EBC34A767D2DD1E4C31DA39D44D12872B535ED6C67E30EEC70F44260D7B83B39FEFBF55CFD"> : tensor<7x1x3xui64>
  %s107 = stablehlo.constant dense<"0xCC9AD7115B257B8717B9EDD73C7D909C"> : tensor<2xui64>
  %n107, %b107 = stablehlo.rng_bit_generator %s107, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3x5xui64>)
  check.expect_eq_const %n107, dense<"0xCC9AD7115B257B8726B9EDD73C7D909C"> : tensor<2xui64>
  check.expect_eq_const %b107, dense<"0x0D640CFD6B2C2079D4DBEAE521F21A30B3D3AF615324B5AD19EF31AF5C1BBC1A207AA952D0B7501B29FEDE49A7833AF70F7BE8BEB07760278EC5B736C2EDFDD16AB2A804BD2F3076EEB5B1A4B24C5CAD91B5FC97261DE312906285E07026F332850514E7A7BD49F8F01789C26D1595351E05E84D9F1E3FCA6C2B17B320278C0E1F84BC5922CD78941F7F4EEC83F05712C945D106EC90A0C5AAB37E370D79DE69474DFC25A32781EE705BE4C42178852FE0B2AD1CF0DF6B092F49A47180F0BC02B7811B7F7CC75C4460A1C10EB1B8398FC81B8501FE245362C23E39D28E9B23F4FE87BDD5E56026E40945AAA7CACBBEBC"> : tensor<2x3x5xui64>
  %r = stablehlo.constant dense<0> : tensor<i32>
  return %r : tensor<i32>
}
