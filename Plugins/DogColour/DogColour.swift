import CDogPixels
import WoofPluginKit

/// Refuses pictures in which too few pixels have a colour that dogs have.
final class DogColour: PictureTransformer {
  static let name: StaticString = "dog-colour"
  static let version: StaticString = "1.0.0"

  init(configuration: JSON, host: borrowing PluginHost) throws(TransformerError) {
    guard dog_pixels_start() == 0 else { throw .failure("libvips cannot start") }
  }

  func process(_ picture: RawSpan, job: PluginJob, host: borrowing PluginHost) throws(TransformerError) {
    var samples = [UInt8](repeating: 0, count: 64 * 64 * 3)
    let count = Int(picture.withUnsafeBytes { dog_pixels($0.baseAddress, $0.count, &samples) })
    guard count > 0 else { throw .refusal("the picture cannot be decoded") }

    let dogs = (0..<count).count { pixel in
      Self.isDogColour(red: samples[3 * pixel], green: samples[3 * pixel + 1], blue: samples[3 * pixel + 2])
    }
    let share = Double(dogs) / Double(count)
    if job.wantsAnnotations { host.annotate("share", with: .number(share)) }
    guard share >= job.parameters["leastShare"]?.number ?? 0.01 else {
      throw .refusal("the picture has no pixels in the colour of a dog")
    }
  }

  /// Returns `true` for colours from tan to chestnut: most red, less green, least blue, and neither too dark nor too
  /// bright.
  static func isDogColour(red: UInt8, green: UInt8, blue: UInt8) -> Bool {
    let (red, green, blue) = (Int(red), Int(green), Int(blue))
    return red > green && green > blue && (60...235).contains(red) && red - blue >= 30
      && (green - blue) * 4 >= red - blue
  }
}

/// The one symbol that the worker looks for.
@c(woof_plugin_entry)
public func entry(abi: UInt32) -> UnsafePointer<woof_plugin>? { PluginTable.make(for: DogColour.self, abi: abi) }
