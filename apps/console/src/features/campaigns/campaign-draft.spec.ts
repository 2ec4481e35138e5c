import { describe, expect, it } from '@jest/globals';
import { bodyOf, keyOf, type CampaignDraft } from './campaign-draft.js';

const draft: CampaignDraft = {
  key: '',
  models: ['large', 'small'],
  metric: 'helpful',
  feedback_type: 'preference',
  traffic: '',
  auto_deploy: false,
};

describe('a new campaign', () => {
  it('has a free key made of its models, unless one is typed', () => {
    expect(keyOf(draft, [])).toBe('large-or-small');
    expect(keyOf(draft, ['large-or-small', 'large-or-small-2'])).toBe('large-or-small-3');
    expect(keyOf({ ...draft, key: 'autumn' }, [])).toBe('autumn');
  });

  it('takes no traffic for preferences, and half of it for values, unless another share is typed', () => {
    expect(bodyOf(draft, []).traffic_split).toBe(0);
    expect(bodyOf({ ...draft, feedback_type: 'metric' }, []).traffic_split).toBe(0.5);
    expect(bodyOf({ ...draft, traffic: '12.5' }, []).traffic_split).toBe(0.125);
  });
});
