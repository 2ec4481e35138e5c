import { arrayOf, bool, encodeGguf, float32, string, uint32 } from './gguf-writer.mjs';
import { SENTENCES } from './sentences.mjs';
import { buildVocabulary } from './vocabulary.mjs';
import { buildTensors, SHAPE } from './weights.mjs';

/** ChatML: any number of system, user and assistant messages, each between two control tokens. */
const CHAT_TEMPLATE = [
  '{% for message in messages %}',
  "{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n' }}",
  '{% endfor %}',
  "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}",
].join('');

/** llama.cpp's number for "all tensors are 32-bit floats". */
const FILE_TYPE_F32 = 0;

function metadataOf({ tokens, types, merges, special }, { encoder }) {
  return {
    'general.architecture': string('llama'),
    'general.name': string('earshot-tiny'),
    'general.file_type': uint32(FILE_TYPE_F32),
    'llama.context_length': uint32(SHAPE.contextTokens),
    'llama.embedding_length': uint32(SHAPE.width),
    'llama.block_count': uint32(SHAPE.layers),
    'llama.feed_forward_length': uint32(SHAPE.feedForward),
    'llama.attention.head_count': uint32(SHAPE.heads),
    'llama.attention.head_count_kv': uint32(SHAPE.heads),
    'llama.attention.layer_norm_rms_epsilon': float32(SHAPE.normEpsilon),
    'llama.rope.dimension_count': uint32(SHAPE.width / SHAPE.heads),
    'llama.attention.causal': bool(!encoder),
    'llama.vocab_size': uint32(tokens.length),
    'tokenizer.ggml.model': string('gpt2'),
    'tokenizer.ggml.pre': string('gpt-2'),
    'tokenizer.ggml.tokens': arrayOf('string', tokens),
    'tokenizer.ggml.token_type': arrayOf('int32', types),
    'tokenizer.ggml.merges': arrayOf('string', merges),
    'tokenizer.ggml.bos_token_id': uint32(special['<|endoftext|>']),
    'tokenizer.ggml.eos_token_id': uint32(special['<|endoftext|>']),
    'tokenizer.ggml.eot_token_id': uint32(special['<|im_end|>']),
    'tokenizer.ggml.add_bos_token': bool(false),
    'tokenizer.chat_template': string(CHAT_TEMPLATE),
  };
}

/**
 * The bytes of a tiny llama-architecture GGUF: same arguments, same bytes.
 * `seed`: of the random weights. `sentences`: what it tends to say. `endless`: it never ends an answer by itself.
 * `encoder`: each token sees those after it too, as in models that only make vectors. `fillers`: tokens beyond those of
 * its texts.
 */
export function tinyModel({ seed = 1, sentences = SENTENCES, endless = false, encoder = false, fillers = 0 } = {}) {
  const vocabulary = buildVocabulary(sentences, fillers);
  return encodeGguf({
    metadata: metadataOf(vocabulary, { encoder }),
    tensors: buildTensors(vocabulary, { seed, endless }),
  });
}
