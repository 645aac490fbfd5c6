"""The kernels of this package: which module registers them for which ops, in the order of equal priorities.

Made by `python -m graphops.apps.indexes`; do not edit.
"""

from typing import Final

MODULES: Final = {
    "graphops_cpu.plain.accumulator": """
        AccumulatorApplyGradient AccumulatorNumAccumulated AccumulatorSetGlobalStep AccumulatorTakeGradient
        ConditionalAccumulator ResourceAccumulatorApplyGradient ResourceAccumulatorNumAccumulated
        ResourceAccumulatorSetGlobalStep ResourceAccumulatorTakeGradient ResourceConditionalAccumulator
        SparseAccumulatorApplyGradient SparseAccumulatorTakeGradient SparseConditionalAccumulator
    """,
    "graphops_cpu.plain.array": """
        Bitcast CheckNumerics ControlTrigger DeepCopy EnsureShape Fill GuaranteeConst Identity IdentityN NoOp
        OnesLike PlaceholderWithDefault PreventGradient Rank Shape ShapeN Size Snapshot StopGradient ZerosLike
    """,
    "graphops_cpu.plain.array_gather": """
        Gather GatherNd GatherV2 ListDiff OneHot ScatterNd UnravelIndex Where
    """,
    "graphops_cpu.plain.array_join": """
        Concat ConcatOffset ConcatV2 Pack ParallelConcat Split SplitV Unpack
    """,
    "graphops_cpu.plain.array_make": """
        Diag DiagPart LinSpace MatrixBandPart Range
    """,
    "graphops_cpu.plain.array_patches": """
        ExtractVolumePatches
    """,
    "graphops_cpu.plain.array_reverse": """
        Reverse ReverseSequence Roll
    """,
    "graphops_cpu.plain.array_rows": """
        Empty InplaceAdd InplaceSub InplaceUpdate
    """,
    "graphops_cpu.plain.array_scatter": """
        ScatterNdNonAliasingAdd TensorScatterAdd TensorScatterMax TensorScatterMin TensorScatterSub
        TensorScatterUpdate
    """,
    "graphops_cpu.plain.array_shape": """
        BroadcastArgs BroadcastGradientArgs BroadcastTo ConjugateTranspose ExpandDims InvertPermutation Reshape
        ReverseV2 Squeeze Tile Transpose
    """,
    "graphops_cpu.plain.array_slice": """
        MirrorPad MirrorPadGrad Pad PadV2 Slice StridedSlice StridedSliceGrad TensorStridedSliceUpdate
    """,
    "graphops_cpu.plain.array_sorted": """
        LowerBound NthElement UpperBound
    """,
    "graphops_cpu.plain.array_space": """
        BatchToSpace BatchToSpaceND DepthToSpace SpaceToBatch SpaceToBatchND SpaceToDepth
    """,
    "graphops_cpu.plain.array_stitch": """
        DynamicPartition DynamicStitch ParallelDynamicStitch
    """,
    "graphops_cpu.plain.array_unique": """
        Unique UniqueV2 UniqueWithCounts UniqueWithCountsV2
    """,
    "graphops_cpu.plain.audio_features": """
        AudioSpectrogram Mfcc
    """,
    "graphops_cpu.plain.audio_files": """
        DecodeWav EncodeWav
    """,
    "graphops_cpu.plain.candidate_samplers": """
        AllCandidateSampler LogUniformCandidateSampler UniformCandidateSampler
    """,
    "graphops_cpu.plain.checks": """
        Assert CheckNumericsV2 Print PrintV2 StringFormat
    """,
    "graphops_cpu.plain.cudnn_rnn": """
        CudnnRNN CudnnRNNBackprop CudnnRNNBackpropV2 CudnnRNNBackpropV3 CudnnRNNV2 CudnnRNNV3
    """,
    "graphops_cpu.plain.cudnn_rnn_params": """
        CudnnRNNCanonicalToParams CudnnRNNCanonicalToParamsV2 CudnnRNNParamsSize CudnnRNNParamsToCanonical
        CudnnRNNParamsToCanonicalV2
    """,
    "graphops_cpu.plain.data_format": """
        DataFormatDimMap DataFormatVecPermute
    """,
    "graphops_cpu.plain.dataset_iterators": """
        DatasetToSingleElement Graphops>Dataset Graphops>OneShotIterator IteratorFromStringHandleV2 IteratorGetNext
        IteratorToStringHandle IteratorV2 MakeIterator
    """,
    "graphops_cpu.plain.debugging": """
        Copy CopyHost DebugIdentity DebugIdentityV2 DebugNanCount DebugNumericSummary Fingerprint ToBool
    """,
    "graphops_cpu.plain.edit_distance": """
        EditDistance
    """,
    "graphops_cpu.plain.example": """
        DecodeJSONExample ParseExample ParseExampleV2 ParseSingleExample
    """,
    "graphops_cpu.plain.example_sequence": """
        ParseSequenceExample ParseSequenceExampleV2 ParseSingleSequenceExample
    """,
    "graphops_cpu.plain.fake_quant": """
        FakeQuantWithMinMaxArgs FakeQuantWithMinMaxArgsGradient FakeQuantWithMinMaxVars
        FakeQuantWithMinMaxVarsGradient FakeQuantWithMinMaxVarsPerChannel FakeQuantWithMinMaxVarsPerChannelGradient
    """,
    "graphops_cpu.plain.files": """
        MatchingFiles ReadFile WriteFile
    """,
    "graphops_cpu.plain.function_call": """
        Case For If PartitionedCall RemoteCall StatefulPartitionedCall StatelessCase StatelessIf StatelessWhile
        While
    """,
    "graphops_cpu.plain.fused": """
        _FusedBatchNormEx _FusedBatchNormGradEx _FusedConv2D _FusedConv3D _FusedDepthwiseConv2dNative _FusedMatMul
    """,
    "graphops_cpu.plain.image_boxes": """
        CropAndResize CropAndResizeGradBoxes CropAndResizeGradImage NonMaxSuppression NonMaxSuppressionV2
        NonMaxSuppressionV3 NonMaxSuppressionV4 NonMaxSuppressionV5
    """,
    "graphops_cpu.plain.image_color": """
        AdjustContrast AdjustContrastv2 AdjustHue AdjustSaturation HSVToRGB RGBToHSV
    """,
    "graphops_cpu.plain.image_draw": """
        DrawBoundingBoxes DrawBoundingBoxesV2
    """,
    "graphops_cpu.plain.image_files": """
        DecodeAndCropJpeg DecodeBmp DecodeGif DecodeImage DecodeJpeg DecodePng DecodeWebP EncodeJpeg
        EncodeJpegVariableQuality EncodePng ExtractJpegShape
    """,
    "graphops_cpu.plain.image_glimpse": """
        ExtractGlimpse ExtractGlimpseV2
    """,
    "graphops_cpu.plain.image_patches": """
        ExtractImagePatches
    """,
    "graphops_cpu.plain.image_resize": """
        ResizeArea ResizeBicubic ResizeBicubicGrad ResizeBilinear ResizeBilinearGrad ResizeNearestNeighbor
        ResizeNearestNeighborGrad
    """,
    "graphops_cpu.plain.image_resize_quantized": """
        QuantizedResizeBilinear
    """,
    "graphops_cpu.plain.image_samples": """
        RandomCrop SampleDistortedBoundingBox SampleDistortedBoundingBoxV2 StatelessSampleDistortedBoundingBox
    """,
    "graphops_cpu.plain.image_suppression": """
        CombinedNonMaxSuppression NonMaxSuppressionWithOverlaps
    """,
    "graphops_cpu.plain.image_transform": """
        ImageProjectiveTransformV2 ImageProjectiveTransformV3 ScaleAndTranslate ScaleAndTranslateGrad
    """,
    "graphops_cpu.plain.linalg": """
        Cholesky CholeskyGrad LogMatrixDeterminant MatrixDeterminant MatrixInverse MatrixSolve MatrixTriangularSolve
    """,
    "graphops_cpu.plain.linalg_banded": """
        BandedTriangularSolve TridiagonalMatMul TridiagonalSolve
    """,
    "graphops_cpu.plain.linalg_diag": """
        MatrixDiag MatrixDiagPart MatrixDiagPartV2 MatrixDiagPartV3 MatrixDiagV2 MatrixDiagV3 MatrixSetDiag
        MatrixSetDiagV2 MatrixSetDiagV3
    """,
    "graphops_cpu.plain.linalg_factor": """
        Qr SelfAdjointEigV2 Svd
    """,
    "graphops_cpu.plain.linalg_functions": """
        Eig MatrixExponential MatrixLogarithm MatrixSquareRoot
    """,
    "graphops_cpu.plain.linalg_least_squares": """
        MatrixSolveLs
    """,
    "graphops_cpu.plain.linalg_lu": """
        Lu
    """,
    "graphops_cpu.plain.linalg_old": """
        BatchCholesky BatchCholeskyGrad BatchMatrixBandPart BatchMatrixDeterminant BatchMatrixDiag
        BatchMatrixDiagPart BatchMatrixInverse BatchMatrixSetDiag BatchMatrixSolve BatchMatrixSolveLs
        BatchMatrixTriangularSolve BatchSelfAdjointEig BatchSelfAdjointEigV2 BatchSvd SelfAdjointEig
    """,
    "graphops_cpu.plain.lookup_table": """
        AnonymousHashTable AnonymousMutableDenseHashTable AnonymousMutableHashTable
        AnonymousMutableHashTableOfTensors HashTableV2 InitializeTableFromTextFileV2 InitializeTableV2
        LookupTableExportV2 LookupTableFindV2 LookupTableImportV2 LookupTableInsertV2 LookupTableRemoveV2
        LookupTableSizeV2 MutableDenseHashTableV2 MutableHashTableOfTensorsV2 MutableHashTableV2
    """,
    "graphops_cpu.plain.lookup_table_ref": """
        HashTable InitializeTable InitializeTableFromTextFile LookupTableExport LookupTableFind LookupTableImport
        LookupTableInsert LookupTableSize MutableDenseHashTable MutableHashTable MutableHashTableOfTensors
    """,
    "graphops_cpu.plain.map_staging": """
        MapClear MapIncompleteSize MapPeek MapSize MapStage MapUnstage MapUnstageNoKey OrderedMapClear
        OrderedMapIncompleteSize OrderedMapPeek OrderedMapSize OrderedMapStage OrderedMapUnstage
        OrderedMapUnstageNoKey
    """,
    "graphops_cpu.plain.math": """
        AccumulateNV2 AddN Cast ClipByValue L2Loss Select SelectV2
    """,
    "graphops_cpu.plain.math_arithmetic": """
        Add AddV2 Div DivNoNan FloorDiv FloorMod Maximum Minimum Mod Mul MulNoNan NextAfter Pow RealDiv
        SquaredDifference Sub TruncateDiv TruncateMod
    """,
    "graphops_cpu.plain.math_bessel": """
        BesselI0 BesselI0e BesselI1 BesselI1e BesselJ0 BesselJ1 BesselK0 BesselK0e BesselK1 BesselK1e BesselY0
        BesselY1
    """,
    "graphops_cpu.plain.math_bitwise": """
        BitwiseAnd BitwiseOr BitwiseXor Invert LeftShift PopulationCount RightShift
    """,
    "graphops_cpu.plain.math_compare": """
        ApproximateEqual Equal Greater GreaterEqual IsFinite IsInf IsNan Less LessEqual LogicalAnd LogicalNot
        LogicalOr NotEqual
    """,
    "graphops_cpu.plain.math_complex": """
        Angle Complex ComplexAbs Conj Imag Real
    """,
    "graphops_cpu.plain.math_einsum": """
        Cross Einsum
    """,
    "graphops_cpu.plain.math_elementwise": """
        Abs Ceil Exp Expm1 Floor Inv InvGrad Log Log1p Neg Reciprocal ReciprocalGrad Rint Round Rsqrt RsqrtGrad
        Sigmoid SigmoidGrad Sign Sqrt SqrtGrad Square Tanh TanhGrad
    """,
    "graphops_cpu.plain.math_integrals": """
        Dawsn Expint FresnelCos FresnelSin Spence
    """,
    "graphops_cpu.plain.math_isotonic": """
        IsotonicRegression
    """,
    "graphops_cpu.plain.math_matmul": """
        BatchMatMul BatchMatMulV2 BatchMatMulV3 MatMul
    """,
    "graphops_cpu.plain.math_reduce": """
        All Any ArgMax ArgMin EuclideanNorm Max Mean Min Prod Sum
    """,
    "graphops_cpu.plain.math_scan": """
        Cumprod Cumsum CumulativeLogsumexp
    """,
    "graphops_cpu.plain.math_segment": """
        SegmentMean SegmentSum UnsortedSegmentSum
    """,
    "graphops_cpu.plain.math_segment_fold": """
        SegmentMax SegmentMin SegmentProd UnsortedSegmentMax UnsortedSegmentMin UnsortedSegmentProd
    """,
    "graphops_cpu.plain.math_segment_sparse": """
        Bincount Bucketize DenseBincount HistogramFixedWidth SparseSegmentMean SparseSegmentMeanGrad
        SparseSegmentMeanGradV2 SparseSegmentMeanWithNumSegments SparseSegmentSqrtN SparseSegmentSqrtNGrad
        SparseSegmentSqrtNGradV2 SparseSegmentSqrtNWithNumSegments SparseSegmentSum SparseSegmentSumGrad
        SparseSegmentSumGradV2 SparseSegmentSumWithNumSegments
    """,
    "graphops_cpu.plain.math_special": """
        Digamma Erf Erfc Erfinv Lgamma Ndtri Xdivy Xlog1py Xlogy
    """,
    "graphops_cpu.plain.math_special_incomplete": """
        Betainc Igamma IgammaGradA Igammac
    """,
    "graphops_cpu.plain.math_special_zeta": """
        Polygamma Zeta
    """,
    "graphops_cpu.plain.math_trig": """
        Acos Acosh Asin Asinh Atan Atan2 Atanh Cos Cosh Sin Sinh Tan
    """,
    "graphops_cpu.plain.nn_activation": """
        Elu EluGrad LeakyRelu LeakyReluGrad Relu Relu6 Relu6Grad ReluGrad Selu SeluGrad Softplus SoftplusGrad
        Softsign SoftsignGrad
    """,
    "graphops_cpu.plain.nn_bias": """
        BiasAdd BiasAddGrad BiasAddV1
    """,
    "graphops_cpu.plain.nn_conv": """
        Conv Conv2D Conv2DBackpropFilter Conv2DBackpropFilterV2 Conv2DBackpropInput Conv2DBackpropInputV2 Conv3D
        Conv3DBackpropFilter Conv3DBackpropFilterV2 Conv3DBackpropInput Conv3DBackpropInputV2
    """,
    "graphops_cpu.plain.nn_conv_mirrored": """
        FusedPadConv2D FusedResizeAndPadConv2D
    """,
    "graphops_cpu.plain.nn_ctc": """
        CTCLoss CTCLossV2
    """,
    "graphops_cpu.plain.nn_ctc_decode": """
        CTCBeamSearchDecoder CTCGreedyDecoder
    """,
    "graphops_cpu.plain.nn_depthwise": """
        DepthwiseConv2dNative DepthwiseConv2dNativeBackpropFilter DepthwiseConv2dNativeBackpropInput
    """,
    "graphops_cpu.plain.nn_morphology": """
        Dilation2D Dilation2DBackpropFilter Dilation2DBackpropInput Graphops>Dilation2DPickFilter
        Graphops>Dilation2DPickInput
    """,
    "graphops_cpu.plain.nn_norm": """
        FusedBatchNorm FusedBatchNormGrad FusedBatchNormGradV2 FusedBatchNormGradV3 FusedBatchNormV2
        FusedBatchNormV3 LRN LRNGrad
    """,
    "graphops_cpu.plain.nn_norm_global": """
        BatchNormWithGlobalNormalization BatchNormWithGlobalNormalizationGrad
    """,
    "graphops_cpu.plain.nn_pool": """
        AvgPool AvgPool3D AvgPool3DGrad AvgPoolGrad MaxPool MaxPool3D MaxPool3DGrad MaxPool3DGradGrad MaxPoolGrad
        MaxPoolGradGrad MaxPoolGradGradV2 MaxPoolGradV2 MaxPoolGradWithArgmax MaxPoolV2 MaxPoolWithArgmax
    """,
    "graphops_cpu.plain.nn_pool_fractional": """
        FractionalAvgPool FractionalAvgPoolGrad FractionalMaxPool FractionalMaxPoolGrad
    """,
    "graphops_cpu.plain.nn_softmax": """
        InTopK InTopKV2 LogSoftmax Softmax SoftmaxCrossEntropyWithLogits SparseSoftmaxCrossEntropyWithLogits TopKV2
    """,
    "graphops_cpu.plain.optional": """
        OptionalFromValue OptionalGetValue OptionalHasValue OptionalNone
    """,
    "graphops_cpu.plain.python_functions": """
        PyFunc PyFuncStateless
    """,
    "graphops_cpu.plain.quantize": """
        QuantizeAndDequantize QuantizeAndDequantizeV2 QuantizeAndDequantizeV3 QuantizeAndDequantizeV4
        QuantizeAndDequantizeV4Grad
    """,
    "graphops_cpu.plain.quantize_numbers": """
        Dequantize QuantizeDownAndShrinkRange QuantizeV2 RequantizationRange Requantize
    """,
    "graphops_cpu.plain.queue": """
        FIFOQueueV2 PaddingFIFOQueueV2 PriorityQueueV2 QueueCloseV2 QueueDequeueManyV2 QueueDequeueUpToV2
        QueueDequeueV2 QueueEnqueueManyV2 QueueEnqueueV2 QueueIsClosedV2 QueueSizeV2 RandomShuffleQueueV2
    """,
    "graphops_cpu.plain.queue_ref": """
        FIFOQueue PaddingFIFOQueue PriorityQueue QueueClose QueueDequeue QueueDequeueMany QueueDequeueUpTo
        QueueEnqueue QueueEnqueueMany QueueIsClosed QueueSize RandomShuffleQueue
    """,
    "graphops_cpu.plain.ragged": """
        RaggedFillEmptyRows RaggedFillEmptyRowsGrad RaggedGather RaggedRange
    """,
    "graphops_cpu.plain.ragged_convert": """
        RaggedTensorToSparse RaggedTensorToTensor
    """,
    "graphops_cpu.plain.ragged_variant": """
        RaggedTensorFromVariant RaggedTensorToVariant RaggedTensorToVariantGradient
    """,
    "graphops_cpu.plain.random": """
        Multinomial RandomShuffle RandomStandardNormal RandomUniform RandomUniformInt TruncatedNormal
    """,
    "graphops_cpu.plain.random_draws": """
        RandomGamma RandomGammaGrad RandomPoisson RandomPoissonV2 StatefulRandomBinomial StatelessRandomBinomial
        StatelessRandomGammaV2 StatelessRandomGammaV3 StatelessRandomPoisson
    """,
    "graphops_cpu.plain.random_generator": """
        RngReadAndSkip
    """,
    "graphops_cpu.plain.random_stateless": """
        StatelessMultinomial StatelessRandomGetAlg StatelessRandomGetKeyCounter StatelessRandomGetKeyCounterAlg
        StatelessRandomNormal StatelessRandomNormalV2 StatelessRandomUniform StatelessRandomUniformFullInt
        StatelessRandomUniformFullIntV2 StatelessRandomUniformInt StatelessRandomUniformIntV2
        StatelessRandomUniformV2 StatelessTruncatedNormal StatelessTruncatedNormalV2
    """,
    "graphops_cpu.plain.random_truncated": """
        ParameterizedTruncatedNormal StatelessParameterizedTruncatedNormal
    """,
    "graphops_cpu.plain.reader": """
        FixedLengthRecordReaderV2 IdentityReaderV2 ReaderNumRecordsProducedV2 ReaderNumWorkUnitsCompletedV2
        ReaderReadUpToV2 ReaderReadV2 ReaderResetV2 ReaderRestoreStateV2 ReaderSerializeStateV2 TFRecordReaderV2
        TextLineReaderV2 WholeFileReaderV2
    """,
    "graphops_cpu.plain.reader_ref": """
        FixedLengthRecordReader IdentityReader ReaderNumRecordsProduced ReaderNumWorkUnitsCompleted ReaderRead
        ReaderReadUpTo ReaderReset ReaderRestoreState ReaderSerializeState TFRecordReader TextLineReader
        WholeFileReader
    """,
    "graphops_cpu.plain.rnn_gru_block": """
        GRUBlockCell GRUBlockCellGrad
    """,
    "graphops_cpu.plain.rnn_lstm_block": """
        BlockLSTM BlockLSTMGrad BlockLSTMGradV2 BlockLSTMV2 LSTMBlockCell LSTMBlockCellGrad
    """,
    "graphops_cpu.plain.sampled_candidates": """
        ComputeAccidentalHits
    """,
    "graphops_cpu.plain.save_restore": """
        MergeV2Checkpoints Restore RestoreSlice RestoreV2 Save SaveSlices SaveV2 ShardedFilename ShardedFilespec
    """,
    "graphops_cpu.plain.serialized": """
        DeserializeManySparse DeserializeSparse ParseTensor SerializeManySparse SerializeSparse SerializeTensor
    """,
    "graphops_cpu.plain.sets": """
        DenseToDenseSetOperation DenseToSparseSetOperation SetSize SparseToSparseSetOperation
    """,
    "graphops_cpu.plain.sparse": """
        SparseFillEmptyRows SparseFillEmptyRowsGrad SparseReorder SparseReshape SparseToDense
    """,
    "graphops_cpu.plain.sparse_count": """
        DenseCountSparseOutput RaggedBincount RaggedCountSparseOutput SparseBincount SparseCountSparseOutput
    """,
    "graphops_cpu.plain.sparse_cross": """
        RaggedCross SparseCross SparseCrossHashed SparseCrossV2
    """,
    "graphops_cpu.plain.sparse_join": """
        SparseConcat SparseSlice SparseSliceGrad SparseSplit
    """,
    "graphops_cpu.plain.sparse_maps": """
        AddManySparseToTensorsMap AddSparseToTensorsMap TakeManySparseFromTensorsMap
    """,
    "graphops_cpu.plain.sparse_math": """
        SparseDenseCwiseAdd SparseDenseCwiseDiv SparseDenseCwiseMul SparseMatMul SparseTensorDenseAdd
        SparseTensorDenseMatMul
    """,
    "graphops_cpu.plain.sparse_pairs": """
        SparseAdd SparseAddGrad SparseSparseMaximum SparseSparseMinimum
    """,
    "graphops_cpu.plain.sparse_reduce": """
        SparseReduceMax SparseReduceMaxSparse SparseReduceSum SparseReduceSumSparse SparseSoftmax
    """,
    "graphops_cpu.plain.spectral": """
        BatchFFT BatchFFT2D BatchFFT3D BatchIFFT BatchIFFT2D BatchIFFT3D FFT FFT2D FFT3D IFFT IFFT2D IFFT3D IRFFT
        IRFFT2D IRFFT3D RFFT RFFT2D RFFT3D
    """,
    "graphops_cpu.plain.spectral_axes": """
        FFTND IFFTND IRFFTND RFFTND
    """,
    "graphops_cpu.plain.stack": """
        StackCloseV2 StackPopV2 StackPushV2 StackV2
    """,
    "graphops_cpu.plain.stack_ref": """
        Stack StackClose StackPop StackPush
    """,
    "graphops_cpu.plain.staging": """
        Stage StageClear StagePeek StageSize Unstage
    """,
    "graphops_cpu.plain.state": """
        AssignAddVariableOp AssignSubVariableOp AssignVariableOp DestroyResourceOp DisableCopyOnRead ReadVariableOp
        ResourceCountUpTo VarHandleOp VarIsInitializedOp VariableShape
    """,
    "graphops_cpu.plain.state_coordinates": """
        ResourceGatherNd ResourceScatterNdAdd ResourceScatterNdMax ResourceScatterNdMin ResourceScatterNdSub
        ResourceScatterNdUpdate
    """,
    "graphops_cpu.plain.state_entries": """
        ResourceGather ResourceScatterAdd ResourceScatterDiv ResourceScatterMax ResourceScatterMin
        ResourceScatterMul ResourceScatterSub ResourceScatterUpdate
    """,
    "graphops_cpu.plain.state_ref": """
        Assign AssignAdd AssignSub CountUpTo DestroyTemporaryVariable IsVariableInitialized RefIdentity RefSelect
        ScatterAdd ScatterDiv ScatterMax ScatterMin ScatterMul ScatterSub ScatterUpdate TemporaryVariable Variable
        VariableV2
    """,
    "graphops_cpu.plain.state_ref_coordinates": """
        ScatterNdAdd ScatterNdMax ScatterNdMin ScatterNdSub ScatterNdUpdate
    """,
    "graphops_cpu.plain.state_slice": """
        ResourceStridedSliceAssign
    """,
    "graphops_cpu.plain.strings": """
        ReduceJoin StringJoin StringLength StringLower StringSplit StringSplitV2 StringStrip StringUpper Substr
        UnsortedSegmentJoin
    """,
    "graphops_cpu.plain.strings_bytes": """
        DecodeCompressed DecodePaddedRaw
    """,
    "graphops_cpu.plain.strings_csv": """
        DecodeCSV
    """,
    "graphops_cpu.plain.strings_hash": """
        StringToHashBucket StringToHashBucketFast StringToHashBucketStrong
    """,
    "graphops_cpu.plain.strings_ngrams": """
        StringNGrams
    """,
    "graphops_cpu.plain.strings_parse": """
        AsString DecodeBase64 DecodeRaw EncodeBase64 StringToNumber
    """,
    "graphops_cpu.plain.strings_regex": """
        RegexFullMatch RegexReplace StaticRegexFullMatch StaticRegexReplace
    """,
    "graphops_cpu.plain.strings_unicode": """
        UnicodeDecode UnicodeDecodeWithOffsets UnicodeEncode UnicodeTranscode
    """,
    "graphops_cpu.plain.summary": """
        HistogramSummary MergeSummary ScalarSummary
    """,
    "graphops_cpu.plain.summary_media": """
        AudioSummary AudioSummaryV2 ImageSummary TensorSummary TensorSummaryV2
    """,
    "graphops_cpu.plain.tensor_array": """
        TensorArrayCloseV3 TensorArrayConcatV3 TensorArrayGatherV3 TensorArrayGradV3 TensorArrayGradWithShape
        TensorArrayReadV3 TensorArrayScatterV3 TensorArraySizeV3 TensorArraySplitV3 TensorArrayV3 TensorArrayWriteV3
    """,
    "graphops_cpu.plain.tensor_array_old": """
        TensorArray TensorArrayClose TensorArrayCloseV2 TensorArrayConcat TensorArrayConcatV2 TensorArrayGather
        TensorArrayGatherV2 TensorArrayGrad TensorArrayGradV2 TensorArrayPack TensorArrayRead TensorArrayReadV2
        TensorArrayScatter TensorArrayScatterV2 TensorArraySize TensorArraySizeV2 TensorArraySplit
        TensorArraySplitV2 TensorArrayUnpack TensorArrayV2 TensorArrayWrite TensorArrayWriteV2
    """,
    "graphops_cpu.plain.tensor_list": """
        EmptyTensorList TensorListConcat TensorListConcatV2 TensorListElementShape TensorListFromTensor
        TensorListGather TensorListGetItem TensorListLength TensorListPopBack TensorListPushBack TensorListReserve
        TensorListResize TensorListScatter TensorListScatterIntoExistingList TensorListScatterV2 TensorListSetItem
        TensorListSplit TensorListStack
    """,
    "graphops_cpu.plain.tensor_list_batch": """
        TensorListConcatLists TensorListPushBackBatch
    """,
    "graphops_cpu.plain.tensor_list_sum": """
        Graphops>TensorListAddItem
    """,
    "graphops_cpu.plain.training": """
        ResourceApplyAdagrad ResourceApplyAdagradV2 ResourceApplyAdam ResourceApplyGradientDescent
        ResourceApplyKerasMomentum ResourceApplyMomentum ResourceApplyRMSProp
    """,
    "graphops_cpu.plain.training_adaptive": """
        ResourceApplyAdaMax ResourceApplyAdadelta ResourceApplyAdamWithAmsgrad ResourceApplyAddSign
        ResourceApplyCenteredRMSProp ResourceApplyPowerSign
    """,
    "graphops_cpu.plain.training_penalties": """
        ResourceApplyAdagradDA ResourceApplyFtrl ResourceApplyFtrlV2 ResourceApplyProximalAdagrad
        ResourceApplyProximalGradientDescent
    """,
    "graphops_cpu.plain.training_ref": """
        ApplyAdaMax ApplyAdadelta ApplyAdagrad ApplyAdagradDA ApplyAdagradV2 ApplyAdam ApplyAddSign
        ApplyCenteredRMSProp ApplyFtrl ApplyFtrlV2 ApplyGradientDescent ApplyMomentum ApplyPowerSign
        ApplyProximalAdagrad ApplyProximalGradientDescent ApplyRMSProp SparseApplyAdadelta SparseApplyAdagrad
        SparseApplyAdagradDA SparseApplyAdagradV2 SparseApplyCenteredRMSProp SparseApplyFtrl SparseApplyFtrlV2
        SparseApplyMomentum SparseApplyProximalAdagrad SparseApplyProximalGradientDescent SparseApplyRMSProp
    """,
    "graphops_cpu.plain.training_sparse": """
        Graphops>ResourceSparseApplyGradientDescent ResourceSparseApplyAdadelta ResourceSparseApplyAdagrad
        ResourceSparseApplyAdagradDA ResourceSparseApplyAdagradV2 ResourceSparseApplyCenteredRMSProp
        ResourceSparseApplyFtrl ResourceSparseApplyFtrlV2 ResourceSparseApplyKerasMomentum
        ResourceSparseApplyMomentum ResourceSparseApplyProximalAdagrad ResourceSparseApplyProximalGradientDescent
        ResourceSparseApplyRMSProp
    """,
    "graphops_cpu.plain.variant_math": """
        AddN ZerosLike
    """,
    "graphops_cpu.blas.kernels": """
        Conv Conv2D Conv2DBackpropFilter Conv2DBackpropFilterV2 Conv2DBackpropInput Conv2DBackpropInputV2 Conv3D
        Conv3DBackpropFilter Conv3DBackpropFilterV2 Conv3DBackpropInput Conv3DBackpropInputV2
    """,
    "graphops_cpu.onednn.conv": """
        Conv Conv2D Conv2DBackpropFilter Conv2DBackpropFilterV2 Conv2DBackpropInput Conv2DBackpropInputV2 Conv3D
        Conv3DBackpropFilter Conv3DBackpropFilterV2 Conv3DBackpropInput Conv3DBackpropInputV2 DepthwiseConv2dNative
        DepthwiseConv2dNativeBackpropFilter DepthwiseConv2dNativeBackpropInput
    """,
    "graphops_cpu.onednn.conv_product": """
        Conv Conv2D Conv2DBackpropFilter Conv2DBackpropFilterV2 Conv2DBackpropInput Conv2DBackpropInputV2 Conv3D
        Conv3DBackpropFilter Conv3DBackpropFilterV2 Conv3DBackpropInput Conv3DBackpropInputV2
    """,
    "graphops_cpu.onednn.einsum": """
        Einsum
    """,
    "graphops_cpu.onednn.fused": """
        _FusedConv2D _FusedConv3D _FusedDepthwiseConv2dNative
    """,
    "graphops_cpu.onednn.matmul": """
        BatchMatMul BatchMatMulV2 BatchMatMulV3 MatMul _FusedMatMul
    """,
    "graphops_cpu.openvino.network": """
        Graphops>Network
    """,
    "graphops_cpu.simd.dense.convolution": """
        Conv Conv2D Conv2DBackpropFilter Conv2DBackpropFilterV2 Conv2DBackpropInput Conv2DBackpropInputV2 Conv3D
        Conv3DBackpropFilter Conv3DBackpropFilterV2 Conv3DBackpropInput Conv3DBackpropInputV2
    """,
    "graphops_cpu.simd.depthwise.convolution": """
        DepthwiseConv2dNative DepthwiseConv2dNativeBackpropFilter DepthwiseConv2dNativeBackpropInput
    """,
    "graphops_cpu.simd.layers.activation": """
        AddN Elu EluGrad LeakyRelu LeakyReluGrad Relu Relu6 Relu6Grad ReluGrad Rsqrt Selu SeluGrad Sigmoid
        SigmoidGrad SquaredDifference TanhGrad
    """,
    "graphops_cpu.simd.layers.batch_norm": """
        FusedBatchNorm FusedBatchNormGrad FusedBatchNormGradV2 FusedBatchNormGradV3 FusedBatchNormV2
        FusedBatchNormV3 _FusedBatchNormEx _FusedBatchNormGradEx
    """,
    "graphops_cpu.simd.layers.bias": """
        BiasAdd BiasAddGrad BiasAddV1
    """,
    "graphops_cpu.simd.layers.columns": """
        Mean SquaredDifference Sum
    """,
    "graphops_cpu.simd.layers.non_max": """
        CombinedNonMaxSuppression NonMaxSuppression NonMaxSuppressionV2 NonMaxSuppressionV3 NonMaxSuppressionV4
        NonMaxSuppressionV5
    """,
    "graphops_cpu.simd.layers.pool": """
        AvgPool AvgPool3D AvgPool3DGrad AvgPoolGrad MaxPool MaxPool3D MaxPool3DGrad MaxPoolGrad MaxPoolGradV2
        MaxPoolV2
    """,
    "graphops_cpu.simd.layers.resize": """
        ResizeArea ResizeBicubic ResizeBicubicGrad ResizeBilinear ResizeBilinearGrad
    """,
    "graphops_cpu.simd.layers.rows": """
        Mean SquaredDifference Sum
    """,
    "graphops_cpu.simd.layers.softmax": """
        LogSoftmax Softmax SoftmaxCrossEntropyWithLogits SparseSoftmaxCrossEntropyWithLogits
    """,
    "graphops_cpu.simd.layers.special": """
        Erf Erfc
    """,
    "graphops_cpu.simd.layers.updates": """
        ApplyAdagrad ApplyAdagradV2 ApplyAdam ApplyGradientDescent ApplyMomentum ApplyRMSProp ResourceApplyAdagrad
        ResourceApplyAdagradV2 ResourceApplyAdam ResourceApplyGradientDescent ResourceApplyKerasMomentum
        ResourceApplyMomentum ResourceApplyRMSProp
    """,
    "graphops_cpu.reduce.fold": """
        Conv2DBackpropInput Conv2DBackpropInputV2 Conv3DBackpropInput Conv3DBackpropInputV2
    """,
    "graphops_cpu.reduce.fold_dilation": """
        Conv3DBackpropFilter Conv3DBackpropFilterV2
    """,
    "graphops_cpu.reduce.through_float32": """
        Conv Conv2D Conv2DBackpropFilter Conv2DBackpropFilterV2 Conv2DBackpropInput Conv2DBackpropInputV2 Conv3D
        Conv3DBackpropFilter Conv3DBackpropFilterV2 Conv3DBackpropInput Conv3DBackpropInputV2 DepthwiseConv2dNative
        DepthwiseConv2dNativeBackpropFilter DepthwiseConv2dNativeBackpropInput _FusedConv2D _FusedConv3D
        _FusedDepthwiseConv2dNative
    """,
}
