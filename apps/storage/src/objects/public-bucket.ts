import { Inject, Injectable } from '@nestjs/common';
import { bucketConnection, CONFIG, type BucketSettings } from '@earshot/service-kit';
import { Client } from 'minio';
import { ObjectStore } from './object-store.js';

/** Validity of addresses for clients, s. A client follows the redirect at once; the download may take longer. */
const publicUrlValidS = 60;

/** Settings of the bucket, with the origin where clients reach it, if they do. */
export type PublicBucketSettings = BucketSettings & { readonly bucketPublicUrl?: URL | undefined };

/** How clients are to save an object. */
export interface DownloadHeaders {
  readonly contentType: string;
  /** `Content-Disposition`. */
  readonly disposition: string;
}

/** An object at an address for clients. The address grants access while it is valid: it belongs in no log. */
export interface PublicObject {
  readonly url: string;
  /** The bucket's entity tag, without quotes. */
  readonly etag: string;
}

/** Presigns downloads for clients, at the origin where they reach the bucket. */
@Injectable()
export class PublicBucket {
  readonly #client: Client | undefined;
  readonly #bucket: string;

  constructor(
    @Inject(CONFIG) { bucketPublicUrl, ...settings }: PublicBucketSettings,
    private readonly store: ObjectStore,
  ) {
    // Signs only: the service itself need not reach this origin.
    this.#client = bucketPublicUrl && new Client(bucketConnection({ ...settings, s3Endpoint: bucketPublicUrl }));
    this.#bucket = settings.s3Bucket;
  }

  /**
   * Presigns a download; undefined if clients do not reach the bucket, or the object has no strong entity tag.
   *
   * @throws AppError `service_unavailable`
   */
  async presign(
    key: string,
    { contentType, disposition }: DownloadHeaders,
    validForS = publicUrlValidS,
  ): Promise<PublicObject | undefined> {
    if (this.#client === undefined) return undefined;
    const etag = await this.store.etagOf(key);
    if (etag === null) return undefined;
    const url = await this.#client.presignedGetObject(this.#bucket, key, validForS, {
      'response-content-type': contentType,
      'response-content-disposition': disposition,
      'response-cache-control': 'no-store',
    });
    return { url, etag };
  }
}
