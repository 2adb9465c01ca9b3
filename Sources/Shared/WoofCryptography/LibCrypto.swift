// SPDX-License-Identifier: Apache-2.0

internal import COpenSSL

/// The library that does all cryptography, as a part of the process.
package enum LibCrypto {
  /// Leaves the library as it is when the process exits; the kernel takes back its memory.
  ///
  /// By default libcrypto frees its locks and algorithms while it exits (OPENSSL_init_crypto(3)), and a thread that still
  /// hashes a password or a photo then reads what is freed: the process ends by a signal, not with its exit code. A program
  /// calls this before anything else.
  package static func skipCleanupAtExit() {
    OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
  }
}
