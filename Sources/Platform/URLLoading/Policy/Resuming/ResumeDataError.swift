/// Why resume data cannot be used: it was not made here, it was damaged, or what it speaks of is gone.
struct ResumeDataError: Error, Hashable, CustomStringConvertible {
  /// What is wrong with it.
  let description: String

  init(_ description: String) { self.description = description }
}
