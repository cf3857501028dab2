# Tests of the tools that are neither golden cases nor laws.
weir_unit_test(test_lang_editor SOURCES test_editor.c USES weir_lang_tools
  weir_js)
target_compile_definitions(test_lang_editor PRIVATE
  WEIR_TEST_SOURCES="${PROJECT_SOURCE_DIR}")
