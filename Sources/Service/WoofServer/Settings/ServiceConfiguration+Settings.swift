// SPDX-License-Identifier: Apache-2.0

internal import WoofConfiguration
internal import WoofAPI

extension ServiceConfiguration {
  init(from reader: inout ConfigurationReader) {
    self.init()
    cacheByteCount = Int(
      reader.value(
        "cache", .byteCount(in: .megabytes(1)...(.gigabytes(64))), default: .bytes(Int64(cacheByteCount)),
        "How many bytes of photos and records all loops together remember."
      ).bytes)
    cacheInlineByteCount = Int(
      reader.value(
        "cacheInline", .byteCount(in: .bytes(0)...(.megabytes(16))), default: .bytes(Int64(cacheInlineByteCount)),
        "Up to which length an original is remembered in memory; longer ones are sent from their files."
      ).bytes)
    hasGallery = reader.value(
      "gallery", .boolean, default: hasGallery,
      "Whether there are pages for people, at / and /photos/ID; without them there is only the API.")
    feed = reader.section("feed", "The live feed.") { EventFeedConfiguration(from: &$0) }
  }
}

extension EventFeedConfiguration {
  init(from reader: inout ConfigurationReader) {
    self.init()
    subscriberLimit = reader.value(
      "subscribers", .integer(in: 1...1_000_000), default: subscriberLimit, "How many subscribers there may be.")
    subscriberLimitPerAddress = reader.value(
      "subscribersPerAddress", .integer(in: 1...1_000_000), default: subscriberLimitPerAddress,
      "How many subscribers one address may have.")
    subscriberLimitPerAccount = reader.value(
      "subscribersPerAccount", .integer(in: 1...1_000_000), default: subscriberLimitPerAccount,
      "How many subscribers one account may have.")
    heartbeatInterval = reader.value(
      "heartbeat", .anyDuration, default: heartbeatInterval,
      "After how long without an event a subscriber is told that the stream is alive.")
    reconnectDelay = reader.value(
      "reconnectDelay", .anyDuration, default: reconnectDelay,
      "After how long readers of server-sent events shall come again when a stream has ended.")
    recentChangeLimit = reader.value(
      "recentChanges", .integer(in: 16...1_000_000), default: recentChangeLimit,
      "How many photos' newest changes each loop keeps at hand for its subscribers.")
  }
}
