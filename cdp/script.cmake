# The page script as a library of its own (target weir_script), so that it can
# be tested without a connection.
weir_room(script
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/script/script.c
          ${CMAKE_CURRENT_LIST_DIR}/script/script_cache.c
  HEADERS ${CMAKE_CURRENT_LIST_DIR}/script/script.h
          ${CMAKE_CURRENT_LIST_DIR}/script/script_cache.h
  USES weir_inject weir_js weir_trace weir_base)
