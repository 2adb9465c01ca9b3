// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Returns the identifier of the calling thread.
@usableFromInline func currentThread() -> UInt { UInt(pthread_self()) }
