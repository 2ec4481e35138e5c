/** Metrics, which the client names feedback keys. */
export const metricsSchema = /* GraphQL */ `
  extend type Query {
    "The metrics of all projects that the caller may use."
    metrics: [Metric!]!
    metric(projectIdOrKey: IdOrKey!, metricIdOrKey: IdOrKey!): Metric
  }

  extend type Mutation {
    createMetric(project: IdOrKey!, input: MetricCreate!): Metric!
  }

  enum MetricKind {
    SCALAR
    BOOL
  }

  enum MetricScoringType {
    HIGHER_IS_BETTER
    LOWER_IS_BETTER
  }

  type Metric {
    id: UUID!
    key: String!
    name: String!
    kind: MetricKind!
    description: String!
    scoringType: MetricScoringType!
    createdAt: Timestamp!
    "Whether any value is recorded."
    hasDirectScores: Boolean!
    "Whether any comparison is recorded."
    hasComparisonScores: Boolean!
    "The project of the metric."
    projects: [Project!]!
  }

  "A metric of a project."
  type MetricWithContext {
    id: UUID!
    key: String!
    name: String!
    kind: MetricKind!
    description: String!
    scoringType: MetricScoringType!
    createdAt: Timestamp!
  }

  input MetricCreate {
    name: String!
    "Default: derived from the name."
    key: String
    kind: MetricKind!
    scoringType: MetricScoringType = HIGHER_IS_BETTER
    description: String
    "Ignored."
    unit: String
  }
`;
