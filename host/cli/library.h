/* Where the built-in modules are. */
#ifndef WEIR_CLI_LIBRARY_H
#define WEIR_CLI_LIBRARY_H

/* The folder of the library modules: $WEIR_LIBRARY, or beside the program (in
 * the build tree and after an installation to any prefix). Heap text; NULL
 * when there is none. */
char *library_folder(void);

#endif
