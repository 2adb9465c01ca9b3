import CVips
import WoofPluginKit

/// What libvips says of the calls that failed last.
struct VipsFault: Error, Hashable {
  /// The first line of it, fit for anybody.
  let text: String

  /// Takes it from libvips, which forgets it.
  init() {
    var buffer = [CChar](repeating: 0, count: 512)
    woof_vips_take_error(&buffer, buffer.count)
    let line = buffer.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:)).filter { 0x20...0x7E ~= $0 }
    text = line.isEmpty ? "no reason was given" : String(decoding: line.prefix(200), as: UTF8.self)
  }

  /// What it means where a picture is being decoded: the picture is wrong, unless memory ran out.
  var ofDecoding: TransformerError {
    text.contains("out of memory")
      ? .failure("there is no memory for the picture: \(text)") : .refusal("the picture cannot be decoded (\(text))")
  }
}
