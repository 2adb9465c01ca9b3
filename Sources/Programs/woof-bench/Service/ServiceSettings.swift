// SPDX-License-Identifier: Apache-2.0

/// The settings of a service for a benchmark: the defaults, except for limits that a single client machine would reach.
struct ServiceSettings: Sendable {
  /// The number of event loops; `nil` for the default.
  var loopCount: Int?
  /// The certificate and key, if connections are encrypted; otherwise `nil`.
  var certificate: CertificateFiles?
  /// Sections of other modules, each followed by a comma; empty by default.
  var furtherModules = ""

  /// The text of the configuration file.
  var text: String {
    let loops = loopCount.map { "loops: \($0)," } ?? ""
    let tls = certificate.map { "tls: { certificate: \"\($0.file)\", key: \"\($0.key)\" }," } ?? ""
    return """
      {
        log: { level: "warning" },
        modules: {
          \(furtherModules)
          "service.http": {
            \(loops)
            \(tls)
            limits: { connections: 50000, connectionsPerAddress: 50000 },
            service: { feed: { subscribersPerAddress: 20000 } },
          },
        },
      }
      """
  }
}
