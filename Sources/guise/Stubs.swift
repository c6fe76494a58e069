/// Until the module GuiseElement has it.
func registerGuise() -> Bool { true }

/// Until the module FaceInference has it.
func openVINOVersion() -> String { "unknown" }

/// What stands in for the element guise meanwhile.
let stubHider = "identity"
