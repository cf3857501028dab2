/* In this file: TLS, bytes, requests, answers, connections. */
#include "api_server.h"

#include <arpa/inet.h>
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include "base/buf.h"
#include "base/json.h"

struct peer {
    struct api_server *server;
    int number, fd;
    SSL *tls;
};

struct request {
    struct buf bytes;
    size_t head; /* bytes of the request line, the headers and what ends them */
    struct str method, path, body;
};

/* ---- TLS ---------------------------------------------------------------- */

static void add_extension(X509 *certificate, int kind, const char *text)
{
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, NULL, kind, text);
    assert(extension != NULL);
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
}

static X509 *make_certificate(EVP_PKEY *key)
{
    X509 *certificate = X509_new();
    X509_set_version(certificate, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
    X509_set_pubkey(certificate, key);
    X509_NAME *name = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                               (const unsigned char *)"test", -1, -1, 0);
    X509_set_issuer_name(certificate, name);
    add_extension(certificate, NID_subject_alt_name, "IP:127.0.0.1");
    X509_sign(certificate, key, EVP_sha256());
    return certificate;
}

static void prepare_tls(struct api_server *server)
{
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *certificate = make_certificate(key);
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    SSL_CTX_use_certificate(context, certificate);
    SSL_CTX_use_PrivateKey(context, key);
    strcpy(server->certificate, "/tmp/weir-test-XXXXXX");
    int fd = mkstemp(server->certificate);
    FILE *file = fdopen(fd, "w");
    PEM_write_X509(file, certificate);
    fclose(file);
    X509_free(certificate);
    EVP_PKEY_free(key);
    server->context = context;
}

/* ---- bytes -------------------------------------------------------------- */

static bool send_bytes(struct peer *peer, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = peer->tls != NULL
                           ? SSL_write(peer->tls, bytes, (int)length)
                           : write(peer->fd, bytes, length);
        if (sent <= 0)
            return false;
        bytes += sent;
        length -= (size_t)sent;
    }
    return true;
}

static bool read_more(struct peer *peer, struct buf *bytes)
{
    enum { BLOCK = 65536 };
    char *space = buf_reserve(bytes, BLOCK);
    ssize_t got = peer->tls != NULL ? SSL_read(peer->tls, space, BLOCK)
                                    : read(peer->fd, space, BLOCK);
    if (got <= 0)
        return false;
    bytes->length += (size_t)got;
    return true;
}

/* ---- requests ----------------------------------------------------------- */

static size_t body_length(struct str head)
{
    static const char name[] = "\r\ncontent-length:";
    for (size_t i = 0; i + sizeof name - 1 < head.length; i++)
        if (strncasecmp(head.data + i, name, sizeof name - 1) == 0)
            return strtoul(head.data + i + sizeof name - 1, NULL, 10);
    return 0;
}

static bool read_request(struct peer *peer, struct request *request)
{
    const char *end = NULL;
    buf_clear(&request->bytes);
    while (end == NULL) {
        if (!read_more(peer, &request->bytes))
            return false;
        if (*request->bytes.data == 0x16) { /* the first byte of TLS */
            static const char bad[] = "HTTP/1.1 400 Bad Request\r\n\r\n";
            send_bytes(peer, bad, sizeof bad - 1);
            return false;
        }
        end = memmem(request->bytes.data, request->bytes.length, "\r\n\r\n", 4);
    }
    request->head = (size_t)(end - request->bytes.data) + 4;
    size_t length = body_length(str_from(request->bytes.data, request->head));
    while (request->bytes.length < request->head + length)
        if (!read_more(peer, &request->bytes))
            return false;
    const char *data = request->bytes.data;
    request->method = str_from(data, strcspn(data, " "));
    const char *path = data + request->method.length + 1;
    request->path = str_from(path, strcspn(path, " "));
    request->body = str_from(data + request->head, length);
    return true;
}

/* ---- answers ------------------------------------------------------------ */

static bool send_json(struct peer *peer, const struct buf *json)
{
    char head[200];
    int length = snprintf(head, sizeof head,
                          "HTTP/1.1 200 OK\r\nContent-Type: application/json"
                          "\r\nContent-Length: %zu\r\n\r\n",
                          json->length);
    return send_bytes(peer, head, (size_t)length) &&
           send_bytes(peer, json->data, json->length);
}

static bool echo(struct peer *peer, const struct request *request)
{
    struct buf json = {0};
    const char *line = strstr(request->bytes.data, "\r\n") + 2;
    buf_addf(&json, "{\"connection\":%d,\"method\":", peer->number);
    json_add_string(&json, request->method);
    buf_add_text(&json, ",\"path\":");
    json_add_string(&json, request->path);
    buf_add_text(&json, ",\"headers\":");
    json_add_string(&json, str_from(line, (size_t)(request->bytes.data +
                                                   request->head - line)));
    buf_add_text(&json, ",\"body\":");
    json_add_string(&json, request->body);
    buf_add_char(&json, '}');
    bool is_fine = send_json(peer, &json);
    buf_finish(&json);
    return is_fine;
}

static bool reset(struct peer *peer)
{
    struct buf json = {0};
    peer->server->resets++;
    buf_add_text(&json, "true");
    bool is_fine = send_json(peer, &json);
    buf_finish(&json);
    return is_fine;
}

static bool in_parts(struct peer *peer, const char *answer)
{
    for (; *answer != '\0'; answer++)
        if (!send_bytes(peer, answer, 1))
            return false;
    return true;
}

/* False: the connection ends. */
static bool answer(struct peer *peer, const struct request *request)
{
    const char *bytes = peer->server->answer;
    struct str path = request->path;
    if (str_starts_with(path, "/answer"))
        return send_bytes(peer, bytes, strlen(bytes));
    if (str_starts_with(path, "/close"))
        return send_bytes(peer, bytes, strlen(bytes)) && false;
    if (str_starts_with(path, "/part"))
        return in_parts(peer, bytes);
    if (str_starts_with(path, "/drop"))
        return false;
    if (str_starts_with(path, "/reset"))
        return reset(peer);
    if (str_starts_with(path, "/wait")) {
        struct buf rest = {0};
        while (read_more(peer, &rest))
            ;
        buf_finish(&rest);
        return false;
    }
    return echo(peer, request);
}

/* ---- connections -------------------------------------------------------- */

static void *serve(void *data)
{
    struct peer *peer = data;
    struct request request = {0};
    bool is_fine = true;
    if (peer->server->context != NULL) {
        peer->tls = SSL_new(peer->server->context);
        SSL_set_fd(peer->tls, peer->fd);
        is_fine = SSL_accept(peer->tls) == 1;
    }
    while (is_fine && read_request(peer, &request))
        is_fine = answer(peer, &request) && !peer->server->takes_one;
    if (peer->tls != NULL && is_fine)
        SSL_shutdown(peer->tls);
    SSL_free(peer->tls);
    shutdown(peer->fd, SHUT_RDWR); /* closed at the end: its number is kept */
    buf_finish(&request.bytes);
    free(peer);
    return NULL;
}

static void *accept_all(void *data)
{
    struct api_server *server = data;
    while (server->accepted < API_CONNECTIONS) {
        int fd = accept(server->listener, NULL, NULL);
        if (fd < 0)
            break;
        struct peer *peer = calloc(1, sizeof *peer);
        *peer = (struct peer){
            .server = server, .number = server->accepted, .fd = fd};
        server->peers[server->accepted] = fd;
        pthread_create(&server->threads[server->accepted++], NULL, serve, peer);
    }
    return NULL;
}

void api_server_start(struct api_server *server, bool is_tls)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t size = sizeof address;
    *server = (struct api_server){0};
    signal(SIGPIPE, SIG_IGN);
    if (is_tls)
        prepare_tls(server);
    (void)inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    server->listener = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(server->listener, (struct sockaddr *)&address, size) != 0)
        abort();
    listen(server->listener, 50);
    getsockname(server->listener, (struct sockaddr *)&address, &size);
    server->port = ntohs(address.sin_port);
    snprintf(server->url, sizeof server->url, "http%s://127.0.0.1:%d",
             is_tls ? "s" : "", server->port);
    pthread_create(&server->thread, NULL, accept_all, server);
}

void api_server_stop(struct api_server *server)
{
    if (server->listener < 0)
        return;
    shutdown(server->listener, SHUT_RDWR);
    pthread_join(server->thread, NULL);
    close(server->listener);
    for (int i = 0; i < server->accepted; i++) {
        shutdown(server->peers[i], SHUT_RDWR);
        pthread_join(server->threads[i], NULL);
        close(server->peers[i]);
    }
    server->listener = -1;
}

void api_server_finish(struct api_server *server)
{
    api_server_stop(server);
    if (server->context != NULL) {
        SSL_CTX_free(server->context);
        (void)unlink(server->certificate);
    }
}
