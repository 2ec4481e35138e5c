/**
 * Random weights, nudged: an untrained network says noise, so the output matrix is built such that each word of the
 * sentences makes the word after it likelier. The layers are plain random numbers and stir the result a little.
 */

/** The network's measures. Small enough for a file below 2 MiB, large enough that a few hundred words stay apart. */
export const SHAPE = { width: 64, layers: 2, heads: 4, feedForward: 128, contextTokens: 4096, normEpsilon: 1e-5 };

/**
 * Logit of a word that follows in a sentence; all others are around 0. 7 lets a wrong word in now and then at
 * temperature 1.
 */
const FOLLOWS = 7;
/**
 * Logit of the answer's end after a sentence: that much above the next sentences that about every third one is the
 * last.
 */
const ENDS = FOLLOWS + 1.5;
/** Added for pieces of words, single bytes and control tokens, which would read as noise. */
const NOT_A_WORD = -9;
/** Standard deviation of the layers' weights: their part stays below a tenth of a word's own embedding. */
const LAYER_DEVIATION = 0.02;

/** Repeatable uniform numbers in [0, 1): the mulberry32 generator. */
function uniform(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Normally distributed numbers (Box-Muller). */
function normal(seed) {
  const next = uniform(seed);
  return () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

/**
 * One row a token: dimension 0 is 1 for all (through it the output matrix can favour or shun a token whatever came
 * before), the rest is a random direction of length 1.
 */
function embeddings(count, draw) {
  const { width } = SHAPE;
  const values = new Float32Array(count * width);
  for (let token = 0; token < count; token++) {
    const row = values.subarray(token * width, (token + 1) * width);
    for (let dim = 1; dim < width; dim++) row[dim] = draw();
    const length = Math.hypot(...row.subarray(1));
    for (let dim = 1; dim < width; dim++) row[dim] /= length;
    row[0] = 1;
  }
  return values;
}

/** `pairs`: [token, next token, logit]. `biases`: one logit a token. */
function outputMatrix(embedding, biases, pairs) {
  const { width } = SHAPE;
  const values = new Float32Array(embedding.length);
  // The last RMS norm multiplies a row of length sqrt(2) by this much.
  const gain = Math.sqrt(width / 2);
  biases.forEach((bias, token) => (values[token * width] = bias / gain));
  for (const [token, next, logit] of pairs) {
    for (let dim = 1; dim < width; dim++) values[next * width + dim] += (logit / gain) * embedding[token * width + dim];
  }
  return values;
}

function layerTensors(index, draw) {
  const { width, feedForward } = SHAPE;
  const name = (part) => `blk.${index}.${part}.weight`;
  // Row 0 of what a layer adds stays 0: dimension 0 of the stream is the constant described above.
  const matrix = (inputs, outputs, keepConstant) =>
    Float32Array.from({ length: inputs * outputs }, (_, at) =>
      keepConstant && at < inputs ? 0 : draw() * LAYER_DEVIATION,
    );
  const ones = new Float32Array(width).fill(1);
  return [
    { name: name('attn_norm'), shape: [width], values: ones },
    { name: name('attn_q'), shape: [width, width], values: matrix(width, width) },
    { name: name('attn_k'), shape: [width, width], values: matrix(width, width) },
    { name: name('attn_v'), shape: [width, width], values: matrix(width, width) },
    { name: name('attn_output'), shape: [width, width], values: matrix(width, width, true) },
    { name: name('ffn_norm'), shape: [width], values: ones },
    { name: name('ffn_gate'), shape: [width, feedForward], values: matrix(width, feedForward) },
    { name: name('ffn_up'), shape: [width, feedForward], values: matrix(width, feedForward) },
    { name: name('ffn_down'), shape: [feedForward, width], values: matrix(feedForward, width, true) },
  ];
}

/**
 * Pairs of the sentences: start of an answer, word after word, end of a sentence to the next one or to the answer's
 * end.
 */
function followPairs({ opening, following, special, newline }) {
  const pairs = new Map();
  const add = (token, next, logit = FOLLOWS) => pairs.set(`${token} ${next}`, [token, next, logit]);
  for (const chain of opening) add(newline, chain[0]);
  for (const chain of [...opening, ...following]) {
    chain.slice(1).forEach((next, index) => add(chain[index], next));
    for (const other of following) add(chain.at(-1), other[0]);
    add(chain.at(-1), special['<|im_end|>'], ENDS);
  }
  return [...pairs.values()];
}

/** All tensors of the model. `endless`: the end of an answer is never likely. */
export function buildTensors(vocabulary, { seed, endless }) {
  const draw = normal(seed);
  const { width, layers } = SHAPE;
  const count = vocabulary.tokens.length;
  const embedding = embeddings(count, draw);
  const inSentences = new Set([...vocabulary.opening, ...vocabulary.following].flat());
  const biases = vocabulary.tokens.map((_, token) => {
    if (token === vocabulary.special['<|im_end|>']) return endless ? 8 * NOT_A_WORD : 0;
    if (vocabulary.types[token] !== 1) return 2 * NOT_A_WORD;
    return inSentences.has(token) ? 0 : NOT_A_WORD;
  });
  const pairs = followPairs(vocabulary);
  return [
    { name: 'token_embd.weight', shape: [width, count], values: embedding },
    ...Array.from({ length: layers }, (_, index) => layerTensors(index, draw)).flat(),
    { name: 'output_norm.weight', shape: [width], values: new Float32Array(width).fill(1) },
    { name: 'output.weight', shape: [width, count], values: outputMatrix(embedding, biases, pairs) },
  ];
}
