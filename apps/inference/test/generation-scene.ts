import type { ChatChunk, ChatRequest } from '@earshot/contracts-inference';
import type { InteractionRecorded, InteractionStarted } from '@earshot/contracts-interactions';
import type { ChatOutcome } from '../src/chat/interaction.mapper.js';
import { toTask } from '../src/chat/chat-task.js';
import { FirstTokenDeadline } from '../src/chat/first-token-deadline.js';
import { Generation } from '../src/chat/generation.js';
import { aChatRequest, aModel, aProject, call } from './chat-fixtures.js';
import { scriptedAnswer, type Step } from './scripted-answer.js';

/**
 * A generation, and around it a log that acknowledges when it is told to; everything that happens around it is in
 * `story`, in order.
 */
export class Scene {
  readonly story: string[] = [];
  readonly chunks: ChatChunk[] = [];
  started: InteractionStarted | undefined;
  recorded: InteractionRecorded | undefined;
  readonly abort = new AbortController();
  acknowledgeStarted: Promise<void> = Promise.resolve();
  acknowledgeRecorded: Promise<void> = Promise.resolve();

  /** @param options taken: the provider says that it works on it, before anything else. */
  async run(
    steps: readonly Step[],
    changes: Partial<ChatRequest> = {},
    { taken = false, attempt = 1, model = aModel() } = {},
  ): Promise<void> {
    const request = aChatRequest(changes);
    const task = toTask(request, { project: aProject(), model, name: 'shop/small' });
    const deadline = FirstTokenDeadline.of(request, this.abort.signal);
    const signal = deadline?.signal ?? this.abort.signal;
    const generation = new Generation(task, {
      call,
      attempt,
      signal,
      deadline,
      recorder: {
        started: async (event) => {
          this.started = event;
          await this.acknowledgeStarted;
          this.story.push('started acknowledged');
        },
        recorded: async (event) => {
          this.recorded = event;
          await this.acknowledgeRecorded;
          this.story.push('recorded acknowledged');
        },
      },
      emit: (chunk) => {
        this.chunks.push(chunk);
        this.story.push(chunk.usage ? 'last chunk' : 'chunk');
      },
    });
    if (taken) generation.taken();
    const settled = ({ finishReason }: ChatOutcome) => void this.story.push(`settled: ${finishReason}`);
    await generation.run(scriptedAnswer(steps, signal), settled).finally(() => deadline?.clear());
  }
}

/** A promise and the way to settle it. */
export function gate(): { opened: Promise<void>; open: () => void; break: (error: Error) => void } {
  let open!: () => void;
  let fail!: (error: Error) => void;
  const opened = new Promise<void>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { opened, open, break: fail };
}

/** Lets everything happen that waits for nothing outside. */
export const turns = () => new Promise((resolve) => setImmediate(resolve));
