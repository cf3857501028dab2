/* Addresses as people may see them. */
#ifndef WEIR_BASE_URL_H
#define WEIR_BASE_URL_H

/* A copy of the text in which the password of an address in it, if there is
 * one, is "…": http://name:…@host/. Owned by the caller. */
char *url_hide_password(const char *text);

#endif
