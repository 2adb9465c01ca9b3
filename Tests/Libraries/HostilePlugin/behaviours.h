// SPDX-License-Identifier: Apache-2.0

#ifndef BEHAVIOURS_H
#define BEHAVIOURS_H

#include <woof_plugin.h>

/// Something that the plugin can be asked to do; gives a `woof_plugin_status`.
typedef int (*behaviour)(const woof_plugin_job *job, const woof_plugin_host *host);

struct named_behaviour {
  const char *name;
  behaviour run;
};

/// Ends the process, or keeps it from ending.
extern const struct named_behaviour breaking[];
/// Asks the kernel for what a job has no use for; refuses the picture where it gets it.
extern const struct named_behaviour reaching[];
/// Tells the service what is not true.
extern const struct named_behaviour lying[];

/// Names other processes, and itself.
extern const struct named_behaviour naming[];

/// The limit that another process has where its limits could be changed, of RLIMIT_RTTIME.
#define HOSTILE_MARK 424242424

/// Names other processes, and has it done at each fork.
void name_others_while_created(const woof_plugin_host *host);

/// Refuses the picture for a reason.
int refuse(const woof_plugin_host *host, const char *reason);

/// Accepts where a call failed, and refuses where it went through.
int accept_if_denied(const woof_plugin_host *host, long result, const char *what);

#endif
