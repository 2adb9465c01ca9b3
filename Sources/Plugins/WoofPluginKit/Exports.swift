@_exported public import CWoofPlugin
