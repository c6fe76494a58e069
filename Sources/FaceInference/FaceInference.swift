// FaceInference
