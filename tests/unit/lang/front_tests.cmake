foreach(file source diag lexer mixfix parser expand modules define hostile)
  weir_unit_test(test_lang_${file} SOURCES test_${file}.c
    USES weir_lang_front)
  target_compile_definitions(test_lang_${file} PRIVATE
    WEIR_TEST_LIBRARY="${PROJECT_SOURCE_DIR}/specs/library")
endforeach()
