/* Runs the cases of the files named on the command line.
 *
 *     === read: what the case shows
 *     let x = 1 + 2;
 *     ---
 *     (let @x (#_+_ 1 2))
 *
 * `tokens` shows the tokens of the text, one a line; `read` the diagnostics as
 * people see them, then the declarations of the text itself (not of what it
 * imports) as in lang/front/ast_print.h, when there was no error; `load` the
 * diagnostics of everything that happens before a run. `run` runs the first
 * property: lines that begin with "> " are states, as JSON, each is answered
 * with the verdict or with the error as people see it; nothing ever happens
 * between them. Lines before the first case are comments.
 *
 * Builds what the file should be, and fails with the cases that differ; with
 * --update it rewrites the file, and a human reads the difference. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/utf8.h"
#include "lang/front/ast_print.h"
#include "lang/front/lexer.h"
#include "lang/program.h"
#include "lang/front/read.h"
#include "lang/session.h"
#include "support/golden.h"
#include "trace/value.h"

struct fixture {
    struct lang_program program;
    struct diag_list diags;
};

static void fixture_init(struct fixture *fixture)
{
    fixture->program = (struct lang_program){.decl_count = 0};
    arena_init(&fixture->program.arena);
    intern_init(&fixture->program.names);
    source_table_init(&fixture->program.sources);
    diag_list_init(&fixture->diags);
}

static void fixture_finish(struct fixture *fixture)
{
    diag_list_finish(&fixture->diags);
    source_table_finish(&fixture->program.sources);
    intern_finish(&fixture->program.names);
    arena_finish(&fixture->program.arena);
}

static void add_token(struct buf *out, const struct token *token)
{
    static const char *const kinds[] = {
        "end",   "name", "open",   "close",    "projection", "int",
        "float", "char", "string", "selector", "doc",        "bad",
    };
    buf_add_text(out, kinds[token->kind]);
    switch (token->kind) {
    case TOKEN_NAME:
    case TOKEN_PROJECTION:
        buf_addf(out, " %s", token->name->text);
        break;
    case TOKEN_INT:
        buf_addf(out, " %" PRId64, token->integer);
        break;
    case TOKEN_FLOAT:
        buf_add_char(out, ' ');
        json_add_float(out, token->number);
        break;
    case TOKEN_CHAR:
        buf_addf(out, " U+%04" PRIX32, token->character);
        break;
    case TOKEN_STRING:
    case TOKEN_SELECTOR:
    case TOKEN_DOC:
        buf_add_char(out, ' ');
        json_add_string(out, token->text);
        break;
    default:
        break;
    }
    buf_add_char(out, '\n');
}

static void run_tokens(struct fixture *fixture, struct str source,
                       struct buf *out)
{
    struct lang_program *program = &fixture->program;
    struct token_list tokens = {NULL, 0, 0};
    uint32_t index =
        source_add(&program->sources, "case.strom", "case", source);
    lexer_run(&tokens, &program->sources, index, &program->arena,
              &program->names, &fixture->diags);
    for (size_t i = 0; i + 1 < tokens.count; i++)
        add_token(out, &tokens.items[i]);
    diag_list_print(out, &program->sources, &fixture->diags);
    token_list_finish(&tokens);
}

static void run_read(struct fixture *fixture, struct str source,
                     struct buf *out)
{
    struct lang_program *program = &fixture->program;
    struct lang_options options = {.library = WEIR_TEST_LIBRARY};
    bool good = lang_read_text(program, "case.strom", source, &options,
                               &fixture->diags);
    diag_list_print(out, &program->sources, &fixture->diags);
    for (size_t i = 0; good && i < program->decl_count; i++)
        if (program->decls[i]->span.source == 0)
            ast_print_decl(out, program, program->decls[i]);
}

static struct lang_program *load(struct str source, struct buf *out)
{
    struct lang_options options = {.library = WEIR_TEST_LIBRARY};
    struct diag_list diags;
    struct source_table sources;
    diag_list_init(&diags);
    struct lang_program *program =
        lang_load_text("case.strom", source, &options, &diags, &sources);
    diag_list_print(out, program == NULL ? &sources : &program->sources,
                    &diags);
    diag_list_finish(&diags);
    source_table_finish(&sources);
    return program;
}

/* What the session makes of the state: guards first, as in a run. */
static bool take_state(struct lang_session *session, struct str json,
                       int64_t version, struct buf *out)
{
    struct value *state = value_parse(json, NULL);
    struct lang_primitive_list all = {0};
    struct error error = ERROR_NONE;
    struct verdict verdict = {.kind = VERDICT_NONE};
    struct verdict stop = {.kind = VERDICT_NONE};
    if (state == NULL) {
        buf_add_text(out, "this is no JSON\n");
        return false;
    }
    lang_session_enter(session, state, version);
    bool fine = lang_session_primitives(session,
                                        version == 1 ? LANG_INITIAL : LANG_WITH,
                                        &all, &error) &&
                lang_session_observe(session, NULL, 0, &verdict, &stop, &error);
    if (!fine)
        buf_addf(out, "%s\n", error.message);
    else if (verdict.kind != VERDICT_NONE || stop.kind != VERDICT_NONE)
        buf_addf(out, "%s\n",
                 verdict_text(verdict.kind != VERDICT_NONE ? verdict : stop));
    else
        buf_add_text(out, "goes on\n");
    lang_primitive_list_finish(&all);
    value_unref(state);
    return fine && verdict.kind == VERDICT_NONE;
}

/* Lines that begin with "> " are states, the others are the specification. */
static void run_run(struct str source, struct buf *out)
{
    struct buf text;
    buf_init(&text);
    for (struct str rest = source; rest.length > 0;) {
        struct str line = golden_take_line(&rest);
        if (!str_starts_with(line, "> "))
            buf_add_str(&text, line);
    }
    struct lang_program *program = load(buf_str(&text), out);
    buf_finish(&text);
    if (program == NULL)
        return;
    struct lang_session *session =
        lang_session_create(program, &program->properties[0]);
    int64_t version = 0;
    for (bool goes_on = true; goes_on && source.length > 0;) {
        struct str line = golden_take_line(&source);
        if (str_starts_with(line, "> "))
            goes_on =
                take_state(session, str_from(line.data + 2, line.length - 2),
                           ++version, out);
    }
    lang_session_destroy(session);
    lang_program_destroy(program);
}

/* Where the library lies is no matter. */
static void hide_library(struct buf *out, size_t start)
{
    static const char folder[] = WEIR_TEST_LIBRARY;
    struct buf text;
    buf_init(&text);
    buf_add(&text, out->data + start, out->length - start);
    out->length = start;
    const char *at = buf_text(&text);
    for (const char *next; (next = strstr(at, folder)) != NULL;
         at = next + strlen(folder)) {
        buf_add(out, at, (size_t)(next - at));
        buf_add_text(out, "LIBRARY");
    }
    buf_add_text(out, at);
    buf_finish(&text);
}

static void run_case(struct str kind, struct str source, struct buf *out)
{
    size_t start = out->length;
    struct fixture fixture;
    fixture_init(&fixture);
    if (str_is(kind, "tokens"))
        run_tokens(&fixture, source, out);
    else if (str_is(kind, "read"))
        run_read(&fixture, source, out);
    else if (str_is(kind, "load"))
        lang_program_destroy(load(source, out));
    else if (str_is(kind, "run"))
        run_run(source, out);
    else
        buf_addf(out, "unknown kind '%.*s'\n", STR_ARGS(kind));
    hide_library(out, start);
    fixture_finish(&fixture);
}

static bool run_text(const char *path, struct str text, struct buf *out)
{
    return golden_run_cases(path, text, out, run_case);
}

int main(int count, char **arguments)
{
    return golden_run(count, arguments, run_text);
}
