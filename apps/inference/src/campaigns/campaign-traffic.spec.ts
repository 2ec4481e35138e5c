import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AbCampaign } from '@earshot/contracts-inference';
import { ReplicaDouble } from '@earshot/messaging/testing';
import { aCampaign, ids } from '../../test/chat-fixtures.js';
import { CampaignTraffic } from './campaign-traffic.js';

const otherId = '0197a000-0000-7000-8000-0000000000c2';
const otherProject = '0197a000-0000-7000-8000-00000000000b';
let replica: ReplicaDouble<AbCampaign>;
let traffic: CampaignTraffic;
const taking = () => traffic.of(ids.project)?.id;

beforeEach(() => {
  replica = new ReplicaDouble();
  replica.publish(aCampaign());
  traffic = new CampaignTraffic(replica.asReplica);
});

describe('the default traffic of a project', () => {
  it('goes to the running campaign, in warmup and in progress', () => {
    expect(taking()).toBe(ids.campaign);
    replica.publish(aCampaign({ status: 'in_progress' }));
    expect(taking()).toBe(ids.campaign);
    expect(traffic.of(otherProject)).toBeUndefined();
  });

  it.each(['done', 'cancelled'] as const)('does not go to a campaign that is %s', (status) => {
    replica.publish(aCampaign({ status }));
    expect(taking()).toBeUndefined();
  });

  it('goes to the next campaign, whatever happens to earlier ones and to those without traffic', () => {
    replica.publish(aCampaign({ status: 'cancelled' }));
    replica.publish(aCampaign({ id: otherId, key: 'next' }));
    replica.publish(aCampaign({ id: '0197a000-0000-7000-8000-0000000000c3', key: 'asked', traffic_split: 0 }));
    replica.publish(aCampaign({ status: 'cancelled', name: 'Renamed' }));
    expect(taking()).toBe(otherId);
    replica.remove(ids.campaign);
    expect(taking()).toBe(otherId);
    replica.remove(otherId);
    expect(taking()).toBeUndefined();
  });
});
