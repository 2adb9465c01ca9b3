// SPDX-License-Identifier: Apache-2.0

package import WoofModel
package import WoofTerminal

extension PictureDrawing {
  /// Draws a photo on a screen, with the help of the plugin that decodes where pixels are needed and it is installed.
  ///
  /// - Parameters:
  ///   - advice: The advice for a picture that cannot be drawn, as `get the picture by: dogs fetch ID -o FILE`.
  ///   - fetch: Gets the original of a photo.
  /// - Throws: The errors of fetching; `WoofError`, for example with `invalidImage` if the picture is damaged or cannot
  ///   be decoded.
  package static func draw(
    _ photo: PhotoMetadata, on screen: PictureScreen, advice: String,
    fetch: @escaping @Sendable (PhotoMetadata) async throws -> [UInt8]
  ) async throws -> Drawing {
    let decoder = screen.needsPixels(of: photo.contentType) ? await PluginPictureDecoder() : nil
    let drawn: Drawing
    do {
      drawn = try await PictureDrawing(on: screen, decoder: decoder, advice: advice, fetch: fetch).draw(photo)
    } catch {
      await decoder?.close()
      throw error
    }
    await decoder?.close()
    return drawn
  }
}
