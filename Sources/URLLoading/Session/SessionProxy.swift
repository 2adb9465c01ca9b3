import Foundation

/// The proxies of a session, by the scheme they are for.
struct SessionProxy: Sendable {
  /// `nil` where the environment is to decide.
  private var byScheme: [String: TransferProxy]?

  /// Reads the keys that Apple documents for `connectionProxyDictionary`.
  init(_ dictionary: [AnyHashable: Any]?) {
    guard let dictionary else { return }
    let exceptions = dictionary["ExceptionsList"] as? [String] ?? []
    func server(_ prefix: String, _ kind: TransferProxyServer.Kind, port: Int) -> TransferProxy? {
      guard Self.number(dictionary["\(prefix)Enable"]) != 0, let host = dictionary["\(prefix)Proxy"] as? String else {
        return nil
      }
      let port = Self.number(dictionary["\(prefix)Port"]) ?? port
      return .server(
        TransferProxyServer(
          kind: kind, host: host, port: port, user: dictionary["\(prefix)User"] as? String,
          password: dictionary["\(prefix)Password"] as? String, exceptions: exceptions))
    }
    let socks = server("SOCKS", .socks5, port: 1080)
    byScheme = [
      "http": server("HTTP", .http, port: 80) ?? socks ?? .direct,
      "https": server("HTTPS", .http, port: 443) ?? socks ?? .direct,
    ]
  }

  /// The way to a server of the scheme; `nil` as the environment says.
  func proxy(for scheme: String) -> TransferProxy? { byScheme?[scheme] }

  private static func number(_ value: Any?) -> Int? {
    switch value {
    case let value as Int: value
    case let value as Bool: value ? 1 : 0
    case let value as NSNumber: value.intValue
    case let value as String: Int(value)
    default: nil
    }
  }
}
