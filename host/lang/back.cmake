set(LANG_BACK_SOURCES
  apply.c
  compile.c
  compile_apply.c
  compile_inline.c
  compile_program.c
  eval.c
  eval_data.c
  eval_lazy.c
  explain.c
  explain_call.c
  explain_guard.c
  explain_values.c
  explain_walk.c
  extract.c
  infer.c
  list.c
  machine.c
  machine_error.c
  number.c
  primitive_run.c
  program.c
  session.c
  temporal.c
  text.c
  thunk.c
  types.c
  value.c
  value_compare.c
  value_print.c)
set(LANG_BACK_HEADERS
  code.h
  compile.h
  deps.h
  eval.h
  explain.h
  infer.h
  machine.h
  session.h
  session_internal.h
  thunk.h
  types.h
  value.h)
# Dependency analysis is a part of its own.
if(EXISTS ${CMAKE_CURRENT_LIST_DIR}/deps.cmake)
  include(${CMAKE_CURRENT_LIST_DIR}/deps.cmake) # sets LANG_DEPS_SOURCES
  list(APPEND LANG_BACK_SOURCES ${LANG_DEPS_SOURCES})
endif()
