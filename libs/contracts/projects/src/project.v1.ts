import { defineCommand, defineState, entity, id, page, pageRequest } from '@earshot/contracts-core';
import { z } from 'zod';
import { projectsCommands, projectsStateTopic } from './topics.js';

/** Limits of a project. For absent limits the settings of the enforcing service apply. */
export const projectLimits = z.object({
  /** Concurrent chats and embeddings in each gateway. */
  concurrent: z.int().min(1).optional(),
});

/** Limits of a project. */
export type ProjectLimits = z.infer<typeof projectLimits>;

/** Null for no limits of its own. Optional, since messages from before 0.1 lack it. */
const limits = projectLimits.nullable().optional();

/** At most 100 years, which any clock can represent. */
const interactionsDays = z.int().min(1).max(36_500);
const quota = z.int().min(0).nullable().optional();

/** Quotas of a project; null or absent: the settings apply. */
export const projectQuotas = z.object({
  /** Bytes in the bucket. */
  bytes: quota,
  /** Number of images, large texts, datasets, recipes and artifacts. */
  objects: quota,
  /** Open upload sessions. */
  upload_sessions: quota,
  /** Stored interactions. */
  interactions: quota,
});

/** Quotas of a project. */
export type ProjectQuotas = z.infer<typeof projectQuotas>;

/** A project: the owner of models, keys, interactions and feedback. */
export const project = z.object({
  ...entity,
  key: z.string(),
  name: z.string(),
  /** Default system prompt of its models; null for none. */
  system_prompt: z.string().nullable(),
  limits,
  /** Retention of interactions, days; null or absent: forever. Absent in messages from before 0.1. */
  interactions_days: interactionsDays.nullable().optional(),
  /** Absent in values from before 0.1. */
  quotas: projectQuotas.optional(),
});

/** A project: the owner of models, keys, interactions and feedback. */
export type Project = z.infer<typeof project>;

/** Every project, by id. The gateway authorises by it; all services resolve projects. */
export const projectsState = defineState<Project>({
  topic: projectsStateTopic,
  type: 'project.v1',
  schema: project,
  key: (value) => value.id,
});

const newProject = project.omit({ created_at: true, updated_at: true });

/** Creates a project. Errors: `key_taken`, `id_taken`. */
export const createProject = defineCommand({
  topic: projectsCommands,
  type: 'create-project.v1',
  request: newProject,
  reply: project,
});

/**
 * Changes the given fields of a project: all of its limits, but only the given quotas. Errors: `project_not_found`,
 * `key_taken`.
 */
export const updateProject = defineCommand({
  topic: projectsCommands,
  type: 'update-project.v1',
  request: z.object({ id, changes: newProject.omit({ id: true }).partial() }),
  reply: project,
});

/** Deletes a project and revokes its keys. Errors: `project_not_found`. */
export const deleteProject = defineCommand({
  topic: projectsCommands,
  type: 'delete-project.v1',
  request: z.object({ id }),
  reply: z.object({ id }),
});

/** Lists projects, the oldest first; with `only`, those ids alone. */
export const listProjects = defineCommand({
  topic: projectsCommands,
  type: 'list-projects.v1',
  request: pageRequest.extend({ only: z.array(id).nullable() }),
  reply: page(project),
  read: true,
});

/** Request of {@link createProject}. */
export type CreateProject = z.infer<typeof createProject.request>;

/** Request of {@link updateProject}. */
export type UpdateProject = z.infer<typeof updateProject.request>;

/** Request of {@link deleteProject}. */
export type DeleteProject = z.infer<typeof deleteProject.request>;

/** Request of {@link listProjects}. */
export type ListProjects = z.infer<typeof listProjects.request>;
