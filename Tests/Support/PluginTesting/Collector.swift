// SPDX-License-Identifier: Apache-2.0

import CWoofPlugin

/// What a host's functions collect during one call.
final class Collector {
  var outcome = Outcome()
  private let wanted: [Wish]
  private var memory: [Int: UnsafeMutableBufferPointer<UInt8>] = [:]

  init(wanted: [Wish]) { self.wanted = wanted }

  deinit { for buffer in memory.values { buffer.deallocate() } }

  /// Lends a table whose functions end up here.
  func withTable<Result>(_ body: (UnsafePointer<woof_plugin_host>) -> Result) -> Result {
    var host = woof_plugin_host()
    host.size = MemoryLayout<woof_plugin_host>.size
    host.context = Unmanaged.passUnretained(self).toOpaque()
    host.log = { Collector.of($0).outcome.log.append(String($1)) }
    host.refuse = { context, reason, offset in
      Collector.of(context).outcome.refusal = String(reason)
      Collector.of(context).outcome.refusalOffset = offset
    }
    host.annotate = { Collector.of($0).outcome.annotations[String($1)] = String($2) }
    host.image_memory = { Collector.of($0).memory(of: $1) }
    host.finish_image = { Collector.of($0).finish($1, byteCount: $2, width: $3, height: $4) }
    host.motion = { Collector.of($0).motion(of: $1, $2) }
    return withExtendedLifetime(self) { withUnsafePointer(to: host) { body($0) } }
  }

  /// The object whose address `withTable` has put into the table.
  private static func of(_ context: UnsafeMutableRawPointer?) -> Collector {
    guard let context else { preconditionFailure("a plugin has to hand on the host's context") }
    return Unmanaged<Collector>.fromOpaque(context).takeUnretainedValue()
  }

  private func memory(of index: Int) -> UnsafeMutablePointer<UInt8>? {
    guard wanted.indices.contains(index) else { return nil }
    let buffer = memory[index] ?? .allocate(capacity: max(1, wanted[index].capacity))
    memory[index] = buffer
    return buffer.baseAddress
  }

  private func motion(of index: Int, _ motion: UnsafeMutablePointer<woof_plugin_motion>?) -> CInt {
    guard wanted.indices.contains(index), let wish = wanted[index].motion else { return -1 }
    motion?.pointee = wish
    return 0
  }

  private func finish(_ index: Int, byteCount: Int, width: UInt32, height: UInt32) -> CInt {
    guard let buffer = memory[index], byteCount <= wanted[index].capacity else { return -1 }
    outcome.images[wanted[index].name] = Outcome.Image(
      bytes: Array(buffer[..<byteCount]), width: Int(width), height: Int(height))
    return 0
  }
}

extension String {
  init(_ span: woof_plugin_span) {
    self.init(decoding: UnsafeBufferPointer(start: span.bytes, count: span.count), as: UTF8.self)
  }

  func withPluginSpan<Result>(_ body: (woof_plugin_span) -> Result) -> Result {
    var text = self
    return text.withUTF8 { body(woof_plugin_span(bytes: $0.baseAddress, count: $0.count)) }
  }
}

extension [Wish] {
  /// Lends the images as a plugin gets them.
  func withWantedImages<Result>(_ body: (UnsafeBufferPointer<woof_plugin_wanted_image>) -> Result) -> Result {
    lend(ArraySlice(self), after: [], body)
  }

  private func lend<Result>(
    _ rest: ArraySlice<Wish>, after lent: [woof_plugin_wanted_image],
    _ body: (UnsafeBufferPointer<woof_plugin_wanted_image>) -> Result
  ) -> Result {
    guard let wish = rest.first else { return lent.withUnsafeBufferPointer(body) }
    return wish.name.withPluginSpan { name in
      wish.mediaType.withPluginSpan { mediaType in
        let image = woof_plugin_wanted_image(
          name: name, media_type: mediaType, width: UInt32(wish.width), height: UInt32(wish.height),
          fit: wish.fit.rawValue, quality: UInt32(wish.quality), capacity: wish.capacity)
        return lend(rest.dropFirst(), after: lent + [image], body)
      }
    }
  }
}
