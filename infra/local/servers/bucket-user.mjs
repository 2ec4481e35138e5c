import { text } from 'node:stream/consumers';
import { strToU8, zipSync } from 'fflate';

/** @typedef {{ bucket: string, accessKey: string, secretKey: string }} BucketUser */

/**
 * Permissions of the storage service in its bucket (docs/guides/secure-servers.md, "The bucket"). Without list
 * permission, S3 answers 403 instead of 404.
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
 * Creates a MinIO user with access to one bucket, or updates its secret and policy. Uploads MinIO's IAM import (a ZIP),
 * because its user API needs MinIO's own encryption.
 *
 * @param {import('minio').Client} client Client with administrator credentials.
 * @param {BucketUser} user
 * @param {string} region Region of the server.
 * @throws {Error} Names what MinIO rejected, without the secret.
 */
export async function createBucketUser(client, { bucket, accessKey, secretKey }, region) {
  const policy = `${bucket}-bucket`;
  const files = {
    'policies.json': { [policy]: bucketPolicy(bucket) },
    'users.json': { [accessKey]: { secretKey, status: 'enabled' } },
    'user_mappings.json': { [accessKey]: { version: 1, policy, updatedAt: new Date().toISOString() } },
  };
  const entries = Object.entries(files).map(([name, value]) => [`iam-assets/${name}`, strToU8(JSON.stringify(value))]);
  const body = Buffer.from(zipSync(Object.fromEntries(entries)));
  const request = { method: 'PUT', bucketName: 'minio', objectName: 'admin/v3/import-iam-v2' };
  const answer = await client.makeRequestAsync(request, body, [200], region);
  const { failed } = JSON.parse(await text(answer));
  const refused = Object.keys(failed ?? {}).filter((kind) => (failed[kind] ?? []).length > 0);
  if (refused.length > 0) throw new Error(`MinIO rejected the user ${accessKey}: ${refused.join(', ')}.`);
}
