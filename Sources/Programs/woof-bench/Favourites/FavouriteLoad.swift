// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofModel

/// The requests of connections that set and unset favourites, each its own, so that every request changes something.
struct FavouriteLoad {
  /// The requests of one connection, which take turns.
  private let requests: [[LoadRequest]]
  private var turns: [Int]

  /// Gives each connection an account and a photo that no other connection has together.
  init(connectionCount: Int, accounts: [BenchAccount], photos: [PhotoID]) {
    requests = (0..<connectionCount).map { connection in
      let account = accounts[connection % accounts.count]
      let photo = photos[connection / accounts.count % photos.count]
      return ["PUT", "DELETE"].map { method in
        LoadRequest(head: HTTPClientRequest(method, "/v1/photos/\(photo)/favourite", account: account).bytes)
      }
    }
    turns = Array(repeating: 0, count: connectionCount)
  }

  /// The next request of a connection.
  mutating func next(_ connection: Int) -> LoadRequest {
    turns[connection] ^= 1
    return requests[connection][turns[connection] ^ 1]
  }
}
