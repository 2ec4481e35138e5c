import { lastValueFrom, of, toArray, type Observable } from 'rxjs';
import type { WorkContract } from '@earshot/contracts-core';
import { MemoryBroker } from './memory/memory-broker.js';
import type { WorkContext } from '../src/work/work-handler.js';
import type { WorkOptions } from '../src/work/work-options.js';
import type { WorkFunction } from '../src/work/work-handler.js';
import { idleSweepIntervalMs } from '../src/timing.js';
import { lanesProcess, type LanesProcess } from './lanes-process.js';

/** What is asked for, and a piece of the answer. */
export type Text = { text: string };

/** What a worker was asked, in the order of its beginning. */
export type Begun = { text: string; context: WorkContext }[];

/** Begins to answer. @returns what it is asked, as it begins with it. */
export async function serveWork(
  process: LanesProcess,
  contract: WorkContract<Text, Text>,
  handle: (request: Text, context: WorkContext) => Observable<Text>,
): Promise<Begun> {
  const begun: Begun = [];
  const traced: WorkFunction = async (request, context) => {
    begun.push({ text: (request as Text).text, context });
    return handle(request as Text, context);
  };
  await process.serve({ work: [{ contract, handle: traced }] });
  return begun;
}

/** A caller of a work lane, and its workers, over a broker in memory. */
export class WorkScene {
  readonly broker = new MemoryBroker();
  readonly caller: LanesProcess = lanesProcess(this.broker, 'gateway', 'gateway-0');
  readonly processes: LanesProcess[] = [this.caller];

  private constructor(private readonly work: WorkContract<Text, Text>) {}

  static async begin(work: WorkContract<Text, Text>): Promise<WorkScene> {
    const scene = new WorkScene(work);
    await scene.broker.admin.ensureTopics([work.topic]);
    await scene.caller.runtime.connected();
    return scene;
  }

  async end(): Promise<void> {
    if (this.broker.isAway) this.broker.comeBack();
    for (const { runtime } of this.processes) await runtime.close();
  }

  /** One more worker. */
  async worker(
    name: string,
    handle: (request: Text, context: WorkContext) => Observable<Text>,
  ): Promise<{ begun: Begun; process: LanesProcess }> {
    const process = lanesProcess(this.broker, 'inference', name);
    this.processes.push(process);
    return { begun: await serveWork(process, this.work, handle), process };
  }

  ask(text: string, options: Partial<WorkOptions> = {}): Observable<Text[]> {
    return this.caller.runtime.work.request(
      this.work,
      { text },
      { call: this.caller.call, deadlineMs: 10_000, ...options },
    );
  }

  /** All chunks of the answer together. */
  answer(text: string, deadlineMs?: number): Promise<string> {
    return wholeText(this.ask(text, deadlineMs === undefined ? {} : { deadlineMs }));
  }

  /** The records with answers that the caller was sent. */
  replies(): string[] {
    return (this.broker.recordsOf(this.caller.runtime.replies.name)[0] ?? [])
      .map(({ value }) => String(value))
      .filter((text) => text.includes('"reply"'));
  }

  /** As kill -9 would: out of its groups without a word, and nothing it says is heard. */
  async kill(process: LanesProcess): Promise<void> {
    this.broker.killMember(`inference.${this.work.topic.name}`, 0);
    this.broker.silence(process.runtime.replies.name);
    await quiet();
  }
}

/** Answers with what was asked, a letter at a time. */
export function letters({ text }: Text): Observable<Text> {
  return of(...text.split('').map((letter) => ({ text: letter })));
}

/** All chunks of an answer together. */
export async function wholeText(answer: Observable<Text[]>): Promise<string> {
  const chunks = await lastValueFrom(answer.pipe(toArray()));
  return chunks
    .flat()
    .map(({ text }) => text)
    .join('');
}

/** Everything on its way has arrived; an acceptance is sent by a sweep. */
export async function quiet(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, idleSweepIntervalMs + 50));
}
