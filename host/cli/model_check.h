/* weir check MODEL.js: a system against a model. */
#ifndef WEIR_CLI_MODEL_CHECK_H
#define WEIR_CLI_MODEL_CHECK_H

/* As command_check. */
int model_check(int argc, char **argv);

#endif
