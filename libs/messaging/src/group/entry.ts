import type { IncomingRecord } from '../broker/broker.port.js';

/** A record with what was read from it. */
export interface Entry<Item> {
  readonly record: IncomingRecord;
  /** Messages that follow each other and have the same type are handled together. */
  readonly type: string;
  /** Those of its type are handled together, though others lie between them. */
  readonly independent?: boolean;
  readonly content: Content<Item>;
}

/** A message to handle, one that never can be, or one that this process has nothing to do with. */
export type Content<Item> =
  | { readonly is: 'message'; readonly item: Item }
  | { readonly is: 'invalid'; readonly details: unknown; readonly item?: Item }
  | { readonly is: 'skipped' };
