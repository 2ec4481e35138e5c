import type { ToolCall } from '@earshot/contracts-inference';
import type { InteractionRecorded, RecordedToolCall } from '@earshot/contracts-interactions';
import { toWireError } from '@earshot/errors';
import type { ProviderUsage } from '../providers/model-provider.js';
import type { Choice } from './choice.js';

type FinishReason = InteractionRecorded['completions'][number]['finish_reason'];

/** The end of an answer and its usage. */
export interface ChatOutcome {
  /** In the order of the request's completion ids. */
  readonly choices: readonly {
    readonly text: string;
    /** Calls of the caller's own functions. */
    readonly calls: readonly ToolCall[];
    readonly finishReason: FinishReason;
  }[];
  /** Calls of the project's tools. */
  readonly calledTools: readonly RecordedToolCall[];
  /** Of the answer as a whole: `error`, `cancelled`, or how its first choice ended. */
  readonly finishReason: FinishReason;
  readonly usage: InteractionRecorded['usage'];
  readonly timings: InteractionRecorded['timings'];
  readonly error: InteractionRecorded['error'];
}

/** An answer when it is over. */
interface EndedAnswer {
  readonly choices: readonly Choice[];
  readonly calledTools: ChatOutcome['calledTools'];
  /** Undefined where the provider does not report it. */
  readonly usage: ProviderUsage | undefined;
  readonly timings: ChatOutcome['timings'];
  readonly ended: {
    readonly failure: Error | undefined;
    /** Nobody waited for it any more. */
    readonly cancelled: boolean;
    /** Its first token came too late. */
    readonly missed: boolean;
  };
}

/** Summarizes an ended answer. */
export function chatOutcome({ choices, calledTools, usage, timings, ended }: EndedAnswer): ChatOutcome {
  const broken: FinishReason | undefined = ended.cancelled ? 'cancelled' : ended.failure && 'error';
  const whole = choices.map(({ text, calls, finishReason = broken ?? 'error' }) => {
    // Nobody got any of an answer that was too late.
    return { text, calls, finishReason: ended.missed ? 'error' : finishReason } as const;
  });
  const { code, message } = toWireError(ended.failure);
  const { promptTokens: prompt_tokens = 0, completionTokens: completion_tokens = 0 } = usage ?? {};
  return {
    choices: whole,
    calledTools,
    finishReason: broken ?? whole[0]?.finishReason ?? 'stop',
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
    timings,
    error: broken === 'error' ? { code, message } : null,
  };
}
