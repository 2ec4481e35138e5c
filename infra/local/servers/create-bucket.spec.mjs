import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const script = path.join(import.meta.dirname, 'create-bucket.mjs');

/** An S3 server without buckets, whose connections break at one request. */
class S3 {
  /** @type {{ what: string, region: string, body: string }[]} */
  requests = [];
  breaksAt = '';
  #bucket = false;
  server = createServer((request, response) => void this.#answer(request, response));

  /** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
  async #answer(request, response) {
    const { pathname } = new URL(request.url ?? '', 'http://s3');
    const what = `${request.method} ${pathname}`;
    const region = /Credential=[^/]+\/\d+\/([^/]+)\//.exec(request.headers.authorization ?? '')?.[1] ?? '';
    this.requests.push({ what, region, body: await text(request) });
    if (what === this.breaksAt) {
      this.breaksAt = '';
      return response.destroy();
    }
    if (what === 'HEAD /acme') return response.writeHead(this.#bucket ? 200 : 404).end();
    if (what.startsWith('PUT /acme')) this.#bucket = true;
    return response.end('{}');
  }

  get address() {
    const { port } = /** @type {import('node:net').AddressInfo} */ (this.server.address());
    return `http://127.0.0.1:${port}`;
  }

  /** @param {Record<string, string>} settings @returns {Promise<number>} The exit code of the job. */
  async run(settings) {
    const env = {
      ...{ PATH: process.env.PATH, S3_ENDPOINT: this.address, S3_BUCKET: 'acme' },
      ...{ S3_ACCESS_KEY: 'owner', S3_SECRET_KEY: 'owner-secret' },
      ...{ S3_USER_ACCESS_KEY: 'user', S3_USER_SECRET_KEY: 'user-secret' },
      ...settings,
    };
    const [code] = await once(spawn(process.execPath, [script], { env, stdio: 'ignore' }), 'exit');
    return code;
  }
}

describe('the job bucket', () => {
  /** @type {S3} */
  let s3;
  beforeEach(async () => {
    s3 = new S3();
    await once(s3.server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => void s3.server.close());
  const import_ = 'PUT /minio/admin/v3/import-iam-v2';

  it('creates bucket and user in the region of S3_REGION', async () => {
    expect(await s3.run({ S3_REGION: 'eu-central-1' })).toBe(0);
    expect(new Set(s3.requests.map(({ region }) => region))).toEqual(new Set(['eu-central-1']));
    expect(s3.requests.map(({ what }) => what.replace(/\/$/, ''))).toEqual(['HEAD /acme', 'PUT /acme', import_]);
    expect(s3.requests[1]?.body).toContain('<LocationConstraint>eu-central-1</LocationConstraint>');
  });

  it('uses us-east-1 without S3_REGION', async () => {
    expect(await s3.run({ S3_REGION: '' })).toBe(0);
    expect(new Set(s3.requests.map(({ region }) => region))).toEqual(new Set(['us-east-1']));
  });

  it.each(['HEAD /acme', 'PUT /acme', import_])('goes on after a connection that breaks at %s', async (request) => {
    s3.breaksAt = request;
    expect(await s3.run({})).toBe(0);
    expect(s3.breaksAt).toBe('');
    expect(s3.requests.at(-1)?.what).toBe(import_);
  });
});
