// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import woof_bench

/// What counts as a response that left too early, told from lines as strace writes them.
struct SyncTraceTests {
  private static let response =
    #"7 sendto(9<socket:[1]>, "HTTP/1.1 201 Created\r\nLoc"..., 300, MSG_NOSIGNAL, NULL, 0) = 300"#
  private static let write = #"8 pwrite64(5</data/woof.sqlite-wal>, "\1\2"..., 4096, 0) = 4096"#
  private static let sync = "8 fdatasync(5</data/woof.sqlite-wal>) = 0"

  @Test func `a response after the sync of its writes is in order`() throws {
    let response = try #require(responses(Self.write, Self.sync, Self.response).first)
    #expect(response == SyncTrace.Response(status: 201, synced: ["/data/woof.sqlite-wal"], unsynced: []))
  }

  @Test func `a response before the sync is found`() {
    #expect(responses(Self.write, Self.response, Self.sync).first?.unsynced == ["/data/woof.sqlite-wal"])
  }

  @Test func `a write after the sync is not covered by it`() {
    #expect(responses(Self.write, Self.sync, Self.write, Self.response).first?.unsynced == ["/data/woof.sqlite-wal"])
  }

  @Test func `a sync that has not returned covers nothing`() {
    let response = responses(Self.write, "8 fdatasync(5</data/woof.sqlite-wal> <unfinished ...>", Self.response).first
    #expect(response?.unsynced == ["/data/woof.sqlite-wal"])
  }

  @Test func `a sync in two lines covers what was written before it began`() {
    let begun = "8 fdatasync(5</data/woof.sqlite-wal> <unfinished ...>"
    let ended = "8 <... fdatasync resumed>)             = 0"
    #expect(responses(Self.write, begun, ended, Self.response).first?.unsynced == [])
    #expect(responses(begun, Self.write, ended, Self.response).first?.unsynced == ["/data/woof.sqlite-wal"])
  }

  @Test func `a sync that fails covers nothing`() {
    let failed = "8 fdatasync(5</data/woof.sqlite-wal>) = -1 EIO (Input/output error)"
    #expect(responses(Self.write, failed, Self.response).first?.unsynced == ["/data/woof.sqlite-wal"])
  }

  @Test func `a response in a call that returns later counts when the call begins`() {
    let begun =
      #"7 sendto(9<socket:[1]>, "HTTP/1.1 201 Created\r\nLoc"..., 300, MSG_NOSIGNAL, NULL, 0 <unfinished ...>"#
    let found = responses(Self.write, begun, Self.sync, "7 <... sendto resumed>) = 300")
    #expect(found.map(\.unsynced) == [["/data/woof.sqlite-wal"]])
  }

  @Test func `the folder of a renamed file must be synced`() {
    let rename = #"8 rename("/data/spool/1", "/data/blobs/ab/cd/abcd") = 0"#
    #expect(responses(rename, Self.response).first?.unsynced == ["/data/blobs/ab/cd"])
    #expect(responses(rename, "8 fsync(6</data/blobs/ab/cd>) = 0", Self.response).first?.unsynced == [])
  }

  @Test func `names in the spool need no sync, but its bytes do`() {
    let discard = #"8 rename("/data/blobs/ab/cd/abcd", "/data/spool/2") = 0"#
    let spooled = #"8 write(6</data/spool/3>, "bytes", 5) = 5"#
    #expect(responses(discard, Self.response).first?.unsynced == [])
    #expect(responses(spooled, Self.response).first?.unsynced == ["/data/spool/3"])
  }

  @Test func `the database file needs no sync if its log has one`() {
    let checkpoint = #"8 pwrite64(4</data/woof.sqlite>, "\1"..., 4096, 0) = 4096"#
    #expect(responses(Self.write, Self.sync, checkpoint, Self.response).first?.unsynced == [])
  }

  @Test func `a response is charged with the writes since the one before`() {
    #expect(responses(Self.write, Self.response, Self.response).map(\.unsynced) == [["/data/woof.sqlite-wal"], []])
  }

  @Test func `interim responses and files elsewhere do not count`() {
    let interim = #"7 sendto(9<socket:[1]>, "HTTP/1.1 100 Continue\r\n\r\n", 25, MSG_NOSIGNAL, NULL, 0) = 25"#
    let elsewhere = #"7 write(2</tmp/log>, "line\n", 5) = 5"#
    #expect(responses(Self.write, interim, elsewhere, Self.sync, Self.response).map(\.unsynced) == [[]])
  }

  private func responses(_ lines: String...) -> [SyncTrace.Response] {
    var trace = SyncTrace(folder: "/data")
    for line in lines { trace.take(line) }
    return trace.responses
  }
}
