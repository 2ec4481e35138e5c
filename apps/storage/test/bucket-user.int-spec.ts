import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'minio';
import { bucketSettings } from './bucket.js';

const {
  s3Endpoint: endpoint,
  s3AccessKey: accessKey,
  s3SecretKey: secretKey,
  s3Bucket: bucket,
  s3Region: region,
} = bucketSettings();
const clientOf = (keys: { accessKey: string; secretKey: string }) =>
  new Client({ endPoint: endpoint.hostname, port: Number(endpoint.port), useSSL: false, region, ...keys });

/** As the storage service, and as MinIO's owner. */
const user = clientOf({ accessKey, secretKey });
const owner = clientOf({
  accessKey: process.env['S3_ADMIN_ACCESS_KEY'] ?? '',
  secretKey: process.env['S3_ADMIN_SECRET_KEY'] ?? '',
});
const others = `others-${randomUUID()}`;

/** A request to MinIO's own interface. */
async function administrate(client: Client, method: string, path: string): Promise<string> {
  const request = { method, bucketName: 'minio', objectName: `admin/v3/${path}` };
  return text(await client.makeRequestAsync(request, '', [200], region));
}

beforeAll(async () => {
  await owner.makeBucket(others);
  await owner.putObject(others, 'theirs', 'secret');
});
afterAll(async () => {
  await owner.removeObject(others, 'theirs');
  await owner.removeBucket(others);
});

const denied = { code: 'AccessDenied' };

describe('the bucket user of the storage service', () => {
  it('sees only its own bucket', async () => {
    expect((await user.listBuckets()).map(({ name }) => name)).toEqual([bucket]);
    await expect(user.listObjectsV2(others, '', true).toArray()).rejects.toMatchObject(denied);
    expect(await owner.listObjectsV2(others, '', true).toArray()).toHaveLength(1);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['read', () => user.getObject(others, 'theirs')],
    ['write', () => user.putObject(others, 'mine', 'x')],
    ['delete', () => user.removeObject(others, 'theirs')],
    ['remove', () => user.removeBucket(others)],
  ])('cannot %s another bucket', async (_, attempt) => {
    await expect(attempt()).rejects.toMatchObject(denied);
  });

  it('cannot presign an address of another bucket', async () => {
    const address = await user.presignedGetObject(others, 'theirs', 60);
    expect((await fetch(address)).status).toBe(403);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['make a bucket', () => user.makeBucket(`mine-${randomUUID()}`)],
    ['open its bucket to the public', () => user.setBucketPolicy(bucket, '{"Version":"2012-10-17","Statement":[]}')],
    ['remove its bucket', () => user.removeBucket(bucket)],
    ['keep versions', () => user.setBucketVersioning(bucket, { Status: 'Enabled' })],
  ])('cannot %s', async (_, attempt) => {
    await expect(attempt()).rejects.toMatchObject(denied);
  });

  it.each([
    ['GET', 'info'],
    ['GET', 'list-users'],
    ['GET', 'export-iam'],
    ['PUT', 'import-iam-v2'],
    ['GET', 'get-config-kv?subSys=api'],
  ])('cannot administrate MinIO: %s %s', async (method, path) => {
    await expect(administrate(user, method, path)).rejects.toThrow();
    if (path === 'info') expect(await administrate(owner, method, path)).toContain('online');
  });
});
