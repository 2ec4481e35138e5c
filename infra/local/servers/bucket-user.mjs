import { text } from 'node:stream/consumers';
import { strToU8, zipSync } from 'fflate';

/** @typedef {{ bucket: string, accessKey: string, secretKey: string }} BucketUser */

/**
 * What the storage service does in its bucket (docs/guides/secure-servers.md, "The bucket"). To list is needed to be told that an object is not there.
 *
 * @param {string} bucket
 */
export function bucketPolicy(bucket) {
  const ofBucket = ['s3:ListBucket', 's3:ListBucketMultipartUploads'];
  const ofObjects = ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'];
  const ofParts = ['s3:AbortMultipartUpload', 's3:ListMultipartUploadParts'];
  return {
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Action: ofBucket, Resource: [`arn:aws:s3:::${bucket}`] },
      { Effect: 'Allow', Action: [...ofObjects, ...ofParts], Resource: [`arn:aws:s3:::${bucket}/*`] },
    ],
  };
}

/**
 * Makes a user of MinIO who may use one bucket, or gives the user this secret and these rights. Of MinIO's ways of making users this is the one
 * that needs none of its own cryptography: a ZIP with the files of its import, signed like any request.
 *
 * @param {import('minio').Client} client of an administrator.
 * @param {BucketUser} user
 * @throws {Error} saying what MinIO did not take; without the secret.
 */
export async function createBucketUser(client, { bucket, accessKey, secretKey }) {
  const policy = `${bucket}-bucket`;
  const files = {
    'policies.json': { [policy]: bucketPolicy(bucket) },
    'users.json': { [accessKey]: { secretKey, status: 'enabled' } },
    'user_mappings.json': { [accessKey]: { version: 1, policy, updatedAt: new Date().toISOString() } },
  };
  const entries = Object.entries(files).map(([name, value]) => [`iam-assets/${name}`, strToU8(JSON.stringify(value))]);
  const body = Buffer.from(zipSync(Object.fromEntries(entries)));
  const request = { method: 'PUT', bucketName: 'minio', objectName: 'admin/v3/import-iam-v2' };
  const answer = await client.makeRequestAsync(request, body, [200], 'us-east-1');
  const { failed } = JSON.parse(await text(answer));
  const refused = Object.keys(failed ?? {}).filter((kind) => (failed[kind] ?? []).length > 0);
  if (refused.length > 0) throw new Error(`MinIO did not take the user ${accessKey}: ${refused.join(', ')}.`);
}
