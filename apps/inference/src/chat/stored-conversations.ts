import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import { chatMessage, type ChatMessage, type ChatRequest } from '@earshot/contracts-inference';
import { StoredObjects } from '@earshot/storage-client';
import { z } from 'zod';

const conversationForm = z.array(chatMessage).min(1);

/** The conversations that are too large for the lane. */
@Injectable()
export class StoredConversations {
  constructor(private readonly objects: StoredObjects) {}

  /**
   * The messages of a request that says where they are.
   *
   * @param signal aborts when nobody waits for the answer any more.
   * @throws AppError `object_not_found`, `service_unavailable`; the reason of an abort.
   */
  async load(
    { project_id }: ChatRequest,
    { name }: NonNullable<ChatRequest['conversation']>,
    call: CallContext,
    signal: AbortSignal,
  ): Promise<ChatMessage[]> {
    const { bytes } = await this.objects.load({ kind: 'conversation', project_id, name }, call, signal);
    return conversationForm.parse(JSON.parse(bytes.toString('utf8')));
  }
}
