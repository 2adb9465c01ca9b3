// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofConfiguration

@Suite struct Quantities {
  @Test(arguments: [
    ("0", 0), ("4096", 4096), ("50 MB", 50_000_000), ("50MB", 50_000_000), ("16 KiB", 16_384), ("1 gib", 1 << 30),
    ("2  tb", 2_000_000_000_000), ("7 B", 7),
  ])
  func `a byte count is read`(text: String, bytes: Int64) {
    #expect(ByteCount(text)?.bytes == bytes)
  }

  @Test(arguments: [
    "", "MB", "-1", "1.5 MB", "1 XB", "9223372036854775807 TiB", "99999999999999999999", "1 M B", "١ MB",
  ])
  func `a malformed byte count is refused`(text: String) {
    #expect(ByteCount(text) == nil)
  }

  @Test(arguments: [
    (0, "0 B"), (1, "1 B"), (1000, "1 KB"), (1024, "1 KiB"), (16_384, "16 KiB"), (50_000_000, "50 MB"),
    (1_500_000, "1500 KB"), (1 << 30, "1 GiB"), (1001, "1001 B"),
  ])
  func `a byte count is written in its largest unit and parsed again`(bytes: Int64, text: String) {
    #expect(ByteCount(bytes: bytes).description == text)
    #expect(ByteCount(text) == ByteCount(bytes: bytes))
  }

  @Test func `the factories of byte counts multiply by their unit`() {
    #expect(ByteCount.kibibytes(2) == .bytes(2048))
    #expect(ByteCount.mebibytes(1) == .kibibytes(1024))
    #expect(ByteCount.gibibytes(1) == .mebibytes(1024))
    #expect(ByteCount.gigabytes(1) == .megabytes(1000))
    #expect(ByteCount.megabytes(1) == .kilobytes(1000))
    #expect(ByteCount.bytes(1) < .kilobytes(1))
  }

  @Test(arguments: [
    ("250ms", Duration.milliseconds(250)), ("15s", .seconds(15)), ("15 s", .seconds(15)), ("5m", .seconds(300)),
    ("12h", .seconds(43_200)), ("30d", .seconds(2_592_000)), ("0s", .zero),
  ])
  func `a duration is read`(text: String, duration: Duration) {
    #expect(Duration(spelling: text) == duration)
  }

  @Test(arguments: ["", "15", "s", "-1s", "1.5s", "1w", "9223372036854775807d", "1h30m"])
  func `a malformed duration is refused`(text: String) {
    #expect(Duration(spelling: text) == nil)
  }

  @Test(arguments: [
    (Duration.zero, "0ms"), (.milliseconds(1500), "1500ms"), (.seconds(90), "90s"), (.seconds(60), "1m"),
    (.seconds(7200), "2h"), (.seconds(86_400), "1d"),
  ])
  func `a duration is written in its largest unit and parsed again`(duration: Duration, text: String) {
    #expect(duration.spelling == text)
    #expect(Duration(spelling: text) == duration)
  }
}
