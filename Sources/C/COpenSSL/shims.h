// SPDX-License-Identifier: Apache-2.0

#ifndef COPENSSL_SHIMS_H
#define COPENSSL_SHIMS_H

#include <openssl/ssl.h>
#include <openssl/async.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/core_names.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <openssl/pem.h>
#include <openssl/bio.h>
#include <openssl/crypto.h>

// Swift imports neither function-like macros nor variadic functions; each shim below names the one it stands for.

static inline long woof_SSL_CTX_set_min_proto_version(SSL_CTX *context, int version) {
  return SSL_CTX_set_min_proto_version(context, version);
}

static inline long woof_SSL_CTX_set_max_proto_version(SSL_CTX *context, int version) {
  return SSL_CTX_set_max_proto_version(context, version);
}

/// A place for data of one's own in each `SSL_CTX`, and what is called with it when the context goes; it may be NULL then.
static inline int woof_SSL_CTX_get_ex_new_index(CRYPTO_EX_free *free) {
  return SSL_CTX_get_ex_new_index(0, NULL, NULL, NULL, free);
}

static inline int woof_sk_X509_num(const STACK_OF(X509) *stack) {
  return sk_X509_num(stack);
}

static inline X509 *woof_sk_X509_value(const STACK_OF(X509) *stack, int index) {
  return sk_X509_value(stack, index);
}

/// The alternative names of a certificate, to be freed; NULL where it has none.
static inline GENERAL_NAMES *woof_X509_get_alternative_names(const X509 *certificate) {
  return (GENERAL_NAMES *)X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
}

static inline void woof_GENERAL_NAMES_free(GENERAL_NAMES *names) {
  GENERAL_NAMES_free(names);
}

static inline int woof_sk_GENERAL_NAME_num(const GENERAL_NAMES *names) {
  return sk_GENERAL_NAME_num(names);
}

/// The DNS name at an index; NULL for a name of another kind.
static inline const ASN1_STRING *woof_sk_GENERAL_NAME_dns(const GENERAL_NAMES *names, int index) {
  const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, index);
  return name != NULL && name->type == GEN_DNS ? name->d.dNSName : NULL;
}

static inline int woof_sk_X509_NAME_num(const STACK_OF(X509_NAME) *stack) {
  return sk_X509_NAME_num(stack);
}

static inline X509_NAME *woof_sk_X509_NAME_value(const STACK_OF(X509_NAME) *stack, int index) {
  return sk_X509_NAME_value(stack, index);
}

static inline STACK_OF(X509) *woof_sk_X509_new(void) {
  return sk_X509_new_null();
}

static inline int woof_sk_X509_push(STACK_OF(X509) *stack, X509 *certificate) {
  return sk_X509_push(stack, certificate);
}

/// With the certificates in it.
static inline void woof_sk_X509_free(STACK_OF(X509) *stack) {
  sk_X509_pop_free(stack, X509_free);
}

static inline long woof_SSL_CTX_set_mode(SSL_CTX *context, long mode) {
  return SSL_CTX_set_mode(context, mode);
}

static inline int woof_SSL_set_retry_verify(SSL *connection) {
  return SSL_set_retry_verify(connection);
}

static inline long woof_SSL_clear_mode(SSL *connection, long mode) {
  return SSL_clear_mode(connection, mode);
}

static inline long woof_SSL_CTX_set1_groups_list(SSL_CTX *context, const char *list) {
  return SSL_CTX_set1_groups_list(context, list);
}

static inline long woof_SSL_CTX_set_session_cache_mode(SSL_CTX *context, long mode) {
  return SSL_CTX_set_session_cache_mode(context, mode);
}

static inline void woof_SSL_CTX_set_read_ahead(SSL_CTX *context, long yes) {
  SSL_CTX_set_read_ahead(context, yes);
}

static inline EVP_PKEY *woof_EVP_EC_gen(const char *curve) {
  return EVP_EC_gen(curve);
}

static const int woof_MBSTRING_UTF8 = MBSTRING_UTF8;
static const uint64_t woof_SSL_OP_NO_COMPRESSION = SSL_OP_NO_COMPRESSION;
static const uint64_t woof_SSL_OP_NO_RENEGOTIATION = SSL_OP_NO_RENEGOTIATION;
static const uint64_t woof_SSL_OP_CIPHER_SERVER_PREFERENCE = SSL_OP_CIPHER_SERVER_PREFERENCE;
static const uint64_t woof_SSL_OP_PRIORITIZE_CHACHA = SSL_OP_PRIORITIZE_CHACHA;

#endif
