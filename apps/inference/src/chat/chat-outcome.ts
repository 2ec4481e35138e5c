import type { ToolCall } from '@earshot/contracts-inference';
import type { InteractionRecorded, RecordedToolCall } from '@earshot/contracts-interactions';

type FinishReason = InteractionRecorded['completions'][number]['finish_reason'];

/** How an answer ended, and what it took. */
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
