import { call, send } from './api.js';

/** Uploads a file in equal parts, four at a time, the last first. @returns its session id. */
export async function upload(
  bytes: Buffer,
  { key, partBytes = 5_000_000, contentType }: { key: string; partBytes?: number; contentType?: string },
): Promise<string> {
  const total = Math.max(1, Math.ceil(bytes.length / partBytes));
  const begun = await call('POST', '/api/v1/upload/init', {
    key,
    body: { total_parts_count: total, ...(contentType && { content_type: contentType }) },
  });
  if (begun.status !== 200) throw new Error(`init was answered with ${JSON.stringify(begun.body)}`);
  const session = begun.body.session_id;
  const left = Array.from({ length: total }, (_, index) => index + 1);
  const sender = async () => {
    for (let number = left.pop(); number !== undefined; number = left.pop()) {
      const part = bytes.subarray((number - 1) * partBytes, number * partBytes);
      const path = `/api/v1/upload/part?session_id=${session}&part_number=${number}`;
      const headers = { 'content-type': 'application/octet-stream' };
      const answer = await send('POST', path, { key, body: new Uint8Array(part), headers });
      if (!answer.ok) throw new Error(`part ${number} was answered with ${await answer.text()}`);
      await answer.body?.cancel();
    }
  };
  await Promise.all(Array.from({ length: 4 }, sender));
  return session;
}
