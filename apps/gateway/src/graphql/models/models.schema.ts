/** Models. Each belongs to one project. */
export const modelsSchema = /* GraphQL */ `
  extend type Query {
    "The models of all projects that the caller may use."
    models(filter: ModelFilter): [Model!]!
    model(idOrKey: IdOrKey!): Model
  }

  extend type Mutation {
    "Creates a model in the project of the key, or in that of a name {project}/{model}."
    addExternalModel(input: AddExternalModelInput!): Model!
    "Succeeds for the models of the project: a model belongs to one project."
    addModelsToProject(input: AddModelsToProjectInput!): AddModelsToProjectResult!
    "Deletes the model, because it belongs to the project."
    removeModelFromProject(input: RemoveModelFromProjectInput!): Boolean!
    "Returns the model: it serves as soon as it exists."
    deployModel(input: DeployModelInput!): DeployModelResult!
    updateModelService(input: UpdateModelService!): ModelService!
  }

  enum ModelOnline {
    ONLINE
    DEGRADED
    PENDING
    SCALING
    OFFLINE
    ERROR
  }

  enum ProviderName {
    OPEN_AI
    LEGACY_OPEN_AI
    HARMONY
    GOOGLE
    ANTHROPIC
  }

  enum ExternalModelProviderName {
    OPEN_AI
    LEGACY_OPEN_AI
    GOOGLE
    ANTHROPIC
  }

  enum ModelCapabilityFilter {
    Embedding
    TextGeneration
    ImageUnderstanding
    Reasoning
    Regression
  }

  type Model {
    id: UUID!
    key: String!
    name: String!
    "OFFLINE for a model that only labels imported interactions, else ONLINE."
    online: ModelOnline!
    error: String
    projects: [Project!]!
    "Whether a provider outside the installation runs it."
    isExternal: Boolean!
    "HARMONY for a model that the installation runs, or that only labels interactions."
    providerName: ProviderName!
    isAdapter: Boolean!
    isTraining: Boolean!
    createdAt: Timestamp!
    size: Int
    computeConfig: ModelComputeConfig
    backbone: Model
  }

  type ModelComputeConfig {
    tp: Int!
    kvCacheLen: Int!
    maxSeqLen: Int!
  }

  type ModelService {
    id: UUID!
    key: String!
    name: String!
    model: Model!
    isDefault: Boolean!
    desiredOnline: Boolean!
    createdAt: Timestamp!
  }

  input CapabilityFilter {
    any: [ModelCapabilityFilter!]
    all: [ModelCapabilityFilter!]
  }

  input ModelFilter {
    "Only models that the installation runs, or only others."
    inStorage: Boolean
    "Only models that can serve requests, or only others."
    available: Boolean
    "true matches nothing: Earshot trains no models."
    trainable: Boolean
    "Reasoning is a matter of the request here, so each chat model matches; no model does regression."
    capabilities: CapabilityFilter
    "Ignored: the list has every model that the caller may use."
    viewAll: Boolean
    online: [ModelOnline!]
    "Ignored."
    published: Boolean
  }

  input OpenAIProviderDataInput {
    apiKey: String!
    externalModelId: String!
    "Default: https://api.openai.com/v1"
    endpoint: String
    "Default parameters of requests: temperature, top_p, max_tokens, stop."
    extraParams: JSON
  }

  input GoogleProviderDataInput {
    apiKey: String!
    externalModelId: String!
    "Default: https://generativelanguage.googleapis.com/v1beta/openai"
    endpoint: String
  }

  input AnthropicProviderDataInput {
    apiKey: String!
    externalModelId: String!
    "Default: https://api.anthropic.com/v1"
    endpoint: String
    "As for OpenAI."
    extraParams: JSON
  }

  input ModelProviderDataInput {
    openAI: OpenAIProviderDataInput
    legacyOpenAI: OpenAIProviderDataInput
    google: GoogleProviderDataInput
    anthropic: AnthropicProviderDataInput
  }

  input AddExternalModelInput {
    "Name, or {project}/{name}. The key is derived from it."
    name: String!
    provider: ExternalModelProviderName!
    providerData: ModelProviderDataInput
    "Ignored, and named in the header x-earshot-dropped."
    description: String
  }

  input AddModelsToProjectInput {
    project: IdOrKey!
    models: [IdOrKey!]!
  }

  type AddModelFailure {
    model: String!
    reason: String!
  }

  type AddModelsToProjectResult {
    success: Boolean!
    failures: [AddModelFailure!]!
  }

  input RemoveModelFromProjectInput {
    project: IdOrKey!
    model: IdOrKey!
  }

  input ModelPlacementInput {
    computePools: [String!]!
    maxTtftMs: Int
  }

  input SpeculativeDecodingInput {
    numDraftSteps: Int!
  }

  input DeployModelInput {
    project: IdOrKey!
    model: IdOrKey!
    "Ignored, with a warning."
    placement: ModelPlacementInput
    "Ignored: models serve at once."
    wait: Boolean
    "Ignored, with a warning."
    speculativeDecoding: SpeculativeDecodingInput
  }

  type DeployModelResult {
    modelService: ModelService!
    warnings: [String!]!
  }

  input UpdateModelService {
    project: IdOrKey!
    modelService: IdOrKey!
    isDefault: Boolean
    "false is rejected: remove the model from the project instead."
    desiredOnline: Boolean
    name: String
    "The system prompt, a string."
    systemPromptTemplate: JSON
    placement: ModelPlacementInput
    toolProviders: [String!]
    speculativeDecoding: SpeculativeDecodingInput
  }
`;
