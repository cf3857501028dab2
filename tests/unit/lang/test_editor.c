/* What specs/editor has for editors: valid, and the grammar sees tokens as the
 * lexer does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/memory.h"
#include "js/machine.h"
#include "lang/front/listen.h"
#include "lang/front/read.h"

#define EDITOR WEIR_TEST_SOURCES "/specs/editor/"

static void read_file(const char *path, struct buf *text)
{
    FILE *file = fopen(path, "rb");
    size_t got;
    if (file == NULL)
        fail_msg("cannot read %s", path);
    buf_init(text);
    do {
        got = fread(buf_reserve(text, 4096), 1, 4096, file);
        text->length += got;
    } while (got > 0);
    fclose(file);
}

/* Calls the function with the file as its first argument and the text as its
 * second. */
static char *call(struct js_machine *machine, const char *function,
                  const char *path, const char *text)
{
    struct error error = ERROR_NONE;
    struct str arguments[2];
    size_t count = 0;
    struct buf file;
    struct buf result;
    buf_init(&file);
    buf_init(&result);
    if (path != NULL)
        read_file(path, &file);
    if (path != NULL)
        arguments[count++] = buf_str(&file);
    if (text != NULL)
        arguments[count++] = str_text(text);
    if (!js_machine_call(machine, function, arguments, count, &result, &error))
        fail_msg("%s", error.message);
    buf_finish(&file);
    return buf_take(&result);
}

static void assert_call(struct js_machine *machine, const char *function,
                        const char *path, const char *text,
                        const char *expected)
{
    char *result = call(machine, function, path, text);
    assert_string_equal(result == NULL ? "" : result, expected);
    free(result);
}

static int start(void **state)
{
    struct error error = ERROR_NONE;
    struct js_machine *machine = js_machine_create(JS_MEMORY_BYTES, &error);
    struct buf script;
    read_file(WEIR_TEST_SOURCES "/tests/unit/lang/editor_grammar.js", &script);
    bool fine =
        js_machine_load(machine, "editor_grammar.js", buf_str(&script), &error);
    if (!fine)
        print_error("%s\n", error.message);
    buf_finish(&script);
    *state = machine;
    free(call(machine, "loadGrammar",
              EDITOR "syntaxes/specstrom.tmLanguage.json", NULL));
    return fine ? 0 : -1;
}

static int stop(void **state)
{
    js_machine_destroy(*state);
    return 0;
}

static void the_files_are_json(void **state)
{
    assert_call(*state, "parses", EDITOR "package.json", NULL, "yes");
    assert_call(*state, "parses", EDITOR "language-configuration.json", NULL,
                "yes");
}

static void every_expression_of_the_grammar_compiles(void **state)
{
    char *count = call(*state, "checkGrammar", NULL, NULL);
    assert_true(strtol(count, NULL, 10) > 25);
    free(count);
}

static void the_problem_matcher_reads_our_lines(void **state)
{
    assert_call(*state, "matches", EDITOR "package.json",
                "todo.strom:3:14: warning: nothing uses 'x' [unused-binding]",
                "todo.strom|3|14|warning|nothing uses 'x' [unused-binding]");
}

static void words_may_end_in_marks(void **state)
{
    assert_call(*state, "wordOf", EDITOR "language-configuration.json",
                "(open!, x)", "open!");
    assert_call(*state, "wordOf", EDITOR "language-configuration.json",
                " x'y#1?+", "x'y#1?");
}

static const struct {
    const char *text;
    const char *scopes;
} samples[] = {
    {"import quickstrom/keys; // why", "keyword.control.import import\n"
                                       "entity.name.namespace quickstrom/keys\n"
                                       "punctuation.separator ;\n"
                                       "comment.line.double-slash // why"},
    {"/// doc", "comment.line.documentation /// doc"},
    {"let ~x = 1;", "keyword.declaration.let let\n"
                    "keyword.operator.lazy ~\n"
                    "entity.name.function x\n"
                    "keyword.operator =\n"
                    "constant.numeric.integer 1\n"
                    "punctuation.separator ;"},
    {"action ~go! = click!(`#a \\` b`) when on;",
     "keyword.declaration.action action\n"
     "keyword.operator.lazy ~\n"
     "entity.name.function.action go!\n"
     "keyword.operator =\n"
     "entity.name.function.action click!\n"
     "punctuation.section.brackets (\n"
     "string.other.selector #a \n"
     "constant.character.escape \\`\n"
     "string.other.selector  b\n"
     "punctuation.section.brackets )\n"
     "keyword.control when\n"
     "variable.other on\n"
     "punctuation.separator ;"},
    {"a && always {5} not b.k", "variable.other a\n"
                                "keyword.operator &&\n"
                                "keyword.operator.temporal always\n"
                                "punctuation.section.brackets {\n"
                                "constant.numeric.integer 5\n"
                                "punctuation.section.brackets }\n"
                                "keyword.operator.logical not\n"
                                "variable.other b\n"
                                "punctuation.accessor .\n"
                                "variable.other.property k"},
    {"alwaysTrue untilx' not! happenedToo nextThing",
     "variable.other alwaysTrue\n"
     "variable.other untilx'\n"
     "entity.name.function.action not!\n"
     "variable.other happenedToo\n"
     "variable.other nextThing"},
    {"{k: -1, l:\"a\\n\\x41\\q\", m: :pair('x', 1.5)}",
     "punctuation.section.brackets {\n"
     "variable.other.property k\n"
     "punctuation.separator.key-value :\n"
     "constant.numeric.integer -1\n"
     "punctuation.separator ,\n"
     "variable.other.property l\n"
     "punctuation.separator.key-value :\n"
     "string.quoted.double a\n"
     "constant.character.escape \\n\n"
     "constant.character.escape \\x41\n"
     "invalid.illegal.escape \\q\n"
     "punctuation.separator ,\n"
     "variable.other.property m\n"
     "punctuation.separator.key-value :\n"
     "constant.other.symbol :pair\n"
     "punctuation.section.brackets (\n"
     "string.quoted.single 'x'\n"
     "punctuation.separator ,\n"
     "constant.numeric.float 1.5\n"
     "punctuation.section.brackets )\n"
     "punctuation.section.brackets }"},
    {"fun x. x ?? null", "keyword.control fun\n"
                         "variable.other x\n"
                         "keyword.operator .\n"
                         "variable.other x\n"
                         "keyword.operator ??\n"
                         "constant.language null"},
    {"check p* with tick? when loaded?;", "keyword.declaration check\n"
                                          "variable.other p\n"
                                          "keyword.operator *\n"
                                          "keyword.control with\n"
                                          "entity.name.function.event tick?\n"
                                          "keyword.control when\n"
                                          "entity.name.function.event loaded?\n"
                                          "punctuation.separator ;"},
    {"\"over\nlines\" x", "string.quoted.double over\n"
                          "string.quoted.double lines\n"
                          "variable.other x"},
    {"happened == [_] || été", "variable.language.happened happened\n"
                               "keyword.operator ==\n"
                               "punctuation.section.brackets [\n"
                               "variable.language.anything _\n"
                               "punctuation.section.brackets ]\n"
                               "keyword.operator ||\n"
                               "variable.other été"},
};

static void tokens_have_their_scopes(void **state)
{
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        assert_call(*state, "scopesOf", NULL, samples[i].text,
                    samples[i].scopes);
}

/* ---- the words of the library ------------------------------------------- */

static void check_word(void *context, const struct lang_declaration *syntax)
{
    if (syntax->kind != LANG_SYNTAX)
        return;
    for (uint32_t i = syntax->start + 1; i < syntax->end; i++) {
        const struct token *token = &syntax->tokens[i];
        if (token->kind == TOKEN_INT)
            return; /* after the shape */
        const char *word = token->name->text;
        if (*word < 'a' || *word > 'z')
            continue;
        char *line = memory_format("x %s x", word);
        char *scopes = call(context, "scopesOf", NULL, line);
        char *expected = memory_format(" %s\n", word);
        if (strstr(scopes, "\nkeyword.") == NULL ||
            strstr(scopes, expected) == NULL)
            fail_msg("'%s' is no keyword of the grammar:\n%s", word, scopes);
        free(expected);
        free(scopes);
        free(line);
    }
}

static void words_of_library_operators_are_keywords(void **state)
{
    struct lang_listener listener = {check_word, *state};
    struct lang_options options = {
        .library = WEIR_TEST_SOURCES "/specs/library", .listener = &listener};
    struct lang_program program = {.decl_count = 0};
    struct diag_list diags;
    arena_init(&program.arena);
    intern_init(&program.names);
    source_table_init(&program.sources);
    diag_list_init(&diags);
    assert_true(lang_read_text(&program, "t.strom", STR("import quickstrom;"),
                               &options, &diags));
    diag_list_finish(&diags);
    source_table_finish(&program.sources);
    intern_finish(&program.names);
    arena_finish(&program.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_files_are_json),
        cmocka_unit_test(every_expression_of_the_grammar_compiles),
        cmocka_unit_test(the_problem_matcher_reads_our_lines),
        cmocka_unit_test(words_may_end_in_marks),
        cmocka_unit_test(tokens_have_their_scopes),
        cmocka_unit_test(words_of_library_operators_are_keywords),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
