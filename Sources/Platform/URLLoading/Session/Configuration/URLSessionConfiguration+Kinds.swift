import Foundation
import FoundationNetworking

extension URLSessionConfiguration {
  /// A new configuration with the process's shared stores of cookies, credentials and responses, and with the classes
  /// registered at `URLProtocol` so far.
  public class var `default`: URLSessionConfiguration {
    let configuration = URLSessionConfiguration()
    configuration.httpCookieStorage = HTTPCookieStorage.shared
    configuration.urlCredentialStorage = URLCredentialStorage.shared
    configuration.urlCache = URLCache.shared
    configuration.protocolClasses = URLProtocol.registeredClasses
    return configuration
  }

  /// A new configuration whose stores are its own, in memory, and gone with the session.
  public class var ephemeral: URLSessionConfiguration {
    let configuration = URLSessionConfiguration()
    configuration.httpCookieStorage = FoundationNetworking.URLSessionConfiguration.ephemeral.httpCookieStorage
    configuration.urlCredentialStorage = URLCredentialStorage()
    configuration.urlCache = URLCache(memoryCapacity: 512 * 1024, diskCapacity: 0, diskPath: nil)
    configuration.protocolClasses = URLProtocol.registeredClasses
    return configuration
  }
}
