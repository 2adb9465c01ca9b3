import CVips

extension VipsImage {
  /// The image in sRGB of 8 bits: by the profile that the file brings, or else as its bands are usually meant.
  func inSRGB() throws(VipsFault) -> VipsImage {
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
