/** Interactions, which the client names completions. */
export const interactionsSchema = /* GraphQL */ `
  extend type Query {
    "Lists interactions. \`order\` has \`created_at\` alone; the default is DESC. ASC lists up to 1,000 interactions."
    completions(filter: ListCompletionsFilterInput!, page: CursorPageInput!, order: [OrderPair!]): CompletionPage!
    completion(project: IdOrKey!, id: UUID!): Completion
  }

  enum CompletionSource {
    LIVE
    OFFLINE
    AUTOMATION
    DATASET
    EVALUATION
  }

  type CompletionPage {
    "With filters beside model and time, the number of the first 1,000 matches at most."
    totalCount: Int!
    pageInfo: PageInfo!
    nodes: [Completion!]!
  }

  type ChatMessage {
    role: String!
    "Texts and addresses of images, one a line."
    content: String!
  }

  type CompletionModel {
    "null for a model that is deleted."
    id: UUID
    key: String!
    name: String!
  }

  type Usage {
    completionTokens: Int!
    promptTokens: Int!
    totalTokens: Int!
  }

  type CompletionMetadata {
    parameters: JSON
    timings: JSON
    usage: Usage
    "The system prompt."
    system: JSON
  }

  type Completion {
    id: UUID!
    chatMessages: [ChatMessage!]!
    completion: String
    "LIVE: answered by Earshot. OFFLINE: imported."
    source: CompletionSource!
    model: CompletionModel
    directScores: [DirectScore!]!
    "The first 100 comparisons."
    comparisonScores: [ComparisonScore!]!
    labels: [Label!]!
    metadata: CompletionMetadata!
    createdAt: Timestamp!
  }

  "Milliseconds or seconds since 1970, or RFC 3339."
  input TimeRange {
    from: JSON!
    to: JSON!
  }

  input IdOrKeyCondition {
    eq: IdOrKey
    in: [IdOrKey!]
  }

  input StringCondition {
    eq: String
    in: [String!]
  }

  input TextCondition {
    "Words that the completion has."
    contains: String
  }

  input FloatNumericCondition {
    eq: Float
    gte: Float
    lte: Float
  }

  input LabelCondition {
    key: String!
    "Default: any value."
    value: StringCondition
  }

  input ScoreCondition {
    metric: IdOrKey!
    value: FloatNumericCondition
  }

  "Conditions, of which all must hold."
  input CompletionFilterExpression {
    and: [CompletionFilterExpression!]
    timerange: TimeRange
    model: IdOrKeyCondition
    label: LabelCondition
    "At most one condition."
    scores: ScoreCondition
    source: CompletionSource
    sessionId: UUID
    "The end user of the request."
    createdBy: IdOrKeyCondition
    completionId: UUID
    completion: TextCondition
    "Rejected: hashes of prompts are internal."
    promptHash: StringCondition
  }

  input ListCompletionsFilterInput {
    project: IdOrKey!
    advancedFilter: CompletionFilterExpression
  }
`;
