import type { CommandContract, Topic } from '@earshot/contracts-core';
import { AppError, toWireError } from '@earshot/errors';
import { withSpans } from '@earshot/telemetry';
import { type Broker, type IncomingRecord, MissingTopicsError } from '../broker/broker.port.js';
import type { DeadLetters } from '../group/dead-letters.js';
import { GroupLane } from '../group/group-lane.js';
import type { Settling } from '../group/group-pump.js';
import { handleGroup, type Outcome } from '../group/group-retry.js';
import type { Content, Entry } from '../group/entry.js';
import type { Logger } from '../logger.js';
import type { FrameSender, OutgoingFrame } from '../send/frame-sender.js';
import { handlingFailed, invalidMessage } from '../lane.errors.js';
import { processSpan, withCalls } from '../trace.js';
import { parseJson, type CommandFrame } from '../wire/frames.js';
import { Committed, type Command, type CommandResult } from './command.js';
import { commandLingerMs, commandRetry, resendAnswerAfterMs } from '../timing.js';

/** Handles a group: one result for each command; throwing says that nothing of it was done. */
export type CommandFunction = (
  commands: readonly Command<unknown>[],
) => Promise<readonly CommandResult<unknown>[] | Committed<unknown>>;

/** A contract and what handles it. */
export interface CommandRegistration {
  readonly contract: CommandContract;
  readonly handle: CommandFunction;
}

/** What a {@link CommandServer} needs. */
export interface CommandServerDependencies {
  readonly broker: Broker;
  readonly sender: FrameSender;
  readonly deadLetters: DeadLetters;
  readonly logger: Logger;
  readonly group: string;
  readonly topic: Topic;
  readonly registrations: readonly CommandRegistration[];
}

interface Item {
  readonly frame: CommandFrame;
  readonly command: Command<unknown>;
}

/** The handler's side of one command topic. */
export class CommandServer {
  readonly #deps: CommandServerDependencies;
  readonly #handlers: Map<string, CommandRegistration>;
  readonly #lane: GroupLane<Item>;

  constructor(deps: CommandServerDependencies) {
    this.#deps = deps;
    this.#handlers = new Map(deps.registrations.map((registration) => [registration.contract.type, registration]));
    this.#lane = new GroupLane<Item>({
      broker: deps.broker,
      group: deps.group,
      topic: deps.topic.name,
      read: (record) => this.#read(record),
      settle: (entries, settling) => this.#settle(entries, settling),
      mixed: true,
      lingerMs: commandLingerMs,
    });
  }

  get group(): string {
    return this.#deps.group;
  }

  get topic(): string {
    return this.#deps.topic.name;
  }

  get healthy(): boolean {
    return this.#lane.healthy;
  }

  start(): Promise<void> {
    return this.#lane.start();
  }

  close(graceMs: number): Promise<void> {
    return this.#lane.close(graceMs);
  }

  #read(record: IncomingRecord): Entry<Item> {
    const frame = parseJson(record.value);
    if (!isCommandFrame(frame)) return { record, type: '', content: { is: 'invalid', details: 'not a command' } };
    const independent = this.#handlers.get(frame.type)?.contract.independent === true;
    return { record, type: frame.type, independent, content: this.#check(frame) };
  }

  #check(frame: CommandFrame): Content<Item> {
    const command = {
      id: frame.id,
      body: frame.body,
      call: {
        requestId: frame.request_id,
        traceparent: frame.traceparent,
        ...(frame.actor && { actor: frame.actor }),
      },
    };
    const contract = this.#handlers.get(frame.type)?.contract;
    if (contract === undefined) return { is: 'invalid', details: 'unknown command', item: { frame, command } };
    // A write goes ahead though its caller has left: it may have been acknowledged by an earlier answer that got lost.
    if (contract.read === true && Date.now() >= frame.deadline) return { is: 'skipped' };
    const parsed = contract.request.safeParse(frame.body);
    if (!parsed.success) return { is: 'invalid', details: parsed.error.issues, item: { frame, command } };
    return { is: 'message', item: { frame, command: { ...command, body: parsed.data } } };
  }

  async #settle(entries: readonly Entry<Item>[], settling: Settling): Promise<boolean> {
    const { signal } = settling;
    const outcomes = await this.#handle(entries, settling);
    if (outcomes === undefined) return false;
    for (const { record, content } of entries) {
      if (content.is === 'invalid') {
        const verdict = { reason: 'invalid', detail: JSON.stringify(content.details) } as const;
        if (!(await this.#deps.deadLetters.bury(record, this.#deps.topic, verdict, signal))) return false;
        if (content.item !== undefined) this.#answer(content.item.frame, { error: invalidMessage(content.details) });
      }
      if (content.is !== 'message') continue;
      const outcome = outcomes.get(content.item);
      if (outcome === undefined) return false;
      if ('result' in outcome) this.#answer(content.item.frame, outcome.result);
      else {
        const verdict = { reason: 'failed', detail: String(outcome.fault) } as const;
        if (!(await this.#deps.deadLetters.bury(record, this.#deps.topic, verdict, signal))) return false;
        this.#answer(content.item.frame, { error: handlingFailed(outcome.fault) });
      }
    }
    return true;
  }

  async #handle(
    entries: readonly Entry<Item>[],
    { signal, decided }: Settling,
  ): Promise<Map<Item, Outcome<CommandResult<unknown>>> | undefined> {
    const items = entries.flatMap(({ content }) => (content.is === 'message' ? [content.item] : []));
    const registration = this.#handlers.get(entries[0]?.type ?? '');
    if (items.length === 0 || registration === undefined) return new Map();
    const outcomes = await handleGroup<Item, CommandResult<unknown>>({
      items,
      handle: (some) => {
        const commands = some.map(({ command }) => command);
        const subject = processSpan(registration.contract, this.#deps.group);
        const calls = commands.map(({ call }) => call);
        return withSpans(subject, calls, async (below) => {
          const handled = await registration.handle(withCalls(commands, below));
          if (!(handled instanceof Committed)) return handled;
          // One on its own says nothing of the others.
          if (some.length === items.length) decided();
          return handled.results;
        });
      },
      policy: commandRetry,
      signal,
      logger: this.#deps.logger,
      name: registration.contract.type,
    });
    if (outcomes === undefined) return undefined;
    return new Map(items.map((item, index) => [item, outcomes[index] as Outcome<CommandResult<unknown>>]));
  }

  #answer({ call, reply_to: inbox, deadline }: CommandFrame, result: CommandResult<unknown>): void {
    const answer =
      'ok' in result ? { t: 'answer', call, ok: result.ok } : { t: 'answer', call, error: toWireError(result.error) };
    const frame: OutgoingFrame = {
      encode: () => JSON.stringify(answer),
      failed: (cause) => {
        // Too large: it would be so every time. Nobody there: nobody waits. Else the broker is away for a moment.
        if (cause instanceof AppError)
          this.#deps.sender.notify(inbox, { t: 'answer', call, error: toWireError(cause) });
        else if (!(cause instanceof MissingTopicsError)) again();
      },
    };
    const again = (): void => {
      if (Date.now() < deadline) setTimeout(send, resendAnswerAfterMs);
    };
    const send = (): void => {
      // Not taken where more waits to be sent than may: what was done is worth saying a moment later.
      if (!this.#deps.sender.send(inbox, 0, frame)) again();
    };
    send();
  }
}

function isCommandFrame(value: unknown): value is CommandFrame {
  if (typeof value !== 'object' || value === null) return false;
  const { id, type, call, reply_to: inbox, deadline } = value as Partial<CommandFrame>;
  return (
    typeof id === 'string' &&
    typeof type === 'string' &&
    typeof call === 'number' &&
    typeof inbox === 'string' &&
    typeof deadline === 'number'
  );
}
