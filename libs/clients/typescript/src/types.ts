import type { components, operations } from './generated/schema.js';

type Schemas = components['schemas'];
type QueryOf<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;

/** Value of feedback: a boolean for a metric of kind `bool`, a number for `scalar`. */
export type FeedbackValue = boolean | number;
/** Body of a feedback. */
export type FeedbackInput = Schemas['FeedbackInput'];
/** Body of an outcome. */
export type OutcomeInput = Schemas['OutcomeInput'];
/** Body of a comparison. */
export type ComparisonInput = Schemas['ComparisonInput'];
/** Body of an imported interaction. */
export type InteractionInput = Schemas['InteractionInput'];
/** Response to an imported interaction. */
export type ImportedInteraction = Schemas['AddInteractionsResponse'];
/** Entry of the list of interactions. */
export type Interaction = Schemas['ListedInteraction'];
/** An interaction with its feedback. */
export type RecordedInteraction = Schemas['Interaction'];
/** Filters of the list of interactions. */
export type InteractionFilter = QueryOf<'listInteractions'>;
/** A dataset. */
export type Dataset = Schemas['Dataset'];
/** Which interactions a dataset has, in which format. */
export type InteractionsSource = Schemas['InteractionsSource'];
/** Which form of a dataset to download. */
export type DatasetFormat = NonNullable<QueryOf<'downloadDataset'>['format']>;
/** A recipe. */
export type Recipe = Schemas['Recipe'];
/** An artifact. */
export type Artifact = Schemas['Artifact'];
/** An upload session. */
export type UploadSession = Schemas['UploadSession'];
/** An A/B campaign. */
export type Campaign = Schemas['AbCampaign'];
/** Report of an A/B campaign. */
export type CampaignReport = Schemas['AbCampaignReport'];
/** A model that the API key may use. */
export type Model = Schemas['ListedModel'];
/** Body of a chat. */
export type ChatInput = Schemas['ChatInput'];
/** Response to a chat. */
export type ChatResponse = Schemas['ChatResponse'];
/** Chunk of a streamed chat. */
export type ChatChunk = Schemas['ChatResponseChunk'];

interface Events {
  readonly interaction: Schemas['InteractionEvent'];
  readonly feedback: Schemas['FeedbackEvent'];
  readonly outcome: Schemas['OutcomeEvent'];
  readonly comparison: Schemas['ComparisonEvent'];
}

/** What happened in a project. `connected`: what was recorded before is not replayed, so read it. */
export type LiveEvent =
  | { [Type in keyof Events]: { readonly type: Type; readonly data: Events[Type] } }[keyof Events]
  | { readonly type: 'connected' };
