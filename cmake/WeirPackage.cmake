# What an installed weir consists of beside the program and its library, and the
# Debian package of it (`cpack -G DEB` in a release build folder).

install(FILES ${PROJECT_SOURCE_DIR}/cmake/completion/weir.bash
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        RENAME weir)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/completion/_weir
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/completion/weir.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/specs/editor/
        DESTINATION ${CMAKE_INSTALL_DATADIR}/weir/editor)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/specs/examples/
        DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples
        PATTERN CMakeLists.txt EXCLUDE)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/
        DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN site EXCLUDE)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ci
        DESTINATION ${CMAKE_INSTALL_DOCDIR} USE_SOURCE_PERMISSIONS)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR}
        RENAME copyright)
# The pictures of the documents.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/
        DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.svg" PATTERN site EXCLUDE)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME weir)
set(CPACK_PACKAGE_VENDOR "the weir authors")
set(CPACK_PACKAGE_CONTACT "the weir authors <weir@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION web)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Any of these browsers; the first is the quickest and the one that repeats runs
# exactly (docs/DETERMINISM.md).
# Models in JavaScript need an engine; everything else goes without it.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
    "chromium-headless-shell | chromium, libjavascriptcoregtk-4.1-0")
# For the figure of weir-todomvc.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS gnuplot-nox)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "weir drives a web application in headless Chromium through generated
interactions, checks properties written in Specstrom (temporal logic QuickLTL)
and shows the shortest run that breaks them.")
include(CPack)
