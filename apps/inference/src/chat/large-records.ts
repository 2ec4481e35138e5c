import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import { beginningOf, type InteractionRecorded } from '@earshot/contracts-interactions';
import type { ObjectName } from '@earshot/contracts-storage';
import { newVersion, StoredObjects } from '@earshot/storage-client';
import { jsonBytes, maxBytesPerUnit } from './choice.js';

/** Largest record in JSON, bytes: the broker's default limit of 1 MiB less envelope and headers. */
export const maxRecordBytes = 900 * 1024;

/** Upper bounds for the fixed fields, and for the overhead of each message and choice. */
const fixedUnits = 2_048;
const unitsPerItem = 128;

/** Moves the parts that exceed the record limit to the bucket. */
@Injectable()
export class LargeRecords {
  constructor(private readonly objects: StoredObjects) {}

  /**
   * Returns a record that fits the log, usually the same one. Stores the objects that it refers to permanently first.
   * @throws AppError `service_unavailable`
   */
  fit(record: InteractionRecorded, call: CallContext): InteractionRecorded | Promise<InteractionRecorded> {
    if (record.conversation === undefined && fits(record)) return record;
    return this.#fit(record, call);
  }

  async #fit(record: InteractionRecorded, call: CallContext): Promise<InteractionRecorded> {
    const { conversation, project_id } = record;
    if (conversation !== undefined) {
      await this.objects.keep({ kind: 'conversation', project_id, name: conversation.name }, call);
    }
    let fitting = record;
    while (!fits(fitting)) fitting = await this.#withoutLargest(fitting, call);
    return fitting;
  }

  async #withoutLargest(record: InteractionRecorded, call: CallContext): Promise<InteractionRecorded> {
    const { messages, completions } = record;
    const texts = completions.map(({ text }) => text);
    const reasoning = completions.map((one) => one.reasoning ?? '');
    const has_reasoning = reasoning.some((one) => one !== '');
    if (has_reasoning) texts.push(...reasoning);
    if (record.answers === undefined && (messages.length === 0 || jsonBytes(texts) > jsonBytes(messages))) {
      const answers = await this.#keep('completion', record, texts, call);
      const shortened = completions.map(({ reasoning: _, ...one }) => {
        return { ...one, text: '', beginning: beginningOf(one.text, completions.length) };
      });
      return { ...record, completions: shortened, answers: { ...answers, ...(has_reasoning && { has_reasoning }) } };
    }
    if (messages.length === 0 && completions.some(({ beginning }) => beginning !== undefined))
      return { ...record, completions: completions.map(({ beginning: _, ...one }) => one) };
    if (messages.length === 0) throw new Error('The record exceeds the size limit, even without its texts.');
    return { ...record, messages: [], conversation: await this.#keep('conversation', record, messages, call) };
  }

  async #keep(
    kind: ObjectName['kind'],
    { response_id, project_id }: InteractionRecorded,
    value: unknown,
    call: CallContext,
  ) {
    // Another process may have stored another answer under the same ids.
    const object = newVersion(kind, project_id, response_id, Buffer.from(JSON.stringify(value)));
    // Exempt from quotas: the answer would be lost.
    await this.objects.put({ ...object, admitted: true }, call);
    await this.objects.keep(object.name, call);
    return { name: object.name.name, size: object.bytes.length };
  }
}

/** Measures only what may be too large. */
function fits(record: InteractionRecorded): boolean {
  return mostUnits(record) * maxBytesPerUnit <= maxRecordBytes || jsonBytes(record) <= maxRecordBytes;
}

/** As many UTF-16 units as the record may have in JSON, but for escapes. */
function mostUnits(record: InteractionRecorded): number {
  const { messages, completions, system_prompt, labels, tags, parameters, called_tools } = record;
  let units = fixedUnits + (system_prompt?.length ?? 0) + (messages.length + completions.length) * unitsPerItem;
  if (called_tools !== undefined) units += JSON.stringify(called_tools).length;
  for (const { content, name = '', metadata, tool_calls, tool_call_id = '', ...others } of messages) {
    units +=
      name.length +
      tool_call_id.length +
      (typeof content === 'string' ? content.length : JSON.stringify(content).length);
    if (metadata !== undefined) units += JSON.stringify(metadata).length;
    if (others.provider_fields ?? others.anthropic_fields) units += JSON.stringify(others).length;
    if (tool_calls !== undefined) units += JSON.stringify(tool_calls).length;
  }
  for (const { text, beginning = '', reasoning = '', reasoning_blocks, refusal = '', tool_calls } of completions) {
    units +=
      text.length +
      beginning.length +
      reasoning.length +
      refusal.length +
      (reasoning_blocks === undefined ? 0 : JSON.stringify(reasoning_blocks).length) +
      (tool_calls === undefined ? 0 : JSON.stringify(tool_calls).length);
  }
  for (const label in labels) units += label.length + labels[label]!.length + unitsPerItem;
  for (const tag of tags) units += tag.length + unitsPerItem;
  units += JSON.stringify(parameters).length;
  return units;
}
