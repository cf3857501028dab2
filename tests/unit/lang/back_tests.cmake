# Tests of the back of the language: types, evaluation, sessions.
add_library(weir_lang_back_support STATIC
  ${CMAKE_CURRENT_LIST_DIR}/back_support.c)
target_link_libraries(weir_lang_back_support PUBLIC weir_lang cmocka)
target_compile_definitions(weir_lang_back_support PUBLIC
  WEIR_TEST_LIBRARY="${PROJECT_SOURCE_DIR}/specs/library")
foreach(name infer value eval quicken builtin temporal happened session explain limits paper coverage signals
    todomvc)
  weir_unit_test(test_lang_${name}
    SOURCES ${CMAKE_CURRENT_LIST_DIR}/test_${name}.c
    USES weir_lang_back_support weir_lang)
endforeach()
target_compile_definitions(test_lang_todomvc PRIVATE
  WEIR_TEST_TODOMVC="${PROJECT_SOURCE_DIR}/todomvc/todomvc.strom")
