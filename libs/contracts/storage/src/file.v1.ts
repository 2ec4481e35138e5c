import { entity, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';
import { sha256 } from './stored-object.v1.js';

const bytes = z.int().min(0);

const common = {
  ...entity,
  name: z.string(),
  /** Failed recipes and artifacts are deleted. A cancelled dataset is `failed`. */
  status: z.enum(['processing', 'ready', 'failed']),
  /** Bytes of the original; 0 during an export. */
  size: bytes,
  /** Of the original; null until it is assembled. */
  sha256: sha256.nullable(),
  content_type: z.string(),
};

/** The interactions of an exported dataset. */
export const datasetSource = z.object({
  kind: z.literal('interactions'),
  format: z.enum(['sft', 'dpo', 'kto']),
  /** Filter of the interactions service. */
  filter: z.record(z.string(), z.unknown()),
  /** Includes interactions up to this time; null for now, or until the export starts. */
  snapshot: timestamp.nullable(),
});

/** The interactions of an exported dataset. */
export type DatasetSource = z.infer<typeof datasetSource>;

/** A file of conversations: the original and, once it is `ready`, the recipe format. */
export const datasetFile = z.object({
  kind: z.literal('dataset'),
  ...common,
  project_id: id,
  key: z.string(),
  /** Converted rows and bytes of the original. */
  rows: z.int().min(0),
  bytes,
  /**
   * Rows of an exported dataset, at most and about: its candidates when the export began. null until it begins and if
   * they are too many to count. Absent for uploaded datasets, and in messages from before 0.2.
   */
  rows_expected: z.int().min(0).nullable().optional(),
  /** When its processing was cancelled; null if it was not. Absent in messages from before 0.2. */
  cancelled_at: timestamp.nullable().optional(),
  /** The first 100; in lists the first. */
  errors: z.array(z.object({ line: z.int().min(1), message: z.string() })),
  /** false: only the recipe format is kept. */
  original_kept: z.boolean(),
  /** Bytes of the recipe format; null until it exists. */
  recipe_size: bytes.nullable(),
  /** Absent for uploaded datasets. */
  source: datasetSource.optional(),
  /** Bytes of the list of the sources of each line; null until it exists, absent for uploaded datasets. */
  manifest_size: bytes.nullable().optional(),
});

/** A zip of a training program. */
const recipeFile = z.object({
  kind: z.literal('recipe'),
  ...common,
  /** null: a recipe of the installation, for all projects. */
  project_id: id.nullable(),
  key: z.string(),
  entry_point: z.string(),
  /** Number of files and folders, and total bytes of the files; null until it is checked. */
  entries: z.int().min(1).nullable(),
  unpacked_size: bytes.nullable(),
});

/** A file without processing. */
const artifactFile = z.object({ kind: z.literal('artifact'), ...common, project_id: id });

/** A dataset, recipe or artifact. */
export const storedFile = z.discriminatedUnion('kind', [datasetFile, recipeFile, artifactFile]);

/** A dataset, recipe or artifact. */
export type StoredFile = z.infer<typeof storedFile>;

/** A dataset. */
export type DatasetFile = z.infer<typeof datasetFile>;

/** A recipe. */
export type RecipeFile = z.infer<typeof recipeFile>;

/** An artifact. */
export type ArtifactFile = z.infer<typeof artifactFile>;

const scope = {
  kind: z.enum(['dataset', 'recipe', 'artifact']),
  /** null: recipes of the installation, artifacts of any project. */
  project_id: id.nullable(),
};

/** A file by id or key. */
export const fileName = z.object({
  ...scope,
  /** Id or key; artifacts have no key. */
  file: z.string().min(1).max(128),
});

/** A file by id or key. */
export type FileName = z.infer<typeof fileName>;

/** The files of a kind and project. */
export const fileScope = z.object(scope);

const upload = {
  id,
  name: z.string(),
  upload_session_id: z.string(),
  /** Whether the session may also belong to `noProject`. Absent: false. */
  session_without_project: z.boolean().optional(),
};

/** A file to create from an upload session. */
export const newFile = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('dataset'), project_id: id, key: z.string(), ...upload }),
  z.object({
    kind: z.literal('recipe'),
    project_id: id.nullable(),
    key: z.string(),
    entry_point: z.string(),
    ...upload,
  }),
  z.object({ kind: z.literal('artifact'), project_id: id, ...upload }),
]);

/** A file to create from an upload session. */
export type NewFile = z.infer<typeof newFile>;

/** A dataset to create from interactions. */
export const newExport = z.object({ id, project_id: id, key: z.string(), name: z.string(), source: datasetSource });

/** A dataset to create from interactions. */
export type NewExport = z.infer<typeof newExport>;

/** A file to download. */
export const locatedFile = z.object({
  id,
  name: z.string(),
  /** null for artifacts. */
  key: z.string().nullable(),
  created_at: timestamp,
  content_type: z.string(),
  size: bytes,
  /** Unique for the content: visible ASCII without quotes. */
  version: z.string().regex(/^[\x21\x23-\x7e]+$/),
  /** Valid for minutes, inside the cluster. null: the upload is being assembled, which takes seconds. */
  download_url: z.string().nullable(),
  /**
   * Presigned for clients, with name and media type, valid for a minute. Absent if clients cannot reach the bucket, and
   * in messages from before 0.1.
   */
  public_url: z.string().optional(),
});

/** A file to download. */
export type LocatedFile = z.infer<typeof locatedFile>;
