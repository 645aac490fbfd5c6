"""The names of ``graphops.compat.v1``: the part of TensorFlow 1's API that is offered, by module."""

from __future__ import annotations

_TOP = """
Graph Session InteractiveSession Tensor TensorArray Operation TensorShape Dimension DType Variable VariableScope
GraphKeys GraphDef ConfigProto GPUOptions OptimizerOptions GraphOptions RunOptions RunMetadata AUTO_REUSE
placeholder placeholder_with_default constant get_variable variable_scope variable_op_scope get_variable_scope
get_local_variable no_regularizer
name_scope op_scope control_dependencies device colocate_with container group tuple no_op identity identity_n
global_variables local_variables trainable_variables model_variables moving_average_variables all_variables
global_variables_initializer local_variables_initializer variables_initializer initialize_all_variables
initialize_local_variables initialize_variables report_uninitialized_variables is_variable_initialized
tables_initializer
assign assign_add assign_sub scatter_add scatter_sub scatter_update add_to_collection add_to_collections
get_collection get_collection_ref set_random_seed get_seed
quantize quantize_v2 dequantize
random_gamma random_normal random_poisson random_uniform truncated_normal random_shuffle multinomial random_crop
zeros ones zeros_like ones_like fill range linspace lin_space eye one_hot diag diag_part
cast to_float to_double to_int32 to_int64 to_bfloat16 to_complex64 to_complex128 bitcast saturate_cast as_dtype
shape shape_n size rank reshape expand_dims squeeze transpose concat stack unstack split slice strided_slice tile pad
broadcast_to gather gather_nd batch_gather scatter_nd where where_v2 boolean_mask reverse reverse_v2 unique meshgrid
sequence_mask matrix_transpose invert_permutation setdiff1d space_to_depth depth_to_space space_to_batch_nd
batch_to_space_nd matrix_band_part repeat roll searchsorted ensure_shape
add subtract multiply scalar_mul divide div div_no_nan truediv realdiv floordiv floor_div truncatediv mod floormod
truncatemod pow square sqrt rsqrt exp expm1 log log1p abs negative sign reciprocal maximum minimum round rint floor ceil
sin cos tan sinh cosh tanh asin acos atan asinh acosh atanh atan2 sigmoid log_sigmoid erf erfc lgamma digamma
squared_difference accumulate_n add_n
as_string betainc cholesky cross decode_base64 dynamic_partition dynamic_stitch encode_base64 igamma igammac
matrix_determinant matrix_inverse matrix_solve matrix_solve_ls matrix_triangular_solve polygamma segment_max
segment_mean segment_min segment_prod unsorted_segment_max unsorted_segment_min unsorted_segment_prod zeta
complex real imag conj angle fft fft2d fft3d ifft ifft2d ifft3d
matmul tensordot einsum norm trace cumsum cumprod
reduce_sum reduce_mean reduce_max reduce_min reduce_prod reduce_all reduce_any reduce_logsumexp count_nonzero
argmax argmin arg_max arg_min
segment_sum unsorted_segment_sum
equal not_equal less less_equal greater greater_equal logical_and logical_or logical_not logical_xor
is_nan is_inf is_finite check_numerics
clip_by_value clip_by_norm clip_by_global_norm clip_by_average_norm global_norm
RegisterGradient custom_gradient
gradients hessians stop_gradient cond case while_loop map_fn scan foldl foldr py_func numpy_function Print Assert print
assert_equal assert_none_equal assert_less assert_less_equal assert_greater assert_greater_equal assert_positive
assert_negative assert_non_negative assert_non_positive assert_rank assert_rank_at_least assert_integer assert_type
assert_scalar
convert_to_tensor is_tensor get_static_value dimension_value dimension_at_index
Summary Event HistogramProto SessionLog SummaryMetadata import_graph_def get_default_graph get_default_session
reset_default_graph
disable_eager_execution enable_eager_execution executing_eagerly disable_v2_behavior enable_v2_behavior
disable_resource_variables enable_resource_variables resource_variables_enabled disable_v2_tensorshape
enable_v2_tensorshape disable_control_flow_v2 enable_control_flow_v2
zeros_initializer ones_initializer constant_initializer random_normal_initializer random_uniform_initializer
truncated_normal_initializer variance_scaling_initializer uniform_unit_scaling_initializer
glorot_normal_initializer glorot_uniform_initializer orthogonal_initializer
bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 half float16 float32 float64 double bfloat16 complex64
complex128 string resource variant qint8 qint32 quint8
SparseTensor SparseTensorValue sparse_placeholder convert_to_tensor_or_sparse_tensor
sparse_add sparse_concat sparse_fill_empty_rows sparse_matmul sparse_maximum sparse_merge sparse_minimum
sparse_reduce_max sparse_reduce_max_sparse sparse_reduce_sum sparse_reduce_sum_sparse sparse_reorder
sparse_reset_shape sparse_reshape sparse_retain sparse_segment_mean sparse_segment_sqrt_n sparse_segment_sum
sparse_slice sparse_softmax sparse_split sparse_tensor_dense_matmul sparse_tensor_to_dense sparse_to_dense
sparse_to_indicator sparse_transpose
FixedLenFeature FixedLenSequenceFeature SparseFeature VarLenFeature parse_example parse_single_example
ConditionalAccumulator ConditionalAccumulatorBase SparseConditionalAccumulator
FIFOQueue PaddingFIFOQueue PriorityQueue QueueBase RandomShuffleQueue FixedLengthRecordReader
IdentityReader ReaderBase TFRecordReader TextLineReader WholeFileReader decode_csv decode_raw
matching_files read_file write_file
decode_json_example
reduce_join regex_replace string_join string_split string_strip string_to_hash_bucket string_to_hash_bucket_fast
string_to_hash_bucket_strong string_to_number substr
add_check_numerics_ops argsort assert_near assert_proper_iterable assert_rank_in assert_same_float_dtype
assert_variables_initialized batch_scatter_update batch_to_space bincount broadcast_dynamic_shape
broadcast_static_shape confusion_matrix count_up_to decode_compressed edit_distance
extract_image_patches extract_volume_patches fake_quant_with_min_max_args fake_quant_with_min_max_args_gradient
fake_quant_with_min_max_vars fake_quant_with_min_max_vars_gradient fake_quant_with_min_max_vars_per_channel
fake_quant_with_min_max_vars_per_channel_gradient fixed_size_partitioner guarantee_const histogram_fixed_width
histogram_fixed_width_bins initialize_all_tables matrix_square_root serialize_sparse serialize_many_sparse
deserialize_many_sparse is_non_decreasing is_numeric_tensor is_strictly_increasing lbeta
min_max_variable_partitioner parallel_stack parse_single_sequence_example parse_tensor
required_space_to_batch_paddings scatter_div scatter_max scatter_min scatter_mul scatter_nd_add scatter_nd_sub
scatter_nd_update serialize_tensor sort space_to_batch tensor_scatter_add tensor_scatter_nd_add tensor_scatter_nd_max
tensor_scatter_nd_min tensor_scatter_nd_sub tensor_scatter_nd_update tensor_scatter_sub tensor_scatter_update
unique_with_counts unravel_index unsorted_segment_mean unsorted_segment_sqrt_n variable_axis_size_partitioner
verify_tensor_all_finite
AggregationMethod UnconnectedGradients VariableAggregation VariableSynchronization NoGradient NotDifferentiable
grad_pass_through init_scope no_gradient recompute_grad make_ndarray make_tensor_proto make_template AttrValue
NameAttrList NodeDef OpError
cholesky_solve matrix_diag matrix_diag_part matrix_set_diag qr reverse_sequence self_adjoint_eig
self_adjoint_eigvals svd
"""

_NN = """
conv1d conv2d conv3d conv2d_backprop_filter conv2d_backprop_input conv3d_backprop_filter_v2 convolution
conv2d_transpose conv3d_transpose depthwise_conv2d depthwise_conv2d_native separable_conv2d atrous_conv2d
fractional_avg_pool fractional_max_pool max_pool max_pool2d max_pool3d max_pool_with_argmax avg_pool avg_pool2d
avg_pool3d dilation2d bias_add relu relu6 relu_layer crelu elu selu leaky_relu softplus softsign sigmoid tanh swish
silu softmax log_softmax dropout l2_loss l2_normalize moments weighted_moments batch_normalization
batch_norm_with_global_normalization fused_batch_norm local_response_normalization lrn
softmax_cross_entropy_with_logits softmax_cross_entropy_with_logits_v2 sparse_softmax_cross_entropy_with_logits
sigmoid_cross_entropy_with_logits weighted_cross_entropy_with_logits log_poisson_loss embedding_lookup in_top_k top_k
xw_plus_b zero_fraction static_rnn static_bidirectional_rnn dynamic_rnn bidirectional_dynamic_rnn
embedding_lookup_sparse safe_embedding_lookup_sparse ctc_beam_search_decoder ctc_beam_search_decoder_v2
ctc_greedy_decoder ctc_loss ctc_loss_v2 uniform_candidate_sampler log_uniform_candidate_sampler all_candidate_sampler
compute_accidental_hits nce_loss sampled_softmax_loss
atrous_conv2d_transpose avg_pool1d avg_pool_v2 collapse_repeated compute_average_loss conv1d_transpose conv_transpose
ctc_unique_labels depth_to_space depthwise_conv2d_backprop_filter depthwise_conv2d_backprop_input erosion2d max_pool1d
max_pool_v2 normalize_moments pool raw_rnn scale_regularization_loss space_to_batch space_to_depth
static_state_saving_rnn sufficient_statistics with_space_to_batch
"""

_MATH = """
bessel_i0 bessel_i0e bessel_i1 bessel_i1e bincount confusion_matrix cumulative_logsumexp divide_no_nan erfcinv erfinv
is_non_decreasing is_strictly_increasing lbeta log_softmax multiply_no_nan ndtri nextafter polyval reciprocal_no_nan
reduce_euclidean_norm reduce_std reduce_variance softmax softplus softsign unsorted_segment_mean
unsorted_segment_sqrt_n xdivy xlog1py xlogy
"""

_MATH_SPECIAL = """
bessel_i0 bessel_i0e bessel_i1 bessel_i1e bessel_j0 bessel_j1 bessel_k0 bessel_k0e bessel_k1 bessel_k1e bessel_y0
bessel_y1 dawsn expint fresnel_cos fresnel_sin spence
"""

_LINALG = """
adjoint band_part cholesky cholesky_solve cross det diag_part eigh eigvalsh global_norm inv l2_normalize logdet lstsq
lu lu_matrix_inverse lu_reconstruct lu_solve matrix_rank matvec normalize pinv qr set_diag slogdet solve svd
tensor_diag tensor_diag_part triangular_solve tridiagonal_matmul tridiagonal_solve
"""

_DEBUGGING = """
Assert assert_all_finite assert_equal assert_greater assert_greater_equal assert_integer assert_less assert_less_equal
assert_near assert_negative assert_non_negative assert_non_positive assert_none_equal assert_positive
assert_proper_iterable assert_rank assert_rank_at_least assert_rank_in assert_same_float_dtype assert_scalar
assert_type check_numerics is_finite is_inf is_nan is_non_decreasing is_numeric_tensor is_strictly_increasing
"""

_DTYPES = """
DType as_dtype as_string bfloat16 bool cast complex complex128 complex64 double float16 float32 float64 half int16
int32 int64 int8 qint16 qint32 qint8 quint16 quint8 resource saturate_cast string uint16 uint32 uint64 uint8 variant
"""

_GRAPH_UTIL = """
convert_variables_to_constants extract_sub_graph import_graph_def must_run_on_cpu remove_training_nodes
tensor_shape_from_node_def_name
"""

_LOOKUP = """
KeyValueTensorInitializer StaticHashTable StaticVocabularyTable
"""

_MANIP = """
batch_to_space_nd gather_nd reshape reverse roll scatter_nd space_to_batch_nd tile
"""

_NEST = """
assert_same_structure flatten is_nested map_structure pack_sequence_as
"""

_QUANTIZATION = """
dequantize fake_quant_with_min_max_args fake_quant_with_min_max_args_gradient fake_quant_with_min_max_vars
fake_quant_with_min_max_vars_gradient fake_quant_with_min_max_vars_per_channel
fake_quant_with_min_max_vars_per_channel_gradient quantize
"""

_TRAIN = """
Optimizer GradientDescentOptimizer MomentumOptimizer AdamOptimizer AdagradOptimizer AdadeltaOptimizer RMSPropOptimizer
FtrlOptimizer ProximalGradientDescentOptimizer ProximalAdagradOptimizer ExponentialMovingAverage Saver
latest_checkpoint checkpoint_exists list_variables load_variable get_checkpoint_state
exponential_decay piecewise_constant piecewise_constant_decay polynomial_decay natural_exp_decay inverse_time_decay
Coordinator LooperThread QueueRunner add_queue_runner start_queue_runners
input_producer limit_epochs match_filenames_once range_input_producer slice_input_producer string_input_producer
batch batch_join maybe_batch maybe_batch_join maybe_shuffle_batch maybe_shuffle_batch_join shuffle_batch
shuffle_batch_join
cosine_decay cosine_decay_restarts linear_cosine_decay noisy_linear_cosine_decay
get_global_step get_or_create_global_step create_global_step assert_global_step global_step write_graph
init_from_checkpoint load_checkpoint NewCheckpointReader
CheckpointSaverHook CheckpointSaverListener ChiefSessionCreator ClusterSpec FeedFnHook FinalOpsHook GlobalStepWaiterHook
LoggingTensorHook MonitoredSession MonitoredTrainingSession NanLossDuringTrainingError NanTensorHook ProfilerHook
Scaffold SecondOrStepTimer Server SessionCreator SessionManager SessionRunArgs SessionRunContext SessionRunHook
SessionRunValues SingularMonitoredSession StepCounterHook StopAtStepHook SummarySaverHook Supervisor
WorkerSessionCreator basic_train_loop checkpoints_iterator get_checkpoint_mtimes remove_checkpoint replica_device_setter
update_checkpoint_state warm_start summary_iterator
BytesList Example Feature FeatureList FeatureLists Features FloatList Int64List SequenceExample
"""

_SUMMARY = """
Event FileWriter FileWriterCache SessionLog Summary SummaryDescription TaggedRunMetadata audio get_summary_description
histogram image merge merge_all scalar tensor_summary text
"""

_STRINGS = """
as_string format join length lower reduce_join regex_full_match regex_replace split strip substr to_hash_bucket
to_hash_bucket_fast to_hash_bucket_strong to_number unicode_transcode unsorted_segment_join upper
"""

_IMAGE = """
ResizeMethod adjust_brightness adjust_contrast adjust_gamma adjust_hue adjust_jpeg_quality adjust_saturation
central_crop combined_non_max_suppression convert_image_dtype crop_and_resize crop_to_bounding_box
decode_and_crop_jpeg decode_bmp decode_gif decode_image decode_jpeg decode_png decode_webp draw_bounding_boxes
encode_jpeg encode_png extract_glimpse extract_image_patches extract_jpeg_shape extract_patches flip_left_right
flip_up_down grayscale_to_rgb hsv_to_rgb image_gradients is_jpeg non_max_suppression non_max_suppression_overlaps
non_max_suppression_padded non_max_suppression_with_scores pad_to_bounding_box per_image_standardization psnr
random_brightness random_contrast random_crop random_flip_left_right random_flip_up_down random_hue
random_jpeg_quality random_saturation resize resize_area resize_bicubic resize_bilinear resize_image_with_crop_or_pad
resize_image_with_pad resize_images resize_nearest_neighbor resize_with_crop_or_pad rgb_to_grayscale rgb_to_hsv
rgb_to_yiq rgb_to_yuv rot90 sample_distorted_bounding_box sobel_edges ssim ssim_multiscale total_variation transpose
transpose_image yiq_to_rgb yuv_to_rgb
"""

_IO = """
FixedLenFeature FixedLenSequenceFeature SparseFeature VarLenFeature decode_base64 decode_json_example encode_base64
parse_example parse_sequence_example parse_single_example parse_single_sequence_example write_graph
deserialize_many_sparse parse_tensor serialize_many_sparse serialize_sparse serialize_tensor
TFRecordCompressionType TFRecordOptions TFRecordWriter gfile tf_record_iterator
decode_csv decode_raw matching_files read_file write_file
decode_compressed
"""

_GFILE = """
Copy DeleteRecursively Exists FastGFile GFile Glob IsDirectory ListDirectory MakeDirs MkDir Open Remove Rename Stat Walk
"""

_IO_GFILE = "GFile copy exists glob isdir join listdir makedirs mkdir remove rename rmtree stat walk"

_OF_GFILE = "close flush mode name read readline readlines seek seekable size tell write"

_FEATURE_COLUMN = """
bucketized_column categorical_column_with_hash_bucket categorical_column_with_identity
categorical_column_with_vocabulary_file categorical_column_with_vocabulary_list crossed_column embedding_column
indicator_column input_layer linear_model make_parse_example_spec numeric_column shared_embedding_columns
weighted_categorical_column
"""

_ESTIMATOR = """
BaselineClassifier BaselineRegressor DNNClassifier DNNLinearCombinedClassifier DNNLinearCombinedRegressor DNNRegressor
Estimator EstimatorSpec EvalSpec LinearClassifier LinearRegressor ModeKeys RunConfig TrainSpec WarmStartSettings
classifier_parse_example_spec export inputs regressor_parse_example_spec train_and_evaluate
"""

_ESTIMATOR_EXPORT = """
ClassificationOutput PredictOutput RegressionOutput ServingInputReceiver build_parsing_serving_input_receiver_fn
build_raw_serving_input_receiver_fn
"""

_KERAS_LAYERS = """
Activation Add Average AveragePooling1D AveragePooling2D AveragePooling3D AvgPool1D AvgPool2D AvgPool3D
BatchNormalization Concatenate Conv1D Conv2D Conv2DTranspose Conv3D Convolution1D Convolution2D Convolution3D Dense
Dropout Embedding Flatten GlobalAveragePooling1D GlobalAveragePooling2D GlobalMaxPooling1D GlobalMaxPooling2D Input
Lambda Layer LeakyReLU MaxPool1D MaxPool2D MaxPool3D MaxPooling1D MaxPooling2D MaxPooling3D Maximum Multiply ReLU
Reshape SeparableConv2D Softmax Subtract ZeroPadding2D add average concatenate maximum multiply subtract
"""

_KERAS_BACKEND = """
abs argmax batch_flatten binary_crossentropy cast categorical_crossentropy clear_session clip concatenate dot dtype
epsilon equal eval exp expand_dims flatten floatx gather get_session get_value gradients image_data_format int_shape
learning_phase log max mean min ndim placeholder pow prod reshape set_learning_phase set_session set_value shape
sigmoid softmax sparse_categorical_crossentropy sqrt square squeeze stack sum tanh transpose variable
"""

_TEST = """
Benchmark TestCase assert_equal_graph_def compute_gradient compute_gradient_error get_temp_dir gpu_device_name
is_built_with_cuda is_built_with_gpu_support is_built_with_rocm is_built_with_xla is_gpu_available main mock
test_src_dir_path
"""

_TEST_CASE = """
assertAllClose assertAllCloseAccordingToType assertAllEqual assertAllGreater assertAllGreaterEqual assertAllInRange
assertAllInSet assertAllLess assertAllLessEqual assertArrayNear assertDTypeEqual assertDeviceEqual assertNDArrayNear
assertNear assertNotAllClose assertNotAllEqual assertProtoEquals assertRaisesOpError assertRaisesWithPredicateMatch
assertShapeEqual cached_session checkedThread evaluate evaluate_if_both_tensors get_temp_dir session test_session
"""

_COMPAT = """
as_bytes as_str as_str_any as_text bytes_or_text_types complex_types dimension_at_index dimension_value
forward_compatibility_horizon forward_compatible integral_types path_to_str real_types
"""

_LOSSES = """
Reduction absolute_difference add_loss compute_weighted_loss cosine_distance get_losses get_regularization_loss
get_regularization_losses get_total_loss hinge_loss huber_loss log_loss mean_squared_error sigmoid_cross_entropy
softmax_cross_entropy sparse_softmax_cross_entropy
mean_pairwise_squared_error
"""

_LAYERS = """
Layer Dense Dropout Flatten Conv1D Conv2D Conv3D Conv2DTranspose Conv3DTranspose SeparableConv1D SeparableConv2D
BatchNormalization MaxPooling1D MaxPooling2D MaxPooling3D AveragePooling1D AveragePooling2D AveragePooling3D
dense dropout flatten conv1d conv2d conv3d conv2d_transpose conv3d_transpose separable_conv1d separable_conv2d
batch_normalization max_pooling1d max_pooling2d max_pooling3d average_pooling1d average_pooling2d average_pooling3d
"""

_SPARSE = """
SparseTensor add bincount concat cross cross_hashed expand_dims eye fill_empty_rows from_dense matmul maximum merge
minimum placeholder reduce_max reduce_max_sparse reduce_sum reduce_sum_sparse reorder reset_shape reshape retain
segment_mean segment_sqrt_n segment_sum slice softmax sparse_dense_matmul split to_dense to_indicator transpose
"""

_SETS = "difference intersection set_difference set_intersection set_size set_union size union"

_SIGNAL = """
dct fft fft2d fft3d fftnd fftshift frame hamming_window hann_window idct ifft ifft2d ifft3d ifftnd ifftshift
inverse_mdct inverse_stft inverse_stft_window_fn irfft irfft2d irfft3d irfftnd kaiser_bessel_derived_window
kaiser_window linear_to_mel_weight_matrix mdct mfccs_from_log_mel_spectrograms overlap_and_add rfft rfft2d rfft3d rfftnd
stft vorbis_window
"""

_SPECTRAL = "dct fft fft2d fft3d idct ifft ifft2d ifft3d irfft irfft2d irfft3d rfft rfft2d rfft3d"

_DATASET = """
apply batch cache concatenate enumerate filter filter_with_legacy_function flat_map from_generator from_tensor_slices
from_tensors get_single_element group_by_window ignore_errors interleave list_files make_initializable_iterator
make_one_shot_iterator map map_with_legacy_function options padded_batch prefetch range reduce repeat scan shard shuffle
skip take take_while unbatch unique window with_options zip
"""

_DATA_EXPERIMENTAL = """
Counter bucket_by_sequence_length choose_from_datasets copy_to_device enumerate_dataset get_single_element
group_by_window ignore_errors map_and_batch parallel_interleave prefetch_to_device sample_from_datasets scan
shuffle_and_repeat take_while unbatch unique
"""

_CONTRIB_LAYERS = """
OPTIMIZER_CLS_NAMES OPTIMIZER_SUMMARIES adaptive_clipping_fn append_tensor_alias apply_regularization avg_pool2d
avg_pool3d batch_norm bias_add bow_encoder collect_named_outputs conv1d conv2d conv2d_in_plane conv2d_transpose conv3d
conv3d_transpose convert_collection_to_dict convolution convolution1d convolution2d convolution2d_in_plane
convolution2d_transpose convolution3d convolution3d_transpose dense_to_sparse dropout elu embed_sequence
embedding_lookup_unique flatten fully_connected gather_tensors_aliases get_tensor_aliases group_norm
images_to_sequence instance_norm l1_l2_regularizer l1_regularizer l2_regularizer layer_norm legacy_fully_connected
legacy_linear legacy_relu linear max_pool2d max_pool3d maxout one_hot_encoding optimize_loss relu relu6 repeat
safe_embedding_lookup_sparse separable_conv2d separable_convolution2d sequence_to_images softmax spatial_softmax stack
sum_regularizer summarize_activation summarize_activations summarize_biases summarize_collection summarize_tensor
summarize_tensors summarize_variables summarize_weights unit_norm utils variance_scaling_initializer xavier_initializer
xavier_initializer_conv2d
"""

_CONTRIB_FRAMEWORK = """
add_arg_scope add_model_variable arg_scope arg_scope_func_key arg_scoped_arguments argsort assert_global_step
assert_or_get_global_step assign_from_checkpoint assign_from_checkpoint_fn assign_from_values assign_from_values_fn
create_global_step current_arg_scope deprecated filter_variables get_global_step get_local_variables
get_model_variables get_or_create_global_step get_trainable_variables get_unique_variable get_variable_full_name
get_variables get_variables_by_name get_variables_by_suffix get_variables_to_restore global_variable has_arg_scope
init_from_checkpoint is_tensor list_variables load_checkpoint load_variable local_variable model_variable nest
reduce_sum_n smart_cond smart_constant_value sort variable with_shape zero_initializer
"""

_CONTRIB_LOSSES = """
absolute_difference add_loss compute_weighted_loss cosine_distance get_losses get_regularization_losses get_total_loss
hinge_loss log_loss mean_squared_error sigmoid_cross_entropy softmax_cross_entropy sparse_softmax_cross_entropy
"""

_CONTRIB_TRAINING = """
add_gradients_summaries checkpoints_iterator clip_gradient_norms clip_gradient_norms_fn create_train_op
multiply_gradients wait_for_new_checkpoint
HParams parse_values
"""

_CONTRIB_SLIM = """
evaluation initializers layers learning losses model_analyzer regularizers summaries variables
"""


_CONTRIB_RNN = """
AttentionCellWrapper BasicLSTMCell BasicRNNCell Conv1DLSTMCell Conv2DLSTMCell Conv3DLSTMCell ConvLSTMCell
DeviceWrapper DropoutWrapper EmbeddingWrapper FusedRNNCell FusedRNNCellAdaptor GLSTMCell GRUBlockCell GRUBlockCellV2
GRUCell InputProjectionWrapper LSTMBlockCell LSTMBlockFusedCell LSTMCell LSTMStateTuple LayerNormBasicLSTMCell
MultiRNNCell NASCell OutputProjectionWrapper RNNCell ResidualWrapper SRUCell TimeReversedFusedRNN UGRNNCell
stack_bidirectional_dynamic_rnn stack_bidirectional_rnn static_bidirectional_rnn static_rnn transpose_batch_time
"""

_CONTRIB_LEGACY_SEQ2SEQ = """
attention_decoder basic_rnn_seq2seq embedding_attention_decoder embedding_attention_seq2seq embedding_rnn_decoder
embedding_rnn_seq2seq embedding_tied_rnn_seq2seq model_with_buckets rnn_decoder sequence_loss sequence_loss_by_example
tied_rnn_seq2seq
"""

_CONTRIB_SEQ2SEQ = """
AttentionMechanism AttentionWrapper AttentionWrapperState BahdanauAttention BasicDecoder BasicDecoderOutput
BeamSearchDecoder BeamSearchDecoderOutput BeamSearchDecoderState CustomHelper Decoder FinalBeamSearchDecoderOutput
GreedyEmbeddingHelper Helper InferenceHelper LuongAttention SampleEmbeddingHelper ScheduledEmbeddingTrainingHelper
ScheduledOutputTrainingHelper TrainingHelper dynamic_decode gather_tree hardmax safe_cumprod sequence_loss tile_batch
"""

_CONTRIB_CRF = """
crf_binary_score crf_decode crf_log_likelihood crf_log_norm crf_sequence_score crf_unary_score viterbi_decode
"""

_CONTRIB_LEARN = """
ModeKeys RunConfig datasets preprocessing
"""

_CONTRIB_OPT = """
AdaMaxOptimizer AdamWOptimizer AddSignOptimizer DecoupledWeightDecayExtension ExternalOptimizerInterface
LazyAdamOptimizer MomentumWOptimizer MovingAverageOptimizer MultitaskOptimizerWrapper NadamOptimizer
PowerSignOptimizer ScipyOptimizerInterface clip_gradients_by_global_norm extend_with_decoupled_weight_decay
get_cosine_decay_fn get_linear_decay_fn get_restart_decay_fn
"""

_DISTRIBUTIONS = """
Bernoulli Beta Categorical Dirichlet DirichletMultinomial Distribution Exponential FULLY_REPARAMETERIZED Gamma Laplace
Multinomial NOT_REPARAMETERIZED Normal RegisterKL ReparameterizationType StudentT Uniform kl_divergence
"""

_METRICS = """
accuracy auc false_negatives false_positives mean mean_absolute_error mean_iou mean_per_class_accuracy
mean_relative_error mean_squared_error percentage_below precision recall root_mean_squared_error true_negatives
true_positives
false_negatives_at_thresholds false_positives_at_thresholds mean_cosine_distance mean_tensor precision_at_k
precision_at_thresholds precision_at_top_k recall_at_k recall_at_thresholds recall_at_top_k sensitivity_at_specificity
sparse_precision_at_k specificity_at_sensitivity true_negatives_at_thresholds true_positives_at_thresholds
"""

_CONTRIB_METRICS = """
accuracy aggregate_metric_map aggregate_metrics streaming_accuracy streaming_auc streaming_false_negatives
streaming_false_positives streaming_mean streaming_mean_absolute_error streaming_mean_iou streaming_mean_relative_error
streaming_mean_squared_error streaming_percentage_less streaming_precision streaming_recall
streaming_root_mean_squared_error streaming_true_negatives streaming_true_positives
"""

NAMES: dict[str, tuple[str, ...]] = {
    "": tuple(_TOP.split()),
    "nn": tuple(_NN.split()),
    "nn.rnn_cell": (
        "RNNCell",
        "BasicRNNCell",
        "BasicLSTMCell",
        "LSTMCell",
        "GRUCell",
        "MultiRNNCell",
        "DropoutWrapper",
        "DeviceWrapper",
        "ResidualWrapper",
        "LSTMStateTuple",
    ),
    "layers": tuple(_LAYERS.split()),
    "train": tuple(_TRAIN.split()),
    "losses": tuple(_LOSSES.split()),
    "image": tuple(_IMAGE.split()),
    "io": tuple(_IO.split()),
    "io.gfile": tuple(_IO_GFILE.split()),
    "gfile": tuple(_GFILE.split()),
    "gfile.GFile": tuple(_OF_GFILE.split()),
    "python_io": ("TFRecordCompressionType", "TFRecordOptions", "TFRecordWriter", "tf_record_iterator"),
    "estimator": tuple(_ESTIMATOR.split()),
    "estimator.export": tuple(_ESTIMATOR_EXPORT.split()),
    "estimator.inputs": ("numpy_input_fn", "pandas_input_fn"),
    "keras": ("Input", "activations", "backend", "initializers", "layers", "losses", "regularizers", "utils"),
    "keras.activations": (
        "elu",
        "exponential",
        "get",
        "hard_sigmoid",
        "linear",
        "relu",
        "selu",
        "sigmoid",
        "softmax",
        "softplus",
        "softsign",
        "tanh",
    ),
    "keras.backend": tuple(_KERAS_BACKEND.split()),
    "keras.layers": tuple(_KERAS_LAYERS.split()),
    "keras.regularizers": ("get", "l1", "l1_l2", "l2"),
    "keras.utils": ("normalize", "to_categorical"),
    "feature_column": tuple(_FEATURE_COLUMN.split()),
    "test": tuple(_TEST.split()),
    "test.TestCase": tuple(_TEST_CASE.split()),
    "compat": tuple(_COMPAT.split()),
    "resource_loader": (
        "get_data_files_path",
        "get_path_to_datafile",
        "get_root_dir_with_all_resources",
        "load_resource",
        "readahead_file_path",
    ),
    "strings": tuple(_STRINGS.split()),
    "sparse": tuple(_SPARSE.split()),
    "sets": tuple(_SETS.split()),
    "signal": tuple(_SIGNAL.split()),
    "spectral": tuple(_SPECTRAL.split()),
    "bitwise": ("bitwise_and", "bitwise_or", "bitwise_xor", "invert", "left_shift", "right_shift"),
    "initializers": (
        "zeros",
        "ones",
        "constant",
        "random_normal",
        "random_uniform",
        "truncated_normal",
        "variance_scaling",
        "uniform_unit_scaling",
        "glorot_normal",
        "glorot_uniform",
        "he_normal",
        "he_uniform",
        "lecun_normal",
        "lecun_uniform",
        "orthogonal",
        "identity",
        "global_variables",
        "local_variables",
        "tables_initializer",
        "variables",
    ),
    "summary": tuple(_SUMMARY.split()),
    "random": (
        "stateless_binomial",
        "stateless_categorical",
        "stateless_gamma",
        "stateless_multinomial",
        "stateless_normal",
        "stateless_parameterized_truncated_normal",
        "stateless_poisson",
        "stateless_truncated_normal",
        "stateless_uniform",
        "gamma",
        "normal",
        "poisson",
        "uniform",
        "truncated_normal",
        "shuffle",
        "set_random_seed",
        "multinomial",
        "categorical",
        "fold_in",
        "split",
        "all_candidate_sampler",
        "log_uniform_candidate_sampler",
        "uniform_candidate_sampler",
    ),
    "math": (
        "abs",
        "add",
        "argmax",
        "argmin",
        "exp",
        "floor",
        "log",
        "maximum",
        "minimum",
        "pow",
        "reduce_max",
        "reduce_mean",
        "reduce_sum",
        "sigmoid",
        "sqrt",
        "square",
        "tanh",
        "top_k",
        *_MATH.split(),
    ),
    "debugging": tuple(_DEBUGGING.split()),
    "dtypes": tuple(_DTYPES.split()),
    "graph_util": tuple(_GRAPH_UTIL.split()),
    "lookup": tuple(_LOOKUP.split()),
    "manip": tuple(_MANIP.split()),
    "nest": tuple(_NEST.split()),
    "quantization": tuple(_QUANTIZATION.split()),
    "math.special": tuple(_MATH_SPECIAL.split()),
    "linalg": (
        "diag",
        "einsum",
        "expm",
        "eye",
        "logm",
        "matmul",
        "norm",
        "sqrtm",
        "tensordot",
        "trace",
        "transpose",
        *_LINALG.split(),
    ),
    "data": (
        "Dataset",
        "FixedLengthRecordDataset",
        "Iterator",
        "Options",
        "TFRecordDataset",
        "TextLineDataset",
        "get_output_classes",
        "get_output_shapes",
        "get_output_types",
        "make_initializable_iterator",
        "make_one_shot_iterator",
    ),
    "data.Dataset": tuple(_DATASET.split()),
    "data.Iterator": ("from_string_handle", "from_structure", "get_next", "make_initializer", "string_handle"),
    "data.experimental": tuple(_DATA_EXPERIMENTAL.split()),
    "errors": ("OpError", "InvalidArgumentError", "FailedPreconditionError", "NotFoundError", "OutOfRangeError"),
    "logging": (
        "info",
        "warn",
        "warning",
        "error",
        "debug",
        "set_verbosity",
        "get_verbosity",
        "log",
        "log_every_n",
        "log_first_n",
        "log_if",
        "vlog",
        "DEBUG",
        "INFO",
        "WARN",
        "ERROR",
        "FATAL",
        "flush",
    ),
    "metrics": tuple(_METRICS.split()),
    "distributions": tuple(_DISTRIBUTIONS.split()),
    "contrib.distributions": (
        "MultivariateNormalDiag",
        "MultivariateNormalDiagWithSoftplusScale",
        *_DISTRIBUTIONS.split(),
    ),
    "contrib.layers": tuple(_CONTRIB_LAYERS.split()),
    "contrib.framework": tuple(_CONTRIB_FRAMEWORK.split()),
    "contrib.rnn": tuple(_CONTRIB_RNN.split()),
    "contrib.seq2seq": tuple(_CONTRIB_SEQ2SEQ.split()),
    "contrib.legacy_seq2seq": tuple(_CONTRIB_LEGACY_SEQ2SEQ.split()),
    "contrib.crf": tuple(_CONTRIB_CRF.split()),
    "contrib.learn": tuple(_CONTRIB_LEARN.split()),
    "contrib.learn.datasets": ("base", "mnist"),
    "contrib.learn.datasets.base": (
        "Dataset",
        "Datasets",
        "load_csv_with_header",
        "load_csv_without_header",
        "maybe_download",
    ),
    "contrib.learn.preprocessing": ("CategoricalVocabulary", "VocabularyProcessor", "tokenizer"),
    "contrib.opt": tuple(_CONTRIB_OPT.split()),
    "contrib.metrics": tuple(_CONTRIB_METRICS.split()),
    "contrib.image": (
        "angles_to_projective_transforms",
        "compose_transforms",
        "dense_image_warp",
        "flat_transforms_to_matrices",
        "matrices_to_flat_transforms",
        "rotate",
        "transform",
        "translate",
        "translations_to_projective_transforms",
    ),
    "contrib.tensorboard.plugins.projector": (
        "EmbeddingInfo",
        "ProjectorConfig",
        "SpriteMetadata",
        "visualize_embeddings",
    ),
    "contrib.lookup": (
        "HashTable",
        "IdTableWithHashBuckets",
        "KeyValueTensorInitializer",
        "index_table_from_file",
        "index_table_from_tensor",
        "index_to_string_table_from_file",
        "index_to_string_table_from_tensor",
    ),
    "contrib.losses": tuple(_CONTRIB_LOSSES.split()),
    "contrib.slim": tuple(_CONTRIB_SLIM.split()),
    "contrib.slim.learning": (
        "add_gradients_summaries",
        "clip_gradient_norms",
        "create_train_op",
        "multiply_gradients",
        "train",
        "train_step",
    ),
    "contrib.slim.evaluation": ("checkpoints_iterator", "evaluate_once", "evaluation_loop", "wait_for_new_checkpoint"),
    "contrib.training": tuple(_CONTRIB_TRAINING.split()),
}
