import type { Schemas } from '../../api/client.js';
import type { Permission } from '../../session/session.js';
import { changesOf } from '../resource/changes.js';
import { numberOf, numberProblem } from '../resource/texts.js';
import type { ApiKey } from './queries.js';

/** Permissions of a key with what each allows. */
export const permissions = [
  { id: 'inference', label: 'Inference', description: 'Chats, completions, embeddings' },
  { id: 'feedback', label: 'Feedback', description: 'Feedback, outcomes, comparisons, imports' },
  { id: 'data', label: 'Data', description: 'Uploads, images, datasets, recipes, artifacts' },
  { id: 'read', label: 'Read', description: 'Resources, interactions and feedback' },
  { id: 'manage', label: 'Manage', description: 'Writes resources, erases; includes Read' },
  { id: 'keys', label: 'Keys', description: 'Grants at most what it has itself' },
] as const;

/** When a key expires: a number of days from now, never, or as it is. */
export const expiries = [
  { id: 'never', label: 'Never' },
  { id: '7', label: 'In 7 days' },
  { id: '30', label: 'In 30 days' },
  { id: '90', label: 'In 90 days' },
  { id: '365', label: 'In a year' },
  { id: 'time', label: 'At a time' },
] as const;

/** Choice of an expiry. */
export type Expiry = (typeof expiries)[number]['id'];

/** What the form of a key holds. */
export interface KeyDraft {
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly expiry: Expiry;
  /** For `time`: local time of an input. */
  readonly expiryTime: string;
  readonly requestsPerMinute: string;
  readonly tokensPerMinute: string;
  readonly concurrent: string;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** The form of a key; of a new one without a key. */
export function keyDraftOf(key: ApiKey | null): KeyDraft {
  const text = (number: number | undefined) => (number === undefined ? '' : String(number));
  return {
    name: key?.name ?? '',
    permissions: key?.permissions ?? ['inference', 'feedback'],
    expiry: key?.expires_at ? 'time' : 'never',
    expiryTime: key?.expires_at ? localTime(Date.parse(key.expires_at)) : '',
    requestsPerMinute: text(key?.limits?.requests_per_minute),
    tokensPerMinute: text(key?.limits?.tokens_per_minute),
    concurrent: text(key?.limits?.concurrent),
  };
}

/** The value of a `datetime-local` input, in the zone of the browser. */
function localTime(ms: number): string {
  return new Date(ms - new Date(ms).getTimezoneOffset() * minuteMs).toISOString().slice(0, 16);
}

/** The body that creates a key. */
export function createKeyBody(draft: KeyDraft, now: number): Schemas['CreateApiKey'] {
  const limits = {
    requests_per_minute: numberOf(draft.requestsPerMinute),
    tokens_per_minute: numberOf(draft.tokensPerMinute),
    concurrent: numberOf(draft.concurrent),
  };
  return {
    name: draft.name,
    permissions: [...draft.permissions],
    expires_at: expiresAt(draft, now),
    limits: Object.values(limits).every((limit) => limit === undefined) ? null : limits,
  };
}

/** The body that changes a key: changed fields only. An expiry time that was not touched stays. */
export function updateKeyBody(key: ApiKey, draft: KeyDraft, now: number): Schemas['UpdateApiKey'] {
  const old = keyDraftOf(key);
  const keepsExpiry = draft.expiry === old.expiry && draft.expiryTime === old.expiryTime;
  const body = createKeyBody(draft, now);
  return changesOf(key, { ...body, expires_at: keepsExpiry ? undefined : body.expires_at });
}

function expiresAt({ expiry, expiryTime }: KeyDraft, now: number): string | null {
  if (expiry === 'never') return null;
  if (expiry === 'time') return new Date(expiryTime).toISOString();
  return new Date(now + Number(expiry) * dayMs).toISOString();
}

/** What is wrong with a draft before it is sent; null where nothing is. */
export function keyProblems(draft: KeyDraft) {
  return {
    expiryTime:
      draft.expiry === 'time' && Number.isNaN(Date.parse(draft.expiryTime)) ? 'Enter a day and a time.' : null,
    requestsPerMinute: numberProblem(draft.requestsPerMinute),
    tokensPerMinute: numberProblem(draft.tokensPerMinute),
    concurrent: numberProblem(draft.concurrent),
  };
}
