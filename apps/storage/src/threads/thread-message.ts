import type { WireError } from '@earshot/errors';

/** What a thread says to the one that runs it; `end` and `failure` are its last words. */
export type ThreadMessage<News, Question, Result> =
  | { readonly kind: 'news'; readonly news: News }
  /** It waits for an answer before it goes on. */
  | { readonly kind: 'question'; readonly question: Question }
  | { readonly kind: 'end'; readonly result: Result }
  | { readonly kind: 'failure'; readonly error: WireError };
