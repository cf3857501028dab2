#include "run/shard.h"

/* Digits up to the limit; moves *text after them. */
static bool parse_part(const char **text, size_t *number)
{
    const char *start = *text;
    *number = 0;
    for (; **text >= '0' && **text <= '9'; (*text)++) {
        *number = *number * 10 + (size_t)(**text - '0');
        if (*number > SHARD_LIMIT)
            return false;
    }
    return *text > start && *number > 0;
}

bool shard_parse(struct shard *shard, const char *text)
{
    return parse_part(&text, &shard->number) && *text++ == '/' &&
           parse_part(&text, &shard->of) && *text == '\0' &&
           shard->number <= shard->of;
}

bool shard_has(struct shard shard, uint64_t number)
{
    return shard.of == 0 || number % shard.of == shard.number - 1;
}
