// SPDX-License-Identifier: Apache-2.0

import Glibc
import PluginPictures
import Testing
import WoofCore
import WoofCryptography
import WoofModel
import WoofPlugins
import WoofTerminal

@testable import TestKit
@testable import TestPictures

/// Pictures that the shipped plugin decodes, where it has been built beside the tests.
@Suite(.enabled(if: access("\(ExecutableFolder.path)/libWoofVips.so", R_OK) == 0))
struct PluginPictureDecoderTests {
  private static let root = PackageFolder.path

  /// A folder of its own with the plugin, and the manifest that names its digest.
  private static func install() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let library = try [UInt8](contentsOfFile: "\(ExecutableFolder.path)/libWoofVips.so")
    let digest = try #require(Digest(SHA256.digest(of: library)))
    let manifest = try String(contentsOfFile: "\(root)/Plugins/Vips/manifest.json")
    try folder.write(library, to: "libWoofVips.so")
    try folder.write("{\"digest\": \"\(digest)\"," + manifest.dropFirst(), to: "libWoofVips.json")
    return folder
  }

  @Test func `a picture is drawn from the pixels that the plugin decodes`() async throws {
    let folder = try Self.install()
    let decoder = try #require(await PluginPictureDecoder(folders: [folder.path]))
    let rows = (0..<40).map { _ in [0] + [UInt8](repeating: 200, count: 60) }
    let picture = SamplePNG(width: 60, height: 40, pixelData: SamplePNG.stored(Array(rows.joined()))).bytes
    let image = try await decoder.pixels(of: picture, within: PixelSize(width: 30, height: 30))
    await decoder.close()
    #expect(image.width == 30)
    #expect(image.height == 20)
    #expect(image[15, 10] == PixelImage.Pixel(red: 200, green: 200, blue: 200))
  }

  @Test func `a damaged picture is refused with an explanation`() async throws {
    let folder = try Self.install()
    let decoder = try #require(await PluginPictureDecoder(folders: [folder.path]))
    let error = await #expect(throws: WoofError.self) {
      try await decoder.pixels(of: Array(SamplePNG().bytes.dropLast(30)), within: PixelSize(width: 30, height: 30))
    }
    await decoder.close()
    #expect(error?.code == .invalidImage)
  }

  @Test func `there is no decoder without a plugin`() async throws {
    let folder = try TemporaryFolder()
    #expect(await PluginPictureDecoder(folders: [folder.path]) == nil)
  }
}
