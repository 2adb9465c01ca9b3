// SPDX-License-Identifier: Apache-2.0

#include "CurlReference.h"

#include <curl/curl.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

// As fast as libcurl goes with one thread: its sockets in an epoll, its timer in the epoll's wait.

struct loop {
  CURLM *multi;
  int epoll;
  /// Milliseconds until libcurl wants to be called; -1 for never.
  long timeout;
  const char *url;
  long to_start;
  long running;
  /// Of the file that is written; -1 where what comes is forgotten.
  int file;
  /// How much libcurl receives at once; 0 for what it does by itself.
  long buffer_size;
  struct curl_reference_run run;
};

static double seconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
  struct loop *loop = context;
  if (loop->file >= 0 && write(loop->file, bytes, size * count) != (ssize_t)(size * count)) return 0;
  loop->run.bytes += (long long)(size * count);
  return size * count;
}

static int watch(CURL *easy, curl_socket_t socket, int what, void *context, void *known) {
  (void)easy;
  struct loop *loop = context;
  struct epoll_event event = {.data.fd = socket};
  if (what & CURL_POLL_IN) event.events |= EPOLLIN;
  if (what & CURL_POLL_OUT) event.events |= EPOLLOUT;
  if (what == CURL_POLL_REMOVE) {
    epoll_ctl(loop->epoll, EPOLL_CTL_DEL, socket, &event);
  } else {
    epoll_ctl(loop->epoll, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event);
    curl_multi_assign(loop->multi, socket, loop);
  }
  return 0;
}

static int set_timer(CURLM *multi, long milliseconds, void *context) {
  (void)multi;
  ((struct loop *)context)->timeout = milliseconds;
  return 0;
}

static void start(struct loop *loop, CURL *easy) {
  if (loop->to_start == 0) {
    curl_easy_cleanup(easy);
    return;
  }
  loop->to_start--;
  loop->running++;
  curl_multi_add_handle(loop->multi, easy);
}

static CURL *make(struct loop *loop) {
  CURL *easy = curl_easy_init();
  curl_easy_setopt(easy, CURLOPT_URL, loop->url);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  if (loop->buffer_size > 0) curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, loop->buffer_size);
  curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, loop);
  return easy;
}

static void take_results(struct loop *loop) {
  int left;
  CURLMsg *message;
  while ((message = curl_multi_info_read(loop->multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    CURL *easy = message->easy_handle;
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    if (message->data.result != CURLE_OK || status != 200) loop->run.failures++;
    loop->running--;
    curl_multi_remove_handle(loop->multi, easy);
    start(loop, easy);
  }
}

static void turn(struct loop *loop) {
  struct epoll_event events[64];
  int running;
  int count = epoll_wait(loop->epoll, events, 64, loop->timeout < 0 ? -1 : (int)loop->timeout);
  for (int index = 0; index < count; index++) {
    int ready = 0;
    if (events[index].events & EPOLLIN) ready |= CURL_CSELECT_IN;
    if (events[index].events & EPOLLOUT) ready |= CURL_CSELECT_OUT;
    if (events[index].events & (EPOLLERR | EPOLLHUP)) ready |= CURL_CSELECT_ERR;
    curl_multi_socket_action(loop->multi, events[index].data.fd, ready, &running);
  }
  if (count == 0 || loop->timeout == 0) {
    loop->timeout = -1;
    curl_multi_socket_action(loop->multi, CURL_SOCKET_TIMEOUT, 0, &running);
  }
  take_results(loop);
}

static struct curl_reference_run run(const char *url, long count, int width, int file, long buffer_size) {
  struct loop loop = {
      .multi = curl_multi_init(), .epoll = epoll_create1(EPOLL_CLOEXEC), .timeout = -1, .url = url, .file = file};
  loop.to_start = count;
  loop.buffer_size = buffer_size;
  curl_multi_setopt(loop.multi, CURLMOPT_SOCKETFUNCTION, watch);
  curl_multi_setopt(loop.multi, CURLMOPT_SOCKETDATA, &loop);
  curl_multi_setopt(loop.multi, CURLMOPT_TIMERFUNCTION, set_timer);
  curl_multi_setopt(loop.multi, CURLMOPT_TIMERDATA, &loop);
  curl_multi_setopt(loop.multi, CURLMOPT_MAXCONNECTS, (long)width);
  double started = seconds(CLOCK_MONOTONIC);
  double used = seconds(CLOCK_THREAD_CPUTIME_ID);
  for (int index = 0; index < width; index++) start(&loop, make(&loop));
  while (loop.running > 0) turn(&loop);
  loop.run.elapsed = seconds(CLOCK_MONOTONIC) - started;
  loop.run.processor = seconds(CLOCK_THREAD_CPUTIME_ID) - used;
  curl_multi_cleanup(loop.multi);
  close(loop.epoll);
  return loop.run;
}

struct curl_reference_run curl_reference_run_gets(const char *url, long count, int width, long buffer_size) {
  return run(url, count, width, -1, buffer_size);
}

struct curl_reference_run curl_reference_run_download(const char *url, const char *path, long buffer_size) {
  int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return (struct curl_reference_run){.failures = 1};
  struct curl_reference_run result = run(url, 1, 1, file, buffer_size);
  close(file);
  unlink(path);
  return result;
}
