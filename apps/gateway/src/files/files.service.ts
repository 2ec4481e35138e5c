import { text } from 'node:stream/consumers';
import type { CallContext } from '@earshot/contracts-core';
import type { LocateFile } from '@earshot/contracts-storage';
import type { ListQuery } from '@earshot/dto-common';
import { attachmentOf, StoredObjects } from '@earshot/storage-client';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendFile } from '../bucket-transfer/send-file.js';
import type { RequestContext } from '../auth/request-context.js';
import { writeIds } from '../http/write-ids.js';
import { mapPage, type Page } from '../management/management.client.js';
import type { FileOf, FilesClient, Kind } from './files.client.js';

/**
 * Caches revalidate, because another file may get the same key. Browsers never render a file as a page of this site.
 */
const headers = { 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' };

/**
 * Base of the services that manage files of one kind: datasets, recipes or artifacts.
 * A project id of null stands for files of the installation.
 */
export abstract class FilesService<K extends Kind, Response> {
  protected constructor(
    private readonly kind: K,
    protected readonly files: FilesClient,
    private readonly objects: StoredObjects,
  ) {}

  /** Maps a file to the response. */
  protected abstract show(file: FileOf<K>): Response;

  async list({ call }: RequestContext, projectId: string | null, page: ListQuery): Promise<Page<Response>> {
    const { kind } = this;
    const found = await this.files.list({ ...page, kind, project_id: projectId }, call);
    return mapPage(found, (file) => this.show(file));
  }

  /** @throws AppError `<kind>_not_found` */
  async read({ call }: RequestContext, projectId: string | null, file: string): Promise<Response> {
    return this.show(await this.files.read({ kind: this.kind, project_id: projectId, file }, call));
  }

  /** @throws AppError `<kind>_not_found` */
  async remove(context: RequestContext, projectId: string | null, file: string): Promise<void> {
    const { command } = writeIds(context, projectId);
    await this.files.delete({ kind: this.kind, project_id: projectId, file }, command, context.call);
  }

  /** Returns the first bytes of a file as text. @throws AppError as {@link FilesClient.locate}. */
  protected async head(ref: Omit<LocateFile, 'kind'>, bytes: number, call: CallContext): Promise<string> {
    const { size, download_url } = await this.files.locate({ ...ref, kind: this.kind }, call);
    const range = { first: 0, last: Math.min(size, bytes) - 1 };
    return text(await this.objects.open({ size, download_url: download_url as string }, range));
  }

  /**
   * Sends a file as an attachment, or redirects to it in the bucket.
   *
   * @throws AppError `<kind>_not_found`, `dataset_not_ready`, `range_not_satisfiable`, `service_unavailable`,
   * `queue_full`
   */
  protected async stream(request: FastifyRequest, reply: FastifyReply, ref: Omit<LocateFile, 'kind'>): Promise<void> {
    const wanted = { ...ref, kind: this.kind };
    const file = await this.files.locate(wanted, request.call);
    const { content_type: contentType, size, version, download_url, public_url: publicUrl } = file;
    const named = { ...headers, 'content-disposition': attachmentOf(wanted, file) };
    const head = { contentType, size, version, publicUrl, headers: named };
    const object = { size, download_url: download_url as string };
    await sendFile(request, reply, head, (range) => this.objects.open(object, range));
  }
}
