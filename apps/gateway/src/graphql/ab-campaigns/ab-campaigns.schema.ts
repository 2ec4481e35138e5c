/** A/B campaigns, which the client names A/B tests. */
export const abCampaignsSchema = /* GraphQL */ `
  extend type Query {
    abCampaigns(filter: AbCampaignFilter!): [Abcampaign!]!
    "A key must be unique among the projects that the caller may use; else name {project}/{key}, or the id."
    abCampaign(idOrKey: IdOrKey!): Abcampaign
  }

  extend type Mutation {
    createAbCampaign(input: AbcampaignCreate!): Abcampaign!
    "Returns the key of the campaign."
    cancelAbCampaign(input: IdOrKey!): String!
  }

  enum AbcampaignStatus {
    WARMUP
    IN_PROGRESS
    DONE
    CANCELLED
  }

  enum ScoreType {
    DIRECT
    COMPARISON
  }

  type Abcampaign {
    id: UUID!
    key: String!
    name: String!
    status: AbcampaignStatus!
    beginDate: Timestamp!
    "Last change of a campaign that is over."
    endDate: Timestamp
    scoreType: ScoreType!
    trafficSplit: Float!
    autoDeploy: Boolean!
    metric: Metric
    project: Project
    models: [CampaignModel!]!
    "Number of values or comparisons."
    scores: Int!
    "Whether the warm-up is over."
    hasEnoughScores: Boolean!
    report: AbReport!
  }

  type CampaignModel {
    "null for a model that is deleted."
    id: UUID
    key: String!
    name: String!
  }

  type AbReport {
    "Always null: the intervals of the report stay valid however often it is read, which a p value does not."
    pValue: Float
    variants: [AbVariant!]!
  }

  type AbVariant {
    variant: CampaignModel!
    interval: ConfidenceInterval
    scores: Int!
    "null for a campaign over values."
    comparisons: [AbVariantComparisons!]
  }

  type ConfidenceInterval {
    start: Float!
    middle: Float!
    end: Float!
  }

  type AbVariantComparisons {
    variant: CampaignModel!
    scores: Int!
    wins: Int!
    losses: Int!
    "All ties: the report does not tell good from bad ones."
    tiesGood: Int!
    "Always 0."
    tiesBad: Int!
  }

  input AbcampaignCreate {
    key: String!
    name: String
    metric: IdOrKey!
    project: IdOrKey!
    modelServices: [IdOrKey!]!
    autoDeploy: Boolean!
    trafficSplit: Float!
    scoreType: ScoreType = DIRECT
  }

  input AbCampaignFilter {
    "true: only campaigns that run; false: only those that are over."
    active: Boolean
    status: AbcampaignStatus
    "Default: all projects that the caller may use."
    project: IdOrKey
  }
`;
