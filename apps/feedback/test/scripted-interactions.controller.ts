import { Controller } from '@nestjs/common';
import {
  checkInteractions,
  scanInteractions,
  type CheckedInteractions,
  type CheckInteractions,
  type ScanInteractions,
  type ScannedInteractions,
} from '@earshot/contracts-interactions';
import type { AppError } from '@earshot/errors';
import { CommandHandler, type Command, type CommandResult } from '@earshot/messaging';

/** A completion that the service owns. */
interface Owned {
  readonly completion_id: string;
  readonly model_id: string | null;
  readonly ab_campaign: string | null;
  readonly complete: boolean;
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
