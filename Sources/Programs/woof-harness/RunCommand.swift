// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofCommandLine
import WoofModel
import WoofTesting

/// Runs a harness until it is told to stop.
struct RunCommand: Command {
  static let name = "harness"
  static let summary = "Runs a Woof service for the test of an app, steered over HTTP."
  static let discussion = """
    Prints one line of JSON when the service is ready: where it is (url), where it is steered (control), and its folder. \
    Everything that the control API can do is in Documentation/testing.md.

    The harness stops when its standard input ends, so that it never outlives the test that started it, on SIGTERM, on \
    ^C, and on POST to /control/v1/stop. With --detached, the end of standard input does not matter.
    """

  private let configuration: HarnessConfiguration
  private let controlPort: Int
  private let isDetached: Bool
  private let recordFile: String?
  private let replayFile: String?

  init(from reader: inout ArgumentReader) {
    var configuration = HarnessConfiguration()
    configuration.port = reader.option(
      "--port", .integer("PORT", in: 0...65_535), default: 0,
      "The port of the service on 127.0.0.1; 0 takes a free one.")
    controlPort = reader.option(
      "--control-port", .integer("PORT", in: 0...65_535), default: 0,
      "The port of the control API on 127.0.0.1; 0 takes a free one.")
    configuration.seed = UInt64(
      reader.option(
        "--seed", .integer("NUMBER", in: 0...Int.max), default: 1, "What pictures, ids and chances follow from."))
    if let text = reader.option("--stand-at", .text("DATE"), "Lets the clock stand, as at 2026-05-01T10:00Z.") {
      if let moment = Timestamp(spelling: text) {
        configuration.clock = .standing(at: moment)
      } else {
        reader.refuse(because: "--stand-at takes a date as 2026-05-01T10:00Z")
      }
    }
    configuration.certificate = reader.option(
      "--certificate", .choice(of: HarnessCertificate.self), "Speaks https, and shows this certificate.")
    configuration.speaksHTTP2 = !reader.flag("--without-http2", "Speaks HTTP/1.1 only.")
    configuration.compressesResponses = reader.flag(
      "--compression", "Compresses what is text for clients that take that, as a real service does.")
    configuration.transformer =
      reader.option(
        "--transformer", .choice(of: HarnessTransformer.self),
        "What derives thumbnails and other variants: nothing (the default), a stand-in, or the installed plugins.")
      ?? .none
    configuration.folder = reader.option(
      "--data", .text("DIR"), "The folder for data, which stays; by default a new one.")
    configuration.keepsFolder = reader.flag("--keep", "Lets the temporary folder stay.")
    configuration.isDurable = reader.flag("--durable", "Waits for the disk, as a real service does.")
    isDetached = reader.flag("--detached", "Goes on when standard input ends.")
    let upstream = reader.option(
      "--upstream", .text("HOST:PORT"), "Passes requests on to a service that runs there, over plain HTTP.")
    recordFile = reader.option("--record", .text("FILE"), "Writes what passed to a file when the harness stops.")
    replayFile = reader.option("--replay", .text("FILE"), "Answers from a file that --record wrote, without a service.")
    if let upstream {
      let parts = upstream.split(separator: ":")
      if parts.count == 2, let port = Int(parts[1]), (1...65_535).contains(port) {
        configuration.backend = .address(host: String(parts[0]), port: port)
      } else {
        reader.refuse(because: "--upstream takes HOST:PORT")
      }
      if replayFile != nil { reader.refuse(because: "--upstream and --replay exclude each other") }
    }
    self.configuration = configuration
  }

  func run() async throws -> ExitCode {
    let ends = try HarnessEnds(watchesInput: !isDetached)
    var configuration = configuration
    if let replayFile {
      configuration.backend = .recording(try Recording(contentsOf: URL(fileURLWithPath: replayFile)))
    }
    let harness = try await WoofHarness.start(configuration)
    let control: HarnessControl
    do { control = try await HarnessControl.start(for: harness, port: controlPort) } catch {
      await harness.stop()
      throw error
    }
    announce(harness, control)
    await ends.first(or: control.stopRequests)
    await control.stop()
    let recording = recordFile.map { _ in harness.recording }
    await harness.stop()
    if let recordFile { try recording?.write(to: URL(fileURLWithPath: recordFile)) }
    return .done
  }

  private func announce(_ harness: WoofHarness, _ control: HarnessControl) {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("url")
    writer.value(harness.url.absoluteString)
    writer.name("control")
    writer.value(control.url.absoluteString)
    writer.name("folder")
    writer.value(harness.folder)
    if let file = harness.certificateAuthorityFile {
      writer.name("certificateAuthority")
      writer.value(file.path)
    }
    writer.endObject()
    writer.newline()
    StandardStream.output.write(String(decoding: writer.bytes, as: UTF8.self))
  }
}
