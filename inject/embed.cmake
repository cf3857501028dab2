# Writes a C file that holds the given files as byte arrays; see bytes.h.
#   cmake -DOUTPUT=bytes.c "-DINPUTS=a.js;b.js" -P embed.cmake
# For other arrays than inject_files: -DNAME=html -DHEADER=report/html/bytes.h.

if(NOT DEFINED NAME)
  set(NAME inject)
  set(HEADER inject/bytes.h)
endif()

set(arrays "")
set(table "")
set(count 0)
foreach(input IN LISTS INPUTS)
  get_filename_component(name "${input}" NAME_WE)
  file(READ "${input}" hex HEX)
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
