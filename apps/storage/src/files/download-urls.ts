import { Injectable } from '@nestjs/common';
import type { LocatedFile, LocateFile } from '@earshot/contracts-storage';
import { attachmentOf } from '@earshot/storage-client';
import { ObjectStore } from '../objects/object-store.js';
import { PublicBucket } from '../objects/public-bucket.js';
import { urlValidS } from './file-rules.js';

/** A file and its object. */
export interface FoundFile {
  readonly file: Omit<LocatedFile, 'download_url' | 'public_url'>;
  /** Key in the bucket; null: the upload is being assembled. */
  readonly objectKey: string | null;
}

/** Presigns the downloads of files. */
@Injectable()
export class DownloadUrls {
  constructor(
    private readonly store: ObjectStore,
    private readonly publicBucket: PublicBucket,
  ) {}

  /**
   * Presigns the download of a file for the gateway, and for clients if they reach the bucket. The version is then the
   * bucket's entity tag, so that a file has one tag at both addresses. @throws AppError `service_unavailable`
   */
  async presign({ file, objectKey }: FoundFile, request: LocateFile): Promise<LocatedFile> {
    if (objectKey === null) return { ...file, download_url: null };
    const located = { ...file, download_url: await this.store.downloadUrl(objectKey, urlValidS) };
    const headers = { contentType: file.content_type, disposition: attachmentOf(request, file) };
    const forClients = await this.publicBucket.presign(objectKey, headers);
    return forClients === undefined ? located : { ...located, version: forClients.etag, public_url: forClients.url };
  }
}
