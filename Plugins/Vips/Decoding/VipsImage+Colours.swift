import CVips

extension VipsImage {
  /// The image in sRGB of 8 bits: by what the file states in numbers, or by the profile that it brings, or else as its
  /// bands are usually meant.
  func inSRGB(from stated: StatedColours?) throws(VipsFault) -> VipsImage {
    switch stated {
    case .highRange(let primaries, let curve):
      if let mapping = ToneMapping(from: primaries, curve) { return try mapped(by: mapping) }
    case .standard(let primaries, let exponent) where woof_vips_has_profile(handle) == 0:
      if let profile = ColourProfile(primaries, exponent: exponent, isGrey: isGrey) {
        return try having(profile).inSRGB()
      }
    case .standard, nil: break
    }
    return try inSRGB()
  }

  private func having(_ profile: ColourProfile) throws(VipsFault) -> VipsImage {
    try VipsImage(profile.bytes.withUnsafeBytes { woof_vips_with_profile(handle, $0.baseAddress, $0.count) })
  }

  private func mapped(by mapping: ToneMapping) throws(VipsFault) -> VipsImage {
    let isWide = woof_vips_is_8_bit(handle) == 0
    let bandCount = bandCount
    let samples = try pixels().withSpan { mapping.map($0, bandCount: bandCount, isWide: isWide) }
    return try VipsImage(samples.withUnsafeBytes { woof_vips_of_pixels($0.baseAddress, $0.count, handle) })
      .narrowInSRGB()
  }

  private func inSRGB() throws(VipsFault) -> VipsImage {
    guard woof_vips_is_8_bit(handle) == 0 else { return try narrowInSRGB() }
    let colours = isGrey ? CInt(WOOF_VIPS_GREY.rawValue) : Self.sRGB
    return try VipsImage(woof_vips_convert(handle, colours)).narrowInSRGB()
  }

  /// The same of an image that has 8 bits, which many profiles are made for.
  private func narrowInSRGB() throws(VipsFault) -> VipsImage {
    let isCMYK = interpretation == WOOF_VIPS_CMYK.rawValue
    if isCMYK || woof_vips_has_profile(handle) != 0 {
      let converted = woof_vips_convert_by_profile(handle, isCMYK ? "cmyk" : "srgb")
      // A profile that does not fit is passed over, as everybody else does, and so is what libvips says of it.
      woof_vips_forget_errors()
      if let converted { return try VipsImage(converted) }
    }
    return try VipsImage(woof_vips_convert(handle, Self.sRGB))
  }

  private static var sRGB: CInt { CInt(WOOF_VIPS_SRGB.rawValue) }

  private var interpretation: UInt32 { UInt32(bitPattern: woof_vips_interpretation(handle)) }

  private var isGrey: Bool { bandCount < 3 }
}
