/* Where the programs and files are that come with this one: in the build tree,
 * and after an installation to any prefix. */
#ifndef WEIR_TODOMVC_RUNNER_PLACES_H
#define WEIR_TODOMVC_RUNNER_PLACES_H

/* The program weir beside this one, or just its name. Heap text. */
char *places_weir(void);

/* A file of the folder todomvc, such as "manifests/npm.json"; the folder is
 * $WEIR_TODOMVC, or beside this program. Heap text; NULL: it is not there. */
char *places_file(const char *name);

#endif
