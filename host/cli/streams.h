/* `weir check --streams MODULE`: a system of streams without a page is tested
 * through an executor that is this program itself. */
#ifndef WEIR_CLI_STREAMS_H
#define WEIR_CLI_STREAMS_H

/* The file of MODULE or MODULE#EXPORT; the caller frees it. */
char *streams_file(const char *module);

/* The command of the executor (exec/process/external.h); the caller frees it.
 */
char *streams_command(const char *module);

#endif
