// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import WoofS3

@testable import TestKit

/// A real object store for tests: OpenStack Swift with its s3api, on a free port of loopback.
///
/// There is one for a whole run of tests. It ends when the process that started it does, however that ends.
final class ObjectStoreEngine: Sendable {
  /// The reason for skipping tests where the engine is not there.
  static let advice =
    "needs swift-proxy, swift-account, swift-container, swift-object and memcached, which script/test installs"

  /// `true` if the engine can be started.
  static var isInstalled: Bool {
    let programs = ["swift-proxy-server", "swift-account-server", "swift-container-server", "swift-object-server"]
    return (programs + ["memcached", "python3"]).allSatisfy { access("/usr/bin/\($0)", X_OK) == 0 }
  }

  private static let starting = Mutex<Task<ObjectStoreEngine, any Error>?>(nil)

  /// The engine of this run, which is started by whoever asks first.
  static var shared: ObjectStoreEngine {
    get async throws {
      let task = starting.withLock { task in
        let starting = task ?? Task { try await ObjectStoreEngine() }
        task = starting
        return starting
      }
      return try await task.value
    }
  }

  /// The port of the service.
  let port: Int
  /// The process that has started all others.
  let identifier: pid_t
  private let folder: TemporaryFolder
  /// The engine ends when this end of a pipe is closed.
  private let input: Int32
  private let bucketCount = Atomic(0)

  /// Starts an engine, and waits until it responds.
  ///
  /// - Parameter user: The number of the user who runs it; `nil`, the default, for the one who runs the tests.
  init(as user: uid_t? = nil) async throws {
    folder = try TemporaryFolder()
    if user != nil { chmod(folder.path, 0o777) }
    (identifier, input) = try Self.start(in: folder, as: user)
    let (folder, identifier) = (folder, identifier)
    try await eventually {
      guard folder.read("port").last != 0x0A else { return true }
      if waitpid(identifier, nil, WNOHANG) == identifier {
        throw TestFailure("the object store has not started: \(String(decoding: folder.read("errors"), as: UTF8.self))")
      }
      return false
    }
    let text = String(decoding: folder.read("port"), as: UTF8.self)
    guard let port = Int(text.split(separator: "\n").first ?? "") else { throw TestFailure("no port: \(text)") }
    self.port = port
  }

  deinit {
    close(input)
    waitpid(identifier, nil, 0)
  }

  private static let script = "\(PackageFolder.path)/Tests/Support/ObjectStoreTestKit/engine.py"

  private static func start(in folder: TemporaryFolder, as user: uid_t?) throws -> (pid_t, input: Int32) {
    var ends: [Int32] = [-1, -1]
    // No other program that tests start may keep the engine alive.
    guard pipe(&ends) == 0 else { throw TestFailure("pipe: \(errno)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    posix_spawn_file_actions_addopen(&actions, 1, folder.path("port"), O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, folder.path("errors"), O_WRONLY | O_CREAT, 0o600)
    let change = user.map { ["/usr/bin/setpriv", "--reuid", "\($0)", "--regid", "\($0)", "--clear-groups"] } ?? []
    // Another user may not be able to read the sources.
    try folder.write([UInt8](contentsOfFile: Self.script), to: "engine.py")
    chmod(folder.path("engine.py"), 0o755)
    let arguments = change + ["/usr/bin/python3", folder.path("engine.py"), folder.path("engine")]
    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var identifier = pid_t()
    let number = posix_spawn(&identifier, arguments[0], &actions, nil, &words, environ)
    guard number == 0 else {
      close(ends[1])
      throw TestFailure("\(arguments[0]): \(String(cString: strerror(number)))")
    }
    return (identifier, ends[1])
  }

  // MARK: Clients

  /// The users of the engine.
  enum User: Sendable {
    /// Owns all buckets.
    case owner
    /// May neither read nor write them.
    case stranger
    /// Nobody of that name is known.
    case unknown
    /// The owner, with a secret that is not theirs.
    case impostor
    /// The credentials of the user.
    var credentials: S3Credentials {
      get throws {
        switch self {
        case .owner: try S3Credentials(accessKey: "test:tester", secret: "testing")
        case .stranger: try S3Credentials(accessKey: "test:reader", secret: "reading")
        case .unknown: try S3Credentials(accessKey: "test:nobody", secret: "testing")
        case .impostor: try S3Credentials(accessKey: "test:tester", secret: "guessing")
        }
      }
    }
  }

  /// The settings for a bucket of the engine.
  func configuration(bucket: String, style: S3Endpoint.Style = .path) throws -> S3Configuration {
    let host = style == .path ? "127.0.0.1" : "localhost"
    return try S3Configuration(
      endpoint: S3Endpoint("http://\(host):\(port)", style: style), bucket: S3BucketName(bucket))
  }

  /// A bucket that nobody else has, and its owner's client.
  func makeBucket(
    style: S3Endpoint.Style = .path, clock: any S3Clock = SystemS3Clock(),
    _ change: (inout S3Configuration) -> Void = { _ in }
  ) async throws -> S3Client {
    let number = bucketCount.add(1, ordering: .relaxed).newValue
    var configuration = try configuration(bucket: "bucket-\(number)", style: style)
    change(&configuration)
    let client = S3Client(configuration, credentials: try User.owner.credentials, clock: clock)
    try await client.createBucket()
    return client
  }
}
