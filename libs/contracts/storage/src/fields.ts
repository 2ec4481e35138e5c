import { z } from 'zod';

/** SHA-256 in lower-case hex. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
