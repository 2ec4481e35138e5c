import { expect, it } from '@jest/globals';
import kafkaRequests from 'kafkajs/src/protocol/requests/index.js';
import './fetch-from-leaders.js';

it('fetches with the last version that only leaders answer, from any broker', () => {
  const fetchKey = 1;
  const { lookup, requests } = kafkaRequests;
  const request = lookup({ [fetchKey]: { minVersion: 4, maxVersion: 17 } })(fetchKey, requests.Fetch);
  expect(request({ maxWaitTime: 100, minBytes: 1, topics: [] }).request.apiVersion).toBe(10);
});
