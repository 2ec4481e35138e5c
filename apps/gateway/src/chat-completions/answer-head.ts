import type { ChatRequest } from '@earshot/contracts-inference';

/** What every piece of an answer begins with. */
export interface AnswerHead {
  readonly id: string;
  /** Unix time in seconds. */
  readonly created: number;
  readonly session_id: string;
}

/** What every piece of the request's answer begins with. */
export function answerHead({ response_id, received_at_ms, session_id }: ChatRequest): AnswerHead {
  return { id: response_id, created: Math.floor(received_at_ms / 1_000), session_id };
}
