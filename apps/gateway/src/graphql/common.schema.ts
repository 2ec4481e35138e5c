/** Scalars, and types that several resources use. */
export const commonSchema = /* GraphQL */ `
  scalar UUID
  "Id or key of a resource; for models and A/B campaigns also \`{project}/{key}\`."
  scalar IdOrKey
  "Milliseconds since 1970."
  scalar Timestamp
  scalar JSON
  "A file of a multipart/form-data request."
  scalar Upload

  type Query {
    "The API key of the caller."
    me: User
    "Permissions that API keys can have."
    permissions: [String!]!
  }

  type Mutation {
    "Records feedback on a completion."
    addDirectScore(completionId: UUID!, metricId: IdOrKey!, input: ScoreAddInput!): DirectScore!
  }

  type Label {
    key: String!
    value: String!
  }

  input LabelInput {
    key: String!
    value: String!
  }

  enum SortDirection {
    ASC
    DESC
  }

  input OrderPair {
    field: String!
    order: SortDirection!
  }

  input CursorPageInput {
    first: Int
    after: String
    before: String
    last: Int
    offset: Int
  }

  type PageInfo {
    hasNextPage: Boolean!
    endCursor: String
  }
`;
