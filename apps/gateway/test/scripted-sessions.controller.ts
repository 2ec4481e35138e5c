import { Controller } from '@nestjs/common';
import type { CommandContract } from '@earshot/contracts-core';
import {
  endSession,
  openSession,
  redeemSignInLink,
  sessionLifetimeMs,
  sessionsState,
  type SessionState,
} from '@earshot/contracts-projects';
import { AppError } from '@earshot/errors';
import {
  CommandHandler,
  eventHeaders,
  producerHeader,
  RecordPublisher,
  type Command,
  type CommandResult,
} from '@earshot/messaging';

type Group<C> = C extends CommandContract<infer Q, infer _R> ? readonly Command<Q>[] : never;
type ResultsOf<C> = C extends CommandContract<infer _Q, infer R> ? Promise<CommandResult<R>[]> : never;

/** Lifetime of sessions that are opened from now on, ms. */
export const scriptedLifetime = { ms: sessionLifetimeMs };

/** Every command that a gateway sent about sessions. */
export const sessionCommands: Command<unknown>[] = [];

/** The service that owns sessions, without a database: state is published before the reply. */
@Controller()
export class ScriptedSessionsController {
  readonly #kept = new Map<string, SessionState>();

  constructor(private readonly records: RecordPublisher) {}

  @CommandHandler(openSession)
  open(group: Group<typeof openSession>): ResultsOf<typeof openSession> {
    return this.#each(group, (command) => this.#put(command.body, command));
  }

  @CommandHandler(redeemSignInLink)
  redeem(group: Group<typeof redeemSignInLink>): ResultsOf<typeof redeemSignInLink> {
    return this.#each(group, async (command) => {
      const { id, hash, link_hash } = command.body;
      const link = [...this.#kept.values()].find((one) => one.hash === link_hash);
      if (link === undefined) {
        throw new AppError({ code: 'sign_in_code_invalid', type: 'authentication_error', message: 'used' });
      }
      await this.#remove(link.id, command);
      return this.#put({ ...link, id, hash, kind: 'session' }, command);
    });
  }

  @CommandHandler(endSession)
  end(group: Group<typeof endSession>): ResultsOf<typeof endSession> {
    return this.#each(group, async (command) => {
      await this.#remove(command.body.id, command);
      return { id: command.body.id };
    });
  }

  async #each<Q, R>(group: readonly Command<Q>[], act: (command: Command<Q>) => Promise<R>) {
    const results: CommandResult<R>[] = [];
    for (const command of group) {
      sessionCommands.push(command);
      try {
        results.push({ ok: await act(command) });
      } catch (error) {
        results.push({ error: error as AppError });
      }
    }
    return results;
  }

  async #put(body: Omit<SessionState, 'created_at' | 'expires_at'>, command: Command<unknown>) {
    const created_at = new Date().toISOString();
    const session = { ...body, created_at, expires_at: new Date(Date.now() + scriptedLifetime.ms).toISOString() };
    this.#kept.set(session.id, session);
    await this.#publish(session.id, session, command);
    const { hash: _, key_hash: __, ...reply } = session;
    return reply;
  }

  async #remove(id: string, command: Command<unknown>): Promise<void> {
    this.#kept.delete(id);
    await this.#publish(id, null, command);
  }

  async #publish(key: string, value: SessionState | null, { call }: Command<unknown>): Promise<void> {
    const { topic, type } = sessionsState;
    const bytes = value === null ? null : Buffer.from(JSON.stringify(value));
    const headers = { ...eventHeaders(type, call), [producerHeader]: topic.producer ?? '' };
    await this.records.publish([{ topic: topic.name, key, type, value: bytes, headers }]);
  }
}
