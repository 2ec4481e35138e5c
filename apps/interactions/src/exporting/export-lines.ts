import { createHash } from 'node:crypto';
import type { RecordedMessage } from '@earshot/contracts-interactions';
import type { Answer } from './answer.js';

/** A line of an export, as each of the three files has it. */
export interface ExportLine {
  /** For programs that train models: the conversational forms of TRL. */
  readonly line: string;
  /** In recipe format. */
  readonly recipe: string;
  /** What it was made of. */
  readonly manifest: string;
}

type Message = Readonly<Record<string, unknown>>;

/** The conversation with its answer. @param number of the line, from 1. */
export function sftLine(answer: Answer, number: number): ExportLine {
  const messages = [...promptOf(answer.messages, answer.row.record.system_prompt), replyOf(answer)];
  return lineOf({ messages }, recipeOf(answer), manifestOf(answer.row.completion_id, [answer], number));
}

/**
 * The answer, and whether more people found it desirable than not; null where as many did as did not.
 *
 * @param desirable value of the metric that is the better one.
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

/** Two answers to one prompt, of which the first was preferred. @param id of the comparison. */
export function dpoLine(id: string, preferred: Answer, other: Answer, number: number): ExportLine {
  const [one, two] = [preferred.row.record.system_prompt, other.row.record.system_prompt];
  // What only one of them was told is no part of what both answer.
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
  const parts = typeof content === 'string' ? content : content.map(partOf);
  return {
    role,
    content: parts,
    ...(name !== undefined && { name }),
    ...(tool_calls && { tool_calls: tool_calls.map(callOf) }),
    ...(tool_call_id !== undefined && { tool_call_id }),
  };
}

function callOf({ id, ...called }: NonNullable<RecordedMessage['tool_calls']>[number]): object {
  return { id, type: 'function', function: called };
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
