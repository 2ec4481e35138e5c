import type { ComparisonRecorded } from '@earshot/contracts-feedback';
import type { InteractionRecorded } from '@earshot/contracts-interactions';
import { unservedRecord, type InteractionRow, type PreferenceRow } from '../rows/interaction-row.js';

/** The rows of a served answer: one for each of its completions. */
export function servedRows(event: InteractionRecorded): InteractionRow[] {
  const { messages, conversation = null, answers, created_at, project_id, session_id, model_id, model } = event;
  const { system_prompt, parameters, usage, timings, labels, tags, propensity = null, error, prompt_hash } = event;
  const { user: user_id, ab_campaign = null, attempt = 1 } = event;
  const shared = { created_at, project_id, session_id, user_id, model_id, model, ab_campaign, attempt };
  return event.completions.map(({ completion_id, index, text, beginning, finish_reason, ...more }, choice) => ({
    ...shared,
    completion_id,
    source: 'served',
    finish_reason,
    choice,
    beginning,
    record: {
      messages: conversation === null ? messages : null,
      conversation,
      system_prompt,
      completion: answers === undefined ? text : null,
      answers: answersOf(event, index),
      ...more,
      ...calledTools(event, index),
      parameters,
      ...(event.dropped_params && { dropped_params: event.dropped_params }),
      usage,
      timings,
      labels,
      tags,
      propensity,
      error,
      prompt_hash,
    },
  }));
}

/** Where the texts of one of the completions lie in the bucket. */
function answersOf({ answers, completions }: InteractionRecorded, index: number): InteractionRow['record']['answers'] {
  if (answers === undefined) return null;
  const { has_reasoning, ...object } = answers;
  return { ...object, index, ...(has_reasoning && { reasoning_index: completions.length + index }) };
}

/** The calls of tools for one of the completions. */
function calledTools(
  { called_tools }: InteractionRecorded,
  index: number,
): Pick<InteractionRow['record'], 'called_tools'> {
  const own = called_tools?.filter((call) => call.index === index) ?? [];
  return own.length === 0 ? {} : { called_tools: own.map(({ index: _, ...call }) => call) };
}

/** The rows of compared texts. */
export function comparisonRows({ interactions }: ComparisonRecorded): InteractionRow[] {
  return interactions.map(({ messages, completion, prompt_hash, user: user_id, ...fields }) => ({
    ...fields,
    user_id,
    source: 'comparison',
    ab_campaign: null,
    finish_reason: null,
    attempt: 1,
    record: { ...unservedRecord, messages, completion, prompt_hash },
  }));
}

/** The row of a comparison; undefined for a tie. */
export function preferenceRow({ tied, preferred, other, ...fields }: ComparisonRecorded): PreferenceRow | undefined {
  if (tied !== null) return undefined;
  return { ...fields, preferred_id: preferred.completion_id, other_id: other.completion_id };
}
