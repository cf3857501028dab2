# QuickLTL terms, shared by the unit, law and golden tests of the logic room.
include_guard(GLOBAL)
add_library(weir_support_logic STATIC ${CMAKE_CURRENT_LIST_DIR}/term.c)
target_link_libraries(weir_support_logic PUBLIC weir_logic weir_flags)
target_include_directories(weir_support_logic PUBLIC
  ${CMAKE_CURRENT_LIST_DIR}/../..)
