// SPDX-License-Identifier: Apache-2.0

package import WoofConfiguration

/// The ways in which administrators reach the admin API.
package struct AdministrationSettings: ConfigurationSection {
  /// `true` if there is an admin socket in the data folder.
  let hasSocket: Bool
  /// `true` if administrators reach the admin API at the service's own addresses too.
  let isOnTCP: Bool

  /// No way to administer the service.
  static let none = AdministrationSettings()

  private init() {
    hasSocket = false
    isOnTCP = false
  }

  /// Reads the section.
  package init(from reader: inout ConfigurationReader) {
    hasSocket = reader.value(
      "socket", .boolean, default: true,
      "Whether root and the user of the service may administer it through admin.sock in the data folder.")
    isOnTCP = reader.value(
      "tcp", .boolean, default: false,
      "Whether accounts that are administrators may do so wherever the service listens, with their passwords.")
  }
}
