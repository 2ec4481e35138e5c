import { entity, id, timestamp } from '@earshot/contracts-core';
import { z } from 'zod';

/** SHA-256 in lower-case hex. */
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const bytes = z.int().min(0);

const common = {
  ...entity,
  name: z.string(),
  /** Work on it goes on; it may be used; it can't be. Recipes and artifacts that can't be used are given up. */
  status: z.enum(['processing', 'ready', 'failed']),
  /** Of the file as it was uploaded or exported; 0 while it is being exported. */
  size: bytes,
  /** Of the same; null until it is put together. */
  sha256: sha256.nullable(),
  content_type: z.string(),
};

/** What a dataset is made of that is no upload: what the interactions service has on record. */
export const datasetSource = z.object({
  kind: z.literal('interactions'),
  format: z.enum(['sft', 'dpo', 'kto']),
  /** As the interactions service takes it. */
  filter: z.record(z.string(), z.unknown()),
  /** What was recorded until then is in it; null for now, or until that is settled. */
  snapshot: timestamp.nullable(),
});

/** What a dataset is made of that is no upload. */
export type DatasetSource = z.infer<typeof datasetSource>;

/** A file of conversations: as it was uploaded or exported and, once it is `ready`, in recipe format. */
export const datasetFile = z.object({
  kind: z.literal('dataset'),
  ...common,
  project_id: id,
  key: z.string(),
  /** What has been converted so far, of the uploaded file. */
  rows: z.int().min(0),
  bytes,
  /** What is wrong, the first 100; in lists the first. */
  errors: z.array(z.object({ line: z.int().min(1), message: z.string() })),
  /** false: only the recipe format is left. */
  original_kept: z.boolean(),
  /** Of the recipe format; null until it is there. */
  recipe_size: bytes.nullable(),
  /** Absent where it was uploaded. */
  source: datasetSource.optional(),
  /** Of the list of what each line was made of; null until it is there, absent where it was uploaded. */
  manifest_size: bytes.nullable().optional(),
});

/** A zip of a program that makes training runs; data to us. */
export const recipeFile = z.object({
  kind: z.literal('recipe'),
  ...common,
  /** null: it is there for all projects. */
  project_id: id.nullable(),
  key: z.string(),
  entry_point: z.string(),
  /** Files and folders, and bytes of all files together; null until it is checked. */
  entries: z.int().min(1).nullable(),
  unpacked_size: bytes.nullable(),
});

/** Any file. */
export const artifactFile = z.object({ kind: z.literal('artifact'), ...common, project_id: id });

/** A file that was uploaded to be kept. */
export const storedFile = z.discriminatedUnion('kind', [datasetFile, recipeFile, artifactFile]);

/** A file that was uploaded to be kept. */
export type StoredFile = z.infer<typeof storedFile>;

/** A dataset. */
export type DatasetFile = z.infer<typeof datasetFile>;

/** A recipe. */
export type RecipeFile = z.infer<typeof recipeFile>;

/** An artifact. */
export type ArtifactFile = z.infer<typeof artifactFile>;

/** Where files of a kind are looked for. */
const scope = {
  kind: z.enum(['dataset', 'recipe', 'artifact']),
  /** null: recipes that are there for all projects; artifacts of any project. */
  project_id: id.nullable(),
};

/** One file. */
export const fileName = z.object({
  ...scope,
  /** Id or key, as the caller wrote it; artifacts have no key. */
  file: z.string().min(1).max(128),
});

/** One file. */
export type FileName = z.infer<typeof fileName>;

/** Which files. */
export const fileScope = z.object(scope);

/** An uploaded file as it is to be kept. */
const upload = { id, name: z.string(), upload_session_id: z.string() };

/** What the three kinds of files are made from. */
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

/** What a file is made from. */
export type NewFile = z.infer<typeof newFile>;

/** A dataset that is to be made of what is on record. */
export const newExport = z.object({ id, project_id: id, key: z.string(), name: z.string(), source: datasetSource });

/** A dataset that is to be made of what is on record. */
export type NewExport = z.infer<typeof newExport>;

/** What is given to whoever wants the bytes of a file. */
export const locatedFile = z.object({
  id,
  name: z.string(),
  /** null: artifacts have none. */
  key: z.string().nullable(),
  created_at: timestamp,
  content_type: z.string(),
  size: bytes,
  /** What no other content has, under whatever name: visible ASCII without quotes. */
  version: z.string().regex(/^[\x21\x23-\x7e]+$/),
  /** For one `GET` within minutes; it never leaves the cluster. null: the uploaded file is being put together still, which takes seconds. */
  download_url: z.string().nullable(),
});

/** What is given to whoever wants the bytes of a file. */
export type LocatedFile = z.infer<typeof locatedFile>;
