import { Injectable } from '@nestjs/common';
import {
  interactionStatistics,
  maxStatisticsIntervals,
  statisticsIntervals,
  type InteractionStatisticsReply,
} from '@earshot/contracts-interactions';
import type { Statistics, StatisticsQuery } from '@earshot/dto-interactions';
import { invalidRequest } from '@earshot/errors';
import { LaneClient } from '@earshot/messaging';
import type { ProjectContext } from '../auth/request-context.js';
import { InteractionFilters } from './interaction-filters.service.js';

const defaultRangeMs = statisticsIntervals.day;

/** Longest ranges whose default is this interval. */
const defaultIntervals = [
  { interval: 'minute', upToMs: 3 * statisticsIntervals.hour },
  { interval: 'hour', upToMs: 14 * statisticsIntervals.day },
] as const;

type Range = Pick<Statistics, 'from' | 'to' | 'interval'>;

/** Reads statistics of interactions. */
@Injectable()
export class InteractionStatisticsService {
  constructor(
    private readonly lanes: LaneClient,
    private readonly filters: InteractionFilters,
  ) {}

  /** @throws AppError `invalid_field`, `query_too_broad` */
  async read({ project, call }: ProjectContext, query: StatisticsQuery): Promise<Statistics> {
    const range = rangeOf(query);
    const { group_by = null, source = null } = query;
    const named = await this.filters.named(query, project);
    const request = { project_id: project.id, ...range, group_by, source, ...named };
    const { groups, data, total } = await this.lanes.command(interactionStatistics, request, { call });
    return { ...range, data: data.map((entry) => toEntry(entry, groups)), total };
  }
}

function rangeOf(query: StatisticsQuery): Range {
  const to = query.to ?? new Date().toISOString();
  const from = query.from ?? new Date(Math.max(0, Date.parse(to) - defaultRangeMs)).toISOString();
  const lengthMs = Date.parse(to) - Date.parse(from);
  if (lengthMs <= 0) throw invalid(query.to === undefined ? 'from' : 'to', '`to` must be after `from`.');
  const interval = query.interval ?? defaultIntervals.find(({ upToMs }) => lengthMs <= upToMs)?.interval ?? 'day';
  const stepMs = statisticsIntervals[interval];
  const intervals = Math.floor((Date.parse(to) - 1) / stepMs) - Math.floor(Date.parse(from) / stepMs) + 1;
  const grouped = query.group_by !== undefined;
  const most = maxStatisticsIntervals[grouped ? 'grouped' : 'plain'];
  if (intervals > most) {
    const groupsHint = grouped ? ' with `group_by`' : '';
    const message = `The range has ${intervals} intervals of ${interval === 'hour' ? 'an' : 'a'} ${interval}; at most ${most} are possible${groupsHint}.`;
    const intervalHint = interval === 'day' ? '' : ' or a longer `interval`';
    throw invalid('interval', `${message} Use a shorter range (\`from\`, \`to\`)${intervalHint}.`);
  }
  return { from, to, interval };
}

function invalid(param: string, message: string) {
  return invalidRequest('invalid_field', message, { param, details: [{ param, message }] });
}

function toEntry(
  { t, g, n, p }: InteractionStatisticsReply['data'][number],
  groups: InteractionStatisticsReply['groups'],
): Statistics['data'][number] {
  const [count = 0, errors = 0, prompt_tokens = 0, completion_tokens = 0] = n;
  const [first50 = null, first95 = null, all50 = null, all95 = null] = p;
  const pair = (p50: number | null, p95: number | null) => (p50 === null || p95 === null ? null : { p50, p95 });
  const figures = { count, errors, prompt_tokens, completion_tokens };
  const times = { first_token_ms: pair(first50, first95), duration_ms: pair(all50, all95) };
  return { time: new Date(t * 1_000).toISOString(), group: groups[g] ?? null, other: g < 0, ...figures, ...times };
}
