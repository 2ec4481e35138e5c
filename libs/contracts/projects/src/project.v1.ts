import { defineCommand, defineState, entity, id, page, pageRequest } from '@earshot/contracts-core';
import { z } from 'zod';
import { projectsCommands, projectsStateTopic } from './topics.js';

/** What a project may use at most; for a limit that is absent the default in the settings of the service that keeps it holds. */
export const projectLimits = z.object({
  /** Chats and embeddings under way at one time in each gateway. */
  concurrent: z.int().min(1).optional(),
});

/** What a project may use at most. */
export type ProjectLimits = z.infer<typeof projectLimits>;

/** Null for no limits of its own. Optional because messages from before 0.2 do not have it. */
const limits = projectLimits.nullable().optional();

/** 100 years at most: a time that any clock has. */
const interactionsDays = z.int().min(1).max(36_500);
const quota = z.int().min(0).nullable().optional();

/** What a project may have at most, all of it together; null or absent: what the settings say for every project. */
export const projectQuotas = z.object({
  /** In the bucket. */
  bytes: quota,
  /** Images, large texts, datasets, recipes and artifacts. */
  objects: quota,
  /** Open ones. */
  upload_sessions: quota,
  /** On record. */
  interactions: quota,
});

/** What a project may have at most. */
export type ProjectQuotas = z.infer<typeof projectQuotas>;

/** A project: what models, keys, interactions and everything said about them belong to. */
export const project = z.object({
  ...entity,
  key: z.string(),
  name: z.string(),
  /** System prompt of models that have none of their own; null for none. */
  system_prompt: z.string().nullable(),
  limits,
  /** Days for which interactions are kept; null or absent: for good. Absent in messages from before 0.2. */
  interactions_days: interactionsDays.nullable().optional(),
  /** Absent in values from before 0.2. */
  quotas: projectQuotas.optional(),
});

/** A project: what models, keys, interactions and everything said about them belong to. */
export type Project = z.infer<typeof project>;

/** Every project, by id. Read by the gateway to resolve and authorise, by other services to resolve. */
export const projectsState = defineState<Project>({
  topic: projectsStateTopic,
  type: 'project.v1',
  schema: project,
  key: (value) => value.id,
});

/** Makes a project. Refused with `key_taken` when its key is in use. */
export const createProject = defineCommand({
  topic: projectsCommands,
  type: 'create-project.v1',
  request: z.object({
    id,
    key: z.string(),
    name: z.string(),
    system_prompt: z.string().nullable(),
    limits,
    /** Absent for null, and in messages from before 0.2. */
    interactions_days: interactionsDays.nullable().optional(),
    quotas: projectQuotas.optional(),
  }),
  reply: project,
});

/** Changes what is given of a project. Refused with `project_not_found`, `key_taken`. */
export const updateProject = defineCommand({
  topic: projectsCommands,
  type: 'update-project.v1',
  request: z.object({
    id,
    changes: z.object({
      key: z.string().optional(),
      name: z.string().optional(),
      system_prompt: z.string().nullable().optional(),
      /** All of them anew. */
      limits,
      interactions_days: interactionsDays.nullable().optional(),
      /** What is left out stays as it is. */
      quotas: projectQuotas.optional(),
    }),
  }),
  reply: project,
});

/** Removes a project and its keys. Refused with `project_not_found`. */
export const deleteProject = defineCommand({
  topic: projectsCommands,
  type: 'delete-project.v1',
  request: z.object({ id }),
  reply: z.object({ id }),
});

/** The projects in the order in which they were made; of the ones in `only`, where a caller may not see all. */
export const listProjects = defineCommand({
  topic: projectsCommands,
  type: 'list-projects.v1',
  request: pageRequest.extend({ only: z.array(id).nullable() }),
  reply: page(project),
  read: true,
});

/** What {@link createProject} takes. */
export type CreateProject = z.infer<typeof createProject.request>;

/** What {@link updateProject} takes. */
export type UpdateProject = z.infer<typeof updateProject.request>;

/** What {@link deleteProject} takes. */
export type DeleteProject = z.infer<typeof deleteProject.request>;

/** What {@link listProjects} takes. */
export type ListProjects = z.infer<typeof listProjects.request>;
