/** Projects. */
export const projectsSchema = /* GraphQL */ `
  extend type Query {
    "The projects that the caller may use."
    projects: [Project!]!
    project(idOrKey: IdOrKey!): Project
  }

  extend type Mutation {
    createProject(input: ProjectCreate!): Project!
  }

  type Project {
    id: UUID!
    key: String!
    name: String!
    "Always empty: projects have no description."
    description: String!
    createdAt: Timestamp!
    metrics: [MetricWithContext!]!
    modelServices: [ModelService!]!
    "Permissions of the caller."
    permissions: [String!]!
    "Always empty: projects are shared by their API keys."
    shares: [ProjectShare!]!
  }

  type ProjectShare {
    team: Team!
    role: Role!
    isOwner: Boolean!
  }

  input ProjectCreate {
    name: String!
    "Default: derived from the name."
    key: String
    "Ignored, and named in the header x-earshot-dropped."
    description: String
    "Rejected unless it is null: there are no teams."
    team: IdOrKey
    settings: ProjectSettingsInput
  }

  input ProjectSettingsInput {
    "Rejected unless it is null: projects have no default metric."
    defaultMetric: IdOrKey
  }
`;
