/* Folders of our own. */
#ifndef WEIR_BASE_FOLDER_H
#define WEIR_BASE_FOLDER_H

#include <stdbool.h>

/* Removes the folder and all below it, without following symbolic links. A
 * folder that does not exist counts as removed. Files that appear while it
 * works (a dying process may still write) are tried again a few times. False
 * when something is left; nothing nested deeper than 100 levels is removed. */
bool folder_remove(const char *path);

/* The folder in which this program's file is, without a slash at the end. Heap
 * text; NULL: the system does not say. */
char *folder_of_program(void);

#endif
