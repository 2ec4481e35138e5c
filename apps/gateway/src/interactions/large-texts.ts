import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import type { ImportInteraction, InBucket, Interaction, RecordedMessage } from '@earshot/contracts-interactions';
import type { ObjectName } from '@earshot/contracts-storage';
import { jsonAbove, messagesAbove } from '../bucket-transfer/large-json.js';
import { newVersion, StoredObjects } from '@earshot/storage-client';

/** The most that messages, and that a completion, have in JSON on the lane: both together leave room for all that comes with them. */
const maxInlineBytes = 128 * 1_024;

/** The texts of interactions that are too large for the lane: they go to the bucket, and come from there. */
@Injectable()
export class LargeTexts {
  constructor(private readonly objects: StoredObjects) {}

  /**
   * The import as the lane takes it. What is large of it is in the bucket for a day; the service keeps what it records.
   *
   * @throws AppError `object_too_large`, `service_unavailable`, `queue_full`
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
      fitting.completion = '';
      fitting.answers = await this.#put('completion', request, completion, call);
    }
    return fitting;
  }

  /** The messages of an interaction, wherever they are. @throws AppError `object_not_found`, `service_unavailable`, `queue_full` */
  async messagesOf(interaction: Interaction, call: CallContext): Promise<RecordedMessage[]> {
    if (interaction.messages !== null) return interaction.messages;
    return (await this.#load('conversation', interaction, interaction.conversation, call)) as RecordedMessage[];
  }

  /** The completion of an interaction, wherever it is. @throws AppError `object_not_found`, `service_unavailable`, `queue_full` */
  async completionOf(interaction: Interaction, call: CallContext): Promise<string> {
    const { completion, answers } = interaction;
    if (completion !== null) return completion;
    const texts = (await this.#load('completion', interaction, answers, call)) as string[];
    return texts[answers?.index ?? 0] ?? '';
  }

  async #put(
    kind: ObjectName['kind'],
    { project_id, completion_id }: ImportInteraction,
    json: Buffer,
    call: CallContext,
  ): Promise<InBucket> {
    // Under one idempotency key another body must not be taken for the first.
    const object = newVersion(kind, project_id, completion_id, json);
    await this.objects.put(object, call);
    return { name: object.name.name, size: json.length };
  }

  async #load(
    kind: ObjectName['kind'],
    { project_id, completion_id }: Interaction,
    place: InBucket | null,
    call: CallContext,
  ): Promise<unknown> {
    if (place === null) throw new Error(`interaction ${completion_id} has no ${kind}`);
    const { bytes } = await this.objects.load({ kind, project_id, name: place.name }, call);
    return JSON.parse(bytes.toString('utf8')) as unknown;
  }
}
