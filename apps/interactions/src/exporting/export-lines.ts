import { createHash } from 'node:crypto';
import type { RecordedMessage } from '@earshot/contracts-interactions';
import type { StoredInteraction } from '../reading/reading.repository.js';

/** The aggregated values of an answer under one metric. */
export interface MetricValues {
  readonly metricId: string;
  /** Key of the metric at that time. */
  readonly metric: string;
  readonly mean: number;
  /** Number of true (or 1) and false (or 0) values. */
  readonly yes: number;
  readonly no: number;
}

/** An answer with the data of its line in an export. */
export interface Answer {
  readonly row: StoredInteraction;
  readonly messages: readonly RecordedMessage[];
  readonly text: string;
  readonly values: readonly MetricValues[];
}

/** A line of an export in each of the three files. */
export interface ExportLine {
  /** Training data in the conversational formats of TRL. */
  readonly line: string;
  /** In recipe format. */
  readonly recipe: string;
  /** The source of the line. */
  readonly manifest: string;
}

type Message = Readonly<Record<string, unknown>>;

/** A line of `sft`: the conversation with its answer. @param number of the line, from 1. */
export function sftLine(answer: Answer, number: number): ExportLine {
  const messages = [...promptOf(answer.messages, answer.row.record.system_prompt), replyOf(answer)];
  return lineOf({ messages }, recipeOf(answer), manifestOf(answer.row.completion_id, [answer], number));
}

/**
 * A line of `kto`: the answer, with whether most users found it desirable; null for a tie.
 *
 * @param desirable the better value of the metric.
 */
export function ktoLine(
  answer: Answer,
  number: number,
  { metricId, desirable }: { metricId: string; desirable: boolean },
): ExportLine | null {
  const { yes, no } = answer.values.find((values) => values.metricId === metricId) ?? { yes: 0, no: 0 };
  if (yes === no) return null;
  const prompt = promptOf(answer.messages, answer.row.record.system_prompt);
  const line = { prompt, completion: [replyOf(answer)], label: yes > no === desirable };
  return lineOf(line, recipeOf(answer), manifestOf(answer.row.completion_id, [answer], number));
}

/** A line of `dpo`: two answers to one prompt, of which the first was preferred. @param id of the comparison. */
export function dpoLine(id: string, preferred: Answer, other: Answer, number: number): ExportLine {
  const [one, two] = [preferred.row.record.system_prompt, other.row.record.system_prompt];
  // A system prompt of only one answer is no part of the shared prompt.
  const prompt = promptOf(preferred.messages, one === two ? one : null);
  const line = { prompt, chosen: [replyOf(preferred)], rejected: [replyOf(other)] };
  const recipe = { messages: prompt, completion: preferred.text, other_completion: other.text };
  return lineOf(line, recipe, manifestOf(id, [preferred, other], number));
}

function lineOf(line: object, recipe: object, manifest: object): ExportLine {
  const text = JSON.stringify(line);
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { line: text, recipe: JSON.stringify(recipe), manifest: JSON.stringify({ ...manifest, sha256 }) };
}

function promptOf(messages: readonly RecordedMessage[], systemPrompt: string | null): Message[] {
  const system = systemPrompt === null ? [] : [{ role: 'system', content: systemPrompt }];
  return [...system, ...messages.map(messageOf)];
}

function messageOf({ role, content, name, tool_calls, tool_call_id }: RecordedMessage): Message {
  return {
    role,
    content: contentOf(content),
    ...(name !== undefined && { name }),
    ...(tool_calls && { tool_calls: tool_calls.map(callOf) }),
    ...(tool_call_id !== undefined && { tool_call_id }),
  };
}

function callOf({ id, ...called }: NonNullable<RecordedMessage['tool_calls']>[number]): object {
  return { id, type: 'function', function: called };
}

/** A text wherever there are no images. */
function contentOf(content: RecordedMessage['content']): unknown {
  if (typeof content === 'string') return content;
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.length === content.length ? texts.join('') : content.map(partOf);
}

function partOf(part: Exclude<RecordedMessage['content'], string>[number]): object {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const { url, detail } = part;
  return { type: 'image_url', image_url: detail === undefined ? url : { url, detail } };
}

function replyOf({ text, row }: Answer): Message {
  const { tool_calls } = row.record;
  return { role: 'assistant', content: text, ...(tool_calls && { tool_calls: tool_calls.map(callOf) }) };
}

function recipeOf(answer: Answer): object {
  const { labels, system_prompt } = answer.row.record;
  const metrics = Object.fromEntries(answer.values.map(({ metric, mean }) => [metric, mean]));
  return {
    messages: promptOf(answer.messages, system_prompt),
    completion: answer.text,
    ...(answer.values.length > 0 && { metrics }),
    ...(Object.keys(labels).length > 0 && { labels }),
  };
}

function manifestOf(id: string, answers: readonly Answer[], line: number): object {
  const users = new Set(answers.flatMap(({ row }) => row.user_id ?? []));
  return { line, id, completion_ids: answers.map(({ row }) => row.completion_id), users: [...users] };
}
