# One static library per room. weir_room(NAME SOURCES ... HEADERS ... USES ...)
# makes the target weir_NAME that links exactly the rooms it may include.

add_library(weir_flags INTERFACE)
target_compile_definitions(weir_flags INTERFACE _GNU_SOURCE
                           WEIR_VERSION="${PROJECT_VERSION}")
target_compile_options(weir_flags INTERFACE
  -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes
  -Wmissing-prototypes -Wformat=2 -Wundef -Wvla
  $<$<BOOL:${WEIR_WERROR}>:-Werror>)
if(WEIR_SANITIZE)
  target_compile_options(weir_flags INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=undefined
    -fno-omit-frame-pointer)
  target_link_options(weir_flags INTERFACE -fsanitize=address,undefined)
  # There are 170 programs to link, and gold (binutils) takes half the time.
  find_program(WEIR_GOLD ld.gold)
  if(WEIR_GOLD AND CMAKE_C_COMPILER_ID STREQUAL GNU)
    target_link_options(weir_flags INTERFACE -fuse-ld=gold)
  endif()
  # What a start takes, which tests do thousands of times. Each check of UBSan has data with
  # addresses: a program that can be loaded anywhere writes a quarter of a million of them
  # first. And each library is looked through for leaks, most of all that of the sanitizers.
  if(CMAKE_C_COMPILER_ID STREQUAL GNU)
    target_link_options(weir_flags INTERFACE -no-pie -static-libasan -static-libubsan)
  endif()
endif()
if(WEIR_FUZZ)
  target_compile_options(weir_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

function(weir_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;HEADERS;USES" ${ARGN})
  # "room/file.h" is seen from host/, or from the top for the rooms beside it.
  set(base ${PROJECT_SOURCE_DIR})
  string(FIND ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/host/ at)
  if(at EQUAL 0)
    set(base ${PROJECT_SOURCE_DIR}/host)
  endif()
  add_library(weir_${name} STATIC ${ROOM_SOURCES})
  target_sources(weir_${name} PUBLIC FILE_SET HEADERS
    BASE_DIRS ${base} FILES ${ROOM_HEADERS})
  target_include_directories(weir_${name} PUBLIC
    ${PROJECT_SOURCE_DIR}/host ${PROJECT_SOURCE_DIR})
  set_target_properties(weir_${name} PROPERTIES
    VERIFY_INTERFACE_HEADER_SETS ON)
  target_link_libraries(weir_${name} PUBLIC weir_flags ${ROOM_USES})
endfunction()

# A program of unit tests for one source file: tests/unit/<room>/test_<x>.c
function(weir_unit_test name)
  cmake_parse_arguments(TEST "" "" "SOURCES;USES;LABELS" ${ARGN})
  add_executable(${name} ${TEST_SOURCES})
  target_link_libraries(${name} PRIVATE weir_flags ${TEST_USES} cmocka)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/host
                             ${PROJECT_SOURCE_DIR})
  add_test(NAME ${name} COMMAND ${name})
  if(NOT TEST_LABELS)
    set(TEST_LABELS unit)
  endif()
  set_tests_properties(${name} PROPERTIES LABELS "${TEST_LABELS}" TIMEOUT 300)
endfunction()
