/* The options that say which browser a command drives: the same rows in every
 * table of options that has them. */
#ifndef WEIR_CLI_BROWSER_WORDS_H
#define WEIR_CLI_BROWSER_WORDS_H

/* Name, letter, argument (NULL: none), help. */
#define BROWSER_FLAGS(O)                                                       \
    O(DETERMINISTIC, "deterministic", 0, NULL,                                 \
      "virtual time, and the page's chance from the seed")                     \
    O(BROWSER, "browser", 0, "PATH", "the browser program (default: found)")   \
    O(BROWSER_FLAG, "browser-flag", 0, "FLAG",                                 \
      "start the browser with FLAG, too (repeatable)")                         \
    O(CONNECT, "connect", 0, "URL",                                            \
      "use a running browser: http://HOST:PORT or ws://…")                     \
    O(HEADFUL, "headful", 0, NULL, "show the browser's window")

#endif
