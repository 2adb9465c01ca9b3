import FoundationEssentials
import WoofCommandLine
import WoofModel

extension MeasuredService {
  /// Opens a connection.
  ///
  /// - Throws: ``HTTPAnswerFault`` if no process listens.
  func connect() throws -> HTTPConnection { try HTTPConnection(port: port) }

  /// Uploads a photo.
  ///
  /// - Throws: `CommandFailure` where it is not taken as a new one.
  func upload(_ bytes: [UInt8], as account: BenchAccount, over connection: HTTPConnection) throws -> PhotoMetadata {
    let answer = try connection.send(
      HTTPClientRequest("POST", "/v1/photos?visibility=public", account: account, body: bytes))
    guard answer.status == 201 else { throw CommandFailure("an upload was answered \(answer.status): \(answer.text)") }
    return try JSONDecoder().decode(PhotoMetadata.self, from: Data(answer.body))
  }

  /// Signs in once with each account, so that later requests are answered from the memory of verified credentials.
  ///
  /// - Throws: `CommandFailure` where one is refused.
  func verify(_ accounts: [BenchAccount]) throws {
    let connection = try connect()
    for account in accounts {
      let answer = try connection.send(HTTPClientRequest("GET", "/v1/me", account: account))
      guard answer.status == 200 else {
        throw CommandFailure("\(account.name) could not sign in: \(answer.status) \(answer.text)")
      }
    }
  }
}
