// SPDX-License-Identifier: Apache-2.0

#ifndef CURL_REFERENCE_H
#define CURL_REFERENCE_H

/// What a run of libcurl took.
struct curl_reference_run {
  /// Since the first request, in seconds.
  double elapsed;
  /// Of the one thread, in seconds.
  double processor;
  /// Of content.
  long long bytes;
  /// How many requests did not bring a 200.
  long failures;
};

/// Makes `count` GETs of a URL with libcurl's multi interface, `width` of them at a time, over easy handles that are
/// used again, and forgets what comes. `buffer_size` is how much is received at once; 0 for libcurl's default.
struct curl_reference_run curl_reference_run_gets(const char *url, long count, int width, long buffer_size);

/// Makes one GET, and writes what comes to a new file, piece by piece as libcurl gives it. The file is removed.
struct curl_reference_run curl_reference_run_download(const char *url, const char *path, long buffer_size);

#endif
