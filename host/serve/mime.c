#include "serve/mime.h"

#define TEXT(type) type "; charset=utf-8"

struct mime {
    const char *suffix;
    const char *type;
};

/* Templates and sources that pages fetch by script are text, because their
 * readers ask for text; the browser ignores the type of what it fetches. */
static const struct mime types[] = {
    {"html", TEXT("text/html")},
    {"htm", TEXT("text/html")},
    {"xhtml", TEXT("application/xhtml+xml")},
    {"js", TEXT("text/javascript")},
    {"mjs", TEXT("text/javascript")},
    {"cjs", TEXT("text/javascript")},
    {"jsx", TEXT("text/javascript")},
    {"css", TEXT("text/css")},
    {"json", TEXT("application/json")},
    {"map", TEXT("application/json")},
    {"webmanifest", TEXT("application/manifest+json")},
    {"xml", TEXT("application/xml")},
    {"xsl", TEXT("application/xml")},
    {"svg", TEXT("image/svg+xml")},
    {"txt", TEXT("text/plain")},
    {"md", TEXT("text/plain")},
    {"csv", TEXT("text/csv")},
    {"ts", TEXT("text/plain")},
    {"coffee", TEXT("text/plain")},
    {"dart", TEXT("text/plain")},
    {"elm", TEXT("text/plain")},
    {"ejs", TEXT("text/plain")},
    {"hbs", TEXT("text/plain")},
    {"handlebars", TEXT("text/plain")},
    {"jst", TEXT("text/plain")},
    {"mustache", TEXT("text/plain")},
    {"tmpl", TEXT("text/plain")},
    {"vtt", TEXT("text/vtt")},
    {"ics", TEXT("text/calendar")},
    {"png", "image/png"},
    {"apng", "image/apng"},
    {"jpg", "image/jpeg"},
    {"jpeg", "image/jpeg"},
    {"gif", "image/gif"},
    {"webp", "image/webp"},
    {"avif", "image/avif"},
    {"bmp", "image/bmp"},
    {"ico", "image/x-icon"},
    {"woff", "font/woff"},
    {"woff2", "font/woff2"},
    {"ttf", "font/ttf"},
    {"otf", "font/otf"},
    {"eot", "application/vnd.ms-fontobject"},
    {"wasm", "application/wasm"},
    {"pdf", "application/pdf"},
    {"zip", "application/zip"},
    {"gz", "application/gzip"},
    {"mp3", "audio/mpeg"},
    {"wav", "audio/wav"},
    {"oga", "audio/ogg"},
    {"ogg", "audio/ogg"},
    {"m4a", "audio/mp4"},
    {"mp4", "video/mp4"},
    {"webm", "video/webm"},
    {"ogv", "video/ogg"},
};

/* What stands after the last dot of the last segment; empty for ".name". */
static struct str suffix_of(struct str name)
{
    size_t at = name.length;
    while (at > 0 && name.data[at - 1] != '.' && name.data[at - 1] != '/')
        at--;
    if (at < 2 || name.data[at - 1] != '.' || name.data[at - 2] == '/')
        return STR("");
    return str_from(name.data + at, name.length - at);
}

const char *serve_mime_type(struct str name)
{
    struct str suffix = suffix_of(name);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (str_is_in_any_case(suffix, types[i].suffix))
            return types[i].type;
    return "application/octet-stream";
}
