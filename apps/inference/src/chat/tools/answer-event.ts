import type { RecordedToolCall } from '@earshot/contracts-interactions';
import type { ProviderEvent } from '../../providers/model-provider.js';

/** What an answer consists of: what its provider makes, and what is done for it between. */
export type AnswerEvent =
  | ProviderEvent
  /** Tools are about to be called for a choice, maybe with effects: from now on the answer is not begun anew elsewhere. */
  | { type: 'tools_begin'; index: number }
  /** A call of a tool has ended, in whatever way. */
  | { type: 'tool_called'; called: RecordedToolCall };
