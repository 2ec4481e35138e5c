import { id, page, pageRequest } from '@earshot/contracts-core';
import { z } from 'zod';

/** Fields that name a model, tool or campaign. */
export const named = { id, project_id: id };

/** Request and reply of a command that deletes a resource. */
export const deletion = { request: z.object(named), reply: z.object({ id }) };

/** Request and reply of a command that lists the resources of a project, the oldest first. */
export function listing<Item extends z.ZodType>(item: Item) {
  return { request: pageRequest.extend({ project_id: id }), reply: page(item) };
}

/** A resource and its project. */
export type NamedResource = z.infer<typeof deletion.request>;

/** Request of a page of the resources of a project. */
export type ListResources = z.infer<ReturnType<typeof listing>['request']>;
