import { randomInt } from 'node:crypto';
import type { LlamaGrammar, LlamaModel, SequenceEvaluateOptions, Token } from 'node-llama-cpp';
import type { ChatParameters } from '../model-provider.js';
import { SAMPLING_DEFAULTS } from './llama-settings.js';

/** Further parameters that the engine honours; the gateway has checked their types and bounds. */
interface EngineParameters {
  readonly seed?: number;
  readonly top_k?: number;
  readonly min_p?: number;
  readonly frequency_penalty?: number;
  readonly presence_penalty?: number;
  readonly repetition_penalty?: number;
  readonly logit_bias?: Readonly<Record<string, number>>;
  readonly logprobs?: boolean;
  readonly top_logprobs?: number;
}

type LlamaParameters = ChatParameters & EngineParameters;

const names: Record<keyof EngineParameters, true> = {
  seed: true,
  top_k: true,
  min_p: true,
  frequency_penalty: true,
  presence_penalty: true,
  repetition_penalty: true,
  logit_bias: true,
  logprobs: true,
  top_logprobs: true,
};

/** Names of the further parameters that the engine honours; the first is also `max_tokens`. */
export const llamaParameters: ReadonlySet<string> = new Set(['max_completion_tokens', ...Object.keys(names)]);

/** Latest tokens of an answer that penalties count. */
const penalisedTokens = 1_024;

/** Seeds of the engine are below it; this one means a random seed (LLAMA_DEFAULT_SEED). */
const seedRange = 2 ** 32 - 1;

/** How the tokens of one choice are drawn. */
export interface Sampling {
  readonly parameters: ChatParameters;
  /** Index of the choice: each has its own seed. */
  readonly index: number;
  readonly model: LlamaModel;
  readonly grammar: LlamaGrammar | null;
}

/** The number of alternatives in each entry of log probabilities; null if the request wants none. */
export function alternativesOf(parameters: ChatParameters): number | null {
  const { logprobs, top_logprobs = 0 }: LlamaParameters = parameters;
  return logprobs === true ? top_logprobs : null;
}

/** Whether the same request is to get the same text. */
export function hasSeed({ seed }: LlamaParameters): boolean {
  return seed !== undefined;
}

/** Options of the engine. @param answer the tokens so far, which grow. */
export async function evaluationOptions(
  { parameters, index, model, grammar }: Sampling,
  answer: readonly Token[],
): Promise<SequenceEvaluateOptions> {
  const {
    seed,
    top_k = SAMPLING_DEFAULTS.topK,
    min_p = SAMPLING_DEFAULTS.minP,
    logit_bias,
  }: LlamaParameters = parameters;
  return {
    temperature: parameters.temperature ?? SAMPLING_DEFAULTS.temperature,
    topP: parameters.top_p ?? SAMPLING_DEFAULTS.topP,
    // The engine takes 0 for all tokens.
    topK: Math.max(0, top_k),
    minP: min_p,
    // The engine's own seed is the time in seconds, so concurrent answers would be alike.
    seed: seed === undefined ? randomInt(seedRange) : seedOf(seed, index),
    ...repeatPenalty(parameters, answer),
    ...(logit_bias && { tokenBias: await tokenBias(model, logit_bias) }),
    // Each answer has its own position in the grammar.
    ...(grammar && { grammarEvaluationState: await grammarState(model, grammar) }),
  };
}

function seedOf(seed: number, index: number): number {
  const sum = (BigInt(seed) + BigInt(index)) % BigInt(seedRange);
  return Number(sum < 0n ? sum + BigInt(seedRange) : sum);
}

function repeatPenalty(
  { frequency_penalty = 0, presence_penalty = 0, repetition_penalty = 1 }: LlamaParameters,
  answer: readonly Token[],
): Pick<SequenceEvaluateOptions, 'repeatPenalty'> {
  if (frequency_penalty === 0 && presence_penalty === 0 && repetition_penalty === 1) return {};
  return {
    repeatPenalty: {
      punishTokens: () => answer.slice(-penalisedTokens),
      maxPunishTokens: penalisedTokens,
      penalty: repetition_penalty,
      frequencyPenalty: frequency_penalty,
      presencePenalty: presence_penalty,
    },
  };
}

async function tokenBias(model: LlamaModel, biases: Readonly<Record<string, number>>) {
  const { TokenBias } = await import('node-llama-cpp');
  const bias = TokenBias.for(model);
  for (const [token, logit] of Object.entries(biases)) bias.set([Number(token) as Token], { logit });
  return bias;
}

async function grammarState(model: LlamaModel, grammar: LlamaGrammar) {
  const { LlamaGrammarEvaluationState: State } = await import('node-llama-cpp');
  return new State({ grammar, model });
}
