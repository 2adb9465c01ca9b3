public import Foundation

/// Where a service is administered.
public enum AdminTarget: Hashable, Sendable {
  /// By the socket in its data folder, on this machine.
  case socket(AdminSocket)
  /// At an address where the configuration of the service opens the admin API.
  case remote(URL)

  /// What it is, as a line begins that tells it.
  var description: String {
    switch self {
    case .socket(let socket): "Data folder: \(socket.absoluteFolder)"
    case .remote(let url): "Service: \(url.absoluteString)"
    }
  }
}
