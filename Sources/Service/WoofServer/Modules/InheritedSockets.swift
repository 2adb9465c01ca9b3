internal import WoofHTTP

/// The sockets that systemd opened for the service (`LISTEN_FDS`).
enum InheritedSockets {
  /// The name (`FileDescriptorName=`) of sockets whose connections begin with the header of a proxy.
  private static let proxyHeaderName = "proxy-protocol"

  /// Listeners for all inherited sockets, encrypted but for Unix sockets where there is a certificate. Whoever wrote the
  /// socket unit chose where they listen, so no address is refused here.
  static func listeners(tls: TLSConfiguration?) -> [HTTPListener] {
    SystemdSocket.inherited().map {
      HTTPListener(.inherited(descriptor: $0.descriptor), tls: tls, takesProxyHeader: $0.name == proxyHeaderName)
    }
  }
}
