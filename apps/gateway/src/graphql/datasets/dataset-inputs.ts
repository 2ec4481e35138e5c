/** Input of `createDataset`. */
export interface DatasetCreate {
  readonly project: string;
  readonly name: string;
  readonly key?: string | null;
}

/** Input of `createDatasetFromMultipartUpload`. */
export interface DatasetOfSession extends DatasetCreate {
  readonly uploadSessionId: string;
}

/** Arguments of fields of one dataset. */
export interface NamedDataset {
  readonly project: string;
  readonly idOrKey: string;
}
