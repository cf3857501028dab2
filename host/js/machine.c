/* The machine: memory first, then the protected calls, then the three jobs that
 * run inside them.
 *
 * Every call into Duktape that can throw (all that allocate) stands inside
 * duk_safe_call; outside of it a throw would reach the fatal handler. */
#include "js/machine.h"

#include "base/memory.h"
#include "js/js_internal.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include <duktape.h>

#if DUK_VERSION < 20700
#error "Duktape 2.7 or later is needed"
#endif

struct js_machine {
    duk_context *context;
    size_t used_bytes;
    size_t limit_bytes;
};

/* ---- memory ------------------------------------------------------------ */

/* Each block is preceded by its size, so that freeing can count it. */
union block {
    size_t size_bytes;
    max_align_t aligned;
};

static void *resize(void *machine_, void *old, duk_size_t size_bytes)
{
    struct js_machine *machine = machine_;
    union block *block = old == NULL ? NULL : (union block *)old - 1;
    size_t had_bytes = block == NULL ? 0 : block->size_bytes;
    size_t others_bytes = machine->used_bytes - had_bytes;
    if (size_bytes > machine->limit_bytes - others_bytes)
        return NULL;
    block = realloc(block, sizeof *block + size_bytes);
    if (block == NULL)
        return NULL;
    block->size_bytes = size_bytes;
    machine->used_bytes = others_bytes + size_bytes;
    return block + 1;
}

static void release(void *machine_, void *old)
{
    struct js_machine *machine = machine_;
    if (old == NULL)
        return;
    union block *block = (union block *)old - 1;
    machine->used_bytes -= block->size_bytes;
    free(block);
}

static void *allocate(void *machine, duk_size_t size_bytes)
{
    return size_bytes == 0 ? NULL : resize(machine, NULL, size_bytes);
}

static void *reallocate(void *machine, void *old, duk_size_t size_bytes)
{
    if (size_bytes > 0)
        return resize(machine, old, size_bytes);
    release(machine, old);
    return NULL;
}

static void die(void *machine, const char *message)
{
    (void)machine;
    fprintf(stderr, "weir: bug: a throw outside of a protected call: %s\n",
            message);
    abort();
}

struct js_machine *js_machine_create(size_t memory_limit_bytes,
                                     struct error *error)
{
    struct js_machine *machine = MEMORY_NEW(struct js_machine);
    machine->limit_bytes = memory_limit_bytes;
    machine->context =
        duk_create_heap(allocate, reallocate, release, machine, die);
    if (machine->context != NULL)
        return machine;
    free(machine);
    error_set(error, ERROR_RUN,
              "%zu bytes are not enough for a JavaScript machine",
              memory_limit_bytes);
    return NULL;
}

void js_machine_destroy(struct js_machine *machine)
{
    if (machine == NULL)
        return;
    duk_destroy_heap(machine->context);
    assert(machine->used_bytes == 0 && "Duktape kept a block");
    free(machine);
}

/* ---- protected calls --------------------------------------------------- */

/* One request, carried into the protected call and back. The buffers are made
 * outside: a throw jumps over whatever the job would have to free. */
struct job {
    const char *name; /* of the script, or of the function */
    struct str text;  /* the script, in Duktape's encoding */
    const struct buf *arguments;
    size_t argument_count;
    struct buf *result; /* may be NULL */
};

/* The error at the top of the stack as "name:line: words". Runs protected,
 * because getters of the thrown value may throw again. */
static duk_ret_t describe_error(duk_context *context, void *buf_)
{
    struct buf *buf = buf_;
    if (duk_is_error(context, -1)) {
        duk_get_prop_string(context, -1, "fileName");
        duk_get_prop_string(context, -2, "lineNumber");
        if (duk_is_string(context, -2) && duk_is_number(context, -1))
            buf_addf(buf, "%s:%d: ", duk_get_string(context, -2),
                     duk_get_int(context, -1));
        duk_pop_2(context);
    }
    duk_size_t length;
    const char *words = duk_safe_to_lstring(context, -1, &length);
    js_text_out(buf, str_from(words, length));
    return 0;
}

static bool report(duk_context *context, const char *name, struct error *error)
{
    struct buf buf;
    buf_init(&buf);
    if (duk_safe_call(context, describe_error, &buf, 1, 1) != DUK_EXEC_SUCCESS)
        buf_addf(&buf, "%s: an error that cannot be described", name);
    error_set(error, ERROR_RUN, "%s", buf_text(&buf));
    buf_finish(&buf);
    return false;
}

static bool run(duk_context *context, duk_safe_call_function function,
                struct job *job, struct error *error)
{
    bool done = duk_safe_call(context, function, job, 0, 1) == DUK_EXEC_SUCCESS;
    if (!done)
        report(context, job->name, error);
    duk_pop(context);
    return done;
}

/* ---- the jobs ---------------------------------------------------------- */

static void compile(duk_context *context, const struct job *job)
{
    duk_push_string(context, job->name);
    duk_compile_lstring_filename(context, 0, job->text.data, job->text.length);
}

static duk_ret_t do_check(duk_context *context, void *job)
{
    compile(context, job);
    return 0;
}

static duk_ret_t do_load(duk_context *context, void *job)
{
    compile(context, job);
    duk_call(context, 0);
    return 0;
}

static duk_ret_t do_call(duk_context *context, void *job_)
{
    struct job *job = job_;
    if (!duk_get_global_string(context, job->name))
        return duk_reference_error(context, "no function '%s'", job->name);
    duk_require_stack(context, (duk_idx_t)job->argument_count);
    for (size_t i = 0; i < job->argument_count; i++)
        duk_push_lstring(context, buf_text(&job->arguments[i]),
                         job->arguments[i].length);
    duk_call(context, (duk_idx_t)job->argument_count);
    duk_size_t length;
    const char *text = duk_to_lstring(context, -1, &length);
    if (job->result != NULL)
        js_text_out(job->result, str_from(text, length));
    return 0;
}

static bool run_script(struct js_machine *machine,
                       duk_safe_call_function function, const char *name,
                       struct str source, struct error *error)
{
    struct buf text;
    buf_init(&text);
    js_text_in(&text, source);
    struct job job = {
        .name = name,
        .text = str_from(buf_text(&text), text.length),
    };
    bool done = run(machine->context, function, &job, error);
    buf_finish(&text);
    return done;
}

bool js_machine_load(struct js_machine *machine, const char *name,
                     struct str source, struct error *error)
{
    return run_script(machine, do_load, name, source, error);
}

bool js_machine_call(struct js_machine *machine, const char *function,
                     const struct str *arguments, size_t count,
                     struct buf *result, struct error *error)
{
    struct buf *texts = memory_zeroed(count, sizeof *texts);
    for (size_t i = 0; i < count; i++)
        js_text_in(&texts[i], arguments[i]);
    struct job job = {
        .name = function,
        .arguments = texts,
        .argument_count = count,
        .result = result,
    };
    bool done = run(machine->context, do_call, &job, error);
    for (size_t i = 0; i < count; i++)
        buf_finish(&texts[i]);
    free(texts);
    return done;
}

bool js_check_syntax(const char *name, struct str source, struct error *error)
{
    struct js_machine *machine = js_machine_create(JS_MEMORY_BYTES, error);
    if (machine == NULL)
        return false;
    bool correct = run_script(machine, do_check, name, source, error);
    js_machine_destroy(machine);
    return correct;
}
