public import Foundation

/// The service that is administered, by the way that leads to it.
public enum AdminTarget: Hashable, Sendable {
  /// By the socket in its data folder, on this machine.
  case socket(AdminSocket)
  /// At an address where the configuration of the service opens the admin API.
  case remote(URL)

  /// The target as one line, such as `Service: https://photos.example`, without a line break.
  var description: String {
    switch self {
    case .socket(let socket): "Data folder: \(socket.absoluteFolder)"
    case .remote(let url): "Service: \(url.absoluteString)"
    }
  }
}
