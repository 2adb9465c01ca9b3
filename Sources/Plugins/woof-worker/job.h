// SPDX-License-Identifier: Apache-2.0

#ifndef WOOF_JOB_H
#define WOOF_JOB_H

#include "channel.h"
#include "plugin.h"

/// Does the job of a message, and replies on the job's socket. Gives 0; -1 where the message is no job.
int do_job(const struct plugin *plugin, struct message *message);

/// Makes a host whose functions do nothing but log, for `create`.
void make_idle_host(woof_plugin_host *host);

/// Drops, from now on, what a plugin tells such a host.
void end_idle_host(void);

/// Tells the service of a system call that was denied to the job, with the path that it was about, which may be NULL;
/// each once. May be called in a signal handler.
void report_denial(const char *name, const char *path);

#endif
