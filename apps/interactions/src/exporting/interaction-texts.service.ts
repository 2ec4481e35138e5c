import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import type { RecordedMessage } from '@earshot/contracts-interactions';
import { StoredObjects } from '@earshot/storage-client';
import type { StoredInteraction } from '../reading/reading.repository.js';

/** Loads messages and completion of an interaction, from its record or the bucket. */
@Injectable()
export class InteractionTexts {
  constructor(private readonly objects: StoredObjects) {}

  /** @throws AppError `object_not_found`, `service_unavailable`, `queue_full` */
  async of(row: StoredInteraction, call: CallContext): Promise<{ messages: RecordedMessage[]; text: string }> {
    const { messages, conversation, completion, answers } = row.record;
    const kept = { project_id: row.project_id, call };
    const texts = answers && ((await this.#load('completion', answers.name, kept)) as string[]);
    return {
      messages: conversation
        ? ((await this.#load('conversation', conversation.name, kept)) as RecordedMessage[])
        : (messages ?? []),
      text: (answers && texts ? texts[answers.index] : completion) ?? '',
    };
  }

  async #load(
    kind: 'conversation' | 'completion',
    name: string,
    { project_id, call }: { project_id: string; call: CallContext },
  ): Promise<unknown> {
    const { bytes } = await this.objects.load({ kind, project_id, name }, call);
    return JSON.parse(bytes.toString('utf8')) as unknown;
  }
}
