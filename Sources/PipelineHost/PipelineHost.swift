// PipelineHost
