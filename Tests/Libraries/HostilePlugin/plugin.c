// SPDX-License-Identifier: Apache-2.0

// A plugin that does on purpose what a plugin must not do, as its parameters (`{"do":"segfault"}`) or, while it is
// prepared, its configuration say. It is loaded by workers only.

#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "behaviours.h"

static int is_asked(woof_plugin_span json, const char *name) {
  char quoted[64] = "\"";
  strncat(quoted, name, sizeof(quoted) - 3);
  strcat(quoted, "\"");
  return json.count > 0 && memmem(json.bytes, json.count, quoted, strlen(quoted)) != NULL;
}

static int touch(const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)host;
  volatile uint8_t sum = 0;
  for (size_t place = 0; place < job->input.count; place += 4096) sum ^= job->input.bytes[place];
  return WOOF_PLUGIN_ACCEPTED;
}

static int process(void *instance, const woof_plugin_job *job, const woof_plugin_host *host) {
  (void)instance;
  const struct named_behaviour *const lists[] = {breaking, reaching, lying, naming};
  for (size_t list = 0; list < sizeof(lists) / sizeof(lists[0]); list += 1) {
    for (const struct named_behaviour *behaviour = lists[list]; behaviour->name != NULL; behaviour += 1) {
      if (is_asked(job->parameters, behaviour->name)) return behaviour->run(job, host);
    }
  }
  if (is_asked(job->parameters, "refuse")) {
    static const uint8_t reason[] = "no\ndogs";
    host->refuse(host->context, (woof_plugin_span){reason, sizeof(reason) - 1}, 3);
    return WOOF_PLUGIN_REFUSED;
  }
  return is_asked(job->parameters, "fail") ? WOOF_PLUGIN_FAILED : touch(job, host);
}

static void *wait_for_ever(void *argument) {
  for (;;) pause();
  return argument;
}

static int create(const woof_plugin_host *host, woof_plugin_span configuration, void **instance) {
  static const uint8_t line[] = "being prepared";
  host->log(host->context, (woof_plugin_span){line, sizeof(line) - 1});
  *instance = NULL;
  if (is_asked(configuration, "segfault")) *(volatile int *)8 = 1;
  if (is_asked(configuration, "fail")) return 1;
  if (is_asked(configuration, "slow")) sleep(1000);
  if (is_asked(configuration, "thread")) {
    pthread_t thread;
    pthread_create(&thread, NULL, wait_for_ever, NULL);
  }
  if (is_asked(configuration, "fork") && fork() == 0) {
    for (;;) pause();
  }
  if (is_asked(configuration, "name-others")) name_others_while_created(host);
  if (is_asked(configuration, "reach")) {
    // 2 to 4 where something went through that must not.
    if (open("/etc/passwd", O_RDONLY) >= 0) return 2;
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0) return 3;
    char *arguments[] = {"true", NULL};
    execv("/bin/true", arguments);
    if (open("/tmp/woof-hostile", O_WRONLY | O_CREAT, 0600) >= 0) return 4;
  }
  return 0;
}

#define TEXT(text) {(const uint8_t *)text, sizeof(text) - 1}

const woof_plugin *woof_plugin_entry(uint32_t abi) {
  static const woof_plugin plugin = {
      WOOF_PLUGIN_ABI, sizeof(woof_plugin), TEXT("hostile"), TEXT("1.0"), create, process, NULL};
  return abi == WOOF_PLUGIN_ABI ? &plugin : NULL;
}
