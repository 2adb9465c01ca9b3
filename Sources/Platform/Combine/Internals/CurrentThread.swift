internal import Glibc

/// Which thread this is.
@usableFromInline func currentThread() -> UInt { UInt(pthread_self()) }
