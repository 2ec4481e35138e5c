import type { CallContext, CommandContract } from '@earshot/contracts-core';
import { AppError, toWireError } from '@earshot/errors';
import { type IncomingRecord, MissingTopicsError } from '../broker/broker.port.js';
import type { GroupContext } from '../group/group-pump.js';
import { GroupServer, type GroupServerDependencies } from '../group/group-server.js';
import type { Content, Entry } from '../group/partition-queue.js';
import { handleGroup, type Outcome } from '../group/retry.js';
import type { FrameSender, OutgoingFrame } from '../send/frame-sender.js';
import { handlingFailed, invalidMessage } from '../lane.errors.js';
import { parseJson, type CommandFrame } from '../wire/frames.js';
import { commandLingerMs, commandRetry, resendAnswerAfterMs } from '../timing.js';

/** One validated command. */
export interface Command<Request> {
  /** uuid from the caller; the same for every delivery and every retry. Handlers key rows by it. */
  readonly id: string;
  readonly body: Request;
  readonly call: CallContext;
}

/** The outcome of one command: its reply or its error. */
export type CommandResult<Reply> = { readonly ok: Reply } | { readonly error: AppError };

/**
 * The result of a group that is committed while its answers still wait for something, such as the outbox. The next
 * messages of its partitions no longer wait for it.
 */
export class Committed<Reply> {
  /** @param results one for each command, in order; the answers are sent when it resolves. */
  constructor(readonly results: Promise<readonly CommandResult<Reply>[]>) {}
}

/** Handles a group: one result for each command. If it throws, nothing of the group was committed. */
export type CommandFunction = (
  commands: readonly Command<unknown>[],
) => Promise<readonly CommandResult<unknown>[] | Committed<unknown>>;

/** A contract and its handler. */
export interface CommandRegistration {
  readonly contract: CommandContract;
  readonly handle: CommandFunction;
}

interface Item {
  readonly frame: CommandFrame;
  readonly command: Command<unknown>;
}

/** Serves the commands of one topic. */
export class CommandServer extends GroupServer<Item, CommandRegistration> {
  readonly #sender: FrameSender;
  #unsent = 0;

  constructor(deps: GroupServerDependencies<CommandRegistration> & { readonly sender: FrameSender }) {
    super(deps, { mixed: true, lingerMs: commandLingerMs });
    this.#sender = deps.sender;
  }

  /** Number of answers that the broker does not have yet. */
  override get unsent(): number {
    return this.#unsent;
  }

  protected read(record: IncomingRecord): Entry<Item> {
    const frame = parseJson(record.value);
    if (!isCommandFrame(frame)) return { record, type: '', content: { is: 'invalid', details: 'not a command' } };
    const independent = this.handlers.get(frame.type)?.contract.independent === true;
    return { record, type: frame.type, independent, content: this.#validate(frame) };
  }

  #validate(frame: CommandFrame): Content<Item> {
    const { id, body, request_id: requestId, traceparent, actor } = frame;
    const command = { id, body, call: { requestId, traceparent, ...(actor && { actor }) } };
    const contract = this.handlers.get(frame.type)?.contract;
    if (contract === undefined) return { is: 'invalid', details: 'unknown command', item: { frame, command } };
    // A late write is still done: an earlier answer that got lost may have acknowledged it.
    if (contract.read === true && Date.now() >= frame.deadline) return { is: 'skipped' };
    const parsed = contract.request.safeParse(body);
    if (!parsed.success) return { is: 'invalid', details: parsed.error.issues, item: { frame, command } };
    return { is: 'message', item: { frame, command: { ...command, body: parsed.data } } };
  }

  protected async processGroup(entries: readonly Entry<Item>[], context: GroupContext): Promise<boolean> {
    const { signal } = context;
    const outcomes = await this.#handle(entries, context);
    if (outcomes === undefined) return false;
    for (const { record, content } of entries) {
      if (content.is === 'invalid') {
        if (!(await this.deadLetter(record, 'invalid', JSON.stringify(content.details), signal))) return false;
        if (content.item !== undefined) this.#answer(content.item.frame, { error: invalidMessage(content.details) });
      }
      if (content.is !== 'message') continue;
      const outcome = outcomes.get(content.item);
      if (outcome === undefined) return false;
      if ('result' in outcome) this.#answer(content.item.frame, outcome.result);
      else {
        if (!(await this.deadLetter(record, 'failed', String(outcome.fault), signal))) return false;
        this.#answer(content.item.frame, { error: handlingFailed(outcome.fault) });
      }
    }
    return true;
  }

  async #handle(
    entries: readonly Entry<Item>[],
    { signal, committed }: GroupContext,
  ): Promise<Map<Item, Outcome<CommandResult<unknown>>> | undefined> {
    const items = entries.flatMap(({ content }) => (content.is === 'message' ? [content.item] : []));
    const registration = this.handlers.get(entries[0]?.type ?? '');
    if (items.length === 0 || registration === undefined) return new Map();
    const outcomes = await handleGroup<Item, CommandResult<unknown>>({
      items,
      handle: (batch) =>
        this.inSpansOf(
          registration,
          batch.map(({ command }) => command),
          async (commands) => {
            const handled = await registration.handle(commands);
            if (!(handled instanceof Committed)) return handled;
            // An isolated command does not commit the others.
            if (batch.length === items.length) committed();
            return handled.results;
          },
        ),
      policy: commandRetry,
      signal,
      logger: this.deps.logger,
      name: registration.contract.type,
    });
    if (outcomes === undefined) return undefined;
    return new Map(items.map((item, index) => [item, outcomes[index] as Outcome<CommandResult<unknown>>]));
  }

  #answer({ call, reply_to: replyTo, deadline }: CommandFrame, result: CommandResult<unknown>): void {
    const answer =
      'ok' in result ? { t: 'answer', call, ok: result.ok } : { t: 'answer', call, error: toWireError(result.error) };
    this.#unsent += 1;
    const settle = (): void => void (this.#unsent -= 1);
    const frame: OutgoingFrame = {
      encode: () => JSON.stringify(answer),
      sent: settle,
      failed: (cause) => {
        // Too large: a retry cannot help. Missing topic: the caller is gone. Otherwise the broker is unavailable.
        if (!(cause instanceof AppError) && !(cause instanceof MissingTopicsError)) return retry();
        settle();
        if (cause instanceof AppError) this.#sender.notify(replyTo, { t: 'answer', call, error: toWireError(cause) });
      },
    };
    const retry = (): void => {
      if (Date.now() < deadline) setTimeout(send, resendAnswerAfterMs);
      else settle();
    };
    const send = (): void => {
      // The send queue is full.
      if (!this.#sender.send(replyTo, 0, frame)) retry();
    };
    send();
  }
}

function isCommandFrame(value: unknown): value is CommandFrame {
  if (typeof value !== 'object' || value === null) return false;
  const { id, type, call, reply_to: replyTo, deadline } = value as Partial<CommandFrame>;
  return (
    typeof id === 'string' &&
    typeof type === 'string' &&
    typeof call === 'number' &&
    typeof replyTo === 'string' &&
    typeof deadline === 'number'
  );
}
