weir_unit_test(test_lang_unread SOURCES test_unread.c USES weir_lang)
weir_unit_test(test_lang_deps SOURCES test_deps.c USES weir_lang)
target_compile_definitions(test_lang_deps PRIVATE
  LIBRARY_FOLDER="${PROJECT_SOURCE_DIR}/specs/library")
