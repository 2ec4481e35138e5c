import { limitSchema, listQuerySchema, pageOf } from '@earshot/dto-common';
import { z } from 'zod';

/** Days for which uses are kept. */
const maxDays = 400;

/** Query string of `GET .../api_keys/usage`. */
export const keyUsageQuerySchema = listQuerySchema.extend({
  days: limitSchema(maxDays, 30).describe('Period: the last days in UTC, of which today is one.'),
});

const limitUse = (what: string) =>
  z
    .object({
      used: z.int().describe('Use now, over all gateways.'),
      limit: z.int().describe('Maximum.'),
    })
    .optional()
    .describe(`${what}; absent: no limit.`);

/** The usage of a key. */
export const keyUsageSchema = z
  .object({
    key_id: z.uuid().describe('Id of the API key.'),
    requests: z.int().describe('Requests in the period, also rejected ones.'),
    tokens: z.int().describe('Tokens of prompts and answers in the period.'),
    last_used_at: z.iso.datetime().nullable().describe('Time of the last use, RFC 3339 in UTC; null: never used.'),
    limits: z
      .object({
        requests_per_minute: limitUse('Requests in this minute'),
        tokens_per_minute: limitUse('Tokens of prompts and answers in this minute'),
        concurrent: limitUse('Concurrent chats and embeddings'),
        resets_at: z.iso
          .datetime()
          .nullable()
          .describe('End of the minute, RFC 3339 in UTC; null: the next request starts one.'),
      })
      .nullable()
      .describe('Limits of the key and their use; null: no limits.'),
  })
  .meta({
    id: 'ApiKeyUsage',
    description: 'The usage of an API key.',
    examples: [
      {
        key_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e02',
        requests: 12_480,
        tokens: 3_211_904,
        last_used_at: '2026-02-01T08:30:00.000Z',
        limits: { requests_per_minute: { used: 212, limit: 600 }, resets_at: '2026-02-01T08:30:42.000Z' },
      },
    ],
  });

/** Answer to `GET .../api_keys/usage`. */
export const keyUsagePageSchema = pageOf(keyUsageSchema);

/** Query string of `GET .../api_keys/usage`. */
export type KeyUsageQuery = z.output<typeof keyUsageQuerySchema>;

/** The usage of a key. */
export type KeyUsageResponse = z.output<typeof keyUsageSchema>;
