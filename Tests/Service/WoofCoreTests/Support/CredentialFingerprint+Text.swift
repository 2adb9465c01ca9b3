// SPDX-License-Identifier: Apache-2.0

import WoofCryptography

@testable import WoofCore

extension CredentialFingerprint {
  /// The fingerprint of a credential whose password is a text.
  init(name: String, password: String, under key: MessageAuthenticator) {
    self.init(name: name, password: WipedBytes(password), under: key)
  }
}
