/** Datasets. */
export const datasetsSchema = /* GraphQL */ `
  extend type Query {
    datasets(project: IdOrKey!): [Dataset!]!
    dataset(idOrKey: IdOrKey!, project: IdOrKey!): Dataset
    datasetUploadProcessingStatus(input: DatasetUploadProcessingStatusInput!): DatasetUploadProcessingStatus!
  }

  extend type Mutation {
    "Creates a dataset from JSON Lines. Resolves once it is converted; an invalid file leaves no dataset."
    createDataset(input: DatasetCreate!, file: Upload!): Dataset!
    "Creates a dataset from a complete upload session. It is converted in the background."
    createDatasetFromMultipartUpload(input: DatasetCreateFromMultipartUpload!): DatasetUploadProcessingStatus!
    deleteDataset(idOrKey: IdOrKey!, project: IdOrKey!): Boolean!
  }

  enum DatasetKind {
    PROMPT
    PROMPT_COMPLETION
    PROMPT_COMPLETION_SCORE
    PREFERENCE
  }

  enum DatasetSource {
    UPLOADED
    GENERATED
    GENERATING
    FILTERED
  }

  enum SessionStatus {
    PENDING
    DONE
    ERROR
  }

  type Dataset {
    id: UUID!
    key: String!
    name: String!
    createdAt: Timestamp!
    "What the first row of an uploaded dataset has, or what the format of a dataset of interactions has."
    kind: DatasetKind!
    records: Int
    downloadUrl: String!
    "Always empty: a dataset keeps its scores in its rows."
    metricsUsage: [DatasetMetricUsage!]!
  }

  type DatasetMetricUsage {
    scoreCount: Int!
    comparisonCount: Int!
    metric: Metric!
  }

  type DatasetUploadProcessingStatus {
    datasetId: UUID!
    "ERROR also for a cancelled dataset."
    status: SessionStatus!
    "From 0 to 1."
    progress: Float
    error: String
  }

  input DatasetCreate {
    project: IdOrKey!
    name: String!
    "Default: derived from the name."
    key: String
    "Ignored."
    source: DatasetSource
  }

  input DatasetCreateFromMultipartUpload {
    project: IdOrKey!
    name: String!
    "Default: derived from the name."
    key: String
    "Ignored."
    source: DatasetSource
    uploadSessionId: String!
  }

  input DatasetUploadProcessingStatusInput {
    project: IdOrKey!
    datasetId: IdOrKey!
  }
`;
