# The page of the manual and the completions of shells, which the program writes itself.

# rille_pages(): builds them beside the program, and installs each where its reader looks.
function(rille_pages)
  if(NOT TARGET rille OR RILLE_ASAN OR RILLE_TSAN OR RILLE_FUZZ)
    return()
  endif()
  include(GNUInstallDirs)
  set(made ${CMAKE_BINARY_DIR}/pages)
  file(MAKE_DIRECTORY ${made})
  add_custom_command(OUTPUT ${made}/rille.1 ${made}/rille ${made}/_rille ${made}/rille.fish
                     COMMAND rille help --man > ${made}/rille.1
                     COMMAND rille completions bash > ${made}/rille
                     COMMAND rille completions zsh > ${made}/_rille
                     COMMAND rille completions fish > ${made}/rille.fish
                     DEPENDS rille VERBATIM COMMENT "Manual page and shell completions")
  add_custom_target(pages ALL DEPENDS ${made}/rille.1)
  install(FILES ${made}/rille.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${made}/rille DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${made}/_rille DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${made}/rille.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endfunction()
