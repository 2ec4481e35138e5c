import { Controller } from '@nestjs/common';
import {
  checkInteractions,
  readInteraction,
  scanInteractions,
  type CheckedInteractions,
  type CheckInteractions,
  type Interaction,
  type ReadInteraction,
  type ScanInteractions,
  type ScannedInteractions,
} from '@earshot/contracts-interactions';
import { notFound, type AppError } from '@earshot/errors';
import { CommandHandler, type Command, type CommandResult } from '@earshot/messaging';

/** A completion that the service owns. */
interface Owned {
  readonly completion_id: string;
  readonly model_id: string | null;
  readonly ab_campaign: string | null;
  readonly complete: boolean;
  readonly tags?: readonly string[];
  /** Absent for a stop. */
  readonly finish_reason?: Interaction['finish_reason'];
}

/** A double of the interactions service: completions in the order in which a scan finds them. */
@Controller()
export class ScriptedInteractionsController {
  readonly completions: Owned[] = [];
  /** Errors of scans of these models. */
  readonly failing = new Map<string, AppError>();
  /** Scans that were answered. */
  scans = 0;

  @CommandHandler(scanInteractions)
  async scan(commands: readonly Command<ScanInteractions>[]): Promise<CommandResult<ScannedInteractions>[]> {
    return commands.map(({ body }) => this.#scan(body));
  }

  @CommandHandler(checkInteractions)
  async check(commands: readonly Command<CheckInteractions>[]): Promise<CommandResult<CheckedInteractions>[]> {
    return commands.map(({ body }) => {
      const given = new Set(body.completion_ids);
      const complete = this.completions.filter((one) => one.complete && given.has(one.completion_id));
      return { ok: { complete: complete.map(({ completion_id }) => completion_id) } };
    });
  }

  @CommandHandler(readInteraction)
  async read(commands: readonly Command<ReadInteraction>[]): Promise<CommandResult<Interaction>[]> {
    return commands.map(({ body }) => {
      const found = this.completions.find(({ completion_id }) => completion_id === body.completion_id);
      return found === undefined
        ? { error: notFound('completion', body.completion_id) }
        : { ok: toInteraction(found, body) };
    });
  }

  #scan({ filter, limit, cursor }: ScanInteractions): CommandResult<ScannedInteractions> {
    const model = filter.model !== null && 'id' in filter.model ? filter.model.id : null;
    const error = this.failing.get(model ?? '');
    if (error !== undefined) return { error };
    this.scans += 1;
    const matching = this.completions.filter(
      (one) =>
        one.complete &&
        (model === null || one.model_id === model) &&
        (filter.ab_campaign === null || one.ab_campaign === filter.ab_campaign),
    );
    const from = Number(cursor ?? 0);
    const found = matching.slice(from, from + limit);
    const next = from + found.length;
    const completion_ids = found.map(({ completion_id }) => completion_id);
    return { ok: { completion_ids, cursor: String(next), more: next < matching.length } };
  }
}

function toInteraction(
  { tags = [], finish_reason = 'stop', ...one }: Owned,
  { project_id }: ReadInteraction,
): Interaction {
  const { completion_id, model_id, ab_campaign } = one;
  return {
    ...{ completion_id, model_id, ab_campaign, project_id, finish_reason, tags: [...tags] },
    session_id: completion_id,
    model: 'support/large',
    source: 'served',
    user: null,
    created_at: '2026-01-31T12:00:00.000Z',
    messages: [{ role: 'user', content: `Prompt of ${completion_id}` }],
    conversation: null,
    system_prompt: null,
    completion: 'Hi',
    answers: null,
    parameters: { temperature: 0.5, max_tokens: 7, seed: 1 },
    ...{ usage: null, timings: null, labels: {}, propensity: null, error: null },
  };
}
