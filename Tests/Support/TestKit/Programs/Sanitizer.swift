// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A tool that watches the program at run time, and uses memory and files of its own meanwhile.
enum Sanitizer {
  /// `true` if the tests were built with ThreadSanitizer or AddressSanitizer.
  static var isActive: Bool { dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil }
}
