# Writes a C file that holds the given files as byte arrays; see bytes.h.
#   cmake -DOUTPUT=bytes.c "-DINPUTS=a.js;b.js" -P embed.cmake
# For other arrays than inject_files: -DNAME=html -DHEADER=report/html/bytes.h.
# -DBARE_BUT=pattern: files whose name it does not match go in without comments: those
# on lines of their own, and those after the last punctuation of a line as long
# as they quote nothing.

if(NOT DEFINED NAME)
  set(NAME inject)
  set(HEADER inject/bytes.h)
endif()

function(read_bare input result)
  file(READ "${input}" text)
  string(PREPEND text "\n")
  string(REGEX REPLACE "\n[ \t]*//[^\n]*" "" text "${text}")
  string(REGEX REPLACE "([;,{}])[ \t]+// [^\"'\n]*\n" "\\1\n" text "${text}")
  string(REGEX REPLACE "\n[ \t\n]*\n" "\n" text "${text}")
  string(HEX "${text}" hex)
  set(${result} "${hex}" PARENT_SCOPE)
endfunction()

set(arrays "")
set(table "")
set(count 0)
foreach(input IN LISTS INPUTS)
  get_filename_component(name "${input}" NAME_WE)
  if(DEFINED BARE_BUT AND NOT name MATCHES "${BARE_BUT}")
    read_bare("${input}" hex)
  else()
    file(READ "${input}" hex HEX)
  endif()
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  string(APPEND arrays
         "static const unsigned char bytes_${count}[] = {${bytes}0};\n")
  string(APPEND table
         "    {\"${name}\", bytes_${count}, sizeof bytes_${count} - 1},\n")
  math(EXPR count "${count} + 1")
endforeach()

file(WRITE "${OUTPUT}"
"/* Made by inject/embed.cmake. */
#include \"${HEADER}\"

${arrays}
const struct ${NAME}_file ${NAME}_files[] = {
${table}};
const size_t ${NAME}_file_count = ${count};
")
