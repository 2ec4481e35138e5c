import { Injectable } from '@nestjs/common';
import { chat, type ChatChunk, type ChatRequest } from '@earshot/contracts-inference';
import { LaneClient, newCallContext } from '@earshot/messaging';
import { fromEvent, lastValueFrom, map, reduce, takeUntil } from 'rxjs';

/** Most time of one replay, with waiting for live chats. */
export const replayDeadlineMs = 120_000;

/** How an answer ended; undefined: it was interrupted. */
export type FinishReason = ChatChunk['choices'][number]['finish_reason'];

/** Has models answer prompts, through the work lane of chats. */
@Injectable()
export class InferenceClient {
  constructor(private readonly lanes: LaneClient) {}

  /** Resolves once the answer is recorded. An abort cancels it. @throws AppError those of the contract `chat.v1` */
  answer(request: ChatRequest, signal: AbortSignal): Promise<FinishReason> {
    const options = { call: newCallContext(), deadlineMs: replayDeadlineMs, buffered: true };
    const chunks = this.lanes.work(chat, request, options).pipe(takeUntil(fromEvent(signal, 'abort')));
    const ends = chunks.pipe(
      map((some) => some.flatMap(({ choices }) => choices.flatMap((choice) => choice.finish_reason ?? []))),
      reduce<FinishReason[], FinishReason>((before, [end]) => end ?? before, undefined),
    );
    return lastValueFrom(ends);
  }
}
