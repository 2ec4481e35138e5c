import { describe, expect, it } from '@jest/globals';
import type { Schemas } from '../../api/client.js';
import { isSendable, settingsBody, settingsDraftOf } from './settings-draft.js';

const project = {
  key: 'support',
  name: 'Support',
  system_prompt: null,
  limits: { concurrent: 100 },
  interactions_days: null,
  quotas: { bytes: null, objects: null, upload_sessions: null, interactions: 5_000_000 },
} as Schemas['Project'];

describe('the form of the settings of a project', () => {
  it('sends nothing that was not changed', () => {
    expect(settingsBody(project, settingsDraftOf(project))).toEqual({});
  });

  it('sends changed fields, and null for those that were emptied', () => {
    const draft = { ...settingsDraftOf(project), systemPrompt: 'Be brief.', concurrent: '', interactionsDays: '30' };
    expect(settingsBody(project, draft)).toEqual({ system_prompt: 'Be brief.', limits: null, interactions_days: 30 });
  });

  it('cannot be sent without a name or with a text for a number', () => {
    const draft = settingsDraftOf(project);
    expect([isSendable(draft), isSendable({ ...draft, name: '' }), isSendable({ ...draft, bytes: 'many' })]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
