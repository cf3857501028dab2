#include "cdp/script/script_cache.h"

static void add_key(struct buf *key, const struct deps *deps,
                    const struct inject_options *options)
{
    buf_addf(key, "%d %d %d %s\n", options->virtual_time,
             options->frame_control, options->sets_clock,
             options->url == NULL ? "" : options->url);
    deps_add_json(key, deps);
}

static bool compile(struct script_cache *cache, const struct deps *deps,
                    const struct inject_options *options, struct error *error)
{
    buf_clear(&cache->script);
    return inject_compile(deps, options, &cache->script, error);
}

bool script_cache_get(struct script_cache *cache, const struct deps *deps,
                      const struct inject_options *options, struct str *script,
                      struct error *error)
{
    struct buf key;
    buf_init(&key);
    add_key(&key, deps, options);
    bool is_known = cache->script.length > 0 &&
                    str_equal(buf_str(&key), buf_str(&cache->key));
    buf_clear(&cache->key);
    buf_add_str(&cache->key, buf_str(&key));
    buf_finish(&key);
    if (!is_known && !compile(cache, deps, options, error))
        return false;
    *script = buf_str(&cache->script);
    return true;
}

void script_cache_finish(struct script_cache *cache)
{
    buf_finish(&cache->key);
    buf_finish(&cache->script);
}
