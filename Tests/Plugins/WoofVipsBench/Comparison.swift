// SPDX-License-Identifier: Apache-2.0

import Glibc
import PluginTesting
import VipsReference
import WoofVips

/// The plugin against the same work done in other ways.
struct Comparison {
  private let path: String
  private let picture: [UInt8]

  /// Reads a picture; `nil` where there is none.
  init?(path: String) throws {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var run = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&run, 1, run.count, file), count > 0 { bytes += run[..<count] }
    self.path = path
    picture = bytes
  }

  /// Does the work so many times, one way after another in each round, so that what else the machine does troubles all
  /// of them alike; and gives a table of medians.
  func run(rounds: Int) throws -> String {
    let host = try InProcessHost(entry(abi: 1))
    let wishes = [
      Wish("preview", "image/webp", 1600, 1600, quality: 82), Wish("thumb", "image/webp", 256, 256, quality: 80),
    ]
    let three = wishes + [Wish("grid", "image/webp", 640, 640, quality: 80)]
    let outcome = host.process(picture, wanting: three, wantsAnnotations: true)
    guard outcome.isAccepted, woof_vips_reference(picture, picture.count) > 0 else {
      return "The picture cannot be used: \(outcome.refusal ?? outcome.log.joined())"
    }
    var (plugin, looks, verdict, reference): ([Cost], [Cost], [Cost], [Cost]) = ([], [], [], [])
    var (all, late, later): ([Cost], [Cost], [Cost]) = ([], [], [])
    var (tool, preview, usual): ([Cost], [Cost], [Cost]) = ([], [], [])
    for _ in 0..<rounds {
      plugin.append(Cost.of { _ = host.process(picture, wanting: wishes, wantsAnnotations: true) })
      all.append(Cost.of { _ = host.process(picture, wanting: three, wantsAnnotations: true) })
      late.append(Cost.of { _ = host.process(picture, wanting: [three[0]]) })
      later.append(Cost.of { _ = host.process(picture, wanting: [three[2], three[0]]) })
      reference.append(Cost.of { _ = woof_vips_reference(picture, picture.count) })
      looks.append(Cost.of { _ = host.process(picture, wanting: [wishes[1]], wantsAnnotations: true) })
      verdict.append(Cost.of { _ = host.process(picture) })
      preview.append(Cost.of(.children) { thumbnail("1600x1600", "Q=82,effort=1") })
      tool.append(Cost.of(.children) { thumbnail("256x256", "Q=80,effort=1") }.adding(preview[preview.count - 1]))
      usual.append(
        Cost.of(.children) {
          thumbnail("1600x1600", "Q=82")
          thumbnail("256x256", "Q=80")
        })
    }
    let base = reference.median
    let images = outcome.images.sorted { $0.key < $1.key }.map { name, image in
      "\(name): \(image.width) × \(image.height), \(image.bytes.count) bytes\n"
    }
    return "\(picture.count) bytes; medians of \(rounds) rounds, and what they are of C's\n"
      + line("preview, thumb and looks", plugin, base) + line("the same in C", reference, base)
      + line("by vipsthumbnail, two processes", tool, base) + line("of them that of the preview", preview, base)
      + line("both with its own effort, 4", usual, base) + line("thumb and looks", looks, base)
      + line("preview, grid, thumb and looks", all, base) + line("preview, by the queue", late, base)
      + line("preview and grid, by the queue", later, base)
      + line("verdict only", verdict, base) + images.joined()
  }

  private func thumbnail(_ box: String, _ options: String) {
    let output = "/dev/shm/woof-bench-%s.webp[\(options)]"
    guard WoofVipsBench.run(["vipsthumbnail", "--size", box, "-o", output, path]) else {
      return print("vipsthumbnail has failed; it is in libvips-tools")
    }
  }

  private func line(_ name: String, _ costs: [Cost], _ base: Cost) -> String {
    let median = costs.median
    return name + String(repeating: " ", count: max(0, 34 - name.count)) + column(median.wall) + " ms"
      + column(median.processor) + " ms CPU" + column(100 * median.wall / base.wall) + " %"
      + column(100 * median.processor / base.processor) + " % CPU\n"
  }

  private func column(_ value: Double) -> String {
    let text = String((value * 10).rounded() / 10)
    return String(repeating: " ", count: max(0, 8 - text.count)) + text
  }
}
