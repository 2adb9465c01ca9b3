// SPDX-License-Identifier: Apache-2.0

// libcurl, with what Swift cannot import of it: functions of varying arguments, each by the type of the last one.
#ifndef CCURL_SHIMS_H
#define CCURL_SHIMS_H

#include <curl/curl.h>

static inline CURLcode ccurl_easy_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_easy_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_easy_set_string(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_easy_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

/// The bytes are copied.
static inline CURLcode ccurl_easy_set_blob(CURL *easy, CURLoption option, const void *bytes, size_t count) {
  struct curl_blob blob = {.data = (void *)bytes, .len = count, .flags = CURL_BLOB_COPY};
  return curl_easy_setopt(easy, option, &blob);
}

/// The content of a POST. The bytes are copied.
static inline CURLcode ccurl_easy_set_content(CURL *easy, const void *bytes, size_t count) {
  curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  return count ? curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes) : curl_easy_setopt(easy, CURLOPT_POSTFIELDS, "");
}

static const long CCURL_AUTH_BASIC = CURLAUTH_BASIC;
static const long CCURL_AUTH_DIGEST = CURLAUTH_DIGEST;

/// For CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION.
static inline CURLcode ccurl_easy_set_write(CURL *easy, CURLoption option, curl_write_callback function) {
  return curl_easy_setopt(easy, option, function);
}

static inline CURLcode ccurl_easy_set_read(CURL *easy, curl_read_callback function) {
  return curl_easy_setopt(easy, CURLOPT_READFUNCTION, function);
}

static inline CURLcode ccurl_easy_set_seek(CURL *easy, curl_seek_callback function) {
  return curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, function);
}

static inline CURLcode ccurl_easy_set_progress(CURL *easy, curl_xferinfo_callback function) {
  return curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, function);
}

static inline CURLcode ccurl_easy_set_open_socket(CURL *easy, curl_opensocket_callback function) {
  return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, function);
}

static inline CURLcode ccurl_easy_set_close_socket(CURL *easy, curl_closesocket_callback function) {
  return curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, function);
}

static inline CURLcode ccurl_easy_set_resolver_start(CURL *easy, curl_resolver_start_callback function) {
  return curl_easy_setopt(easy, CURLOPT_RESOLVER_START_FUNCTION, function);
}

static inline CURLcode ccurl_easy_set_before_request(CURL *easy, curl_prereq_callback function) {
  return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, function);
}

static inline CURLcode ccurl_easy_set_log(CURL *easy, curl_debug_callback function) {
  return curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, function);
}

static inline CURLcode ccurl_easy_set_tls_context(CURL *easy, curl_ssl_ctx_callback function) {
  return curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, function);
}

static inline long ccurl_easy_get_long(CURL *easy, CURLINFO info) {
  long value = 0;
  curl_easy_getinfo(easy, info, &value);
  return value;
}

static inline curl_off_t ccurl_easy_get_offset(CURL *easy, CURLINFO info) {
  curl_off_t value = 0;
  curl_easy_getinfo(easy, info, &value);
  return value;
}

static inline const char *ccurl_easy_get_string(CURL *easy, CURLINFO info) {
  char *value = 0;
  curl_easy_getinfo(easy, info, &value);
  return value;
}

static inline curl_socket_t ccurl_easy_get_socket(CURL *easy) {
  curl_socket_t value = CURL_SOCKET_BAD;
  curl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &value);
  return value;
}

/// The `SSL` of the transfer's connection while there is one and it uses OpenSSL; NULL otherwise.
static inline void *ccurl_easy_get_tls(CURL *easy) {
  struct curl_tlssessioninfo *session = 0;
  curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &session);
  return session && session->backend == CURLSSLBACKEND_OPENSSL ? session->internals : 0;
}

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode ccurl_multi_set_pointer(CURLM *multi, CURLMoption option, void *value) {
  return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode ccurl_multi_set_socket(CURLM *multi, curl_socket_callback function) {
  return curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, function);
}

static inline CURLMcode ccurl_multi_set_timer(CURLM *multi, curl_multi_timer_callback function) {
  return curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, function);
}

/// The result of a message that says that a transfer is done.
static inline CURLcode ccurl_message_result(const CURLMsg *message) {
  return message->data.result;
}

#endif
