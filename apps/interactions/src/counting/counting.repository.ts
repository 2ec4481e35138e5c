import { Injectable } from '@nestjs/common';
import type { InteractionCount } from '@earshot/contracts-interactions';
import type { Transaction } from '@earshot/persistence';
import { pairsQuery, type ListedPairs } from '../reading/pairs-query.js';
import { bounded } from '../reading/bounded.js';
import { pageQuery, type Listed, type Statement } from '../reading/page-query.js';
import { isSearch, searchedPositions } from '../reading/search.js';
import { countedHours } from './counted-hours.js';

/** Timeout of a count, whose caller waits for it, ms. It reads about a million rows in this time. */
const timeoutMs = 5_000;

/** The queries that count interactions. */
@Injectable()
export class CountingRepository {
  /**
   * Counts the interactions of a list.
   * @param limit it counts no further, unless there are counts of whole hours.
   * @throws AppError `query_too_broad`
   */
  async count(tx: Transaction, listed: Listed, limit: number): Promise<InteractionCount> {
    const counted = countedHours(listed);
    if (counted !== null) return { count: await this.#count(tx, counted), complete: true };
    if (isSearch(listed)) return upTo(limit, (await searchedPositions(tx, listed, limit + 1)).length);
    return upTo(limit, await this.#count(tx, countOf(pageQuery(listed, limit + 1))));
  }

  /** Counts comparisons with a winner. @param limit it counts no further. @throws AppError `query_too_broad` */
  async countPairs(tx: Transaction, listed: ListedPairs, limit: number): Promise<InteractionCount> {
    return upTo(limit, await this.#count(tx, countOf(pairsQuery(listed, limit + 1))));
  }

  #count(tx: Transaction, { text, values }: Statement): Promise<number> {
    return bounded(tx, { kind: 'list', timeoutMs }, async (inner) => {
      const [row]: { count: string }[] = await inner.query(text, [...values]);
      return Number(row?.count);
    });
  }
}

function upTo(limit: number, count: number): InteractionCount {
  return { count: Math.min(count, limit), complete: count <= limit };
}

function countOf({ text, values }: Statement): Statement {
  return { text: `select count(*) as count from (${text}) as counted`, values };
}
