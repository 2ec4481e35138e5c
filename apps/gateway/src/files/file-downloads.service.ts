import { Injectable } from '@nestjs/common';
import type { LocateFile, LocatedFile } from '@earshot/contracts-storage';
import { StoredObjects } from '@earshot/storage-client';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendFile } from '../bucket-transfer/send-file.js';
import { Files } from './files.client.js';

/**
 * Whoever has a file asks whether it is still so: under the same key there may be another one by now. And nobody is to take it for a page of this
 * site, whatever its type says.
 */
const headers = { 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' };

/** Sends datasets, recipes and artifacts as attachments. */
@Injectable()
export class FileDownloads {
  constructor(
    private readonly files: Files,
    private readonly objects: StoredObjects,
  ) {}

  /**
   * @param filenameOf what the file is to be called where it goes.
   * @throws AppError `<kind>_not_found`, `dataset_not_ready`, `range_not_satisfiable`, `service_unavailable`, `queue_full`
   */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    which: LocateFile,
    filenameOf: (file: LocatedFile) => string,
  ): Promise<void> {
    const file = await this.files.locate(which, request.call);
    const { content_type: contentType, size, version, download_url } = file;
    const disposition = contentDisposition(filenameOf(file));
    const head = { contentType, size, version, headers: { ...headers, 'content-disposition': disposition } };
    const object = { size, download_url: download_url as string };
    await sendFile(request, reply, head, (range) => this.objects.open(object, range));
  }
}
