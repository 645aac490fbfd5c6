"""The built-in ops: which module of ``graphops_registry.ops`` declares them, and which traits they state.

Made by `python -m graphops.apps.indexes`; do not edit.
"""

from typing import Final

FAMILIES: Final = {
    "accumulator": """
        AccumulatorApplyGradient AccumulatorNumAccumulated AccumulatorSetGlobalStep AccumulatorTakeGradient
        ConditionalAccumulator ResourceAccumulatorApplyGradient ResourceAccumulatorNumAccumulated
        ResourceAccumulatorSetGlobalStep ResourceAccumulatorTakeGradient ResourceConditionalAccumulator
        SparseAccumulatorApplyGradient SparseAccumulatorTakeGradient SparseConditionalAccumulator
    """,
    "array": """
        Bitcast CheckNumerics Const DeepCopy EnsureShape Fill GuaranteeConst Identity IdentityN NoOp OnesLike
        Placeholder PlaceholderV2 PlaceholderWithDefault PreventGradient Rank Shape ShapeN Size Snapshot
        StopGradient ZerosLike
    """,
    "array_gather": """
        Gather GatherNd GatherV2 ListDiff OneHot ScatterNd UnravelIndex Where
    """,
    "array_join": """
        Concat ConcatOffset ConcatV2 Pack ParallelConcat Split SplitV Unpack
    """,
    "array_make": """
        Diag DiagPart LinSpace MatrixBandPart Range
    """,
    "array_patches": """
        ExtractVolumePatches
    """,
    "array_reverse": """
        Reverse ReverseSequence Roll
    """,
    "array_rows": """
        Empty InplaceAdd InplaceSub InplaceUpdate
    """,
    "array_scatter": """
        ScatterNdNonAliasingAdd TensorScatterAdd TensorScatterMax TensorScatterMin TensorScatterSub
        TensorScatterUpdate
    """,
    "array_shape": """
        BroadcastArgs BroadcastGradientArgs BroadcastTo ConjugateTranspose ExpandDims InvertPermutation Reshape
        ReverseV2 Squeeze Tile Transpose
    """,
    "array_slice": """
        MirrorPad MirrorPadGrad Pad PadV2 Slice StridedSlice StridedSliceGrad TensorStridedSliceUpdate
    """,
    "array_sorted": """
        LowerBound NthElement UpperBound
    """,
    "array_space": """
        BatchToSpace BatchToSpaceND DepthToSpace SpaceToBatch SpaceToBatchND SpaceToDepth
    """,
    "array_stitch": """
        DynamicPartition DynamicStitch ParallelDynamicStitch
    """,
    "array_unique": """
        Unique UniqueV2 UniqueWithCounts UniqueWithCountsV2
    """,
    "audio_features": """
        AudioSpectrogram Mfcc
    """,
    "audio_files": """
        DecodeWav EncodeWav
    """,
    "candidate_samplers": """
        AllCandidateSampler LogUniformCandidateSampler UniformCandidateSampler
    """,
    "checks": """
        Assert CheckNumericsV2 Print PrintV2 StringFormat
    """,
    "control_flow": """
        ControlTrigger Enter Exit LoopCond Merge NextIteration RefEnter RefExit RefMerge RefNextIteration RefSwitch
        Switch
    """,
    "cudnn_rnn": """
        CudnnRNN CudnnRNNBackprop CudnnRNNBackpropV2 CudnnRNNBackpropV3 CudnnRNNV2 CudnnRNNV3
    """,
    "cudnn_rnn_params": """
        CudnnRNNCanonicalToParams CudnnRNNCanonicalToParamsV2 CudnnRNNParamsSize CudnnRNNParamsToCanonical
        CudnnRNNParamsToCanonicalV2
    """,
    "data_format": """
        DataFormatDimMap DataFormatVecPermute
    """,
    "dataset_iterators": """
        DatasetToSingleElement Graphops>Dataset Graphops>OneShotIterator IteratorFromStringHandleV2 IteratorGetNext
        IteratorToStringHandle IteratorV2 MakeIterator
    """,
    "debugging": """
        Copy CopyHost DebugIdentity DebugIdentityV2 DebugNanCount DebugNumericSummary Fingerprint ToBool
    """,
    "edit_distance": """
        EditDistance
    """,
    "engine": """
        Graphops>Network
    """,
    "example": """
        DecodeJSONExample ParseExample ParseExampleV2 ParseSingleExample
    """,
    "example_sequence": """
        ParseSequenceExample ParseSequenceExampleV2 ParseSingleSequenceExample
    """,
    "fake_quant": """
        FakeQuantWithMinMaxArgs FakeQuantWithMinMaxArgsGradient FakeQuantWithMinMaxVars
        FakeQuantWithMinMaxVarsGradient FakeQuantWithMinMaxVarsPerChannel FakeQuantWithMinMaxVarsPerChannelGradient
    """,
    "files": """
        MatchingFiles ReadFile WriteFile
    """,
    "function_call": """
        Case For If PartitionedCall RemoteCall StatefulPartitionedCall StatelessCase StatelessIf StatelessWhile
        While
    """,
    "fused": """
        _FusedBatchNormEx _FusedBatchNormGradEx _FusedConv2D _FusedConv3D _FusedDepthwiseConv2dNative _FusedMatMul
    """,
    "image_boxes": """
        CropAndResize CropAndResizeGradBoxes CropAndResizeGradImage NonMaxSuppression NonMaxSuppressionV2
        NonMaxSuppressionV3 NonMaxSuppressionV4 NonMaxSuppressionV5
    """,
    "image_color": """
        AdjustContrast AdjustContrastv2 AdjustHue AdjustSaturation HSVToRGB RGBToHSV
    """,
    "image_draw": """
        DrawBoundingBoxes DrawBoundingBoxesV2
    """,
    "image_files": """
        DecodeAndCropJpeg DecodeBmp DecodeGif DecodeImage DecodeJpeg DecodePng DecodeWebP EncodeJpeg
        EncodeJpegVariableQuality EncodePng ExtractJpegShape
    """,
    "image_glimpse": """
        ExtractGlimpse ExtractGlimpseV2
    """,
    "image_patches": """
        ExtractImagePatches
    """,
    "image_resize": """
        QuantizedResizeBilinear ResizeArea ResizeBicubic ResizeBicubicGrad ResizeBilinear ResizeBilinearGrad
        ResizeNearestNeighbor ResizeNearestNeighborGrad
    """,
    "image_samples": """
        RandomCrop SampleDistortedBoundingBox SampleDistortedBoundingBoxV2 StatelessSampleDistortedBoundingBox
    """,
    "image_suppression": """
        CombinedNonMaxSuppression NonMaxSuppressionWithOverlaps
    """,
    "image_transform": """
        ImageProjectiveTransformV2 ImageProjectiveTransformV3 ScaleAndTranslate ScaleAndTranslateGrad
    """,
    "linalg": """
        Cholesky CholeskyGrad LogMatrixDeterminant MatrixDeterminant MatrixInverse MatrixSolve MatrixTriangularSolve
    """,
    "linalg_banded": """
        BandedTriangularSolve TridiagonalMatMul TridiagonalSolve
    """,
    "linalg_diag": """
        MatrixDiag MatrixDiagPart MatrixDiagPartV2 MatrixDiagPartV3 MatrixDiagV2 MatrixDiagV3 MatrixSetDiag
        MatrixSetDiagV2 MatrixSetDiagV3
    """,
    "linalg_factor": """
        Qr SelfAdjointEigV2 Svd
    """,
    "linalg_functions": """
        Eig MatrixExponential MatrixLogarithm MatrixSquareRoot
    """,
    "linalg_least_squares": """
        MatrixSolveLs
    """,
    "linalg_lu": """
        Lu
    """,
    "linalg_old": """
        BatchCholesky BatchCholeskyGrad BatchMatrixBandPart BatchMatrixDeterminant BatchMatrixDiag
        BatchMatrixDiagPart BatchMatrixInverse BatchMatrixSetDiag BatchMatrixSolve BatchMatrixSolveLs
        BatchMatrixTriangularSolve BatchSelfAdjointEig BatchSelfAdjointEigV2 BatchSvd SelfAdjointEig
    """,
    "lookup_table": """
        AnonymousHashTable AnonymousMutableDenseHashTable AnonymousMutableHashTable
        AnonymousMutableHashTableOfTensors HashTableV2 InitializeTableFromTextFileV2 InitializeTableV2
        LookupTableExportV2 LookupTableFindV2 LookupTableImportV2 LookupTableInsertV2 LookupTableRemoveV2
        LookupTableSizeV2 MutableDenseHashTableV2 MutableHashTableOfTensorsV2 MutableHashTableV2
    """,
    "lookup_table_ref": """
        HashTable InitializeTable InitializeTableFromTextFile LookupTableExport LookupTableFind LookupTableImport
        LookupTableInsert LookupTableSize MutableDenseHashTable MutableHashTable MutableHashTableOfTensors
    """,
    "map_staging": """
        MapClear MapIncompleteSize MapPeek MapSize MapStage MapUnstage MapUnstageNoKey OrderedMapClear
        OrderedMapIncompleteSize OrderedMapPeek OrderedMapSize OrderedMapStage OrderedMapUnstage
        OrderedMapUnstageNoKey
    """,
    "math": """
        AccumulateNV2 AddN Cast ClipByValue L2Loss Select SelectV2
    """,
    "math_arithmetic": """
        Add AddV2 Div DivNoNan FloorDiv FloorMod Maximum Minimum Mod Mul MulNoNan NextAfter Pow RealDiv
        SquaredDifference Sub TruncateDiv TruncateMod
    """,
    "math_bessel": """
        BesselI0 BesselI0e BesselI1 BesselI1e BesselJ0 BesselJ1 BesselK0 BesselK0e BesselK1 BesselK1e BesselY0
        BesselY1
    """,
    "math_bitwise": """
        BitwiseAnd BitwiseOr BitwiseXor Invert LeftShift PopulationCount RightShift
    """,
    "math_compare": """
        ApproximateEqual Equal Greater GreaterEqual IsFinite IsInf IsNan Less LessEqual LogicalAnd LogicalNot
        LogicalOr NotEqual
    """,
    "math_complex": """
        Angle Complex ComplexAbs Conj Imag Real
    """,
    "math_einsum": """
        Cross Einsum
    """,
    "math_elementwise": """
        Abs Ceil Exp Expm1 Floor Inv InvGrad Log Log1p Neg Reciprocal ReciprocalGrad Rint Round Rsqrt RsqrtGrad
        Sigmoid SigmoidGrad Sign Sqrt SqrtGrad Square Tanh TanhGrad
    """,
    "math_integrals": """
        Dawsn Expint FresnelCos FresnelSin Spence
    """,
    "math_isotonic": """
        IsotonicRegression
    """,
    "math_matmul": """
        BatchMatMul BatchMatMulV2 BatchMatMulV3 MatMul
    """,
    "math_reduce": """
        All Any ArgMax ArgMin EuclideanNorm Max Mean Min Prod Sum
    """,
    "math_scan": """
        Cumprod Cumsum CumulativeLogsumexp
    """,
    "math_segment": """
        SegmentMean SegmentSum UnsortedSegmentSum
    """,
    "math_segment_fold": """
        SegmentMax SegmentMin SegmentProd UnsortedSegmentMax UnsortedSegmentMin UnsortedSegmentProd
    """,
    "math_segment_sparse": """
        Bincount Bucketize DenseBincount HistogramFixedWidth SparseSegmentMean SparseSegmentMeanGrad
        SparseSegmentMeanGradV2 SparseSegmentMeanWithNumSegments SparseSegmentSqrtN SparseSegmentSqrtNGrad
        SparseSegmentSqrtNGradV2 SparseSegmentSqrtNWithNumSegments SparseSegmentSum SparseSegmentSumGrad
        SparseSegmentSumGradV2 SparseSegmentSumWithNumSegments
    """,
    "math_special": """
        Digamma Erf Erfc Erfinv Lgamma Ndtri Xdivy Xlog1py Xlogy
    """,
    "math_special_incomplete": """
        Betainc Igamma IgammaGradA Igammac
    """,
    "math_special_zeta": """
        Polygamma Zeta
    """,
    "math_trig": """
        Acos Acosh Asin Asinh Atan Atan2 Atanh Cos Cosh Sin Sinh Tan
    """,
    "nn_activation": """
        Elu EluGrad LeakyRelu LeakyReluGrad Relu Relu6 Relu6Grad ReluGrad Selu SeluGrad Softplus SoftplusGrad
        Softsign SoftsignGrad
    """,
    "nn_bias": """
        BiasAdd BiasAddGrad BiasAddV1
    """,
    "nn_conv": """
        Conv Conv2D Conv2DBackpropFilter Conv2DBackpropFilterV2 Conv2DBackpropInput Conv2DBackpropInputV2 Conv3D
        Conv3DBackpropFilter Conv3DBackpropFilterV2 Conv3DBackpropInput Conv3DBackpropInputV2
    """,
    "nn_conv_mirrored": """
        FusedPadConv2D FusedResizeAndPadConv2D
    """,
    "nn_ctc": """
        CTCBeamSearchDecoder CTCGreedyDecoder CTCLoss CTCLossV2
    """,
    "nn_depthwise": """
        DepthwiseConv2dNative DepthwiseConv2dNativeBackpropFilter DepthwiseConv2dNativeBackpropInput
    """,
    "nn_morphology": """
        Dilation2D Dilation2DBackpropFilter Dilation2DBackpropInput Graphops>Dilation2DPickFilter
        Graphops>Dilation2DPickInput
    """,
    "nn_norm": """
        FusedBatchNorm FusedBatchNormGrad FusedBatchNormGradV2 FusedBatchNormGradV3 FusedBatchNormV2
        FusedBatchNormV3 LRN LRNGrad
    """,
    "nn_norm_global": """
        BatchNormWithGlobalNormalization BatchNormWithGlobalNormalizationGrad
    """,
    "nn_pool": """
        AvgPool AvgPool3D AvgPool3DGrad AvgPoolGrad MaxPool MaxPool3D MaxPool3DGrad MaxPool3DGradGrad MaxPoolGrad
        MaxPoolGradGrad MaxPoolGradGradV2 MaxPoolGradV2 MaxPoolGradWithArgmax MaxPoolV2 MaxPoolWithArgmax
    """,
    "nn_pool_fractional": """
        FractionalAvgPool FractionalAvgPoolGrad FractionalMaxPool FractionalMaxPoolGrad
    """,
    "nn_softmax": """
        InTopK InTopKV2 LogSoftmax Softmax SoftmaxCrossEntropyWithLogits SparseSoftmaxCrossEntropyWithLogits TopKV2
    """,
    "optional": """
        OptionalFromValue OptionalGetValue OptionalHasValue OptionalNone
    """,
    "python_functions": """
        PyFunc PyFuncStateless
    """,
    "quantize": """
        QuantizeAndDequantize QuantizeAndDequantizeV2 QuantizeAndDequantizeV3 QuantizeAndDequantizeV4
        QuantizeAndDequantizeV4Grad
    """,
    "quantize_numbers": """
        Dequantize QuantizeDownAndShrinkRange QuantizeV2 RequantizationRange Requantize
    """,
    "queue": """
        FIFOQueueV2 PaddingFIFOQueueV2 PriorityQueueV2 QueueCloseV2 QueueDequeueManyV2 QueueDequeueUpToV2
        QueueDequeueV2 QueueEnqueueManyV2 QueueEnqueueV2 QueueIsClosedV2 QueueSizeV2 RandomShuffleQueueV2
    """,
    "queue_ref": """
        FIFOQueue PaddingFIFOQueue PriorityQueue QueueClose QueueDequeue QueueDequeueMany QueueDequeueUpTo
        QueueEnqueue QueueEnqueueMany QueueIsClosed QueueSize RandomShuffleQueue
    """,
    "ragged": """
        RaggedFillEmptyRows RaggedFillEmptyRowsGrad RaggedGather RaggedRange
    """,
    "ragged_convert": """
        RaggedTensorToSparse RaggedTensorToTensor
    """,
    "ragged_variant": """
        RaggedTensorFromVariant RaggedTensorToVariant RaggedTensorToVariantGradient
    """,
    "random": """
        Multinomial RandomShuffle RandomStandardNormal RandomUniform RandomUniformInt TruncatedNormal
    """,
    "random_draws": """
        RandomGamma RandomGammaGrad RandomPoisson RandomPoissonV2 StatefulRandomBinomial StatelessRandomBinomial
        StatelessRandomGammaV2 StatelessRandomGammaV3 StatelessRandomPoisson
    """,
    "random_generator": """
        RngReadAndSkip
    """,
    "random_stateless": """
        StatelessMultinomial StatelessRandomGetAlg StatelessRandomGetKeyCounter StatelessRandomGetKeyCounterAlg
        StatelessRandomNormal StatelessRandomNormalV2 StatelessRandomUniform StatelessRandomUniformFullInt
        StatelessRandomUniformFullIntV2 StatelessRandomUniformInt StatelessRandomUniformIntV2
        StatelessRandomUniformV2 StatelessTruncatedNormal StatelessTruncatedNormalV2
    """,
    "random_truncated": """
        ParameterizedTruncatedNormal StatelessParameterizedTruncatedNormal
    """,
    "reader": """
        FixedLengthRecordReaderV2 IdentityReaderV2 ReaderNumRecordsProducedV2 ReaderNumWorkUnitsCompletedV2
        ReaderReadUpToV2 ReaderReadV2 ReaderResetV2 ReaderRestoreStateV2 ReaderSerializeStateV2 TFRecordReaderV2
        TextLineReaderV2 WholeFileReaderV2
    """,
    "reader_ref": """
        FixedLengthRecordReader IdentityReader ReaderNumRecordsProduced ReaderNumWorkUnitsCompleted ReaderRead
        ReaderReadUpTo ReaderReset ReaderRestoreState ReaderSerializeState TFRecordReader TextLineReader
        WholeFileReader
    """,
    "rnn_gru_block": """
        GRUBlockCell GRUBlockCellGrad
    """,
    "rnn_lstm_block": """
        BlockLSTM BlockLSTMGrad BlockLSTMGradV2 BlockLSTMV2 LSTMBlockCell LSTMBlockCellGrad
    """,
    "sampled_candidates": """
        ComputeAccidentalHits
    """,
    "save_restore": """
        MergeV2Checkpoints Restore RestoreSlice RestoreV2 Save SaveSlices SaveV2 ShardedFilename ShardedFilespec
    """,
    "serialized": """
        DeserializeManySparse DeserializeSparse ParseTensor SerializeManySparse SerializeSparse SerializeTensor
    """,
    "sets": """
        DenseToDenseSetOperation DenseToSparseSetOperation SetSize SparseToSparseSetOperation
    """,
    "sparse": """
        SparseFillEmptyRows SparseFillEmptyRowsGrad SparseReorder SparseReshape SparseToDense
    """,
    "sparse_count": """
        DenseCountSparseOutput RaggedBincount RaggedCountSparseOutput SparseBincount SparseCountSparseOutput
    """,
    "sparse_cross": """
        RaggedCross SparseCross SparseCrossHashed SparseCrossV2
    """,
    "sparse_join": """
        SparseConcat SparseSlice SparseSliceGrad SparseSplit
    """,
    "sparse_maps": """
        AddManySparseToTensorsMap AddSparseToTensorsMap TakeManySparseFromTensorsMap
    """,
    "sparse_math": """
        SparseDenseCwiseAdd SparseDenseCwiseDiv SparseDenseCwiseMul SparseMatMul SparseTensorDenseAdd
        SparseTensorDenseMatMul
    """,
    "sparse_pairs": """
        SparseAdd SparseAddGrad SparseSparseMaximum SparseSparseMinimum
    """,
    "sparse_reduce": """
        SparseReduceMax SparseReduceMaxSparse SparseReduceSum SparseReduceSumSparse SparseSoftmax
    """,
    "spectral": """
        BatchFFT BatchFFT2D BatchFFT3D BatchIFFT BatchIFFT2D BatchIFFT3D FFT FFT2D FFT3D IFFT IFFT2D IFFT3D IRFFT
        IRFFT2D IRFFT3D RFFT RFFT2D RFFT3D
    """,
    "spectral_axes": """
        FFTND IFFTND IRFFTND RFFTND
    """,
    "stack": """
        StackCloseV2 StackPopV2 StackPushV2 StackV2
    """,
    "stack_ref": """
        Stack StackClose StackPop StackPush
    """,
    "staging": """
        Stage StageClear StagePeek StageSize Unstage
    """,
    "state": """
        AssignAddVariableOp AssignSubVariableOp AssignVariableOp DestroyResourceOp DisableCopyOnRead ReadVariableOp
        ResourceCountUpTo VarHandleOp VarIsInitializedOp VariableShape
    """,
    "state_coordinates": """
        ResourceGatherNd ResourceScatterNdAdd ResourceScatterNdMax ResourceScatterNdMin ResourceScatterNdSub
        ResourceScatterNdUpdate
    """,
    "state_entries": """
        ResourceGather ResourceScatterAdd ResourceScatterDiv ResourceScatterMax ResourceScatterMin
        ResourceScatterMul ResourceScatterSub ResourceScatterUpdate
    """,
    "state_ref": """
        Assign AssignAdd AssignSub CountUpTo DestroyTemporaryVariable IsVariableInitialized RefIdentity RefSelect
        ScatterAdd ScatterDiv ScatterMax ScatterMin ScatterMul ScatterSub ScatterUpdate TemporaryVariable Variable
        VariableV2
    """,
    "state_ref_coordinates": """
        ScatterNdAdd ScatterNdMax ScatterNdMin ScatterNdSub ScatterNdUpdate
    """,
    "state_slice": """
        ResourceStridedSliceAssign
    """,
    "strings": """
        ReduceJoin StringJoin StringLength StringLower StringSplit StringSplitV2 StringStrip StringToHashBucket
        StringToHashBucketFast StringToHashBucketStrong StringUpper Substr UnsortedSegmentJoin
    """,
    "strings_bytes": """
        DecodeCompressed DecodePaddedRaw
    """,
    "strings_csv": """
        DecodeCSV
    """,
    "strings_ngrams": """
        StringNGrams
    """,
    "strings_parse": """
        AsString DecodeBase64 DecodeRaw EncodeBase64 StringToNumber
    """,
    "strings_regex": """
        RegexFullMatch RegexReplace StaticRegexFullMatch StaticRegexReplace
    """,
    "strings_unicode": """
        UnicodeDecode UnicodeDecodeWithOffsets UnicodeEncode UnicodeTranscode
    """,
    "summary": """
        HistogramSummary MergeSummary ScalarSummary
    """,
    "summary_media": """
        AudioSummary AudioSummaryV2 ImageSummary TensorSummary TensorSummaryV2
    """,
    "tensor_array": """
        TensorArrayCloseV3 TensorArrayConcatV3 TensorArrayGatherV3 TensorArrayGradV3 TensorArrayGradWithShape
        TensorArrayReadV3 TensorArrayScatterV3 TensorArraySizeV3 TensorArraySplitV3 TensorArrayV3 TensorArrayWriteV3
    """,
    "tensor_array_old": """
        TensorArray TensorArrayClose TensorArrayCloseV2 TensorArrayConcat TensorArrayConcatV2 TensorArrayGather
        TensorArrayGatherV2 TensorArrayGrad TensorArrayGradV2 TensorArrayPack TensorArrayRead TensorArrayReadV2
        TensorArrayScatter TensorArrayScatterV2 TensorArraySize TensorArraySizeV2 TensorArraySplit
        TensorArraySplitV2 TensorArrayUnpack TensorArrayV2 TensorArrayWrite TensorArrayWriteV2
    """,
    "tensor_list": """
        EmptyTensorList Graphops>TensorListAddItem TensorListConcat TensorListConcatV2 TensorListElementShape
        TensorListFromTensor TensorListGather TensorListGetItem TensorListLength TensorListPopBack
        TensorListPushBack TensorListReserve TensorListResize TensorListScatter TensorListScatterIntoExistingList
        TensorListScatterV2 TensorListSetItem TensorListSplit TensorListStack
    """,
    "tensor_list_batch": """
        TensorListConcatLists TensorListPushBackBatch
    """,
    "training": """
        ResourceApplyAdagrad ResourceApplyAdagradV2 ResourceApplyAdam ResourceApplyGradientDescent
        ResourceApplyKerasMomentum ResourceApplyMomentum ResourceApplyRMSProp
    """,
    "training_adaptive": """
        ResourceApplyAdaMax ResourceApplyAdadelta ResourceApplyAdamWithAmsgrad ResourceApplyAddSign
        ResourceApplyCenteredRMSProp ResourceApplyPowerSign
    """,
    "training_penalties": """
        ResourceApplyAdagradDA ResourceApplyFtrl ResourceApplyFtrlV2 ResourceApplyProximalAdagrad
        ResourceApplyProximalGradientDescent
    """,
    "training_ref": """
        ApplyAdaMax ApplyAdadelta ApplyAdagrad ApplyAdagradDA ApplyAdagradV2 ApplyAdam ApplyAddSign
        ApplyCenteredRMSProp ApplyFtrl ApplyFtrlV2 ApplyGradientDescent ApplyMomentum ApplyPowerSign
        ApplyProximalAdagrad ApplyProximalGradientDescent ApplyRMSProp SparseApplyAdadelta SparseApplyAdagrad
        SparseApplyAdagradDA SparseApplyAdagradV2 SparseApplyCenteredRMSProp SparseApplyFtrl SparseApplyFtrlV2
        SparseApplyMomentum SparseApplyProximalAdagrad SparseApplyProximalGradientDescent SparseApplyRMSProp
    """,
    "training_sparse": """
        Graphops>ResourceSparseApplyGradientDescent ResourceSparseApplyAdadelta ResourceSparseApplyAdagrad
        ResourceSparseApplyAdagradDA ResourceSparseApplyAdagradV2 ResourceSparseApplyCenteredRMSProp
        ResourceSparseApplyFtrl ResourceSparseApplyFtrlV2 ResourceSparseApplyKerasMomentum
        ResourceSparseApplyMomentum ResourceSparseApplyProximalAdagrad ResourceSparseApplyProximalGradientDescent
        ResourceSparseApplyRMSProp
    """,
}

TRAITS: Final = {
    "placeholder": """
        Placeholder PlaceholderV2
    """,
    "feedable": """
        Placeholder PlaceholderV2 PlaceholderWithDefault
    """,
    "decided_at_run": """
        Enter ExtractGlimpse ExtractGlimpseV2 FractionalAvgPool FractionalMaxPool Graphops>Dataset Merge
        NextIteration Placeholder PlaceholderV2 PlaceholderWithDefault PyFuncStateless RefEnter RefMerge
        RefNextIteration RefSwitch Switch
    """,
    "remakable": """
        Const VarHandleOp
    """,
    "nothing_to_compute": """
        Const NoOp Placeholder PlaceholderV2
    """,
    "switch": """
        RefSwitch Switch
    """,
    "merge": """
        Merge RefMerge
    """,
    "enter": """
        Enter RefEnter
    """,
    "exit": """
        Exit RefExit
    """,
    "next_iteration": """
        NextIteration RefNextIteration
    """,
    "loop_cond": """
        LoopCond
    """,
    "control_trigger": """
        ControlTrigger
    """,
    "function_call": """
        PartitionedCall StatefulPartitionedCall
    """,
    "function_choice": """
        Case If StatelessCase StatelessIf
    """,
    "function_count": """
        For
    """,
    "function_loop": """
        StatelessWhile While
    """,
    "calls_python": """
        PyFunc PyFuncStateless
    """,
    "declares_variable": """
        VarHandleOp Variable VariableV2
    """,
    "only_reads": """
        AnonymousHashTable AnonymousMutableDenseHashTable AnonymousMutableHashTable
        AnonymousMutableHashTableOfTensors ConditionalAccumulator Empty FIFOQueue FIFOQueueV2
        FixedLengthRecordReader FixedLengthRecordReaderV2 Graphops>OneShotIterator HashTable HashTableV2
        IdentityReader IdentityReaderV2 IteratorFromStringHandleV2 IteratorToStringHandle IteratorV2
        LookupTableExportV2 LookupTableFindV2 LookupTableSizeV2 MutableDenseHashTable MutableDenseHashTableV2
        MutableHashTable MutableHashTableOfTensors MutableHashTableOfTensorsV2 MutableHashTableV2 PaddingFIFOQueue
        PaddingFIFOQueueV2 PriorityQueue PriorityQueueV2 RandomShuffleQueue RandomShuffleQueueV2 ReadVariableOp
        ResourceConditionalAccumulator ResourceGather ResourceGatherNd SparseConditionalAccumulator TFRecordReader
        TFRecordReaderV2 TextLineReader TextLineReaderV2 VarHandleOp VarIsInitializedOp Variable VariableShape
        VariableV2 WholeFileReader WholeFileReaderV2
    """,
    "state_of_run": """
        TensorArrayCloseV3 TensorArrayConcatV3 TensorArrayGatherV3 TensorArrayGradV3 TensorArrayGradWithShape
        TensorArrayReadV3 TensorArrayScatterV3 TensorArraySizeV3 TensorArraySplitV3 TensorArrayV3 TensorArrayWriteV3
    """,
    "cannot_fail": """
        Abs Add AddV2 BatchMatMul BatchMatMulV2 BatchMatMulV3 Cast Ceil Conj Cos Elu Equal Exp Expm1 Floor Greater
        GreaterEqual Identity Imag Invert IsFinite IsInf IsNan LeakyRelu Less LessEqual Log Log1p LogicalAnd
        LogicalNot LogicalOr MatMul Maximum Minimum Mul Neg NotEqual OnesLike PreventGradient Rank Real Reciprocal
        Relu Relu6 Rint Round Rsqrt Selu Sigmoid Sign Sin Snapshot Softplus Softsign Sqrt Square SquaredDifference
        StopGradient Sub Tan Tanh ZerosLike
    """,
    "linear_time": """
        Abs Add AddN AddV2 BiasAdd BroadcastTo Cast Ceil Complex Concat ConcatV2 Conj ConjugateTranspose Cos Div
        DivNoNan Equal Exp ExpandDims Fill Floor FloorDiv FloorMod Gather GatherV2 Greater GreaterEqual Identity
        IdentityN Imag Less LessEqual Log LogicalAnd LogicalNot LogicalOr Max Maximum Mean Min Minimum Mod Mul Neg
        NotEqual OnesLike Pack Pad PadV2 ParallelConcat Pow Prod Range Real RealDiv Reciprocal Relu Relu6 Reshape
        Reverse ReverseV2 Round Rsqrt Select SelectV2 Sigmoid Sign Sin Slice Split SplitV Sqrt Square
        SquaredDifference Squeeze StridedSlice Sub Sum Tanh Tile Transpose TruncateDiv Unpack ZerosLike
    """,
    "bounded_result": """
        BroadcastGradientArgs ListDiff SparseSlice Unique UniqueV2 UniqueWithCounts UniqueWithCountsV2 Where
    """,
    "made_at_each_run": """
        StatelessMultinomial StatelessParameterizedTruncatedNormal StatelessRandomBinomial StatelessRandomGammaV2
        StatelessRandomGammaV3 StatelessRandomGetKeyCounter StatelessRandomGetKeyCounterAlg StatelessRandomNormal
        StatelessRandomNormalV2 StatelessRandomPoisson StatelessRandomUniform StatelessRandomUniformFullInt
        StatelessRandomUniformFullIntV2 StatelessRandomUniformInt StatelessRandomUniformIntV2
        StatelessRandomUniformV2 StatelessTruncatedNormal StatelessTruncatedNormalV2
    """,
    "nonfinite_expected": """
        IsFinite IsInf IsNan Placeholder PlaceholderWithDefault
    """,
    "passes_through": """
        AccumulateNV2 AddN All Any Bitcast BroadcastTo Cast Div EnsureShape Identity IdentityN Max Mean Min
        MirrorPad Mul Pad PadV2 PlaceholderWithDefault Pow PreventGradient Prod RealDiv Reshape Slice Snapshot
        StopGradient Sub Sum Tile Transpose
    """,
    "tells": """
        Rank Shape ShapeN Size
    """,
    "elementwise": """
        Abs Acos Acosh Add AddV2 Angle ApproximateEqual Asin Asinh Atan Atan2 Atanh BesselI0 BesselI0e BesselI1
        BesselI1e BesselJ0 BesselJ1 BesselK0 BesselK0e BesselK1 BesselK1e BesselY0 BesselY1 Betainc BitwiseAnd
        BitwiseOr BitwiseXor Cast Ceil Complex ComplexAbs Conj Cos Cosh Dawsn Digamma Div DivNoNan Elu EluGrad Equal
        Erf Erfc Erfinv Exp Expint Expm1 Floor FloorDiv FloorMod FresnelCos FresnelSin Greater GreaterEqual Identity
        Igamma IgammaGradA Igammac Imag Inv InvGrad Invert IsFinite IsInf IsNan LeakyRelu LeakyReluGrad LeftShift
        Less LessEqual Lgamma Log Log1p LogicalAnd LogicalNot LogicalOr Maximum Minimum Mod Mul MulNoNan Ndtri Neg
        NextAfter NotEqual OnesLike Polygamma PopulationCount Pow PreventGradient RandomGammaGrad Real RealDiv
        Reciprocal ReciprocalGrad Relu Relu6 Relu6Grad ReluGrad RightShift Rint Round Rsqrt RsqrtGrad SelectV2 Selu
        SeluGrad Sigmoid SigmoidGrad Sign Sin Sinh Snapshot Softplus SoftplusGrad Softsign SoftsignGrad Spence Sqrt
        SqrtGrad Square SquaredDifference StopGradient Sub Tan Tanh TanhGrad TruncateDiv TruncateMod Xdivy Xlog1py
        Xlogy ZerosLike Zeta
    """,
    "linear_in": """
        AddN AvgPool AvgPool3D AvgPool3DGrad AvgPoolGrad BatchFFT BatchFFT2D BatchFFT3D BatchIFFT BatchIFFT2D
        BatchIFFT3D BatchMatMul BatchMatMulV2 BatchMatMulV3 BiasAddGrad BroadcastTo Conv Conv2D Conv2DBackpropFilter
        Conv2DBackpropFilterV2 Conv2DBackpropInput Conv2DBackpropInputV2 Conv3D Conv3DBackpropFilter
        Conv3DBackpropFilterV2 Conv3DBackpropInput Conv3DBackpropInputV2 Cross Cumsum DepthwiseConv2dNative
        DepthwiseConv2dNativeBackpropFilter DepthwiseConv2dNativeBackpropInput Div EluGrad ExpandDims FFT FFT2D
        FFT3D FFTND Gather GatherNd GatherV2 IFFT IFFT2D IFFT3D IFFTND IRFFT IRFFT2D IRFFT3D IRFFTND Identity Imag
        LeakyReluGrad MatMul Mean Mul Neg PreventGradient RFFT RFFT2D RFFT3D RFFTND RaggedFillEmptyRowsGrad Real
        RealDiv ReciprocalGrad Relu6Grad ReluGrad Reshape Reverse ReverseV2 RsqrtGrad SegmentMean SegmentSum
        SeluGrad SigmoidGrad Slice Snapshot SoftplusGrad SoftsignGrad SparseAddGrad SparseDenseCwiseDiv
        SparseDenseCwiseMul SparseFillEmptyRowsGrad SparseMatMul SparseReduceSum SparseSliceGrad
        SparseTensorDenseMatMul SqrtGrad Squeeze StopGradient Sum TanhGrad Tile Transpose UnsortedSegmentSum
    """,
    "window": """
        AvgPool AvgPool3D AvgPool3DGrad AvgPoolGrad Conv Conv2D Conv2DBackpropFilter Conv2DBackpropFilterV2
        Conv2DBackpropInput Conv2DBackpropInputV2 Conv3D Conv3DBackpropFilter Conv3DBackpropFilterV2
        Conv3DBackpropInput Conv3DBackpropInputV2 DepthwiseConv2dNative DepthwiseConv2dNativeBackpropFilter
        DepthwiseConv2dNativeBackpropInput Dilation2D Dilation2DBackpropFilter Dilation2DBackpropInput
        ExtractImagePatches ExtractVolumePatches Graphops>Dilation2DPickFilter Graphops>Dilation2DPickInput MaxPool
        MaxPool3D MaxPool3DGrad MaxPool3DGradGrad MaxPoolGrad MaxPoolGradGrad MaxPoolGradGradV2 MaxPoolGradV2
        MaxPoolGradWithArgmax MaxPoolV2 MaxPoolWithArgmax _FusedConv2D _FusedConv3D _FusedDepthwiseConv2dNative
    """,
    "pools_channels": """
        MaxPool MaxPoolV2
    """,
    "convolution": """
        Conv Conv2D Conv2DBackpropFilter Conv2DBackpropFilterV2 Conv2DBackpropInput Conv2DBackpropInputV2 Conv3D
        Conv3DBackpropFilter Conv3DBackpropFilterV2 Conv3DBackpropInput Conv3DBackpropInputV2 DepthwiseConv2dNative
        DepthwiseConv2dNativeBackpropFilter DepthwiseConv2dNativeBackpropInput _FusedConv2D _FusedConv3D
        _FusedDepthwiseConv2dNative
    """,
}
