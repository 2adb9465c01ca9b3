// SPDX-License-Identifier: Apache-2.0

/// Something whose release a test sees.
final class Token {
  private let onRelease: () -> Void

  init(onRelease: @escaping () -> Void = {}) {
    self.onRelease = onRelease
  }

  deinit {
    onRelease()
  }
}
