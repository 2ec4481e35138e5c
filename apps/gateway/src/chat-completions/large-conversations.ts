import { Inject, Injectable } from '@nestjs/common';
import { logFields, type CallContext } from '@earshot/contracts-core';
import type { ChatRequest } from '@earshot/contracts-inference';
import type { ObjectName } from '@earshot/contracts-storage';
import { AppError } from '@earshot/errors';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { newObject, StoredObjects } from '@earshot/storage-client';
import { messagesAbove } from '../bucket-transfer/large-json.js';

/** Most bytes of messages in JSON on the lane. All other fields take up to 512 KiB, and a record holds 1 MiB. */
const maxInlineBytes = 384 * 1024;

/** Moves the messages of large conversations to the bucket, because a Kafka record holds less than 1 MiB. */
@Injectable()
export class LargeConversations {
  constructor(
    private readonly objects: StoredObjects,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /**
   * Returns the request with a reference to its messages if they are large; else the same request, without a promise.
   * The object expires after a day, or after minutes if the request is not recorded; the interactions service makes it
   * permanent.
   *
   * @throws AppError `object_too_large`, `service_unavailable`, `queue_full`
   */
  offload(request: ChatRequest, call: CallContext): ChatRequest | Promise<ChatRequest> {
    const json = messagesAbove(maxInlineBytes, request.messages);
    return json === undefined ? request : this.#put(request, json, call);
  }

  /** Deletes the messages of an answered request that is not recorded. */
  discard(request: ChatRequest, call: CallContext): void {
    if (request.store || request.conversation === undefined) return;
    this.objects.discard(nameOf(request), call).catch((error: unknown) => {
      this.logger.warn({ ...logFields(call), err: error }, 'conversation not deleted');
    });
  }

  async #put(request: ChatRequest, json: Buffer, call: CallContext): Promise<ChatRequest> {
    const name = nameOf(request);
    try {
      await this.objects.put({ ...newObject(name, json, 'application/json'), shortLived: !request.store }, call);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'object_too_large') throw error;
      throw new AppError({ ...error, message: error.message, param: 'messages', cause: error });
    }
    return { ...request, messages: [], conversation: { name: name.name, size: json.length } };
  }
}

function nameOf({ project_id, response_id }: ChatRequest): ObjectName {
  return { kind: 'conversation', project_id, name: `${response_id}.json` };
}
