// SPDX-License-Identifier: Apache-2.0

package import WoofConfiguration
internal import WoofModel
internal import WoofS3

/// The bucket in which nodes keep blobs, and the cache of this node.
package struct S3StorageSettings: ConfigurationSection {
  let endpoint: String
  let bucket: String
  let region: String
  let style: Style
  let authorityFile: String?
  let credentials: SecretFile?
  let prefix: String
  let folder: String?
  let cacheByteLimit: Int64
  let connectionLimit: Int
  let idleTimeout: Duration
  let attempts: Int
  let isHedging: Bool
  let supportsConditionalPuts: Bool
  let collectionInterval: Duration

  /// The place of the bucket's name in addresses.
  enum Style: String, CaseIterable {
    case path
    case host
  }

  /// Reads the section.
  package init(from reader: inout ConfigurationReader) {
    endpoint = reader.value(
      "endpoint", .string, default: "",
      "The address of the store, as https://s3.eu-central-1.amazonaws.com; http only on this machine.")
    bucket = reader.value("bucket", .string, default: "", "The bucket, which exists already and is Woof's alone.")
    region = reader.value("region", .string, default: "us-east-1", "The region, which signatures name.")
    style = reader.value(
      "style", .choice(of: Style.self), default: .path,
      "Whether the bucket is in the path of an address, or in its host.")
    authorityFile = reader.value(
      "authority", .optional(.string), default: nil,
      "A PEM file with the authorities that vouch for the store; by default those of the system.")
    credentials = reader.value(
      "credentials", .optional(.string), default: nil,
      "A JSON5 file with accessKey, secret and, where there is one, sessionToken; only the service's user can read it."
    ).map { SecretFile(key: "storage.s3.credentials", path: $0) }
    prefix = reader.value(
      "prefix", .string, default: "", "The beginning of the keys of all objects, where the bucket is not Woof's alone.")
    folder = reader.value(
      "folder", .optional(.string), default: nil,
      "The folder of this node for bytes on their way and for the cache; by default blobs in the node's folder.")
    cacheByteLimit =
      reader.value(
        "cacheLimit", .byteCount(in: .mebibytes(1)...(.gibibytes(65_536))), default: .gibibytes(10),
        "How many bytes of photos this node keeps on its disk to serve them again."
      ).bytes
    connectionLimit = reader.value(
      "connections", .integer(in: 1...1024), default: 64, "How many connections to the store there are at most.")
    idleTimeout = reader.value(
      "idleTimeout", .duration(in: .seconds(1)...(.seconds(600))), default: .seconds(30),
      "How long the store may say nothing before a request to it is given up.")
    attempts = reader.value(
      "attempts", .integer(in: 1...20), default: 5,
      "How often a request is tried that fails for a reason that may go away.")
    isHedging = reader.value(
      "hedging", .boolean, default: true, "Sends a read a second time that takes longer than 95 of 100 others.")
    supportsConditionalPuts = reader.value(
      "conditionalPuts", .boolean, default: false, "Whether the store knows If-None-Match of a PUT.")
    collectionInterval = reader.value(
      "collectionInterval", .duration(in: .seconds(1)...(.seconds(7 * 86_400))), default: .seconds(600),
      "The time between two collections of blobs that nothing refers to any more.")
    check(&reader)
  }

  private func check(_ reader: inout ConfigurationReader) {
    do throws(S3SettingError) {
      if !endpoint.isEmpty { _ = try S3Endpoint(endpoint, style: style == .path ? .path : .virtualHost) }
    } catch {
      reader.refuse("endpoint", because: error.description)
    }
    do throws(S3SettingError) {
      if !bucket.isEmpty { _ = try S3BucketName(bucket) }
    } catch {
      reader.refuse("bucket", because: error.description)
    }
  }
}

extension S3StorageSettings {
  /// A client of the bucket, with the keys that the file holds now.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`, in words for the operator.
  func makeClient() throws -> S3Client {
    guard !endpoint.isEmpty, !bucket.isEmpty, let credentials else {
      throw WoofError(.internal, "storage.s3 needs endpoint, bucket and credentials.")
    }
    let keys = try Self.credentials(in: credentials)
    do throws(S3SettingError) {
      let endpoint = try S3Endpoint(endpoint, style: style == .path ? .path : .virtualHost)
      var configuration = try S3Configuration(endpoint: endpoint, bucket: S3BucketName(bucket))
      configuration.region = region
      configuration.authorityFile = authorityFile
      configuration.connectionLimit = connectionLimit
      configuration.idleTimeout = idleTimeout / .seconds(1)
      configuration.retries.maximumAttempts = attempts
      if !isHedging { configuration.hedging = nil }
      configuration.supportsConditionalPuts = supportsConditionalPuts
      return S3Client(configuration, credentials: keys)
    } catch {
      throw WoofError(.internal, "storage.s3: \(error.description)")
    }
  }

  private static func credentials(in file: SecretFile) throws -> S3Credentials {
    let text = String(decoding: try file.read(), as: UTF8.self)
    // The reader's own words would quote the file.
    let read = try? EffectiveConfiguration(text: text, source: file.path) { S3Keys(from: &$0) }
    guard let keys = read?.root, !keys.accessKey.isEmpty else {
      throw WoofError(
        .internal, #"\#(file.key): \#(file.path) is not of the form { accessKey: "…", secret: "…" }."#)
    }
    do throws(S3SettingError) {
      return try S3Credentials(accessKey: keys.accessKey, secret: keys.secret, sessionToken: keys.sessionToken)
    } catch {
      throw WoofError(.internal, "\(file.key): \(error.description)")
    }
  }
}

/// The content of a file of credentials.
private struct S3Keys: ConfigurationSection {
  let accessKey: String
  let secret: String
  let sessionToken: String?

  init(from reader: inout ConfigurationReader) {
    accessKey = reader.value("accessKey", .string, default: "", "The name of the key.")
    secret = reader.value("secret", .string, default: "", "The key.")
    sessionToken = reader.value("sessionToken", .optional(.string), default: nil, "The token of keys that expire.")
  }
}
