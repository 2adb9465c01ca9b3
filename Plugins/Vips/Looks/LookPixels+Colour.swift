extension LookPixels {
  /// The average colour as `#rrggbb`: the mean of the samples as they are encoded, not of the light they stand for.
  var averageColour: String {
    let average = average
    return [average.red, average.green, average.blue].reduce(into: "#") { text, sample in
      let digits = String(Int((sample * 255).rounded()), radix: 16)
      text += digits.count < 2 ? "0" + digits : digits
    }
  }
}
