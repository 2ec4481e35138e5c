import { Injectable } from '@nestjs/common';
import type { InteractionStatisticsReply, InteractionStatisticsRequest } from '@earshot/contracts-interactions';
import type { Transaction } from '@earshot/persistence';
import { ReadingRepository } from '../reading/reading.repository.js';
import { StatisticsRepository, type StatisticsRow } from './statistics.repository.js';

/** Changes merged in one transaction, which takes some hundred milliseconds. */
const mergedChanges = 20_000;

/** Counts interactions by time and group. */
@Injectable()
export class StatisticsService {
  constructor(
    private readonly repository: StatisticsRepository,
    private readonly reading: ReadingRepository,
  ) {}

  /** @throws AppError `query_too_broad` */
  async read(tx: Transaction, request: InteractionStatisticsRequest): Promise<InteractionStatisticsReply> {
    const erased = await this.reading.beingErased(tx, request.project_id);
    const rows = await this.repository.figures(tx, request, erased);
    const groups: (string | null)[] = [];
    const data = rows.flatMap((row) => {
      if (row.time === null) return [];
      const g = Number(row.position);
      if (g >= 0) groups[g] = row.name === '' ? null : row.name;
      return { t: Number(row.time), g, n: countsOf(row), p: timesOf(row) };
    });
    return { groups, data, total: totalOf(rows.find(({ time }) => time === null)) };
  }

  /** Merges the changes of the counts until few are left. */
  async merge(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.repository.merge(mergedChanges)) === mergedChanges);
  }
}

function countsOf({ count, errors, prompt_tokens, completion_tokens }: StatisticsRow): number[] {
  return [count, errors, prompt_tokens, completion_tokens].map(Number);
}

function timesOf({ first_p50, first_p95, duration_p50, duration_p95 }: StatisticsRow): (number | null)[] {
  return [first_p50, first_p95, duration_p50, duration_p95].map(msOf);
}

/** The value of a bin, (1.1^(bin-1), 1.1^bin], that is off by the same share at both ends: 4.8 %. */
function msOf(bin: number | null): number | null {
  return bin === null ? null : Number(((2 * 1.1 ** bin) / 2.1).toPrecision(3));
}

function totalOf(row: StatisticsRow | undefined): InteractionStatisticsReply['total'] {
  const [count = 0, errors = 0, prompt_tokens = 0, completion_tokens = 0] = row === undefined ? [] : countsOf(row);
  const [first50 = null, first95 = null, all50 = null, all95 = null] = row === undefined ? [] : timesOf(row);
  const pair = (p50: number | null, p95: number | null) => (p50 === null || p95 === null ? null : { p50, p95 });
  const times = { first_token_ms: pair(first50, first95), duration_ms: pair(all50, all95) };
  return { count, errors, prompt_tokens, completion_tokens, ...times };
}
