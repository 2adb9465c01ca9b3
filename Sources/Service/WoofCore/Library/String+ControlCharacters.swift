// SPDX-License-Identifier: Apache-2.0

extension String {
  /// `true` if the string contains a control character (general category Cc of Unicode).
  var holdsControlCharacter: Bool {
    unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) }
  }
}
