import { Injectable } from '@nestjs/common';
import type { ListedInteraction } from '@earshot/dto-interactions';
import { invalidRequest } from '@earshot/errors';
import type { ProjectContext } from '../../auth/request-context.js';
import { ProjectInteractionsService } from '../../interactions/project-interactions.service.js';
import { InteractionStatisticsService } from '../../interactions/statistics.service.js';
import type { CompletionSearch } from './completion-search.js';

/** Maximum of a page, as in REST. */
const maxFirst = 100;
const defaultFirst = 20;

/** Maximum of reads for one page, or for a count: a search that finds little continues with the next page. */
const maxReads = 10;

/** The statistics have at most 1,000 intervals. */
const countedDays = 1_000;
const dayMs = 86_400_000;

/** A page of matches. */
export interface CompletionPage {
  readonly data: readonly ListedInteraction[];
  readonly endCursor: string | null;
}

/** A position in a list. */
export interface Position {
  readonly first: number;
  readonly after: string | null;
}

/** Returns the position of a page. @throws AppError `invalid_field` */
export function positionOf(page: Record<string, unknown>): Position {
  for (const name of ['before', 'last', 'offset'])
    if (page[name] != null)
      throw invalidRequest('invalid_field', `'page.${name}' is not supported; use 'first' and 'after'.`);
  const { first, after } = page as { first?: number | null; after?: string | null };
  if (first != null && (first < 1 || first > maxFirst))
    throw invalidRequest('invalid_field', `'page.first' must be 1 to ${maxFirst}; got ${first}.`, {
      param: 'page.first',
    });
  return { first: first ?? defaultFirst, after: after ?? null };
}

/** Reads pages of interactions that match a search. */
@Injectable()
export class CompletionPages {
  constructor(
    private readonly interactions: ProjectInteractionsService,
    private readonly statistics: InteractionStatisticsService,
  ) {}

  /** Returns the newest matches first. A page of a search that finds little may have fewer than `first`. */
  async newest(context: ProjectContext, { filter, tests }: CompletionSearch, at: Position): Promise<CompletionPage> {
    const data: ListedInteraction[] = [];
    let cursor = at.after;
    for (let reads = 0; reads < maxReads && data.length < at.first; reads += 1) {
      const page = await this.interactions.list(context, { ...filter, limit: at.first - data.length, cursor });
      data.push(...page.data.filter((one) => tests.every((test) => test(one))));
      cursor = page.next_cursor;
      if (cursor === null) break;
    }
    return { data, endCursor: cursor };
  }

  /** Returns the oldest matches first. @throws AppError `list_too_long` beyond 1,000 interactions. */
  async oldest(context: ProjectContext, search: CompletionSearch, at: Position): Promise<CompletionPage> {
    const { data, endCursor } = await this.#walk(context, search);
    if (endCursor !== null) throw tooLong();
    const start = offsetOf(at.after);
    const end = start + at.first;
    return { data: [...data].reverse().slice(start, end), endCursor: end < data.length ? String(end) : null };
  }

  /** Counts all matches; with filters beside model and time, among the first 1,000 interactions only. */
  async count(context: ProjectContext, search: CompletionSearch): Promise<number> {
    const { created_after, created_before, model, ...others } = search.filter;
    const isPlain = Object.values(others).every(
      (value) => value === null || (Array.isArray(value) && value.length === 0),
    );
    if (!isPlain || search.tests.length > 0) return (await this.#walk(context, search)).data.length;
    const to = created_before ?? new Date(Date.now() + dayMs).toISOString();
    const least = new Date(Date.parse(to) - (countedDays - 1) * dayMs).toISOString();
    const from = created_after !== null && created_after > least ? created_after : least;
    if (from >= to) return 0;
    const read = this.statistics.read(context, { from, to, interval: 'day', ...(model !== null && { model }) });
    return (await read).total.count;
  }

  /** Reads the newest matches among 1,000 interactions. */
  async #walk(context: ProjectContext, search: CompletionSearch): Promise<CompletionPage> {
    const data: ListedInteraction[] = [];
    let endCursor: string | null = null;
    for (let reads = 0; reads < maxReads; reads += 1) {
      const page = await this.interactions.list(context, { ...search.filter, limit: maxFirst, cursor: endCursor });
      data.push(...page.data.filter((one) => search.tests.every((test) => test(one))));
      endCursor = page.next_cursor;
      if (endCursor === null) break;
    }
    return { data, endCursor };
  }
}

function offsetOf(after: string | null): number {
  if (after === null) return 0;
  if (/^\d{1,4}$/.test(after)) return Number(after);
  throw invalidRequest('cursor_invalid', `'${after}' is not an 'endCursor' of this list.`, { param: 'page.after' });
}

function tooLong() {
  const message = 'The oldest of more than 1,000 interactions cannot be listed first. Narrow the time range.';
  return invalidRequest('list_too_long', message, { param: 'order' });
}
