set(LANG_FRONT_SOURCES
  ast_print.c bind.c check.c declaration.c define.c diag.c expand.c lexer.c
  listen.c literal.c mistake.c mistake_habit.c
  mistake_help.c mistake_shape.c mistake_slip.c mixfix.c modules.c parser.c parser_atom.c
  parser_paper.c pattern.c primitives.c read.c recover.c resolve.c source.c suggest.c
  suggest_library.c tree.c tree_print.c)
set(LANG_FRONT_HEADERS
  ast.h ast_print.h diag.h front_internal.h lexer.h listen.h mistake_internal.h mixfix.h
  parser.h primitives.h program.h read.h source.h suggest_library.h tree.h)
