# The tarball stands anywhere, the package in /usr.
if(CPACK_GENERATOR STREQUAL TGZ)
  set(CPACK_PACKAGING_INSTALL_PREFIX /)
endif()
