/** A validated body of the management interface, with the fields that the file has. */
export type Body = Readonly<Record<string, unknown>>;

/** The declared state of an installation. Lists have the order of the file, so an index is a position in the file. */
export interface Declaration {
  readonly projects: readonly DeclaredProject[];
  /** Keys of the installation. */
  readonly apiKeys: readonly DeclaredApiKey[];
}

/** A project with its resources. */
export interface DeclaredProject {
  readonly key: string;
  readonly body: Body;
  readonly models: readonly DeclaredResource[];
  readonly metrics: readonly DeclaredResource[];
  readonly tools: readonly DeclaredResource[];
  readonly campaigns: readonly DeclaredResource[];
  readonly apiKeys: readonly DeclaredApiKey[];
}

/** A model, metric, tool or campaign of a project. */
export interface DeclaredResource {
  readonly key: string;
  /** `provider.api_key` and the values of `headers` are references to secrets until they are resolved. */
  readonly body: Body;
}

/** An API key, identified by its name. */
export interface DeclaredApiKey {
  readonly name: string;
  /** Without the key and its hash. */
  readonly body: Body;
  readonly secret: SecretReference;
  /** true: its `expires_at` has passed, so it is not created. */
  readonly expired: boolean;
}

/** A reference to a secret, which a declaration never contains itself. */
export type SecretReference = { readonly env: string } | { readonly file: string };
