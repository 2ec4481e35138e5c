import type { Schemas } from '../../api/client.js';
import { changesOf } from '../resource/changes.js';
import { numberOf, numberProblem } from '../resource/texts.js';

/** Settings of a project that are numbers; empty means the default of the installation. */
export const numberFields = [
  { id: 'concurrent', label: 'Concurrent requests', param: 'limits.concurrent' },
  { id: 'interactionsDays', label: 'Retention in days', param: 'interactions_days' },
  { id: 'bytes', label: 'Storage in bytes', param: 'quotas.bytes' },
  { id: 'objects', label: 'Stored files', param: 'quotas.objects' },
  { id: 'uploads', label: 'Open uploads', param: 'quotas.upload_sessions' },
  { id: 'interactions', label: 'Interactions', param: 'quotas.interactions' },
] as const;

/** Name of a setting that is a number. */
export type NumberField = (typeof numberFields)[number]['id'];

/** What the form of a project holds: texts as they are typed. */
export interface SettingsDraft extends Readonly<Record<NumberField, string>> {
  readonly name: string;
  readonly systemPrompt: string;
}

const textOf = (number: number | null | undefined) => (typeof number === 'number' ? String(number) : '');

/** The form of a project. */
export function settingsDraftOf({ name, system_prompt, limits, interactions_days, quotas }: Schemas['Project']) {
  return {
    name,
    systemPrompt: system_prompt ?? '',
    concurrent: textOf(limits?.concurrent),
    interactionsDays: textOf(interactions_days),
    bytes: textOf(quotas.bytes),
    objects: textOf(quotas.objects),
    uploads: textOf(quotas.upload_sessions),
    interactions: textOf(quotas.interactions),
  } satisfies SettingsDraft;
}

/** The body that changes a project: changed fields only. */
export function settingsBody(project: Schemas['Project'], draft: SettingsDraft): Schemas['UpdateProject'] {
  const concurrent = numberOf(draft.concurrent);
  const quota = (text: string) => numberOf(text) ?? null;
  const body: Schemas['UpdateProject'] = {
    name: draft.name,
    system_prompt: draft.systemPrompt === '' ? null : draft.systemPrompt,
    limits: concurrent === undefined ? null : { concurrent },
    interactions_days: quota(draft.interactionsDays),
    quotas: {
      bytes: quota(draft.bytes),
      objects: quota(draft.objects),
      upload_sessions: quota(draft.uploads),
      interactions: quota(draft.interactions),
    },
  };
  return changesOf(project, body);
}

/** Whether the form can be sent. */
export function isSendable(draft: SettingsDraft): boolean {
  return draft.name !== '' && numberFields.every(({ id }) => numberProblem(draft[id]) === null);
}
