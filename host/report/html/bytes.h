/* The page of the HTML report, as bytes in the program: one entry for each file
 * of this folder, "style" for style.css and so on. The array itself is written
 * at build time by inject/embed.cmake. */
#ifndef WEIR_REPORT_HTML_BYTES_H
#define WEIR_REPORT_HTML_BYTES_H

#include <stddef.h>

struct html_file {
    const char *name;           /* without its suffix */
    const unsigned char *bytes; /* UTF-8, not NUL terminated */
    size_t length;
};

extern const struct html_file html_files[];
extern const size_t html_file_count;

#endif
