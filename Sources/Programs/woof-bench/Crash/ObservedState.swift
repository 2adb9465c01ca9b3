// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WoofModel

/// The state of a service as its lists show it.
struct ObservedState: Sendable {
  /// The counts in the response to `GET /v1/me`.
  struct Summary: Decodable, Sendable {
    var photoCount: Int
    var favouriteCount: Int
  }

  /// The photos of each account.
  var photos: [[PhotoMetadata]] = []
  /// The photos that each account likes.
  var favourites: [Set<PhotoID>] = []
  /// The counts of each account.
  var summaries: [Summary] = []

  /// Makes a state of its parts.
  init(photos: [[PhotoMetadata]], favourites: [Set<PhotoID>], summaries: [Summary]) {
    (self.photos, self.favourites, self.summaries) = (photos, favourites, summaries)
  }

  /// Reads all lists of all accounts.
  ///
  /// - Throws: ``HTTPResponseFault`` where one cannot be read.
  init(of accounts: [BenchAccount], over connection: HTTPConnection) throws {
    for account in accounts {
      photos.append(try Self.list("/v1/me/photos", account, connection))
      favourites.append(Set(try Self.list("/v1/me/favourites", account, connection).map(\.id)))
      summaries.append(try connection.get("/v1/me", as: account))
    }
  }

  private struct Page: Decodable {
    var items: [PhotoMetadata]
    var next: String?
  }

  private static func list(
    _ path: String, _ account: BenchAccount, _ connection: HTTPConnection
  ) throws -> [PhotoMetadata] {
    var items: [PhotoMetadata] = []
    var cursor: String?
    repeat {
      let page: Page = try connection.get("\(path)?limit=500\(cursor.map { "&after=\($0)" } ?? "")", as: account)
      items += page.items
      cursor = page.next
    } while cursor != nil
    return items
  }
}

extension HTTPConnection {
  /// Sends a `GET` request and decodes the response's JSON.
  ///
  /// - Throws: ``HTTPResponseFault`` if the status is not 200; the errors of the decoder.
  func get<Value: Decodable>(_ target: String, as account: BenchAccount? = nil) throws -> Value {
    let response = try send(HTTPClientRequest("GET", target, account: account))
    guard response.status == 200 else { throw HTTPResponseFault("GET \(target): \(response.status) \(response.text)") }
    return try JSONDecoder().decode(Value.self, from: Data(response.body))
  }
}
