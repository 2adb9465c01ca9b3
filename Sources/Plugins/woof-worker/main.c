// SPDX-License-Identifier: Apache-2.0

// The process that a plugin runs in: takes its orders over one socket, gives up what it does not need, loads the plugin,
// gives up what is left, and does jobs until the service goes. Nothing here allocates or holds a lock, so that a process
// can be forked for every job.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <woof_sandbox.h>

#include "channel.h"
#include "job.h"
#include "plugin.h"

struct worker {
  uint32_t layers;
  uint32_t isolation;
  uint32_t cpu_seconds;
  uint32_t landlock_version;
  int task_folder;
  struct plugin plugin;
};

static struct message message;

static void fail(const char *text) {
  send_text(WOOF_WORKER_CONTROL, WOOF_WORKER_FAILED, 0, text, strlen(text));
  _exit(1);
}

static void send_state(const struct worker *worker, woof_worker_kind kind, uint32_t threads) {
  const woof_worker_state state = {
      {kind, sizeof(state), 0}, worker->layers, worker->landlock_version, threads, worker->isolation};
  send_message(WOOF_WORKER_CONTROL, &state, sizeof(state));
}

/// Every thread is a folder in /proc/self/task, and a folder has a link for each folder in it.
static uint32_t thread_count(const struct worker *worker) {
  struct stat status;
  if (worker->task_folder < 0 || fstat(worker->task_folder, &status) != 0 || status.st_nlink < 3) return 0;
  return (uint32_t)status.st_nlink - 2;
}

static void take_layer(struct worker *worker, woof_worker_layer layer, int result) {
  if (result == 0) worker->layers |= layer;
}

/// The layers that stand before any foreign code runs. Landlock and the filter come again afterwards, stricter.
static void confine_for_loading(struct worker *worker, const struct start *start, int library) {
  const int forks = worker->isolation == WOOF_WORKER_PER_JOB;
  const uint32_t readable_count = start->message->readable_count;
  woof_handle_denials(NULL);
  take_layer(worker, WOOF_LAYER_NO_NEW_PRIVILEGES, woof_forbid_new_privileges());
  take_layer(worker, WOOF_LAYER_UNDUMPABLE, woof_forbid_inspection());
  take_layer(worker, WOOF_LAYER_NAMESPACES, woof_leave_namespaces());
  take_layer(worker, WOOF_LAYER_LANDLOCK, woof_leave_file_system(library, start->readable, readable_count));
  int is_nobody = 0;
  const int gave_up = woof_give_up_privileges(&is_nobody);
  if (is_nobody && gave_up == 0) worker->layers |= WOOF_LAYER_UNPRIVILEGED_USER;
  const int counts_own_processes = is_nobody || (worker->layers & WOOF_LAYER_NAMESPACES) != 0;
  take_layer(
      worker, WOOF_LAYER_RESOURCE_LIMITS, woof_limit_resources(start->message->memory_bytes, counts_own_processes));
  take_layer(
      worker, WOOF_LAYER_SECCOMP,
      woof_filter_system_calls(forks ? WOOF_CALLS_LOADING_AND_FORKING : WOOF_CALLS_LOADING));
  // Told first, so that whoever is told of a missing layer hears which.
  send_state(worker, WOOF_WORKER_CONFINED, 1);
  if ((worker->layers & start->message->required_layers) != start->message->required_layers) _exit(1);
}

/// The layers of a worker that has loaded its plugin. Whatever stood before stands again or the worker ends.
static void confine_for_work(struct worker *worker) {
  woof_give_up_reading();
  if ((worker->layers & WOOF_LAYER_LANDLOCK) && woof_leave_file_system(-1, "", 0) != 0) fail("landlock failed");
  take_layer(worker, WOOF_LAYER_NO_WRITABLE_CODE, woof_forbid_writable_code());
  const int forks = worker->isolation == WOOF_WORKER_PER_JOB;
  if (!forks) woof_handle_denials(report_denial);
  if ((worker->layers & WOOF_LAYER_SECCOMP) &&
      woof_filter_system_calls(forks ? WOOF_CALLS_FORKING : WOOF_CALLS_SERVING) != 0) {
    fail("the filter of system calls failed");
  }
}

static void check_processes(const struct worker *worker, uint32_t threads) {
  if (worker->isolation != WOOF_WORKER_PER_JOB) return;
  if (threads > 1) fail("its create function leaves threads behind, which a process for each job cannot have");
  if (waitpid(-1, NULL, WNOHANG) != -1 || errno != ECHILD) fail("its create function leaves processes behind");
}

// One process for each job.

static void be_job(const struct worker *worker, pid_t parent) {
  woof_tie_to_parent();
  if (getppid() != parent) _exit(1);
  close(WOOF_WORKER_CONTROL);
  woof_limit_processor_time(worker->cpu_seconds, 1);
  woof_handle_denials(report_denial);
  if ((worker->layers & WOOF_LAYER_SECCOMP) && woof_filter_system_calls(WOOF_CALLS_JOB) != 0) _exit(1);
  _exit(do_job(&worker->plugin, &message) == 0 ? 0 : 1);
}

static void report_end(uint64_t job, int status, const struct rusage *usage) {
  const struct timeval user = usage->ru_utime;
  const struct timeval system = usage->ru_stime;
  const uint64_t microseconds =
      (uint64_t)(user.tv_sec + system.tv_sec) * 1000000 + (uint64_t)(user.tv_usec + system.tv_usec);
  const woof_worker_ended ended = {
      {WOOF_WORKER_ENDED, sizeof(ended), job}, status, 0, microseconds, (uint64_t)usage->ru_maxrss * 1024};
  send_message(WOOF_WORKER_CONTROL, &ended, sizeof(ended));
}

static void fork_job(const struct worker *worker) {
  const uint64_t job = ((const woof_worker_header *)message.storage)->job;
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) be_job(worker, parent);
  close_descriptors(&message);
  int status = -1;
  struct rusage usage = {0};
  if (child > 0) {
    while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR) continue;
  }
  report_end(job, status, &usage);
}

static void serve(const struct worker *worker) {
  while (receive_message(WOOF_WORKER_CONTROL, &message) == 0) {
    if (worker->isolation == WOOF_WORKER_PER_JOB) {
      fork_job(worker);
      continue;
    }
    woof_limit_processor_time(worker->cpu_seconds, 0);
    const int result = do_job(&worker->plugin, &message);
    close_descriptors(&message);
    if (result != 0) return;
  }
}

int main(void) {
  static struct message orders;
  struct worker worker = {0};
  struct start start;
  if (receive_message(WOOF_WORKER_CONTROL, &orders) != 0) return 1;
  // Libraries that ask for the local time, as colour management does, would look for the zone's file in each job.
  tzset();
  if (read_start(orders.storage, orders.byte_count, &start) != 0 || orders.descriptor_count != 1) {
    fail("the service says what this worker does not understand; both have to be of one version");
  }
  woof_tie_to_parent();
  worker.isolation = start.message->isolation;
  worker.cpu_seconds = start.message->cpu_seconds;
  worker.landlock_version = (uint32_t)woof_landlock_version();
  worker.task_folder = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  confine_for_loading(&worker, &start, orders.descriptors[0]);
  const char *fault = load_plugin(orders.descriptors[0], &start, &worker.plugin);
  if (fault != NULL) fail(fault);
  const uint32_t threads = thread_count(&worker);
  check_processes(&worker, threads);
  close(worker.task_folder);
  end_idle_host();
  close_descriptors(&orders);
  confine_for_work(&worker);
  send_state(&worker, WOOF_WORKER_READY, threads);
  serve(&worker);
  return 0;
}
