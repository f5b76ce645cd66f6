" Syntax highlighting of Rille. Strings contain interpolated expressions, which are highlighted as code.
if exists("b:current_syntax")
  finish
endif
syntax sync fromstart
syntax case match

syntax match rilleName /\<\h\w*\>/
syntax keyword rilleKeyword assert break continue else fn for if import inout let match proc return struct
syntax keyword rilleOperator and or not in
syntax keyword rilleConstant true false nil
syntax keyword rilleType bool i4 i8 i16 i32 i64 u4 u8 u16 u32 u64 f16 f32 f64 bf16 f8e4m3 f8e5m2 c64 c128
syntax match rilleKeyword /\<var\>\ze\s\+[[:alpha:]_(]/
syntax match rilleKeyword /\<const\>\ze\s\+[[:alpha:]_]/
syntax match rilleKeyword /\<while\>\ze\s*[^=[:blank:]]/
syntax match rilleFunction /\<\h\w*\ze!\?(/
syntax match rilleKeyword /\<\%(if\|for\|match\|return\|assert\|fn\|proc\|let\|else\|struct\|import\|inout\|break\|continue\)\>/
syntax match rilleKeyword /\<while\>\ze\s*(/
syntax match rilleOperator /\<\%(and\|or\|not\|in\)\>/
syntax match rilleMember /\.\h\w*/hs=s+1
syntax match rilleNumber /\<\d[0-9_]*\%(\.\d[0-9_]*\)\?\%([eE][+-]\?\d[0-9_]*\)\?/
syntax match rilleNumber /\<0[xX][0-9a-fA-F_]\+/
syntax match rilleNumber /\<0[bB][01_]\+/
syntax match rilleComment /#.*$/ contains=@Spell
syntax match rilleDoc /##.*$/ contains=@Spell

syntax match rilleEscape /\\u{\x*}\|\\.\|{{\|}}/ contained
syntax region rilleBraces start=/{/ end=/}/ contained contains=@rilleCode,rilleBraces
syntax region rilleHole matchgroup=rilleHoleEnd start=/{/ end=/\%(:[^}"]*\)\?}/ contained contains=@rilleCode,rilleBraces
syntax region rilleString start=/"/ end=/"/ end=/$/ contains=rilleEscape,rilleHole
syntax region rilleString start=/\<r"/ end=/"/ end=/$/
syntax region rilleString start=/"""/ end=/"""/ contains=rilleEscape,rilleHole
syntax region rilleString start=/\<r"""/ end=/"""/
syntax cluster rilleCode contains=rilleName,rilleKeyword,rilleOperator,rilleConstant,rilleType,rilleFunction,rilleMember,rilleNumber,rilleComment,rilleString

highlight default link rilleKeyword Keyword
highlight default link rilleOperator Operator
highlight default link rilleConstant Constant
highlight default link rilleType Type
highlight default link rilleFunction Function
highlight default link rilleNumber Number
highlight default link rilleComment Comment
highlight default link rilleDoc SpecialComment
highlight default link rilleString String
highlight default link rilleEscape SpecialChar
highlight default link rilleHoleEnd Delimiter

let b:current_syntax = "rille"
