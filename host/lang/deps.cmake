set(LANG_DEPS_SOURCES abstract.c abstract_index.c
    analysis_apply.c analysis_eval.c deps.c)
list(APPEND LANG_BACK_HEADERS abstract.h analysis.h)
