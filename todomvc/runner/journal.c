/* Lines in, then the file, then lines out. */
#include "todomvc/runner/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "cli/text_file.h"

/* ---- what is remembered -------------------------------------------------- */

static char *absence_key(struct journal *journal, const char *manifest,
                         const char *profile, const char *application)
{
    return arena_format(&journal->arena, "%s/%s/%s", manifest, profile,
                        application);
}

/* A run of an application shows that its page is there by now. */
static void remember(struct journal *journal, const struct record *record)
{
    struct buf key;
    buf_init(&key);
    run_id_add_key(&record->id, &key);
    map_set(&journal->records, buf_str(&key),
            arena_copy(&journal->arena, record, 1, sizeof *record));
    buf_finish(&key);
    struct str lacking =
        str_text(absence_key(journal, record->id.manifest, record->id.profile,
                             record->id.application));
    if (map_has(&journal->absences, lacking))
        map_set(&journal->absences, lacking, NULL);
}

static void remember_absence(struct journal *journal,
                             const struct absence *absence)
{
    map_set(&journal->absences,
            str_text(absence_key(journal, absence->manifest, absence->profile,
                                 absence->application)),
            arena_copy(&journal->arena, absence, 1, sizeof *absence));
}

/* ---- lines in ------------------------------------------------------------ */

static char *take_text(struct journal *journal, const struct json *object,
                       const char *field)
{
    struct str text = json_read_string(json_read_field(object, field));
    return arena_copy_string(&journal->arena, text.data, text.length);
}

static bool take_object(struct journal *journal, const struct json *object,
                        struct error *error)
{
    struct str kind = json_read_string(json_read_field(object, "kind"));
    if (str_is(kind, "absent")) {
        struct absence absence = {
            .manifest = take_text(journal, object, "manifest"),
            .profile = take_text(journal, object, "profile"),
            .application = take_text(journal, object, "application"),
            .why = take_text(journal, object, "why"),
        };
        remember_absence(journal, &absence);
        return true;
    }
    struct record record;
    if (!str_is(kind, "run"))
        return error_set(error, ERROR_IO,
                         "\"kind\" has to be \"absent\" or \"run\"");
    if (!record_read(&record, &journal->arena, object, error))
        return false;
    remember(journal, &record);
    return true;
}

static bool take_line(struct journal *journal, struct str line,
                      struct error *error)
{
    struct json *json = json_parse(line, error);
    bool fine = json != NULL && take_object(journal, json, error);
    json_destroy(json);
    return fine;
}

/* Everything up to the last end of a line. */
static bool take_lines(struct journal *journal, struct str text,
                       struct error *error)
{
    size_t number = 0;
    while (text.length > 0) {
        const char *end = memchr(text.data, '\n', text.length);
        if (end == NULL)
            break;
        size_t length = (size_t)(end - text.data);
        number++;
        if (!take_line(journal, str_from(text.data, length), error)) {
            error_prefix(error, "line %zu: ", number);
            return false;
        }
        text = str_from(end + 1, text.length - length - 1);
    }
    journal->dropped_bytes = text.length;
    return true;
}

static void init(struct journal *journal)
{
    *journal = (struct journal){.fd = -1};
    arena_init(&journal->arena);
    map_init(&journal->records);
    map_init(&journal->absences);
}

bool journal_parse(struct journal *journal, struct str text,
                   struct error *error)
{
    init(journal);
    if (take_lines(journal, text, error))
        return true;
    journal_close(journal);
    return false;
}

/* ---- the file ------------------------------------------------------------ */

static bool trouble(const struct journal *journal, const char *what,
                    struct error *error)
{
    return error_set(error, ERROR_IO, "cannot %s %s: %s", what, journal->path,
                     strerror(errno));
}

/* Held first, so that no line of another program is taken for a torn one. */
static bool hold(struct journal *journal, struct error *error)
{
    journal->fd = open(journal->path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC,
                       (mode_t)0666);
    if (journal->fd < 0)
        return trouble(journal, "write", error);
    if (flock(journal->fd, LOCK_EX | LOCK_NB) == 0)
        return true;
    if (errno != EWOULDBLOCK)
        return trouble(journal, "lock", error);
    return error_set(error, ERROR_IO, "%s: another weir-todomvc writes it now",
                     journal->path);
}

static bool cut_torn_line(const struct journal *journal, size_t length,
                          struct error *error)
{
    if (journal->fd < 0 || journal->dropped_bytes == 0)
        return true;
    return ftruncate(journal->fd, (off_t)(length - journal->dropped_bytes)) ==
               0 ||
           trouble(journal, "write", error);
}

static bool take_file(struct journal *journal, struct error *error)
{
    struct buf text;
    buf_init(&text);
    bool fine = text_file_read(journal->path, &text, error);
    if (fine && !take_lines(journal, buf_str(&text), error)) {
        error_prefix(error, "%s, ", journal->path);
        fine = false;
    }
    fine = fine && cut_torn_line(journal, text.length, error);
    buf_finish(&text);
    return fine;
}

bool journal_open(struct journal *journal, const char *path, bool for_writing,
                  struct error *error)
{
    init(journal);
    journal->path = path;
    if ((!for_writing || hold(journal, error)) && take_file(journal, error))
        return true;
    journal_close(journal);
    return false;
}

void journal_close(struct journal *journal)
{
    if (journal->fd >= 0)
        close(journal->fd);
    journal->fd = -1;
    map_finish(&journal->records);
    map_finish(&journal->absences);
    arena_finish(&journal->arena);
}

/* ---- lines out ----------------------------------------------------------- */

static bool append(const struct journal *journal, struct str text,
                   struct error *error)
{
    return file_write_all(journal->fd, text) ||
           trouble(journal, "write", error);
}

/* What the record points to may go; so the line is read back. */
static bool append_line(struct journal *journal, struct buf *line,
                        struct error *error)
{
    struct str text = buf_str(line);
    bool fine = append(journal, text, error) &&
                take_line(journal, str_from(text.data, text.length - 1), error);
    buf_finish(line);
    return fine;
}

bool journal_add(struct journal *journal, const struct record *record,
                 struct error *error)
{
    struct buf line;
    buf_init(&line);
    record_add(record, &line);
    return append_line(journal, &line, error);
}

bool journal_add_absence(struct journal *journal, const struct absence *absence,
                         struct error *error)
{
    const char *const fields[][2] = {
        {"manifest", absence->manifest},
        {"profile", absence->profile},
        {"application", absence->application},
        {"why", absence->why},
    };
    struct buf line;
    buf_init(&line);
    buf_add_text(&line, "{\"kind\":\"absent\"");
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        buf_addf(&line, ",\"%s\":", fields[i][0]);
        json_add_string(&line, str_text(fields[i][1]));
    }
    buf_add_text(&line, "}\n");
    return append_line(journal, &line, error);
}

/* ---- what is in it ------------------------------------------------------- */

const struct record *journal_find(const struct journal *journal,
                                  const struct run_id *id)
{
    struct buf key;
    buf_init(&key);
    run_id_add_key(id, &key);
    const struct record *found = map_find(&journal->records, buf_str(&key));
    buf_finish(&key);
    return found;
}

size_t journal_count(const struct journal *journal)
{
    return journal->records.count;
}

const struct record *journal_at(const struct journal *journal, size_t index)
{
    return journal->records.entries[index].value;
}

size_t journal_absence_count(const struct journal *journal)
{
    return journal->absences.count;
}

const struct absence *journal_absence_at(const struct journal *journal,
                                         size_t index)
{
    return journal->absences.entries[index].value;
}
