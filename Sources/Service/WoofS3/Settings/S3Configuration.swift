// SPDX-License-Identifier: Apache-2.0

/// The settings of a client of one bucket.
package struct S3Configuration: Sendable {
  /// The address of the service.
  package var endpoint: S3Endpoint
  /// The bucket.
  package var bucket: S3BucketName
  /// The region, which is signed; `us-east-1` by default, which most services that are no cloud expect.
  package var region = "us-east-1"
  /// The path of a file of certificates, PEM, that are trusted instead of the system's; `nil` by default.
  package var authorityFile: String?
  /// The most connections at a time; 64 by default.
  package var connectionLimit = 64
  /// The time for which nothing may come or go before a request is given up, in seconds; 30 by default.
  package var idleTimeout = 30.0
  /// The rules by which requests are repeated.
  package var retries = S3RetryPolicy()
  /// The rules by which slow reads are asked for a second time; `nil` for never.
  package var hedging: S3HedgePolicy? = S3HedgePolicy()
  /// `true` if the service honours `If-None-Match: *` of a PUT (RFC 9110 §13.1.2). `false` by default: some refuse it, and
  /// a service that ignores it would overwrite.
  package var supportsConditionalPuts = false

  /// Makes the settings for a bucket, with the defaults of the others.
  ///
  /// - Throws: ``S3SettingError`` where the bucket cannot be had at that address.
  package init(endpoint: S3Endpoint, bucket: S3BucketName) throws(S3SettingError) {
    try endpoint.check(bucket)
    self.endpoint = endpoint
    self.bucket = bucket
  }
}

/// A setting with which no service can be asked.
package struct S3SettingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence that says what is wrong and what to write instead. It has no credential in it.
  package let description: String

  init(_ description: String) { self.description = description }
}
