import Testing

@testable import URLLoading
