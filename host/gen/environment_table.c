#include "gen/environment_table.h"

#include "gen/environment.h"

#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

#define SAFARI "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 "
#define IPHONE                                                                 \
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) " SAFARI           \
    "Mobile/15E148 Safari/604.1"
#define IPAD                                                                   \
    "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) " SAFARI                    \
    "Mobile/15E148 Safari/604.1"
#define ANDROID(device)                                                        \
    "Mozilla/5.0 (Linux; Android 14; " device                                  \
    ") AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile "        \
    "Safari/537.36",                                                           \
        "Linux armv81", device

/* The first is the simplest. Sizes are those of the page, without the bars of
 * the browser, as the makers' developer tools give them. */
const struct environment_device environment_devices[] = {
    {"Desktop", 1280, 720, 1, false, false, NULL, NULL, NULL},
    {"Desktop HiDPI", 1280, 720, 2, false, false, NULL, NULL, NULL},
    {"iPhone SE", 375, 667, 2, true, true, IPHONE, "iPhone", NULL},
    {"iPhone 15", 393, 852, 3, true, true, IPHONE, "iPhone", NULL},
    {"iPhone 15 landscape", 852, 393, 3, true, true, IPHONE, "iPhone", NULL},
    {"Pixel 8", 412, 915, 2.625, true, true, ANDROID("Pixel 8")},
    {"Galaxy S24", 360, 780, 3, true, true, ANDROID("SM-S921B")},
    {"iPad Mini", 768, 1024, 2, true, true, IPAD, "iPad", NULL},
    {"iPad Mini landscape", 1024, 768, 2, true, true, IPAD, "iPad", NULL},
};
const size_t environment_device_count = COUNT(environment_devices);

const char *const environment_zones[] = {
    "America/New_York",
    "Europe/Lisbon",
    "Europe/Berlin",
    "America/St_Johns",    /* minus 3:30 */
    "Australia/Lord_Howe", /* half an hour, in the other half of the year */
    "Pacific/Auckland",
    "Pacific/Chatham",  /* plus 12:45 */
    "America/Santiago", /* changes at midnight: the day begins at one */
    "Africa/Cairo",
    "Asia/Beirut", /* the same */
    "UTC",
    "Asia/Kolkata", /* plus 5:30, no changes */
    "Asia/Kathmandu",
    "Pacific/Pago_Pago", /* plus 5:45; minus 11 */
    "Pacific/Kiritimati",
    "Pacific/Apia", /* plus 14; plus 13 */
};
const size_t environment_changing_zone_count = 10;
const size_t environment_zone_count = COUNT(environment_zones);

const char *const environment_locales[] = {
    "en-US", "en-GB", "de-DE", "fr-FR", "es-ES", "pt-BR", "tr-TR", "pl-PL",
    "ar-EG", "he-IL", "fa-IR", "hi-IN", "ja-JP", "zh-CN", "sv-SE",
};
const size_t environment_locale_count = COUNT(environment_locales);

const struct environment_size environment_sizes[] = {
    {1280, 720}, {1920, 1080}, {1024, 768}, {768, 1024},
    {390, 844},  {360, 640},   {320, 568},
};
const size_t environment_size_count = COUNT(environment_sizes);

const char *environment_device_name(size_t index)
{
    return index < environment_device_count ? environment_devices[index].name
                                            : NULL;
}

/* ---- permissions --------------------------------------------------------- */

/* The web's names, and the protocol's. */
static const struct {
    const char *name, *type;
} permissions[] = {
    {"geolocation", "geolocation"},
    {"notifications", "notifications"},
    {"camera", "videoCapture"},
    {"microphone", "audioCapture"},
    {"clipboard-read", "clipboardReadWrite"},
    {"clipboard-write", "clipboardSanitizedWrite"},
    {"midi", "midi"},
    {"accelerometer", "sensors"},
    {"gyroscope", "sensors"},
    {"magnetometer", "sensors"},
    {"background-sync", "backgroundSync"},
    {"payment-handler", "paymentHandler"},
    {"idle-detection", "idleDetection"},
    {"storage-access", "storageAccess"},
    {"window-management", "windowManagement"},
    {"local-fonts", "localFonts"},
};

const char *environment_permission_name(size_t index)
{
    return index < COUNT(permissions) ? permissions[index].name : NULL;
}

const char *environment_permission_type(const char *name)
{
    for (size_t i = 0; i < COUNT(permissions); i++)
        if (strcmp(permissions[i].name, name) == 0)
            return permissions[i].type;
    return NULL;
}
