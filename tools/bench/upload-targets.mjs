import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Client } from 'minio';

/** @typedef {{ parts: number, part: Buffer }} File The same bytes, repeated. */

/** The MinIO client, connected directly, with its own part size. */
export function bucketTarget() {
  const { S3_ENDPOINT, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey, S3_BUCKET: bucket } = process.env;
  const { hostname: endPoint, port, protocol } = new URL(S3_ENDPOINT);
  const useSSL = protocol === 'https:';
  const client = new Client({ endPoint, port: Number(port), useSSL, accessKey, secretKey, region: 'us-east-1' });
  return {
    name: 'minio',
    async upload({ parts, part }) {
      const key = `bench/${randomUUID()}`;
      const bytes = Readable.from(Array.from({ length: parts }, () => part));
      await client.putObject(bucket, key, bytes, parts * part.length);
      return key;
    },
    download: async (key) => lengthOf(await client.getObject(bucket, key)),
    remove: (key) => client.removeObject(bucket, key),
  };
}

/** The gateway, with the same part size, sequentially. */
export async function gatewayTarget() {
  const project = `bench-${Date.now().toString(36)}`;
  await apiCall('POST', '/projects', { json: { key: project } });
  const begin = async (total_parts_count) => {
    const json = { total_parts_count, metadata: { project } };
    return (await apiCall('POST', '/upload/init', { json })).session_id;
  };
  const send = (session, index, bytes) =>
    apiCall('POST', `/upload/part?session_id=${session}&part_number=${index + 1}`, { bytes });
  const target = {
    name: 'earshot',
    assemblyMs: 0,
    async upload({ parts, part }) {
      const session = await begin(parts);
      for (let index = 0; index < parts; index += 1) await send(session, index, part);
      const sentAt = performance.now();
      const json = { name: 'bench', upload_session_id: session };
      const { id } = await apiCall('POST', `/projects/${project}/artifacts`, { json });
      target.assemblyMs = performance.now() - sentAt;
      return id;
    },
    download: async (id) => lengthOf(Readable.fromWeb((await answered('GET', `/artifacts/${id}/download`)).body)),
    remove: (id) => apiCall('DELETE', `/projects/${project}/artifacts/${id}`),
    /** @returns {Promise<number>} Duration in milliseconds. */
    async uploadAtOnce(count, part) {
      const session = await begin(count);
      const began = performance.now();
      await Promise.all(Array.from({ length: count }, (_, index) => send(session, index, part)));
      const tookMs = performance.now() - began;
      await apiCall('DELETE', '/upload/abort', { json: { session_id: session } });
      return tookMs;
    },
  };
  return target;
}

async function apiCall(method, route, request) {
  const text = await (await answered(method, route, request)).text();
  return text === '' ? null : JSON.parse(text);
}

async function answered(method, route, { json, bytes } = {}) {
  const { EARSHOT_URL: url, EARSHOT_ADMIN_KEY: adminKey } = process.env;
  const response = await fetch(`${url}/api/v1${route}`, {
    method,
    headers: { authorization: `Bearer ${adminKey}`, ...(json && { 'content-type': 'application/json' }) },
    body: json === undefined ? bytes : JSON.stringify(json),
  });
  if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${await response.text()}`);
  return response;
}

async function lengthOf(stream) {
  let length = 0;
  for await (const chunk of stream) length += chunk.length;
  return length;
}
