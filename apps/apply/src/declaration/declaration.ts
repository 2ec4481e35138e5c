/** A body of the management interface: the fields that the file names, checked and in the interface's own form. */
export type Body = Readonly<Record<string, unknown>>;

/** What an installation should have, as the file says. Lists keep the file's order, so an index is also a place in the file. */
export interface Declaration {
  readonly projects: readonly DeclaredProject[];
  /** Keys of the installation itself. */
  readonly apiKeys: readonly DeclaredApiKey[];
}

/** A project with what belongs to it. */
export interface DeclaredProject {
  readonly key: string;
  readonly body: Body;
  readonly models: readonly DeclaredModel[];
  readonly metrics: readonly DeclaredMetric[];
  readonly tools: readonly DeclaredTool[];
  readonly apiKeys: readonly DeclaredApiKey[];
}

/** A model of a project. */
export interface DeclaredModel {
  readonly key: string;
  /** `provider.api_key` is still a reference to a secret. */
  readonly body: Body;
}

/** A metric of a project. */
export interface DeclaredMetric {
  readonly key: string;
  readonly body: Body;
}

/** A tool of a project. */
export interface DeclaredTool {
  readonly key: string;
  /** The values of `headers` are still references to secrets. */
  readonly body: Body;
}

/** An API key; its name is what it is known by. */
export interface DeclaredApiKey {
  readonly name: string;
  /** Without the key, or anything made of it. */
  readonly body: Body;
  readonly secret: SecretReference;
  /** true: its `expires_at` has passed, so there is nothing to make. */
  readonly expired: boolean;
}

/** Where a secret is to be found: the declaration itself never holds one. */
export type SecretReference = { readonly env: string } | { readonly file: string };
