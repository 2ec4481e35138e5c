import { Inject, Injectable } from '@nestjs/common';
import { logFields, type CallContext } from '@earshot/contracts-core';
import type { ChatRequest } from '@earshot/contracts-inference';
import type { ObjectName } from '@earshot/contracts-storage';
import { AppError } from '@earshot/errors';
import { LOGGER, type Logger } from '@earshot/service-kit';
import { newObject, StoredObjects } from '@earshot/storage-client';
import { messagesAbove } from '../bucket-transfer/large-json.js';

/**
 * The most that messages have in JSON on the lane, in bytes: with labels, tags, functions, arguments and a schema as large as they may be (512 KiB
 * together) a record still has room for them.
 */
const maxInlineBytes = 384 * 1024;

/** Puts the messages of large conversations into the bucket: the lane carries what stays below 1 MiB. */
@Injectable()
export class LargeConversations {
  constructor(
    private readonly objects: StoredObjects,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /**
   * The request as the lane takes it; itself, at once, in the usual case. Its messages are in the bucket for a day, or for minutes where nothing of it
   * is to be kept; whoever records it keeps them.
   *
   * @throws AppError `object_too_large`, `service_unavailable`, `queue_full`
   */
  settle(request: ChatRequest, call: CallContext): ChatRequest | Promise<ChatRequest> {
    const json = messagesAbove(maxInlineBytes, request.messages);
    return json === undefined ? request : this.#put(request, json, call);
  }

  /** Gives up what is in the bucket of a request whose answer has ended and of which nothing is to be kept. */
  forget(request: ChatRequest, call: CallContext): void {
    if (request.store || request.conversation === undefined) return;
    this.objects.discard(nameOf(request), call).catch((error: unknown) => {
      this.logger.warn({ ...logFields(call), err: error }, 'a conversation stays in the bucket for minutes');
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
