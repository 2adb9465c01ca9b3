/// How a service is configured for a benchmark: as by default, but for what a single client machine would run into.
struct ServiceSettings: Sendable {
  /// How many event loops; `nil` leaves the default.
  var loopCount: Int?
  /// Certificate and key, where connections are encrypted.
  var certificate: CertificateFiles?
  /// Sections of other modules, each with a comma behind it.
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
