import { expect, it } from '@jest/globals';
import { auditedResources } from '@earshot/contracts-projects';
import { auditResourceSchema } from '@earshot/dto-projects';

it('offers each kind of resource that has audit entries as a filter', () => {
  expect(auditResourceSchema.options).toEqual(auditedResources);
});
