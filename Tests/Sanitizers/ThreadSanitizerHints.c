// SPDX-License-Identifier: Apache-2.0

// Tells ThreadSanitizer of what Swift's runtime does where it cannot see it. Built and preloaded by
// `script/test --sanitize=thread` only; never a part of Woof.
//
// Swift 6.3's libraries for Linux are not built for ThreadSanitizer. Three hand-overs between threads go unseen, so that
// correct code is reported as racing:
//
// 1. A contended `Mutex` is taken and given back inside libswiftSynchronization.
// 2. The hooks by which libswiftCore tells of tasks are never switched on, because the program's own weak
//    `__tsan_on_initialize` is found before the library's.
// 3. A continuation that is resumed before its task has come to await it: the task then goes on without a hint.
//
// Here the first is annotated, the second is switched on, and for the third a resumer on another thread waits, within a
// bound, until the task awaits; from there on the runtime's own hints hold. Nothing is suppressed.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <unistd.h>

#define SWIFT_CALL __attribute__((swiftcall))
#define SWIFT_SELF __attribute__((swift_context))

// Absent in programs that are not sanitized, which the preloaded library reaches too.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))

// MARK: Mutex

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT_CALL void (*LockSlow)(uint32_t, SWIFT_SELF void *);
typedef SWIFT_CALL void (*UnlockSlow)(SWIFT_SELF void *);

SWIFT_CALL void lock_slow(uint32_t thread, SWIFT_SELF void *handle) __asm__(LOCK_SLOW);
SWIFT_CALL void unlock_slow(SWIFT_SELF void *handle) __asm__(UNLOCK_SLOW);

SWIFT_CALL void lock_slow(uint32_t thread, SWIFT_SELF void *handle) {
  LockSlow next = NEXT(LockSlow, LOCK_SLOW);
  next(thread, handle);
  if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT_CALL void unlock_slow(SWIFT_SELF void *handle) {
  UnlockSlow next = NEXT(UnlockSlow, UNLOCK_SLOW);
  if (__tsan_release) __tsan_release(handle);
  next(handle);
}

// MARK: Tasks

__attribute__((constructor)) static void switch_on_hints(void) {
  void (*initialize)(void) = NEXT(void (*)(void), "__tsan_on_initialize");
  if (__tsan_acquire && initialize) initialize();
}

// MARK: Continuations

// The start of the runtime's ContinuationAsyncContext.
struct ContinuationContext {
  void *parent;
  void *resume_parent;
  uintptr_t flags;
  _Atomic(uintptr_t) status;
};

enum { PENDING = 0 };

// The continuation that each task has begun last, in the slot of its address.
static struct {
  _Atomic(void *) task;
  struct ContinuationContext *context;
  pid_t thread;
} begun[1 << 16];

static unsigned slot_of(void *task) { return (unsigned)(((uintptr_t)task >> 4) * 2654435761u >> 16) & 0xFFFF; }

SWIFT_CALL void *swift_continuation_init(struct ContinuationContext *context, uintptr_t flags) {
  typedef SWIFT_CALL void *(*Init)(struct ContinuationContext *, uintptr_t);
  void *task = NEXT(Init, "swift_continuation_init")(context, flags);
  unsigned slot = slot_of(task);
  atomic_store(&begun[slot].task, NULL);
  begun[slot].context = context;
  begun[slot].thread = gettid();
  atomic_store(&begun[slot].task, task);
  return task;
}

static void wait_until_awaited(void *task) {
  unsigned slot = slot_of(task);
  if (!__tsan_release || atomic_load(&begun[slot].task) != task || begun[slot].thread == gettid()) return;
  struct ContinuationContext *context = begun[slot].context;
  for (int turn = 0; turn < 100000 && atomic_load(&context->status) == PENDING; turn++) sched_yield();
}

SWIFT_CALL void swift_continuation_resume(void *task) {
  typedef SWIFT_CALL void (*Resume)(void *);
  wait_until_awaited(task);
  NEXT(Resume, "swift_continuation_resume")(task);
}

SWIFT_CALL void swift_continuation_throwingResume(void *task) {
  typedef SWIFT_CALL void (*Resume)(void *);
  wait_until_awaited(task);
  NEXT(Resume, "swift_continuation_throwingResume")(task);
}

SWIFT_CALL void swift_continuation_throwingResumeWithError(void *task, void *error) {
  typedef SWIFT_CALL void (*Resume)(void *, void *);
  wait_until_awaited(task);
  NEXT(Resume, "swift_continuation_throwingResumeWithError")(task, error);
}
