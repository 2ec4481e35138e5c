/** Settings of a bucket on an S3 server. */
export interface BucketSettings {
  readonly s3Endpoint: URL;
  readonly s3Region: string;
  readonly s3Bucket: string;
  readonly s3AccessKey: string;
  readonly s3SecretKey: string;
}

/** Returns the options of a MinIO client that name the server and its credentials. */
export function bucketConnection({ s3Endpoint, s3Region, s3AccessKey, s3SecretKey }: BucketSettings) {
  const useSSL = s3Endpoint.protocol === 'https:';
  return {
    endPoint: s3Endpoint.hostname,
    port: Number(s3Endpoint.port) || (useSSL ? 443 : 80),
    useSSL,
    // With a region, signing needs no request.
    region: s3Region,
    accessKey: s3AccessKey,
    secretKey: s3SecretKey,
  };
}
