import { timestampFields } from '@earshot/dto-common';
import { z } from 'zod';

/** What every file that was uploaded shows. */
export const fileFields = {
  id: z.guid().describe('Id, created by the installation.'),
  name: z.string().describe('Display name.'),
  size: z.int().describe('Bytes of the uploaded or created file; 0 while it is being created.'),
  ...timestampFields,
};

/** The upload session that a file is made of. */
export const uploadSessionIdSchema = z.string().min(1).max(128).describe('Id of an upload session with all its parts.');

/**
 * Matches text without control characters and without those of a character class. JSON Schema has no flags, so no
 * `\p{Cc}`.
 */
export function printablePattern(without: string): RegExp {
  return new RegExp(String.raw`^[^\u0000-\u001f\u007f-\u009f${without}]+$`);
}

/** A file, bytes, which JSON has no examples of. */
export function bytesSchema(id: string, description: string) {
  return z.unknown().meta({ id, description, contentMediaType: 'application/octet-stream' });
}

/** Examples have these. */
export const example = {
  id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e11',
  project_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e01',
  upload_session_id: '01988a3e-5f0a-7c11-9a53-0d6c1f2b7e21',
  created_at: '2026-01-31T12:00:00.000Z',
  updated_at: '2026-01-31T12:00:00.000Z',
};
