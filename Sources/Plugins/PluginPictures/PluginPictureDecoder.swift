// SPDX-License-Identifier: Apache-2.0

import WoofCore
import WoofImages
import WoofModel
import WoofPlugins
package import WoofTerminal

/// Decodes pictures in the plugin that decodes those of the service, where it is installed: in a process of its own that
/// can reach nothing.
package struct PluginPictureDecoder: PictureDecoding {
  private let chain: PluginChain

  /// Makes a decoder; `nil` where there is no plugin that can, or it may not be run here.
  ///
  /// - Parameter folders: The folders in which plugins are looked for; by default those of the service.
  package init?(folders: [String] = PluginSearch.standardFolders) async {
    let search = PluginSearch(in: folders)
    guard let plugin = search.plugins.first(where: { $0.manifest.emits.contains(.png) }) else { return nil }
    let settings = WorkerSettings(workerPath: WorkerSettings.standardWorkerPath, workerCount: 1)
    let step = PluginStep(plugin: plugin.manifest.name)
    do {
      let chain = try PluginChain([step], from: search, settings: settings) { _ in }
      try await chain.start()
      self.chain = chain
    } catch {
      return nil
    }
  }

  /// Decodes a picture, turned as it is to be displayed, in the plugin's own process.
  ///
  /// - Throws: `WoofError` with `invalidImage` where the picture is damaged or cannot be decoded.
  package func pixels(of bytes: [UInt8], within size: PixelSize) async throws -> PixelImage {
    let variant = VariantSpecification(
      name: "terminal", width: size.width, height: size.height, type: .png, quality: 100)
    switch await chain.transform(try Self.picture(bytes), for: PictureRequest(variants: [variant])) {
    case .accepted(let findings):
      guard let file = findings.variants[variant.name]?.bytes, let pixels = PNGPixels(file),
        let image = PixelImage(width: pixels.width, height: pixels.height, bytes: pixels.bytes)
      else { throw WoofError(.invalidImage, "The picture cannot be drawn here.") }
      return image
    case .refused(let rejection): throw WoofError(.invalidImage, "The picture is damaged: \(rejection.reason).")
    case .failed(let failure): throw WoofError(.invalidImage, "The picture cannot be decoded: \(failure.detail).")
    }
  }

  /// Ends the processes.
  package func close() async { await chain.drain() }

  private static func picture(_ bytes: [UInt8]) throws(WoofError) -> Picture {
    var inspection = TransformerChain(ImageTransformers.standard()).makeInspection()
    let findings: PhotoFindings
    do throws(PhotoRejection) {
      try inspection.consume(bytes.span.bytes)
      findings = try inspection.finish()
    } catch {
      throw WoofError(rejection: error)
    }
    guard let type = findings.type, let width = findings.width, let height = findings.height else {
      throw WoofError(.invalidImage, "The picture's format is not known.")
    }
    return Picture(file: try PictureMemory(bytes), type: type, width: width, height: height)
  }
}
