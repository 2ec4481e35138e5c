import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import {
  beginningOf,
  type ImportInteraction,
  type InBucket,
  type Interaction,
  type RecordedMessage,
} from '@earshot/contracts-interactions';
import type { ObjectName } from '@earshot/contracts-storage';
import { jsonAbove, messagesAbove } from '../bucket-transfer/large-json.js';
import { newVersion, StoredObjects } from '@earshot/storage-client';

/** Most bytes of messages, and of a completion, as JSON in a message. All other fields fit beside both. */
const maxInlineBytes = 128 * 1_024;

/** Moves texts that exceed a Kafka record to the bucket, and loads them. */
@Injectable()
export class LargeTexts {
  constructor(private readonly objects: StoredObjects) {}

  /**
   * Moves large texts of an import to the bucket. They expire after a day, unless it is recorded.
   * @throws AppError `object_too_large`
   */
  async put(request: ImportInteraction, call: CallContext): Promise<ImportInteraction> {
    const fitting = { ...request };
    const messages = messagesAbove(maxInlineBytes, request.messages);
    if (messages !== undefined) {
      fitting.messages = [];
      fitting.conversation = await this.#put('conversation', request, messages, call);
    }
    const completion = jsonAbove(maxInlineBytes, [request.completion], request.completion.length);
    if (completion !== undefined) {
      fitting.beginning = beginningOf(request.completion);
      fitting.completion = '';
      fitting.answers = await this.#put('completion', request, completion, call);
    }
    return fitting;
  }

  /** Returns the messages of an interaction. @throws AppError `object_not_found` */
  async messagesOf(interaction: Interaction, call: CallContext): Promise<RecordedMessage[]> {
    if (interaction.messages !== null) return interaction.messages;
    return (await this.#load('conversation', interaction, interaction.conversation, call)) as RecordedMessage[];
  }

  /** Returns the completion of an interaction, and its reasoning if it has any. @throws AppError `object_not_found` */
  async answerOf(interaction: Interaction, call: CallContext): Promise<{ completion: string; reasoning?: string }> {
    const { completion, answers, reasoning } = interaction;
    if (completion !== null) return { completion, ...(reasoning !== undefined && { reasoning }) };
    const texts = (await this.#load('completion', interaction, answers, call)) as string[];
    const stored = answers?.reasoning_index === undefined ? undefined : texts[answers.reasoning_index];
    return { completion: texts[answers?.index ?? 0] ?? '', ...(stored && { reasoning: stored }) };
  }

  async #put(
    kind: ObjectName['kind'],
    { project_id, completion_id }: ImportInteraction,
    json: Buffer,
    call: CallContext,
  ): Promise<InBucket> {
    // Another body under the same idempotency key gets another name.
    const object = newVersion(kind, project_id, completion_id, json);
    await this.objects.put(object, call);
    return { name: object.name.name, size: json.length };
  }

  async #load(
    kind: ObjectName['kind'],
    { project_id, completion_id }: Interaction,
    object: InBucket | null,
    call: CallContext,
  ): Promise<unknown> {
    if (object === null) throw new Error(`interaction ${completion_id} has no ${kind}`);
    const { bytes } = await this.objects.load({ kind, project_id, name: object.name }, call);
    return JSON.parse(bytes.toString('utf8')) as unknown;
  }
}
