# What works on specifications beside running them: `weir fmt`, `doc`, …
weir_room(lang_tools
  SOURCES document.c element_fields.c format.c format_gap.c format_layout.c format_lines.c
          format_operator.c lint.c lint_eager.c lint_field.c lint_fold.c lint_text.c
          lint_guard.c lint_import.c lint_outcome.c lint_use.c lint_walk.c
          needs.c problems.c repl.c repl_eval.c repl_trace.c
  HEADERS document.h element_fields.h format.h format_internal.h lint.h lint_internal.h needs.h
          problems.h repl.h repl_internal.h
  USES weir_lang)
