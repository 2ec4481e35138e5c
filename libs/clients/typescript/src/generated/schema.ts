// Written by `npm run clients` from ../../../openapi.json.

export interface paths {
  '/api/v1/chat/completions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a chat completion
     * @description With `stream: true`, the response is a stream of server-sent events. Each event is one `data:` line with a ChatResponseChunk; the last is `data: [DONE]`. An error after the first event is sent as one event with an Error, and the stream ends without `[DONE]`. A comment line is sent after every 15 seconds without an event. The answer ends only after its interaction is stored.
     *
     *     Requires the permission `inference`.
     */
    post: operations['createChatCompletion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/models': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List models
     * @description Returns the models that the key may use. Requests name a model by its `id`, `{project}/{model}`.
     *
     *     Requires an API key.
     */
    get: operations['listAvailableModels'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/models/{project}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a model by name
     * @description The name is `{project}` for the default model, or `{project}/{model}` with a percent-encoded slash, as some clients send it.
     *
     *     Requires an API key.
     */
    get: operations['readAvailableModel'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/models/{project}/{model}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a model by project and name
     * @description Requires an API key.
     */
    get: operations['readAvailableModelOfProject'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/interactions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Import an interaction
     * @description Imports the interaction together with its feedback, or nothing. It is recorded once the response arrives.
     *
     *     Requires the permission `feedback`.
     */
    post: operations['addInteraction'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/interactions/bulk': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Import interactions in bulk
     * @description The body is `application/x-ndjson`. Each line is a body of `POST /api/v1/interactions`, at most 32 MiB. Each line is answered by one line: its response, or an error. Responses are sent in the order of the lines, while the request is still being read. An invalid line does not stop the import; empty lines are ignored. If all lines failed, the status is 400. With an `Idempotency-Key`, you can send the same stream again after an interruption: its lines get the same responses, and none is recorded twice.
     *
     *     Requires the permission `feedback`.
     */
    post: operations['addInteractions'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/interactions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List interactions
     * @description Entries are listed newest first and match all filters. Pages neither repeat nor omit interactions that existed when the first page was read. A page of large entries may hold fewer than `limit`.
     *
     *     Requires the permission `read`.
     */
    get: operations['listInteractions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/interactions/count': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Count interactions
     * @description Counts interactions that match all filters, or what a dataset of them would take.
     *
     *     Requires the permission `read`.
     */
    get: operations['countInteractions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/interactions/statistics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get statistics of interactions
     * @description Counts, tokens and times by interval, optionally by group. Times and tokens of a response count once, however many choices it has. Percentiles come from a logarithmic histogram and are off by at most 5 %.
     *
     *     Requires the permission `read`.
     */
    get: operations['readInteractionStatistics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/interactions/{completion}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an interaction
     * @description Includes its feedback. An interaction can be read once its answer has ended.
     *
     *     Requires the permission `read`.
     */
    get: operations['readInteraction'];
    put?: never;
    post?: never;
    /**
     * Erase an interaction
     * @description Also erases all feedback on it, and the other choices of the same answer, which share its prompt. Erased data cannot be read or counted once the response arrives. `503 erasure_in_progress`: the erasure is recorded but not finished; repeat the request to wait for it. Images are kept until you delete them.
     *
     *     Requires the permission `manage`.
     */
    delete: operations['eraseInteraction'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/users/{user}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Erase the data of a user
     * @description Erases the interactions of the user, all feedback on them, and feedback that the user gave elsewhere. Erased data cannot be read or counted once the response arrives. `503 erasure_in_progress`: the erasure is recorded but not finished, and some data can still be read; repeat the request to wait for it.
     *
     *     Requires the permission `manage`.
     */
    delete: operations['eraseUser'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Stream live events
     * @description Server-sent events: `interaction`, `feedback`, `outcome` and `comparison`, for what is recorded while the stream is open. The first line is a comment; all later records follow it. There is no replay, and an event may repeat. After each reconnection, read the lists again. A comment is sent after every 15 seconds without an event. The stream ends after 10 minutes, when the key loses its permission, and when the gateway stops. A client that leaves 512 KiB unread is disconnected.
     *
     *     Requires the permission `read`.
     */
    get: operations['streamEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/upload/init': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create an upload
     * @description The upload session belongs to the project of the key. With an installation key, it belongs to the project in `metadata.project`; without one, such a key can create a file of any project from it. It expires after seven days without a new part.
     *
     *     Requires the permission `data`.
     */
    post: operations['initUpload'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/upload/part': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Upload a part
     * @description The body is the part itself; its content type is ignored. Parts can be sent in any order and concurrently. A part that is sent again replaces the previous one once it is complete. A checksum is verified if present: `Content-MD5` in base64, or `x-checksum-sha256` in hex or base64.
     *
     *     Requires the permission `data`.
     */
    post: operations['uploadPart'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/upload/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Get upload status
     * @description Changes nothing and does not extend the expiry of the session.
     *
     *     Requires the permission `data`.
     */
    post: operations['readUpload'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/upload/abort': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Abort an upload
     * @description All parts are deleted once the response arrives. The request can be repeated.
     *
     *     Requires the permission `data`.
     */
    delete: operations['abortUpload'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/datasets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List datasets
     * @description Entries are listed oldest first.
     *
     *     Requires the permission `data`.
     */
    get: operations['listDatasets'];
    put?: never;
    /**
     * Create a dataset
     * @description Creates a dataset from a complete upload session (JSON Lines in UTF-8), which is consumed, or from recorded interactions. The latter also requires the permission `read`. The dataset is processed after the response; get the dataset to follow its status.
     *
     *     Requires the permission `data`.
     */
    post: operations['createDataset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/datasets/{dataset}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a dataset
     * @description Requires the permission `data`.
     */
    get: operations['readDataset'];
    put?: never;
    post?: never;
    /**
     * Delete a dataset
     * @description Requires the permission `data`.
     */
    delete: operations['deleteDataset'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/datasets/{dataset}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a dataset
     * @description Stops the processing of a dataset and deletes its files within seconds. The dataset stays, with the status `cancelled`. Cancelling it again changes nothing.
     *
     *     Requires the permission `data`.
     */
    post: operations['cancelDataset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/datasets/{dataset}/download': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a dataset
     * @description Returns the file as an attachment. The response may take seconds while the file is assembled.
     *
     *     Requires the permission `data`.
     */
    get: operations['downloadDataset'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/recipes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List recipes
     * @description Returns the recipes of the project and the shared recipes, oldest first.
     *
     *     Requires the permission `data`.
     */
    get: operations['listRecipes'];
    put?: never;
    /**
     * Create a recipe
     * @description Creates a recipe from a complete upload session, which is consumed even if the request fails. The file is a zip with at most 10,000 entries and 512 MiB unpacked, without links, encrypted entries or paths outside the archive. It is validated before the response.
     *
     *     Requires the permission `data`.
     */
    post: operations['createRecipe'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/recipes/{recipe}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a recipe
     * @description If a project recipe and a shared recipe have the same key, returns the project recipe.
     *
     *     Requires the permission `data`.
     */
    get: operations['readRecipe'];
    put?: never;
    post?: never;
    /**
     * Delete a recipe
     * @description Requires the permission `data`.
     */
    delete: operations['deleteRecipe'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/recipes/{recipe}/download': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a recipe
     * @description Returns the file as an attachment.
     *
     *     Requires the permission `data`.
     */
    get: operations['downloadRecipe'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/recipes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List shared recipes
     * @description Entries are listed oldest first.
     *
     *     Requires the permission `data`.
     */
    get: operations['listSharedRecipes'];
    put?: never;
    /**
     * Create a shared recipe
     * @description Creates a recipe from a complete upload session, which is consumed even if the request fails. The file is a zip with at most 10,000 entries and 512 MiB unpacked, without links, encrypted entries or paths outside the archive. It is validated before the response.
     *
     *     Requires an installation key.
     */
    post: operations['createSharedRecipe'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/recipes/{recipe}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a shared recipe
     * @description Requires the permission `data`.
     */
    get: operations['readSharedRecipe'];
    put?: never;
    post?: never;
    /**
     * Delete a shared recipe
     * @description Requires an installation key.
     */
    delete: operations['deleteSharedRecipe'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/recipes/{recipe}/download': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a shared recipe
     * @description Returns the file as an attachment.
     *
     *     Requires the permission `data`.
     */
    get: operations['downloadSharedRecipe'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/artifacts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List artifacts
     * @description Entries are listed oldest first.
     *
     *     Requires the permission `data`.
     */
    get: operations['listArtifacts'];
    put?: never;
    /**
     * Create an artifact
     * @description Creates an artifact from a complete upload session, which is consumed. The artifact has the content type of the session.
     *
     *     Requires the permission `data`.
     */
    post: operations['createArtifact'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/artifacts/{artifact}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an artifact
     * @description Requires the permission `data`.
     */
    get: operations['readArtifact'];
    put?: never;
    post?: never;
    /**
     * Delete an artifact
     * @description Requires the permission `data`.
     */
    delete: operations['deleteArtifact'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/artifacts/{artifact}/download': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download an artifact
     * @description Returns the file as an attachment, with its own content type.
     *
     *     Requires the permission `data`.
     */
    get: operations['downloadArtifact'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/artifacts/{artifact}/download': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download an artifact
     * @description Returns the file as an attachment, with its own content type.
     *
     *     Requires the permission `data`.
     */
    get: operations['downloadArtifact2'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/feedback': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Record feedback
     * @description Feedback is accepted from the first token of the completion on. It is recorded once the response arrives.
     *
     *     Requires the permission `feedback`.
     */
    post: operations['createFeedback'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/outcome': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Record the outcome of a session
     * @description The outcome is recorded once the response arrives.
     *
     *     Requires the permission `feedback`.
     */
    post: operations['createOutcome'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/comparison': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Record a comparison of two completions
     * @description Both completions must answer the same prompt. A completion given as text is recorded as an imported interaction. The comparison is recorded once the response arrives.
     *
     *     Requires the permission `feedback`.
     */
    post: operations['createComparison'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/feedback': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List feedback
     * @description Includes replaced values. `current` marks the values that count.
     *
     *     Requires the permission `read`.
     */
    get: operations['listFeedback'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/feedback/statistics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get statistics of feedback
     * @description Counts values and comparisons by time, and by metric or model. For each user and target, only the latest value counts. A value is included once the request that recorded it is answered.
     *
     *     Requires the permission `read`.
     */
    get: operations['readFeedbackStatistics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/outcomes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List outcomes
     * @description Includes replaced values. `current` marks the values that count.
     *
     *     Requires the permission `read`.
     */
    get: operations['listOutcomes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/comparisons': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List comparisons
     * @description Entries are listed oldest first.
     *
     *     Requires the permission `read`.
     */
    get: operations['listComparisons'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/feedback/{feedback}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete feedback
     * @description Also takes an outcome. If it replaced an earlier value of the same user, that value counts again.
     *
     *     Requires the permission `feedback`.
     */
    delete: operations['deleteFeedback'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/comparisons/{comparison}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a comparison
     * @description Requires the permission `feedback`.
     */
    delete: operations['deleteComparison'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List metrics
     * @description Entries are listed oldest first.
     *
     *     Requires the permission `read`.
     */
    get: operations['listMetrics'];
    put?: never;
    /**
     * Create a metric
     * @description Requires the permission `manage`.
     */
    post: operations['createMetric'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/metrics/{metric}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a metric
     * @description Requires the permission `read`.
     */
    get: operations['readMetric'];
    put?: never;
    post?: never;
    /**
     * Delete a metric
     * @description Also deletes all values recorded under the metric.
     *
     *     Requires the permission `manage`.
     */
    delete: operations['deleteMetric'];
    options?: never;
    head?: never;
    /**
     * Update a metric
     * @description Omitted fields keep their values. The kind cannot be changed.
     *
     *     Requires the permission `manage`.
     */
    patch: operations['updateMetric'];
    trace?: never;
  };
  '/api/v1/projects/{project}/metrics/{metric}/summary': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a summary of a metric
     * @description Aggregates values from feedback, outcomes and imports. For each user and target, only the latest value counts. A value is included once the request that recorded it is answered.
     *
     *     Requires the permission `read`.
     */
    get: operations['summariseMetric'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/review_queues': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List review queues
     * @description Entries are listed oldest first.
     *
     *     Requires the permission `read`.
     */
    get: operations['listReviewQueues'];
    put?: never;
    /**
     * Create a review queue
     * @description A queue with a source is filled in the background. Without one, add items yourself. A source with `replay` requires the permission `inference`.
     *
     *     Requires the permission `manage`.
     */
    post: operations['createReviewQueue'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/review_queues/{queue}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a review queue
     * @description Requires the permission `read`.
     */
    get: operations['readReviewQueue'];
    put?: never;
    post?: never;
    /**
     * Delete a review queue
     * @description Also deletes its items and reviews. Recorded comparisons and feedback stay.
     *
     *     Requires the permission `manage`.
     */
    delete: operations['deleteReviewQueue'];
    options?: never;
    head?: never;
    /**
     * Update a review queue
     * @description Omitted fields keep their values. Changes apply to items that are not reviewed, and to new leases.
     *
     *     Requires the permission `manage`.
     */
    patch: operations['updateReviewQueue'];
    trace?: never;
  };
  '/api/v1/projects/{project}/review_queues/{queue}/agreement': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the agreement of reviewers
     * @description Compares the reviews of items with two reviews or more: the latest 10,000 reviews of the queue.
     *
     *     Requires the permission `read`.
     */
    get: operations['readReviewAgreement'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/review_queues/{queue}/items': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the items of a review queue
     * @description Entries are listed oldest first.
     *
     *     Requires the permission `read`.
     */
    get: operations['listReviewItems'];
    put?: never;
    /**
     * Add items to a review queue
     * @description The two completions of an item answer the same prompt. Items that the queue has already are kept.
     *
     *     Requires the permission `manage`.
     */
    post: operations['addReviewItems'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/review_queues/{queue}/leases': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Lease items for review
     * @description Nobody else gets the items until the leases expire. A reviewer gets no item twice. `data` is empty if nothing waits.
     *
     *     Requires the permission `feedback`.
     */
    post: operations['leaseReviewItems'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/review_queues/{queue}/leases/{lease}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Release a lease
     * @description The item waits again. A lease that has ended is no error.
     *
     *     Requires the permission `feedback`.
     */
    delete: operations['releaseReviewLease'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/review_queues/{queue}/reviews': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Review a leased item
     * @description Records a comparison or feedback, as their own routes do. The same review of a lease again returns the first response. An expired lease is accepted until others take the item.
     *
     *     Requires the permission `feedback`.
     */
    post: operations['createReview'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/review_queues/{queue}/reviews/{review}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Undo a review
     * @description Deletes the review with its comparison or feedback. The item waits again.
     *
     *     Requires the permission `feedback`.
     */
    delete: operations['undoReview'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/ab_campaigns': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List A/B campaigns
     * @description Entries are listed oldest first.
     *
     *     Requires the permission `read`.
     */
    get: operations['listAbCampaigns'];
    put?: never;
    /**
     * Create an A/B campaign
     * @description The campaign receives its share of requests to the project's default model as soon as it is created. A project has one such campaign at a time; any number with a `traffic_split` of 0 can run alongside it.
     *
     *     Requires the permission `manage`.
     */
    post: operations['createAbCampaign'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/ab_campaigns/{campaign}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an A/B campaign
     * @description Requires the permission `read`.
     */
    get: operations['readAbCampaign'];
    put?: never;
    post?: never;
    /**
     * Delete an A/B campaign
     * @description The campaign must not be running. Its interactions are kept.
     *
     *     Requires the permission `manage`.
     */
    delete: operations['deleteAbCampaign'];
    options?: never;
    head?: never;
    /**
     * Rename or cancel an A/B campaign
     * @description A finished or cancelled campaign cannot be restarted, but can be renamed.
     *
     *     Requires the permission `manage`.
     */
    patch: operations['updateAbCampaign'];
    trace?: never;
  };
  '/api/v1/projects/{project}/ab_campaigns/{campaign}/report': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the report of an A/B campaign
     * @description Includes all feedback that was answered before the request. Turns of one session are not independent, so each session counts once per model. The confidence intervals stay valid however often you read the report.
     *
     *     Requires the permission `read`.
     */
    get: operations['reportAbCampaign'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/projects/{project}/ab_campaigns/{campaign}/report/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get past reports of an A/B campaign
     * @description The report as it was when feedback changed it, at most once a second. Earlier points are thinned evenly in time. The last point is the current report.
     *
     *     Requires the permission `read`.
     */
    get: operations['reportAbCampaignHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description A chat request. Unknown fields are sent to the provider, or rejected with `unsupported_parameter`. */
    ChatInput: {
      /** @description The conversation so far, with at most 256 images. */
      messages: components['schemas']['ChatMessageInput'][];
      /** @description `{project}/{model}`, `{project}` for its default model, or a model of the project of the key. */
      model: string;
      stop?: (string | string[]) | null;
      /** @description Maximum number of tokens of each choice. Default: the model's limit. */
      max_tokens?: number | null;
      /** @description Number of choices. Default: 1. With 0, only the tokens of the prompt are counted. */
      n?: number | null;
      /** @description Maximum time to the first token, in ms, before a 504. 0: no limit. */
      max_ttft_ms?: number | null;
      /** @description Sampling temperature. Default: the model's. */
      temperature?: number | null;
      /** @description Nucleus sampling: probability mass of the tokens considered. Default: the model's. */
      top_p?: number | null;
      /** @description True: the answer is a stream of ChatResponseChunk. */
      stream?: boolean | null;
      stream_options?: components['schemas']['StreamOptions'] | null;
      /** @description Session of the request. Default: a new session. */
      session_id?: string | null;
      /** @description End user: a uuid, or any string. A string is stored in `labels.user` and mapped to a uuid. */
      user?: string | null;
      /** @description Labels to find the interaction by. */
      labels?: {
        [key: string]: string;
      } | null;
      /** @description Alias of `labels`. */
      metadata?: {
        [key: string]: string;
      } | null;
      /** @description Tags to find the interaction by. */
      tags?: string[] | null;
      /** @description Variables for the template of the system prompt. */
      system_prompt_args?: {
        [key: string]: unknown;
      } | null;
      /** @description False: the interaction is not recorded. Default: true. */
      store?: boolean | null;
      response_format?: components['schemas']['ResponseFormat'] | null;
      /** @description Id or key of the A/B campaign that chooses the model of the request. */
      ab_campaign?: string | null;
      /** @description Field of the older revision. Code is not executed, so it must be null. */
      serialized_python?: null;
      /** @description Alias of `max_tokens`. A server gets it under this name, which some models of OpenAI require. */
      max_completion_tokens?: number | null;
      /** @description Seed of the sampling. The embedded engine gives the same text for the same seed and request. */
      seed?: number | null;
      /** @description Lowers the probability of a token by how often the answer has it. */
      frequency_penalty?: number | null;
      /** @description Lowers the probability of tokens that the answer has. */
      presence_penalty?: number | null;
      /** @description Divides the weight of tokens that the answer has. */
      repetition_penalty?: number | null;
      /** @description Added to the weight of tokens, by their ids. */
      logit_bias?: {
        [key: string]: number;
      } | null;
      /** @description True: the answer has the logarithm of the probability of each token. */
      logprobs?: boolean | null;
      /** @description Number of the likeliest tokens in each entry of `logprobs`. */
      top_logprobs?: number | null;
      /** @description Number of the likeliest tokens to draw from. 0 or -1: all. */
      top_k?: number | null;
      /** @description Least probability of a token, as a share of that of the likeliest one. */
      min_p?: number | null;
      /** @description Amount of reasoning: `none`, `minimal`, `low`, `medium`, `high` or others. */
      reasoning_effort?: string | null;
      /** @description Length of the answer: `low`, `medium` or `high`. */
      verbosity?: string | null;
      /** @description Text that most of the answer is expected to equal. */
      prediction?: {
        [key: string]: unknown;
      } | null;
      /** @description Class of service of the provider. */
      service_tier?: string | null;
      /** @description Options of the web search of the provider. */
      web_search_options?: {
        [key: string]: unknown;
      } | null;
      /** @description Options of the moderation of the provider. */
      moderation?: {
        [key: string]: unknown;
      } | null;
      /** @description Groups requests that share their beginning. */
      prompt_cache_key?: string | null;
      /** @description Options of the prompt cache of the provider. */
      prompt_cache_options?: {
        [key: string]: unknown;
      } | null;
      /** @description Retention of the prompt cache of the provider. */
      prompt_cache_retention?: string | null;
      /** @description Id of the end user for the safety checks of the provider. */
      safety_identifier?: string | null;
      /** @description Not supported: answers are text. */
      modalities?: unknown;
      /** @description Not supported: answers are text. */
      audio?: unknown;
      /** @description Not supported: use `tools`. */
      functions?: unknown;
      /** @description Not supported: use `tool_choice`. */
      function_call?: unknown;
      /** @description True: parameters that the provider does not support are dropped and listed in the header `x-earshot-dropped`. Default: 400 `unsupported_parameter`. */
      drop_params?: boolean | null;
      /** @description True: offers the enabled tools of the project to the model, and calls them for it. */
      use_tools?: boolean | null;
      tools?: (components['schemas']['FunctionTool'] | components['schemas']['ToolOverride'])[] | null;
      tool_choice?:
        | (
            | ('none' | 'auto' | 'required')
            | {
                /** @constant */
                type: 'function';
                /** @description The function to call. */
                function: {
                  /** @description Name of the function. */
                  name: string;
                };
              }
          )
        | null;
      /** @description True: the model may call several functions at once. */
      parallel_tool_calls?: boolean | null;
    } & {
      [key: string]: unknown;
    };
    /** @description One message of a conversation. Unknown fields of it and of its parts are sent to the provider. */
    ChatMessageInput: {
      /**
       * @description Role of the author: system, developer, user, assistant, tool.
       * @enum {string}
       */
      role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
      /** @description A string, or an array of parts. */
      content:
        | string
        | (
            | ({
                /** @constant */
                type: 'text';
                /** @description Text. */
                text: string;
              } & {
                [key: string]: unknown;
              })
            | ({
                /** @constant */
                type: 'image_url';
                image_url:
                  | string
                  | {
                      /** @description One of three forms: an https: URL that the installation fetches (public networks only); a data: URL in base64 (png, jpeg, webp or gif); or an address /images/{project_id}/{hash}.{ext} of this installation. At most 20 MiB. */
                      url: string;
                      /** @description Level of detail, as the provider defines it. */
                      detail?: string | null;
                    };
              } & {
                [key: string]: unknown;
              })
          )[];
      /** @description Name of the author, to tell authors of one role apart. */
      name?: string | null;
      /** @description Id of the completion that the message repeats, if it is one. */
      completion_id?: string | null;
      /** @description Ignored: the id of the message in the application of the caller. */
      id?: unknown;
      /** @description Any JSON object; stored with the message. */
      metadata?: unknown;
      /** @description Function calls of the assistant; `content` may then be null. */
      tool_calls?:
        | {
            /** @description Id of the call in its conversation. */
            id: string;
            /** @constant */
            type?: 'function';
            /** @description Called function and its arguments. */
            function: {
              /** @description Name of the function. */
              name: string;
              /** @description Arguments as the model wrote them, usually a JSON object. */
              arguments: string;
            };
          }[]
        | null;
      /** @description Id of the call that a `tool` message answers. */
      tool_call_id?: string | null;
    } & {
      [key: string]: unknown;
    };
    /** @description Options of a streamed answer. */
    StreamOptions: {
      /** @description True: the stream ends with a chunk that has `usage`. */
      include_usage?: boolean | null;
    };
    /** @description Format of the answer. Default: text. */
    ResponseFormat:
      | {
          /** @constant */
          type: 'text';
        }
      | {
          /** @constant */
          type: 'json_object';
        }
      | {
          /** @constant */
          type: 'json_schema';
          json_schema: components['schemas']['ResponseSchema'];
        };
    /** @description Schema of a JSON answer. */
    ResponseSchema: {
      /** @description Name of the schema. */
      name: string;
      /** @description Purpose of the answer. */
      description?: string | null;
      /** @description JSON Schema of the answer. Default: any object. */
      schema?: {
        [key: string]: unknown;
      } | null;
      /** @description Passed to providers. The embedded engine is always strict. */
      strict?: boolean | null;
    };
    /** @description A function of the caller. Its calls are returned to the caller. Unknown fields are sent to the provider. */
    FunctionTool: {
      /** @constant */
      type: 'function';
      /** @description Description of the function for the model. */
      function: {
        /** @description Name that the model calls. */
        name: string;
        /** @description What the function does, and when to call it. */
        description?: string | null;
        parameters?: {
          [key: string]: unknown;
        } | null;
        /** @description True: the provider enforces the schema. */
        strict?: boolean | null;
      } & {
        [key: string]: unknown;
      };
    } & {
      [key: string]: unknown;
    };
    /** @description Enables or disables a tool of the project for this request. */
    ToolOverride: {
      /** @description Id or key of a tool of the project. */
      id: string;
      /** @description True: this request offers the tool. */
      enabled: boolean;
    };
    /** @description Error in the OpenAI format. */
    Error: {
      /** @description The error. */
      error: {
        /** @description Human-readable message: what was wrong, what was expected and what to do. */
        message: string;
        /**
         * @description Type of the error.
         * @enum {string}
         */
        type:
          | 'invalid_request_error'
          | 'authentication_error'
          | 'permission_error'
          | 'not_found_error'
          | 'conflict_error'
          | 'rate_limit_error'
          | 'server_error'
          | 'upstream_error'
          | 'overloaded_error'
          | 'timeout_error';
        /** @description Path of the invalid field, for example `messages[2].content`; else null. */
        param: string | null;
        /** @description Error code for programs. Each response lists its codes. */
        code: string;
        /** @description Further details, for example all violations of a schema. */
        details?: unknown;
      };
    };
    /** @description Answer to a chat request without `stream`. */
    ChatResponse: {
      /** @description Id of the answer. */
      id: string;
      /** @description Unix time in seconds. */
      created: number;
      /** @description `{project}/{model}` that answered. */
      model: string;
      /**
       * Format: uuid
       * @description Session of the request.
       */
      session_id: string;
      /** @description Configuration of the server, as it names it. */
      system_fingerprint?: string;
      /** @description Class of service of the provider. */
      service_tier?: string;
      /**
       * @description Always `chat.completion`.
       * @constant
       */
      object: 'chat.completion';
      choices: components['schemas']['ChatChoice'][];
      usage: components['schemas']['Usage'];
    };
    /** @description One of the requested choices. */
    ChatChoice: {
      /** @description Index of the choice, from 0. */
      index: number;
      message: components['schemas']['ChatChoiceMessage'];
      logprobs?: components['schemas']['LogProbs'];
      /** @description Why the choice ended; null before its end. */
      finish_reason: ('stop' | 'length' | 'tool_calls' | 'content_filter' | 'error') | null;
      /** @description Id of the completion. Feedback names it. */
      completion_id: string;
      /** @description `{project}/{model}` that answered. */
      model: string;
    };
    /** @description A message of the model. */
    ChatChoiceMessage: {
      /** @description Equals `completion_id`. */
      id: string;
      /** @description Always `assistant`. */
      role: string;
      /** @description Text; null for calls or a refusal without text. */
      content: string | null;
      /** @description What the model wrote before the text; absent for nothing. */
      reasoning_content?: string;
      /** @description Parts of the reasoning that the provider wants back unchanged with the message; absent for none. */
      thinking_blocks?: (
        | {
            /** @constant */
            type: 'thinking';
            /** @description Part of the reasoning. */
            thinking: string;
            /** @description Signature of the provider. */
            signature: string;
          }
        | {
            /** @constant */
            type: 'redacted_thinking';
            /** @description Reasoning that the provider encrypted. */
            data: string;
          }
      )[];
      /** @description What the model wrote in place of the text; absent for nothing. */
      refusal?: string;
      /** @description Sources of the text, as the provider describes them. */
      annotations?: unknown[];
      /** @description Calls of the caller's functions. */
      tool_calls?: components['schemas']['FunctionCall'][];
    };
    /** @description A call of one of the caller's functions. */
    FunctionCall: {
      /** @description Id of the call in its conversation. */
      id: string;
      /**
       * @description Always `function`.
       * @constant
       */
      type: 'function';
      /** @description Called function and its arguments. */
      function: {
        /** @description Name of the function. */
        name: string;
        /** @description Arguments as the model wrote them, usually a JSON object. */
        arguments: string;
      };
    };
    /** @description Log probabilities; only with the parameter `logprobs`. */
    LogProbs: {
      /** @description The tokens of the text. */
      content: {
        /** @description Text of the token. */
        token: string;
        /** @description Logarithm of its probability; -9999 for one that is almost 0. */
        logprob: number;
        /** @description UTF-8 of the token; null if it is not known. */
        bytes: number[] | null;
        /** @description The likeliest tokens, the likeliest first. */
        top_logprobs: {
          /** @description Text of the token. */
          token: string;
          /** @description Logarithm of its probability; -9999 for one that is almost 0. */
          logprob: number;
          /** @description UTF-8 of the token; null if it is not known. */
          bytes: number[] | null;
        }[];
      }[];
      /** @description Always null. */
      refusal: null;
    };
    /** @description Token usage of a request. */
    Usage: {
      /** @description Tokens of the answer. */
      completion_tokens: number;
      /** @description Tokens of the prompt. */
      prompt_tokens: number;
      /** @description Sum of both. */
      total_tokens: number;
      /** @description Parts of the prompt, such as `cached_tokens`. */
      prompt_tokens_details?: {
        [key: string]: number;
      };
      /** @description Parts of the answer, such as `reasoning_tokens`. */
      completion_tokens_details?: {
        [key: string]: number;
      };
    };
    /** @description One event of a streamed answer. */
    ChatResponseChunk: {
      /** @description Id of the answer. */
      id: string;
      /** @description Unix time in seconds. */
      created: number;
      /** @description `{project}/{model}` that answered. */
      model: string;
      /**
       * Format: uuid
       * @description Session of the request.
       */
      session_id: string;
      /** @description Configuration of the server, as it names it. */
      system_fingerprint?: string;
      /** @description Class of service of the provider. */
      service_tier?: string;
      /**
       * @description Always `chat.completion.chunk`.
       * @constant
       */
      object: 'chat.completion.chunk';
      choices: components['schemas']['Delta'][];
      /** @description Only in an additional last chunk, with `stream_options.include_usage`. */
      usage?: components['schemas']['Usage'];
    };
    /** @description Next part of a choice. */
    Delta: {
      /** @description Index of the choice, from 0. */
      index: number;
      delta: components['schemas']['ChatChoiceDelta'];
      logprobs?: components['schemas']['LogProbs'];
      /** @description Id of the completion. Feedback names it. */
      completion_id: string;
      /** @description Why the choice ended; null before its end. */
      finish_reason: ('stop' | 'length' | 'tool_calls' | 'content_filter' | 'error') | null;
    };
    /** @description Next part of a message of the model. */
    ChatChoiceDelta: {
      /** @description Equals `completion_id`. */
      id: string;
      /** @description Always `assistant`. */
      role: string;
      /** @description Text; null for calls or a refusal without text. */
      content: string | null;
      /** @description What the model wrote before the text; absent for nothing. */
      reasoning_content?: string;
      /** @description Parts of the reasoning that the provider wants back unchanged with the message; absent for none. */
      thinking_blocks?: (
        | {
            /** @constant */
            type: 'thinking';
            /** @description Part of the reasoning. */
            thinking: string;
            /** @description Signature of the provider. */
            signature: string;
          }
        | {
            /** @constant */
            type: 'redacted_thinking';
            /** @description Reasoning that the provider encrypted. */
            data: string;
          }
      )[];
      /** @description What the model wrote in place of the text; absent for nothing. */
      refusal?: string;
      /** @description Sources of the text, as the provider describes them. */
      annotations?: unknown[];
      /** @description Next parts of the calls. */
      tool_calls?: components['schemas']['FunctionCallDelta'][];
    };
    /** @description Next part of a call of one of the caller's functions. */
    FunctionCallDelta: {
      /** @description Index of the call, from 0. */
      index: number;
      /** @description Only in the first chunk of a call. */
      id?: string;
      /**
       * @description Only in the first chunk of a call.
       * @constant
       */
      type?: 'function';
      /** @description Next part of the function call. */
      function: {
        /** @description Only in the first chunk of a call. */
        name?: string;
        /** @description Next part of the arguments. */
        arguments: string;
      };
    };
    /** @description The models that the key may use. */
    ModelList: {
      /**
       * @description Always `list`.
       * @constant
       */
      object: 'list';
      data: components['schemas']['ListedModel'][];
    };
    /** @description A model that the key may use. */
    ListedModel: {
      /** @description `{project}/{model}`: the `model` of requests. */
      id: string;
      /**
       * @description Always `model`.
       * @constant
       */
      object: 'model';
      /** @description Creation time, Unix time in seconds. */
      created: number;
      /** @description Key of the project. */
      owned_by: string;
    };
    /** @description An interaction from outside the installation. Unknown fields are ignored. */
    InteractionInput: {
      /** @description Id or key of the project. Default: the project of the key. Required with an installation key. */
      project?: string | null;
      /** @description Older alias of `project`. */
      use_case?: string | null;
      messages?: components['schemas']['ChatMessageInput'][] | null;
      /** @description Older form of `messages`: one user message. */
      prompt?: string | null;
      /** @description Text of the answer. */
      completion: string;
      /** @description Id or key of the model that answered. */
      model_service?: string | null;
      /** @description Feedback on the interaction. Both are recorded, or neither. */
      feedbacks?: components['schemas']['InteractionFeedback'][] | null;
      /** @description End user: a uuid, or any string. A string is stored in `labels.user` and mapped to a uuid. */
      user?: string | null;
      /** @description Session of the interaction. Default: a new session. */
      session_id?: string | null;
      /** @description Time of the interaction. Default: now. */
      created_at?: (string | number) | null;
      /** @description Id or key of the A/B campaign of the interaction. */
      ab_campaign?: string | null;
      /** @description Labels to find the interaction by. */
      labels?: {
        [key: string]: string;
      } | null;
      /** @description Tags to find the interaction by. */
      tags?: string[] | null;
    };
    /** @description Feedback on an imported interaction. */
    InteractionFeedback: {
      /** @description Id or key of the metric. */
      metric: string;
      /** @description true, false, 0 or 1 for a metric of kind bool; any number for one of kind scalar. */
      value: boolean | number;
      /** @description Comment of the user. */
      reason?: string | null;
      /** @description Text, at most 64 KiB in UTF-8. */
      details?: string | null;
      /** @description Time of the feedback. Default: the time of the interaction. */
      created_at?: (string | number) | null;
    };
    /** @description Ids of the recorded interaction. */
    AddInteractionsResponse: {
      /**
       * Format: uuid
       * @description Id of the completion. Feedback names it.
       */
      completion_id: string;
      /**
       * Format: uuid
       * @description Session of the interaction.
       */
      session_id: string;
      /** @description Ids of the feedback, in order. */
      feedback_ids: string[];
    };
    /** @description One page of a list. */
    ListedInteractionPage: {
      data: components['schemas']['ListedInteraction'][];
      /** @description `cursor` of the next page; null on the last page. */
      next_cursor: string | null;
    };
    /** @description A recorded completion in a list. */
    ListedInteraction: {
      /**
       * Format: uuid
       * @description Id of the completion. Feedback names it.
       */
      completion_id: string;
      /**
       * Format: uuid
       * @description Session of the interaction.
       */
      session_id: string;
      /** @description Key of the project. */
      project: string;
      /** @description `{project}/{model}` at that time; null if none was named. */
      model: string | null;
      /** @description null if too large for a list; get the interaction by its id. */
      messages: components['schemas']['RecordedMessage'][] | null;
      /** @description null if too large for a list; get the interaction by its id. */
      completion: string | null;
      /** @description What the model wrote before the answer; absent for nothing. */
      reasoning?: string;
      /** @description What the model wrote in place of an answer; absent for nothing. */
      refusal?: string;
      /** @description Calls of the caller's functions at the end of the answer. */
      tool_calls?: components['schemas']['RecordedFunctionCall'][];
      /** @description Calls of the project's tools during the answer. */
      called_tools?: components['schemas']['CalledTool'][];
      /** @description System prompt of the model. */
      system_prompt: string | null;
      /** @description Why the answer ended; null if unknown. */
      finish_reason: ('stop' | 'length' | 'tool_calls' | 'content_filter' | 'error' | 'cancelled') | null;
      /** @description Token usage of all choices together; null if unknown. */
      usage: {
        /** @description Tokens of the messages. */
        prompt_tokens: number;
        /** @description Tokens of all choices. */
        completion_tokens: number;
        /** @description Sum of both. */
        total_tokens: number;
        /** @description Parts of the prompt, by name. */
        prompt_tokens_details?: {
          [key: string]: number;
        };
        /** @description Parts of the answer, by name. */
        completion_tokens_details?: {
          [key: string]: number;
        };
      } | null;
      /** @description Durations; null if unknown. */
      timings: {
        /** @description Time from the gateway to the start of the generation. */
        queue_ms: number;
        /** @description Time from there to the first token; null without a token. */
        first_token_ms: number | null;
        /** @description Time from the start of the generation to its end. */
        total_ms: number;
      } | null;
      /** @description Parameters of the request, also those that only the provider acts on. */
      parameters: {
        /** @description Sampling temperature. */
        temperature?: number;
        /** @description Nucleus sampling: probability mass of the tokens considered. */
        top_p?: number;
        /** @description Maximum number of tokens of a choice. */
        max_tokens?: number;
        /** @description Sequences at which the answer stops. */
        stop?: string[];
        /** @description Format of the answer. Default: text. */
        response_format?: {
          [key: string]: unknown;
        };
      } & {
        [key: string]: unknown;
      };
      /** @description Parameters that the provider does not support, dropped because of `drop_params`. */
      dropped_params?: string[];
      /** @description Id of the end user; null without one. */
      user: string | null;
      /** @description Labels of the interaction. */
      labels: {
        [key: string]: string;
      };
      /** @description Tags of the interaction. */
      tags: string[];
      /** @description A/B campaign of the interaction; null without one. */
      ab_campaign: string | null;
      /** @description Probability with which the request was assigned its model. */
      propensity: number | null;
      /**
       * @description Origin of the interaction.
       * @enum {string}
       */
      source: 'served' | 'imported' | 'comparison';
      /** @description Error that ended the answer, if any. */
      error: {
        /** @description Error code. */
        code: string;
        /** @description Error message. */
        message: string;
      } | null;
      /**
       * Format: date-time
       * @description Time of the interaction, RFC 3339 in UTC.
       */
      created_at: string;
    };
    /** @description One message of a conversation, as sent, with fields that only the provider reads. */
    RecordedMessage: {
      /** @description Role of the author. */
      role: string;
      /** @description A string, or an array of parts if there are images. */
      content:
        | string
        | (
            | ({
                /** @constant */
                type: 'text';
                /** @description Text. */
                text: string;
              } & {
                [key: string]: unknown;
              })
            | ({
                /** @constant */
                type: 'image_url';
                /** @description Address of the image: an https: URL, or an address of this installation. */
                image_url:
                  | string
                  | {
                      /** @description Address of the image. */
                      url: string;
                      /** @description Level of detail. */
                      detail: string;
                    };
              } & {
                [key: string]: unknown;
              })
          )[];
      /** @description Name of the author. */
      name?: string;
      /**
       * Format: uuid
       * @description Id of the completion that the message repeats, if it is one.
       */
      completion_id?: string;
      /** @description Any JSON object of the caller. */
      metadata?: unknown;
      /** @description Function calls of the assistant. */
      tool_calls?: components['schemas']['RecordedFunctionCall'][];
      /** @description Id of the call that a tool message answers. */
      tool_call_id?: string;
    } & {
      [key: string]: unknown;
    };
    /** @description A call of one of the caller's functions. */
    RecordedFunctionCall: {
      /** @description Id of the call in its conversation. */
      id: string;
      /** @constant */
      type: 'function';
      /** @description Called function and its arguments. */
      function: {
        /** @description Name of the function. */
        name: string;
        /** @description Arguments as the model wrote them, usually a JSON object. */
        arguments: string;
      };
    };
    /** @description A call of one of the project's tools. */
    CalledTool: {
      /** @description Round of the call, from 1. Calls of one round were made together. */
      round: number;
      /** @description Key of the tool at that time. */
      tool: string;
      /** @description Arguments as the model wrote them. */
      arguments: string;
      /** @description Result of the tool; null if it failed. */
      result: string | null;
      /** @description Error that the model got instead; null if it succeeded. */
      error: string | null;
      /** @description Duration of the call. */
      ms: number;
      /**
       * @description True if texts were shortened.
       * @constant
       */
      cut?: true;
    };
    /** @description The number of interactions that match a filter. */
    InteractionCount: {
      /** @description Interactions that match. With `format`, the most rows that the dataset can have: it leaves out answers without text and, for `kto`, ties. */
      count: number;
      /** @description False: there are more. Up to 100,000 are counted, with `text` up to 1,000; without limit if the filter has only times, model, campaign and finish reason. */
      complete: boolean;
    };
    /** @description Counts, tokens and times of interactions by time and group. */
    InteractionStatistics: {
      /**
       * Format: date-time
       * @description Start, inclusive.
       */
      from: string;
      /**
       * Format: date-time
       * @description End, exclusive.
       */
      to: string;
      /**
       * @description Length of the intervals.
       * @enum {string}
       */
      interval: 'minute' | 'hour' | 'day';
      /** @description Intervals with interactions, by time. At most 20 groups. */
      data: {
        /**
         * Format: date-time
         * @description Start of the interval. The first interval can start before `from`.
         */
        time: string;
        /** @description Value of the field; null for interactions without one, for `other`, and without groups. */
        group: string | null;
        /** @description True for all groups together that are not among the largest. */
        other: boolean;
        /** @description Number of interactions: each choice of a response is one. */
        count: number;
        /** @description Number of interactions that ended with an error. */
        errors: number;
        /** @description Tokens of the messages, once for each response. */
        prompt_tokens: number;
        /** @description Tokens of all choices, once for each response. */
        completion_tokens: number;
        /** @description Time from the start of the generation to the first token, once for each response. Off by at most 5 %. null without values. */
        first_token_ms: {
          /** @description Median. */
          p50: number;
          /** @description 95th percentile. */
          p95: number;
        } | null;
        /** @description Time from the start of the generation to its end, once for each response. Off by at most 5 %. null without values. */
        duration_ms: {
          /** @description Median. */
          p50: number;
          /** @description 95th percentile. */
          p95: number;
        } | null;
      }[];
      /** @description Figures of the whole time. */
      total: {
        /** @description Number of interactions: each choice of a response is one. */
        count: number;
        /** @description Number of interactions that ended with an error. */
        errors: number;
        /** @description Tokens of the messages, once for each response. */
        prompt_tokens: number;
        /** @description Tokens of all choices, once for each response. */
        completion_tokens: number;
        /** @description Time from the start of the generation to the first token, once for each response. Off by at most 5 %. null without values. */
        first_token_ms: {
          /** @description Median. */
          p50: number;
          /** @description 95th percentile. */
          p95: number;
        } | null;
        /** @description Time from the start of the generation to its end, once for each response. Off by at most 5 %. null without values. */
        duration_ms: {
          /** @description Median. */
          p50: number;
          /** @description 95th percentile. */
          p95: number;
        } | null;
      };
    };
    /** @description A recorded completion with its conversation and feedback. */
    Interaction: {
      /**
       * Format: uuid
       * @description Id of the completion. Feedback names it.
       */
      completion_id: string;
      /**
       * Format: uuid
       * @description Session of the interaction.
       */
      session_id: string;
      /** @description Key of the project. */
      project: string;
      /** @description `{project}/{model}` at that time; null if none was named. */
      model: string | null;
      /** @description Conversation that the completion answers. */
      messages: components['schemas']['RecordedMessage'][];
      /** @description Text of the answer. */
      completion: string;
      /** @description What the model wrote before the answer; absent for nothing. */
      reasoning?: string;
      /** @description What the model wrote in place of an answer; absent for nothing. */
      refusal?: string;
      /** @description Calls of the caller's functions at the end of the answer. */
      tool_calls?: components['schemas']['RecordedFunctionCall'][];
      /** @description Calls of the project's tools during the answer. */
      called_tools?: components['schemas']['CalledTool'][];
      /** @description System prompt of the model. */
      system_prompt: string | null;
      /** @description Why the answer ended; null if unknown. */
      finish_reason: ('stop' | 'length' | 'tool_calls' | 'content_filter' | 'error' | 'cancelled') | null;
      /** @description Token usage of all choices together; null if unknown. */
      usage: {
        /** @description Tokens of the messages. */
        prompt_tokens: number;
        /** @description Tokens of all choices. */
        completion_tokens: number;
        /** @description Sum of both. */
        total_tokens: number;
        /** @description Parts of the prompt, by name. */
        prompt_tokens_details?: {
          [key: string]: number;
        };
        /** @description Parts of the answer, by name. */
        completion_tokens_details?: {
          [key: string]: number;
        };
      } | null;
      /** @description Durations; null if unknown. */
      timings: {
        /** @description Time from the gateway to the start of the generation. */
        queue_ms: number;
        /** @description Time from there to the first token; null without a token. */
        first_token_ms: number | null;
        /** @description Time from the start of the generation to its end. */
        total_ms: number;
      } | null;
      /** @description Parameters of the request, also those that only the provider acts on. */
      parameters: {
        /** @description Sampling temperature. */
        temperature?: number;
        /** @description Nucleus sampling: probability mass of the tokens considered. */
        top_p?: number;
        /** @description Maximum number of tokens of a choice. */
        max_tokens?: number;
        /** @description Sequences at which the answer stops. */
        stop?: string[];
        /** @description Format of the answer. Default: text. */
        response_format?: {
          [key: string]: unknown;
        };
      } & {
        [key: string]: unknown;
      };
      /** @description Parameters that the provider does not support, dropped because of `drop_params`. */
      dropped_params?: string[];
      /** @description Id of the end user; null without one. */
      user: string | null;
      /** @description Labels of the interaction. */
      labels: {
        [key: string]: string;
      };
      /** @description Tags of the interaction. */
      tags: string[];
      /** @description A/B campaign of the interaction; null without one. */
      ab_campaign: string | null;
      /** @description Probability with which the request was assigned its model. */
      propensity: number | null;
      /**
       * @description Origin of the interaction.
       * @enum {string}
       */
      source: 'served' | 'imported' | 'comparison';
      /** @description Error that ended the answer, if any. */
      error: {
        /** @description Error code. */
        code: string;
        /** @description Error message. */
        message: string;
      } | null;
      /**
       * Format: date-time
       * @description Time of the interaction, RFC 3339 in UTC.
       */
      created_at: string;
      /** @description Feedback, oldest first; at most the first 1,000. */
      feedback: components['schemas']['RecordedFeedback'][];
    };
    /** @description Feedback on a completion. */
    RecordedFeedback: {
      /**
       * Format: uuid
       * @description Id of the feedback.
       */
      id: string;
      /** @description Key of the metric. */
      metric: string;
      /** @description true or false, or a number, by the kind of the metric. */
      value: boolean | number;
      /** @description Comment of the user; null without one. */
      reason: string | null;
      /** @description Further details; null without any. */
      details: string | null;
      /**
       * Format: date-time
       * @description Time of the feedback, RFC 3339 in UTC.
       */
      created_at: string;
    };
    /** @description Data of an event. Its `event:` line names the kind. */
    LiveEvent:
      | components['schemas']['InteractionEvent']
      | components['schemas']['FeedbackEvent']
      | components['schemas']['OutcomeEvent']
      | components['schemas']['ComparisonEvent'];
    /** @description Data of `event: interaction`: an interaction was recorded. */
    InteractionEvent: {
      /**
       * Format: uuid
       * @description Id of the completion.
       */
      completion_id: string;
      /**
       * Format: uuid
       * @description Id of the session.
       */
      session_id: string;
      /** @description `{project}/{model}`; null if unknown. */
      model: string | null;
      /**
       * @description Where the interaction comes from.
       * @enum {string}
       */
      source: 'served' | 'imported' | 'comparison';
      /** @description Why it ended; null if it was not served here. */
      finish_reason: ('stop' | 'length' | 'tool_calls' | 'content_filter' | 'error' | 'cancelled') | null;
      /**
       * Format: date-time
       * @description Time of the interaction or feedback.
       */
      created_at: string;
    };
    /** @description Data of `event: feedback`: feedback was recorded. */
    FeedbackEvent: {
      /**
       * Format: uuid
       * @description Id.
       */
      id: string;
      /**
       * Format: uuid
       * @description Id of the completion.
       */
      completion_id: string;
      /** @description Key of the metric at that time. */
      metric: string;
      /** @description true or false for a metric of kind `bool`, otherwise a number. */
      value: boolean | number;
      /**
       * Format: date-time
       * @description Time of the interaction or feedback.
       */
      created_at: string;
    };
    /** @description Data of `event: outcome`: the outcome of a session was recorded. */
    OutcomeEvent: {
      /**
       * Format: uuid
       * @description Id.
       */
      id: string;
      /**
       * Format: uuid
       * @description Id of the session.
       */
      session_id: string;
      /** @description Key of the metric at that time. */
      metric: string;
      /** @description true or false for a metric of kind `bool`, otherwise a number. */
      value: boolean | number;
      /**
       * Format: date-time
       * @description Time of the interaction or feedback.
       */
      created_at: string;
    };
    /** @description Data of `event: comparison`: a comparison was recorded. */
    ComparisonEvent: {
      /**
       * Format: uuid
       * @description Id.
       */
      id: string;
      /** @description Key of the metric at that time. */
      metric: string;
      /** @description The better completion; in a tie, the first one. */
      preferred: {
        /**
         * Format: uuid
         * @description Id of the completion.
         */
        completion_id: string;
        /** @description `{project}/{model}`; null if unknown. */
        model: string | null;
      };
      /** @description The other completion. */
      other: {
        /**
         * Format: uuid
         * @description Id of the completion.
         */
        completion_id: string;
        /** @description `{project}/{model}`; null if unknown. */
        model: string | null;
      };
      /** @description Set if neither is better: both are `good`, or both are `bad`. */
      tied: ('good' | 'bad') | null;
      /**
       * Format: date-time
       * @description Time of the interaction or feedback.
       */
      created_at: string;
    };
    /** @description A new upload session. */
    InitUpload: {
      /** @description Media type of the file; null if unknown. */
      content_type?: ('' | string) | null;
      /** @description Any JSON object, at most 16 KiB. With an installation key, `project` names the project. */
      metadata?: {
        [key: string]: unknown;
      } | null;
      /** @description Number of parts to send. */
      total_parts_count: number;
    };
    /** @description A multipart upload. */
    UploadSession: {
      /**
       * Format: uuid
       * @description Id of the upload session.
       */
      session_id: string;
      /**
       * @description `complete`: all parts are stored, and can be replaced. `consumed`: a file was created from it. The last three states accept no parts.
       * @enum {string}
       */
      state: 'open' | 'complete' | 'consumed' | 'aborted' | 'expired';
      /** @description Number of parts of the file. */
      total_parts_count: number;
      /** @description Numbers of the stored parts, in ascending order. */
      completed_parts: number[];
      /** @description Total bytes of the stored parts. */
      size: number;
      /** @description Project of the session. null: an installation key began it without one. */
      project_id: string | null;
      /** @description As given at `init`. */
      content_type: string | null;
      /** @description As given at `init`. */
      metadata: {
        [key: string]: unknown;
      } | null;
      /**
       * Format: date-time
       * @description Creation time, RFC 3339 in UTC.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Expiry without further parts, RFC 3339 in UTC.
       */
      expires_at: string;
    };
    /** @description Bytes of the part. */
    PartBytes: unknown;
    /** @description A stored part. */
    UploadedPart: {
      /** @description Number of the part. */
      part_number: number;
      /** @description Size in bytes. */
      size: number;
      /** @description SHA-256 of the received bytes, in lower-case hex. */
      sha256: string;
    };
    /** @description Reference to an upload session. */
    UploadRef: {
      /** @description Id of the upload session, as returned by `init`. */
      session_id: string;
    };
    /** @description A new dataset from an upload or from interactions. */
    CreateDataset: {
      /** @description Short name for URLs, unique in its project. */
      key: string;
      /** @description Display name. Default: the key. */
      name?: string;
      /** @description Id of an upload session with all its parts. */
      upload_session_id?: string;
      from?: components['schemas']['InteractionsSource'];
    };
    /** @description Selection of interactions and feedback for a dataset. */
    InteractionsSource: {
      /**
       * @description Recorded interactions.
       * @constant
       */
      kind: 'interactions';
      /**
       * @description `sft`: answers. `dpo`: pairs of answers to one prompt, from comparisons under `filter.metric` with a winner. `kto`: answers labelled by the majority of their values of `filter.metric`, which must have kind bool.
       * @enum {string}
       */
      format: 'sft' | 'dpo' | 'kto';
      /**
       * @description Filter as in the list of interactions. All conditions must hold. Default: all interactions.
       * @default {}
       */
      filter?: {
        /**
         * Format: uuid
         * @description Only interactions of this session.
         */
        session_id?: string;
        /** @description Only interactions of this user, named as in the request. */
        user?: string;
        /** @description Only of this model: id, key or `{project}/{model}`. */
        model?: string;
        /** @description Only interactions of this campaign. */
        ab_campaign?: string;
        /**
         * @description Only interactions with this label, `name:value`. Repeat it to require several labels.
         * @default []
         */
        label?: string[];
        /**
         * @description Only interactions with this tag. Repeat it to require several tags.
         * @default []
         */
        tag?: string[];
        /**
         * @description Only interactions with this finish reason.
         * @enum {string}
         */
        finish_reason?: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'error' | 'cancelled';
        /** @description Only interactions with these words in the first 8,000 characters of their completion. `"two words"` is a phrase, `or` an alternative, `-word` excludes beside other words. Case is ignored, word forms are not. */
        text?: string;
        /** @description Only interactions with a value of this metric, from `min` to `max`. */
        metric?: string;
        /** @description Start, inclusive. */
        created_after?: string | number;
        /** @description End, exclusive. */
        created_before?: string | number;
        /** @description Minimum value of `metric`, with false as 0 and true as 1. */
        min?: number;
        /** @description Maximum value of `metric`. */
        max?: number;
      };
      /** @description Only interactions recorded until this time. Default: now. The same snapshot gives the same bytes, unless a user was erased. */
      snapshot?: string | number;
    };
    /** @description A dataset of a project. */
    Dataset: {
      /**
       * Format: uuid
       * @description Id, created by the installation.
       */
      id: string;
      /** @description Display name. */
      name: string;
      /** @description Bytes of the uploaded or created file; 0 while it is being created. */
      size: number;
      /**
       * Format: date-time
       * @description Creation time, RFC 3339 in UTC.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last change, RFC 3339 in UTC.
       */
      updated_at: string;
      /** @description Short name for URLs, unique among the datasets of its project. */
      key: string;
      /**
       * Format: uuid
       * @description Project of the resource.
       */
      project_id: string;
      /**
       * @description `processing` until it is converted or created. `failed` if a line is invalid or no interaction matches; see `errors`. `cancelled` by a request; its files are deleted.
       * @enum {string}
       */
      status: 'processing' | 'ready' | 'failed' | 'cancelled';
      /** @description Rows converted or created so far. */
      rows: number;
      /** @description Rows of a dataset of interactions, at most and about: what its filter selected when it began. Answers without text and ties make no row. null until it begins, if they take more than 5 s to count, and for uploads. */
      rows_expected: number | null;
      /** @description Bytes read of the uploaded file, or written of the created file, so far. */
      bytes: number;
      /** @description Percentage read of the uploaded file, or `rows` of `rows_expected`; 0 while that is null. 100 when ready. */
      percent: number;
      /** @description SHA-256 of the uploaded or created file, lower-case hex; null until it is assembled. */
      sha256: string | null;
      /** @description The first 100 invalid lines; in lists, only the first. */
      errors: {
        /** @description Line number, from 1. */
        line: number;
        /** @description Error in the line. */
        message: string;
      }[];
      /** @description Selection of interactions; send it again to create the same dataset. null: uploaded. */
      from: {
        /**
         * @description Recorded interactions.
         * @constant
         */
        kind: 'interactions';
        /**
         * @description Format of the lines.
         * @enum {string}
         */
        format: 'sft' | 'dpo' | 'kto';
        /** @description Filter as sent, with ids of models and metrics. */
        filter: {
          [key: string]: unknown;
        };
        /** @description Interactions recorded until this time are included. null for a moment, until the time is fixed. */
        snapshot: string | null;
      } | null;
      /** @description True if the uploaded file can be downloaded. False: only the recipe format can. */
      original_kept: boolean;
      /** @description Bytes in recipe format; null until ready. */
      recipe_size: number | null;
      /** @description Bytes of the manifest, which lists the source of each line. null until ready, and for uploads. */
      manifest_size: number | null;
      /** @description When it was cancelled; null if it was not. */
      cancelled_at: string | null;
    };
    /** @description One page of a list. */
    DatasetPage: {
      data: components['schemas']['Dataset'][];
      /** @description `cursor` of the next page; null on the last page. */
      next_cursor: string | null;
    };
    /** @description JSON Lines. Each line is a row. */
    DatasetFile: string;
    /** @description A new recipe from an uploaded zip. */
    CreateRecipe: {
      /** @description Short name for URLs, unique in its project. */
      key: string;
      /** @description Display name. Default: the key. */
      name?: string;
      /** @description Id of an upload session with all its parts. */
      upload_session_id: string;
      /**
       * @description Path in the zip of the program's main file.
       * @default main.py
       */
      entry_point?: string;
    };
    /** @description A zip with a training program. It is stored and never executed. */
    Recipe: {
      /**
       * Format: uuid
       * @description Id, created by the installation.
       */
      id: string;
      /** @description Display name. */
      name: string;
      /** @description Bytes of the uploaded or created file; 0 while it is being created. */
      size: number;
      /**
       * Format: date-time
       * @description Creation time, RFC 3339 in UTC.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last change, RFC 3339 in UTC.
       */
      updated_at: string;
      /** @description Short name for URLs, unique among the recipes of its project or of the installation. */
      key: string;
      /** @description Project of the recipe; null: available to all projects. */
      project_id: string | null;
      /** @description Path in the zip of the program's main file. */
      entry_point: string;
      /** @description SHA-256 of the zip, lower-case hex. */
      sha256: string;
      /** @description Files and folders in the zip. */
      entries: number;
      /** @description Total bytes of its files. */
      unpacked_size: number;
    };
    /** @description One page of a list. */
    RecipePage: {
      data: components['schemas']['Recipe'][];
      /** @description `cursor` of the next page; null on the last page. */
      next_cursor: string | null;
    };
    /** @description A zip. */
    RecipeFile: unknown;
    /** @description A new artifact from an upload. */
    CreateArtifact: {
      /** @description File name for downloads. */
      name: string;
      /** @description Id of an upload session with all its parts. */
      upload_session_id: string;
    };
    /** @description A stored file of a project. */
    Artifact: {
      /**
       * Format: uuid
       * @description Id, created by the installation.
       */
      id: string;
      /** @description Display name. */
      name: string;
      /** @description Bytes of the uploaded or created file; 0 while it is being created. */
      size: number;
      /**
       * Format: date-time
       * @description Creation time, RFC 3339 in UTC.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last change, RFC 3339 in UTC.
       */
      updated_at: string;
      /**
       * Format: uuid
       * @description Project of the resource.
       */
      project_id: string;
      /** @description Media type, as given for the upload session. */
      content_type: string;
      /** @description SHA-256 of the file, in hex. */
      sha256: string;
      /** @description Path of the download. */
      url: string;
    };
    /** @description One page of a list. */
    ArtifactPage: {
      data: components['schemas']['Artifact'][];
      /** @description `cursor` of the next page; null on the last page. */
      next_cursor: string | null;
    };
    /** @description The file, of any media type. */
    ArtifactFile: unknown;
    /** @description Feedback on a completion. */
    FeedbackInput: {
      /** @description true, false, 0 or 1 for a metric of kind `bool`; any number for kind `scalar`. */
      value: boolean | number;
      /** @description Completion that the feedback is about, or an answer with one choice (`chatcmpl-…`). Accepted from the first token on. */
      completion_id: string;
      /** @description Id or key of the metric. */
      metric: string;
      /** @description End user who gave the feedback: a uuid, or any string, which is mapped to a uuid of the project. In summaries, a later value of the same user replaces it. Values without a user add up. */
      user_id?: string | null;
      /** @description Id or key of the project. */
      project?: string | null;
      /** @description Alias of `project`. */
      project_id?: string | null;
      /** @description Older alias of `project`. */
      use_case?: string | null;
      /** @description What is wrong with the answer. */
      reason?: ('Toxicity' | 'Factuality' | 'Style' | 'WrongAnswer') | null;
      /** @description Text, at most 64 KiB in UTF-8. */
      details?: string | null;
    };
    /** @description The stored feedback. */
    FeedbackOutput: {
      /**
       * Format: uuid
       * @description Id, created by the installation.
       */
      feedback_id: string;
    };
    /** @description Outcome of a session. `project` defaults to the project of the session. */
    OutcomeInput: {
      /** @description true, false, 0 or 1 for a metric of kind `bool`; any number for kind `scalar`. */
      value: boolean | number;
      /**
       * Format: uuid
       * @description Session that the outcome is about. It has an interaction in the project.
       */
      session_id: string;
      /** @description Id or key of the metric. */
      metric: string;
      /** @description End user who gave the feedback: a uuid, or any string, which is mapped to a uuid of the project. In summaries, a later value of the same user replaces it. Values without a user add up. */
      user_id?: string | null;
      /** @description Id or key of the project. */
      project?: string | null;
      /** @description Alias of `project`. */
      project_id?: string | null;
      /** @description Older alias of `project`. */
      use_case?: string | null;
    };
    /** @description The stored feedback. */
    OutcomeOutput: {
      /**
       * Format: uuid
       * @description Id, created by the installation.
       */
      outcome_id: string;
    };
    /** @description Which of two completions of one prompt is better. `project` defaults to the project of the completions. */
    ComparisonInput: {
      /** @description Id or key of the metric. */
      metric: string;
      /** @description End user who gave the feedback: a uuid, or any string, which is mapped to a uuid of the project. In summaries, a later value of the same user replaces it. Values without a user add up. */
      user_id?: string | null;
      /** @description Id or key of the project. */
      project?: string | null;
      /** @description Alias of `project`. */
      project_id?: string | null;
      /** @description Older alias of `project`. */
      use_case?: string | null;
      /** @description A completion, by id or as text. */
      preferred_completion:
        | string
        | {
            /** @description Text of the answer. */
            text: string;
            /** @description Model that answered: id, key or `{project}/{model}`. */
            model: string;
          };
      /** @description A completion, by id or as text. */
      other_completion:
        | string
        | {
            /** @description Text of the answer. */
            text: string;
            /** @description Model that answered: id, key or `{project}/{model}`. */
            model: string;
          };
      /** @description Prompt of both completions. Required if one of them is given as text, otherwise ignored. */
      messages?: components['schemas']['ChatMessageInput'][] | null;
      /** @description Older form of `messages`: one user message. */
      prompt?: string | null;
      /** @description Set if neither is better: both are `good`, or both are `bad`. */
      tied?: ('good' | 'bad') | null;
    };
    /** @description The stored feedback. */
    ComparisonOutput: {
      /**
       * Format: uuid
       * @description Id, created by the installation.
       */
      comparison_id: string;
    };
    /** @description One page of a list. */
    FeedbackPage: {
      data: components['schemas']['Feedback'][];
      /** @description `cursor` of the next page; null on the last page. */
      next_cursor: string | null;
    };
    /** @description Feedback on a completion. */
    Feedback: {
      /**
       * Format: uuid
       * @description Id.
       */
      id: string;
      /**
       * Format: uuid
       * @description Id of the metric.
       */
      metric_id: string;
      /** @description Key of the metric. */
      metric: string;
      /** @description true or false for a metric of kind `bool`, otherwise a number. */
      value: boolean | number;
      /**
       * Format: uuid
       * @description Id of the session.
       */
      session_id: string;
      /** @description End user who gave it. */
      user_id: string | null;
      /** @description False if a later value of the same user replaced it. */
      current: boolean;
      /**
       * Format: date-time
       * @description Time of the feedback.
       */
      created_at: string;
      /**
       * Format: uuid
       * @description Id of the completion.
       */
      completion_id: string;
      /** @description What is wrong with the answer. */
      reason: string | null;
      /** @description Further details. */
      details: string | null;
      /** @description True if it was imported with an interaction. */
      imported: boolean;
    };
    /** @description Feedback and comparisons over time. */
    FeedbackStatistics: {
      /**
       * Format: date-time
       * @description Start, inclusive.
       */
      from: string;
      /**
       * Format: date-time
       * @description End, exclusive.
       */
      to: string;
      /**
       * @description Length of an interval.
       * @enum {string}
       */
      interval: 'minute' | 'hour' | 'day';
      /** @description Intervals with entries, oldest first; in each the largest group of the period first. */
      data: {
        /**
         * Format: date-time
         * @description Start of the interval.
         */
        time: string;
        /** @description Key of the metric, or `{project}/{model}`; null if unknown, and for the rest. */
        group: string | null;
        /** @description True for the rest: all groups but the 20 largest together. */
        other: boolean;
        /** @description Values that count, from feedback, outcomes and imports. */
        count: number;
        /** @description Mean of the values, with true as 1 and false as 0. null without values, or if they belong to several metrics. */
        mean: number | null;
        /** @description Comparisons. By model, each counts for both models. */
        comparisons: number;
        /** @description How many of the values are outcomes of sessions. */
        outcomes: number;
      }[];
      /** @description The whole period. Each comparison counts once. */
      total: {
        /** @description Values that count, from feedback, outcomes and imports. */
        count: number;
        /** @description Comparisons. */
        comparisons: number;
        /** @description How many of the values are outcomes of sessions. */
        outcomes: number;
      };
    };
    /** @description One page of a list. */
    OutcomePage: {
      data: components['schemas']['Outcome'][];
      /** @description `cursor` of the next page; null on the last page. */
      next_cursor: string | null;
    };
    /** @description Outcome of a session. */
    Outcome: {
      /**
       * Format: uuid
       * @description Id.
       */
      id: string;
      /**
       * Format: uuid
       * @description Id of the metric.
       */
      metric_id: string;
      /** @description Key of the metric. */
      metric: string;
      /** @description true or false for a metric of kind `bool`, otherwise a number. */
      value: boolean | number;
      /**
       * Format: uuid
       * @description Id of the session.
       */
      session_id: string;
      /** @description End user who gave it. */
      user_id: string | null;
      /** @description False if a later value of the same user replaced it. */
      current: boolean;
      /**
       * Format: date-time
       * @description Time of the feedback.
       */
      created_at: string;
    };
    /** @description One page of a list. */
    ComparisonPage: {
      data: components['schemas']['Comparison'][];
      /** @description `cursor` of the next page; null on the last page. */
      next_cursor: string | null;
    };
    /** @description Which of two completions is better. */
    Comparison: {
      /**
       * Format: uuid
       * @description Id.
       */
      id: string;
      /**
       * Format: uuid
       * @description Id of the metric.
       */
      metric_id: string;
      /** @description Key of the metric. */
      metric: string;
      /** @description The better completion; in a tie, the first one. */
      preferred: {
        /**
         * Format: uuid
         * @description Id of the completion.
         */
        completion_id: string;
        /** @description `{project}/{model}`; null if unknown. */
        model: string | null;
      };
      /** @description The other completion. */
      other: {
        /**
         * Format: uuid
         * @description Id of the completion.
         */
        completion_id: string;
        /** @description `{project}/{model}`; null if unknown. */
        model: string | null;
      };
      /** @description Set if neither is better: both are `good`, or both are `bad`. */
      tied: ('good' | 'bad') | null;
      /** @description End user who gave it. */
      user_id: string | null;
      /**
       * Format: date-time
       * @description Time of the feedback.
       */
      created_at: string;
    };
    /** @description A new metric. */
    CreateMetric: {
      /** @description Short name for URLs, unique in its project. */
      key: string;
      /** @description Display name. Default: the key. */
      name?: string;
      /**
       * @description Kind of its values: true or false (`bool`), or any number (`scalar`). It cannot be changed.
       * @enum {string}
       */
      kind: 'bool' | 'scalar';
      /**
       * @description Which values are better. Default: `higher_is_better`.
       * @enum {string}
       */
      scoring_type?: 'higher_is_better' | 'lower_is_better';
      description?: string | null;
    };
    /** @description A metric for feedback of a project. */
    Metric: {
      /**
       * Format: uuid
       * @description Id, created by the installation.
       */
      id: string;
      /** @description Short name for URLs, unique in its project. */
      key: string;
      /** @description Display name. */
      name: string;
      /**
       * Format: uuid
       * @description Project of the metric.
       */
      project_id: string;
      /**
       * @description Kind of its values: true or false (`bool`), or any number (`scalar`). It cannot be changed.
       * @enum {string}
       */
      kind: 'bool' | 'scalar';
      /**
       * @description Which values are better. Default: `higher_is_better`.
       * @enum {string}
       */
      scoring_type: 'higher_is_better' | 'lower_is_better';
      description: string | null;
      /**
       * Format: date-time
       * @description Creation time, RFC 3339 in UTC.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last change, RFC 3339 in UTC.
       */
      updated_at: string;
    };
    /** @description One page of a list. */
    MetricPage: {
      data: components['schemas']['Metric'][];
      /** @description `cursor` of the next page; null on the last page. */
      next_cursor: string | null;
    };
    /** @description Summary of the feedback under a metric. */
    MetricSummary: {
      metric: components['schemas']['Metric'];
      /** @description Number of values. */
      count: number;
      /** @description Mean of the values, with true as 1 and false as 0. null without values. */
      mean: number | null;
      /** @description Variance of the values (divided by their count); null without values. */
      variance: number | null;
      /** @description Least value. */
      min: number | null;
      /** @description Greatest value. */
      max: number | null;
      /** @description Histogram in ascending order. At most 64 buckets with values: one for each leading digit of each power of ten. */
      histogram: {
        /** @description Smallest value of the bucket. */
        from: number;
        /** @description End of the bucket, exclusive. Equal to `from`: exactly that value. */
        to: number;
        /** @description Number of values. */
        count: number;
      }[];
      /** @description Results of comparisons. In total, each comparison is one win and one loss, or one tie. */
      comparisons: {
        /** @description Comparisons won. */
        wins: number;
        /** @description Comparisons lost. */
        losses: number;
        /** @description Comparisons without a winner. */
        ties: number;
      };
      /** @description Models, the ones with the most values first. */
      by_model: {
        /** @description `{project}/{model}`; null if unknown. */
        model: string | null;
        /** @description Number of values. */
        count: number;
        /** @description Mean of the values, with true as 1 and false as 0. null without values. */
        mean: number | null;
        /** @description Variance of the values (divided by their count); null without values. */
        variance: number | null;
        /** @description Results of comparisons. In total, each comparison is one win and one loss, or one tie. */
        comparisons: {
          /** @description Comparisons won. */
          wins: number;
          /** @description Comparisons lost. */
          losses: number;
          /** @description Comparisons without a winner. */
          ties: number;
        };
      }[];
      /** @description Days with values, at most the last 1,000. */
      by_day: {
        /**
         * Format: date
         * @description Day, UTC.
         */
        day: string;
        /** @description Number of values. */
        count: number;
        /** @description Mean of the values, with true as 1 and false as 0. null without values. */
        mean: number | null;
        /** @description Variance of the values (divided by their count); null without values. */
        variance: number | null;
      }[];
    };
    /** @description Changes of a metric. Absent fields stay unchanged. */
    UpdateMetric: {
      /** @description Short name for URLs, unique in its project. */
      key?: string;
      /** @description Display name. Default: the key. */
      name?: string;
      /**
       * @description Kind of its values: true or false (`bool`), or any number (`scalar`). It cannot be changed.
       * @enum {string}
       */
      kind?: 'bool' | 'scalar';
      /**
       * @description Which values are better. Default: `higher_is_better`.
       * @enum {string}
       */
      scoring_type?: 'higher_is_better' | 'lower_is_better';
      description?: string | null;
    };
    /** @description A new review queue. */
    CreateReviewQueue: {
      /** @description Short name for URLs, unique in its project. */
      key: string;
      /** @description Display name. Default: the key. */
      name?: string;
      /**
       * @description `compare`: which of two completions is better. `rate`: a value for one completion. It cannot be changed.
       * @enum {string}
       */
      kind: 'compare' | 'rate';
      /** @description Id or key of the metric. It cannot be changed. */
      metric: string;
      /** @description Reviews of each item, by different reviewers. Default: 1. */
      reviews_per_item?: number;
      /** @description Time that a reviewer has for an item. Default: 300. */
      lease_seconds?: number;
      /** @description Selection of completions that fills the queue: `ab_campaign`, `models`, or `filter` with `replay` for kind `compare`; `filter` alone for kind `rate`. null: callers add items. Default: null. */
      source?:
        | (
            | {
                /** @description A/B campaign, by id or key: every two of its models. */
                ab_campaign: string;
              }
            | {
                /** @description Two models of the project, by id or key. */
                models: string[];
                /** @description Only prompts with an answer that matches: the filter of interactions, without `model`. Default: all. */
                filter?: {
                  /**
                   * Format: uuid
                   * @description Only interactions of this session.
                   */
                  session_id?: string;
                  /** @description Only interactions of this user, named as in the request. */
                  user?: string;
                  /** @description Only of this model: id, key or `{project}/{model}`. */
                  model?: string;
                  /** @description Only interactions of this campaign. */
                  ab_campaign?: string;
                  /**
                   * @description Only interactions with this label, `name:value`. Repeat it to require several labels.
                   * @default []
                   */
                  label?: string[];
                  /**
                   * @description Only interactions with this tag. Repeat it to require several tags.
                   * @default []
                   */
                  tag?: string[];
                  /**
                   * @description Only interactions with this finish reason.
                   * @enum {string}
                   */
                  finish_reason?: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'error' | 'cancelled';
                  /** @description Only interactions with these words in the first 8,000 characters of their completion. `"two words"` is a phrase, `or` an alternative, `-word` excludes beside other words. Case is ignored, word forms are not. */
                  text?: string;
                  /** @description Only interactions with a value of this metric, from `min` to `max`. */
                  metric?: string;
                  /** @description Start, inclusive. */
                  created_after?: string | number;
                  /** @description End, exclusive. */
                  created_before?: string | number;
                  /** @description Minimum value of `metric`, with false as 0 and true as 1. */
                  min?: number;
                  /** @description Maximum value of `metric`. */
                  max?: number;
                };
              }
            | {
                /** @description Filter as in the list of interactions. All conditions must hold. Default: all interactions. */
                filter: {
                  /**
                   * Format: uuid
                   * @description Only interactions of this session.
                   */
                  session_id?: string;
                  /** @description Only interactions of this user, named as in the request. */
                  user?: string;
                  /** @description Only of this model: id, key or `{project}/{model}`. */
                  model?: string;
                  /** @description Only interactions of this campaign. */
                  ab_campaign?: string;
                  /**
                   * @description Only interactions with this label, `name:value`. Repeat it to require several labels.
                   * @default []
                   */
                  label?: string[];
                  /**
                   * @description Only interactions with this tag. Repeat it to require several tags.
                   * @default []
                   */
                  tag?: string[];
                  /**
                   * @description Only interactions with this finish reason.
                   * @enum {string}
                   */
                  finish_reason?: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'error' | 'cancelled';
                  /** @description Only interactions with these words in the first 8,000 characters of their completion. `"two words"` is a phrase, `or` an alternative, `-word` excludes beside other words. Case is ignored, word forms are not. */
                  text?: string;
                  /** @description Only interactions with a value of this metric, from `min` to `max`. */
                  metric?: string;
                  /** @description Start, inclusive. */
                  created_after?: string | number;
                  /** @description End, exclusive. */
                  created_before?: string | number;
                  /** @description Minimum value of `metric`, with false as 0 and true as 1. */
                  min?: number;
                  /** @description Maximum value of `metric`. */
                  max?: number;
                };
                /** @description Has a second model answer the prompt of each answer that matches, and compares the two answers. */
                replay?: {
                  /** @description Model of the project, by id or key. Requires the permission `inference`. */
                  model: string;
                  /**
                   * @description Maximum number of prompts, 1 to 1,000. Default: 100.
                   * @default 100
                   */
                  limit?: number;
                };
              }
          )
        | null;
    };
    /** @description A queue of completions that people review under a metric. */
    ReviewQueue: {
      /**
       * Format: uuid
       * @description Id, created by the installation.
       */
      id: string;
      /** @description Short name for URLs, unique in its project. */
      key: string;
      /** @description Display name. */
      name: string;
      /**
       * Format: uuid
       * @description Project of the queue.
       */
      project_id: string;
      /**
       * @description `compare`: which of two completions is better. `rate`: a value for one completion. It cannot be changed.
       * @enum {string}
       */
      kind: 'compare' | 'rate';
      /** @description Key of the metric. */
      metric: string;
      /** @description Selection of completions that fills the queue. null: callers add items. */
      source:
        | (
            | {
                /** @description Id of the A/B campaign. */
                ab_campaign: string;
              }
            | {
                /** @description Ids of the two models. */
                models: string[];
                /** @description Filter as sent, with ids of models. */
                filter?: {
                  [key: string]: unknown;
                };
              }
            | {
                /** @description Filter as sent, with ids of models. */
                filter: {
                  [key: string]: unknown;
                };
                /** @description Present if the prompts are answered again. */
                replay?: {
                  /** @description Id of the model. */
                  model: string;
                  /** @description Maximum number of prompts. */
                  limit: number;
                };
              }
          )
        | null;
      /** @description Reviews of each item, by different reviewers. Default: 1. */
      reviews_per_item: number;
      /** @description Time that a reviewer has for an item. Default: 300. */
      lease_seconds: number;
      /** @description Number of items by status. */
      counts: {
        /** @description Items that nobody has leased. */
        waiting: number;
        /** @description Items with an unexpired lease. */
        leased: number;
        /** @description Items with all reviews. */
        reviewed: number;
        /** @description Items that all reviewers skipped. */
        skipped: number;
      };
      /** @description Why the source cannot be read, for example because its model was deleted. null: it can. */
      fill_error?: string | null;
      /** @description Progress of the replays. Absent if `source` has no `replay`. */
      replays?: {
        /** @description Prompts that wait or are being answered. */
        pending: number;
        /** @description Prompts with an answer, which is compared with the stored one. */
        answered: number;
        /** @description Prompts whose answer failed. Setting `source` again retries them. */
        failed: number;
        /** @description Why the latest prompt has no answer yet. null: none failed. */
        last_error: string | null;
      };
      /**
       * Format: date-time
       * @description Creation time, RFC 3339 in UTC.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last change, RFC 3339 in UTC.
       */
      updated_at: string;
    };
    /** @description One page of a list. */
    ReviewQueuePage: {
      data: components['schemas']['ReviewQueue'][];
      /** @description `cursor` of the next page; null on the last page. */
      next_cursor: string | null;
    };
    /** @description Changes of a review queue. Absent fields stay unchanged. */
    UpdateReviewQueue: {
      /** @description Display name. */
      name?: string;
      /** @description Reviews of each item, by different reviewers. Default: 1. */
      reviews_per_item?: number;
      /** @description Time that a reviewer has for an item. Default: 300. */
      lease_seconds?: number;
      /** @description Selection of completions that fills the queue: `ab_campaign`, `models`, or `filter` with `replay` for kind `compare`; `filter` alone for kind `rate`. null: callers add items. Default: null. */
      source?:
        | (
            | {
                /** @description A/B campaign, by id or key: every two of its models. */
                ab_campaign: string;
              }
            | {
                /** @description Two models of the project, by id or key. */
                models: string[];
                /** @description Only prompts with an answer that matches: the filter of interactions, without `model`. Default: all. */
                filter?: {
                  /**
                   * Format: uuid
                   * @description Only interactions of this session.
                   */
                  session_id?: string;
                  /** @description Only interactions of this user, named as in the request. */
                  user?: string;
                  /** @description Only of this model: id, key or `{project}/{model}`. */
                  model?: string;
                  /** @description Only interactions of this campaign. */
                  ab_campaign?: string;
                  /**
                   * @description Only interactions with this label, `name:value`. Repeat it to require several labels.
                   * @default []
                   */
                  label?: string[];
                  /**
                   * @description Only interactions with this tag. Repeat it to require several tags.
                   * @default []
                   */
                  tag?: string[];
                  /**
                   * @description Only interactions with this finish reason.
                   * @enum {string}
                   */
                  finish_reason?: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'error' | 'cancelled';
                  /** @description Only interactions with these words in the first 8,000 characters of their completion. `"two words"` is a phrase, `or` an alternative, `-word` excludes beside other words. Case is ignored, word forms are not. */
                  text?: string;
                  /** @description Only interactions with a value of this metric, from `min` to `max`. */
                  metric?: string;
                  /** @description Start, inclusive. */
                  created_after?: string | number;
                  /** @description End, exclusive. */
                  created_before?: string | number;
                  /** @description Minimum value of `metric`, with false as 0 and true as 1. */
                  min?: number;
                  /** @description Maximum value of `metric`. */
                  max?: number;
                };
              }
            | {
                /** @description Filter as in the list of interactions. All conditions must hold. Default: all interactions. */
                filter: {
                  /**
                   * Format: uuid
                   * @description Only interactions of this session.
                   */
                  session_id?: string;
                  /** @description Only interactions of this user, named as in the request. */
                  user?: string;
                  /** @description Only of this model: id, key or `{project}/{model}`. */
                  model?: string;
                  /** @description Only interactions of this campaign. */
                  ab_campaign?: string;
                  /**
                   * @description Only interactions with this label, `name:value`. Repeat it to require several labels.
                   * @default []
                   */
                  label?: string[];
                  /**
                   * @description Only interactions with this tag. Repeat it to require several tags.
                   * @default []
                   */
                  tag?: string[];
                  /**
                   * @description Only interactions with this finish reason.
                   * @enum {string}
                   */
                  finish_reason?: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'error' | 'cancelled';
                  /** @description Only interactions with these words in the first 8,000 characters of their completion. `"two words"` is a phrase, `or` an alternative, `-word` excludes beside other words. Case is ignored, word forms are not. */
                  text?: string;
                  /** @description Only interactions with a value of this metric, from `min` to `max`. */
                  metric?: string;
                  /** @description Start, inclusive. */
                  created_after?: string | number;
                  /** @description End, exclusive. */
                  created_before?: string | number;
                  /** @description Minimum value of `metric`, with false as 0 and true as 1. */
                  min?: number;
                  /** @description Maximum value of `metric`. */
                  max?: number;
                };
                /** @description Has a second model answer the prompt of each answer that matches, and compares the two answers. */
                replay?: {
                  /** @description Model of the project, by id or key. Requires the permission `inference`. */
                  model: string;
                  /**
                   * @description Maximum number of prompts, 1 to 1,000. Default: 100.
                   * @default 100
                   */
                  limit?: number;
                };
              }
          )
        | null;
    };
    /** @description Agreement of the reviewers in the latest 10,000 reviews of a queue. */
    ReviewAgreement: {
      /** @description Items with two reviews or more, without skips. */
      items: number;
      /** @description The 20 reviewers with the most reviews. */
      reviewers: {
        /** @description Name of the person who reviews. */
        reviewer: string;
        /** @description Number of reviews, without skips. */
        reviews: number;
      }[];
      /** @description Share of the pairs of reviews of one item that agree. null: no pairs. */
      agreement: number | null;
      /** @description Fleiss' kappa: agreement beyond chance. 1: always the same. 0: as by chance. null: not defined. */
      fleiss_kappa: number | null;
      /** @description Pairs of reviewers that have items in common. */
      pairs: {
        /** @description The two reviewers. */
        reviewers: string[];
        /** @description Items that both reviewed. */
        items: number;
        /** @description Share of these items on which they agree. */
        agreement: number | null;
      }[];
    };
    /** @description Items for a review queue. */
    AddReviewItems: {
      /** @description The items to add. */
      items: {
        /** @description One completion to rate, or two to compare. */
        completion_ids: string[];
      }[];
    };
    /** @description Number of items that were added. */
    AddedReviewItems: {
      /** @description New items. */
      added: number;
      /** @description Items that the queue has already. */
      existing: number;
    };
    /** @description One page of a list. */
    ReviewItemPage: {
      data: components['schemas']['ReviewItem'][];
      /** @description `cursor` of the next page; null on the last page. */
      next_cursor: string | null;
    };
    /** @description An item of a review queue. */
    ReviewItem: {
      /**
       * Format: uuid
       * @description Id of the item.
       */
      id: string;
      /**
       * @description `leased`: has an unexpired lease. `reviewed`: has all reviews. `skipped`: all of them skipped it.
       * @enum {string}
       */
      status: 'waiting' | 'leased' | 'reviewed' | 'skipped';
      /** @description One completion to rate, or two to compare. */
      completion_ids: string[];
      /** @description Its reviews, oldest first. */
      reviews: components['schemas']['Review'][];
      /**
       * Format: date-time
       * @description Time of creation.
       */
      created_at: string;
    };
    /** @description A review of an item. */
    Review: {
      /**
       * Format: uuid
       * @description Id of the review.
       */
      id: string;
      /**
       * Format: uuid
       * @description Id of the item.
       */
      item_id: string;
      /** @description Name of the person who reviewed. */
      reviewer: string;
      /** @description The better completion. */
      preferred_completion: string | null;
      /** @description Set if neither is better: both are `good`, or both are `bad`. */
      tied: ('good' | 'bad') | null;
      /** @description The value, in a queue of kind `rate`. */
      value: boolean | number | null;
      /** @description What is wrong with the answer. */
      reason: string | null;
      /** @description Further details. */
      details: string | null;
      /** @description True if the reviewer skipped the item. */
      skipped: boolean;
      /** @description The recorded comparison. */
      comparison_id: string | null;
      /** @description The recorded feedback. */
      feedback_id: string | null;
      /**
       * Format: date-time
       * @description Time of the review.
       */
      created_at: string;
    };
    /** @description A request for items to review. */
    LeaseReviewItems: {
      /** @description Name of the person who reviews. Default: the name of the API key. */
      reviewer?: string;
      /** @description Maximum number of items. Default: 1. */
      limit?: number;
      /**
       * Format: uuid
       * @description Leases this item. Default: the oldest waiting ones.
       */
      item_id?: string;
    };
    /** @description Leased items. */
    ReviewLeases: {
      /** @description The leases; empty if nothing waits. */
      data: {
        /**
         * Format: uuid
         * @description Id of the lease.
         */
        lease_id: string;
        /**
         * Format: uuid
         * @description Id of the item.
         */
        item_id: string;
        /** @description Completions to show, the left one first. Their order is random. */
        completion_ids: string[];
        /**
         * Format: date-time
         * @description Time until which nobody else gets the item.
         */
        expires_at: string;
      }[];
    };
    /** @description A review of a leased item: one of `preferred_completion`, `tied`, `value` and `skip`. */
    CreateReview: {
      /**
       * Format: uuid
       * @description The lease of the item.
       */
      lease_id: string;
      /** @description The better completion, in a queue of kind `compare`. One decision is required. */
      preferred_completion?: string;
      /**
       * @description Set if neither is better: both are `good`, or both are `bad`.
       * @enum {string}
       */
      tied?: 'good' | 'bad';
      /** @description true, false, 0 or 1 for a metric of kind `bool`; any number for kind `scalar`. */
      value?: boolean | number;
      /** @description What is wrong with the answer. Only with `value`. */
      reason?: ('Toxicity' | 'Factuality' | 'Style' | 'WrongAnswer') | null;
      /** @description Text, at most 64 KiB in UTF-8. Only with `value`. */
      details?: string | null;
      /**
       * @description Skips the item: nothing is recorded.
       * @constant
       */
      skip?: true;
      /** @description End user who gave the feedback: a uuid, or any string, which is mapped to a uuid of the project. In summaries, a later value of the same user replaces it. Values without a user add up. */
      user_id?: string | null;
    };
    /** @description A new A/B campaign. */
    CreateAbCampaign: {
      /** @description Short name for URLs, unique in its project. */
      key: string;
      /** @description Display name. Default: the key. */
      name?: string;
      /** @description Id or key of the metric that decides. */
      metric: string;
      /** @description Ids or keys of the compared models of the project. Each must have the capability `chat`. */
      models: string[];
      /** @description Share of the requests to the project's default model that take part. With 0, only requests with `ab_campaign` do. */
      traffic_split: number;
      /**
       * @description Kind of feedback that decides: values of the metric, or comparisons under it between two of the models.
       * @enum {string}
       */
      feedback_type: 'metric' | 'preference';
      /** @description Makes the winner the project's default model. Default: false. */
      auto_deploy?: boolean;
    };
    /** @description A comparison of models of a project with real traffic. */
    AbCampaign: {
      /**
       * Format: uuid
       * @description Id, created by the installation.
       */
      id: string;
      /** @description Short name for URLs, unique in its project. */
      key: string;
      /** @description Display name. */
      name: string;
      /**
       * Format: uuid
       * @description Project of the campaign.
       */
      project_id: string;
      /** @description Key of the metric that decides; its id after it is deleted. */
      metric: string;
      /** @description Keys of the compared models; the id of a deleted model. */
      models: string[];
      /** @description Share of the requests to the project's default model that take part. With 0, only requests with `ab_campaign` do. */
      traffic_split: number;
      /**
       * @description Kind of feedback that decides: values of the metric, or comparisons under it between two of the models.
       * @enum {string}
       */
      feedback_type: 'metric' | 'preference';
      /** @description True: the winner becomes the project's default model. */
      auto_deploy: boolean;
      /**
       * @description `warmup` until each model has enough feedback; `done` and `cancelled` are final.
       * @enum {string}
       */
      status: 'warmup' | 'in_progress' | 'done' | 'cancelled';
      /** @description Key of the winner, or its id after it is deleted; null without one. */
      winner: string | null;
      /**
       * Format: date-time
       * @description Creation time, RFC 3339 in UTC.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Time of the last change, RFC 3339 in UTC.
       */
      updated_at: string;
    };
    /** @description One page of a list. */
    AbCampaignPage: {
      data: components['schemas']['AbCampaign'][];
      /** @description `cursor` of the next page; null on the last page. */
      next_cursor: string | null;
    };
    /** @description Report of an A/B campaign. */
    AbCampaignReport: {
      /**
       * @description Status of the campaign: `warmup` until each model has ten observations.
       * @enum {string}
       */
      status: 'warmup' | 'in_progress' | 'done' | 'cancelled';
      /** @description Key of the winner; null without one. */
      winner: string | null;
      /** @description The report in words. */
      summary: string;
      /**
       * @description Kind of feedback that decides: values of the metric, or comparisons under it.
       * @enum {string}
       */
      feedback_type: 'metric' | 'preference';
      /** @description Key of the metric. */
      metric: string;
      /** @description Models, in the order of the campaign. */
      models: {
        /** @description Key of the model; its id after it is deleted. */
        model: string;
        /** @description Independent observations: sessions, each with the mean of its values. For comparisons: pairs of sessions. */
        count: number;
        /** @description Number of values or comparisons in the observations. */
        values: number;
        /** @description Mean of the observations. For comparisons: the share won, with ties as halves and equal weights for all other models. null without observations. */
        mean: number | null;
        /** @description Confidence interval of the mean. All intervals of the campaign hold together with 95% confidence, however often you read them. null: too few observations. */
        interval: [number, number] | null;
        /** @description Probability that this model is the best one. */
        probability_best: number;
        /** @description Comparisons won. */
        wins?: number;
        /** @description Comparisons lost. */
        losses?: number;
        /** @description Comparisons without a winner. */
        ties?: number;
        /** @description Strength in the Bradley-Terry-Davidson model: 1 is average, 2 is twice as strong. */
        strength?: number;
      }[];
      /** @description Results of each pair of models. Absent for values. */
      matrix?: {
        /** @description Key of the model; its id after it is deleted. */
        model: string;
        /** @description Key of the other model. */
        other: string;
        /** @description Comparisons won. */
        wins: number;
        /** @description Comparisons lost. */
        losses: number;
        /** @description Comparisons without a winner. */
        ties: number;
      }[];
    };
    /** @description Report of an A/B campaign over time. */
    AbCampaignHistory: {
      /** @description Points, oldest first. The last one is the current report. */
      data: {
        /**
         * Format: date-time
         * @description Time of the report.
         */
        time: string;
        /**
         * @description Status of the campaign: `warmup` until each model has ten observations.
         * @enum {string}
         */
        status: 'warmup' | 'in_progress' | 'done' | 'cancelled';
        /** @description Key of the winner; null without one. */
        winner: string | null;
        /** @description Models, in the order of the campaign. */
        models: {
          /** @description Key of the model; its id after it is deleted. */
          model: string;
          /** @description Independent observations: sessions, each with the mean of its values. For comparisons: pairs of sessions. */
          count: number;
          /** @description Mean of the observations. For comparisons: the share won, with ties as halves and equal weights for all other models. null without observations. */
          mean: number | null;
          /** @description Confidence interval of the mean. All intervals of the campaign hold together with 95% confidence, however often you read them. null: too few observations. */
          interval: [number, number] | null;
          /** @description Probability that this model is the best one. */
          probability_best: number;
        }[];
      }[];
    };
    /** @description Changes of a campaign. Absent fields stay unchanged. */
    UpdateAbCampaign: {
      /** @description Display name. */
      name?: string;
      /**
       * @description Cancels the campaign. This is final.
       * @constant
       */
      status?: 'cancelled';
    };
    /**
     * @description Code of an error.
     * @enum {string}
     */
    ErrorCode:
      | 'ab_campaign_not_found'
      | 'address_not_allowed'
      | 'admin_key_required'
      | 'already_reviewed'
      | 'api_key_invalid'
      | 'api_key_missing'
      | 'artifact_not_found'
      | 'bad_request'
      | 'base_url_invalid'
      | 'body_missing'
      | 'body_not_utf8'
      | 'body_too_large'
      | 'campaign_model_invalid'
      | 'campaign_over'
      | 'campaign_running'
      | 'checksum_invalid'
      | 'checksum_mismatch'
      | 'comparison_not_found'
      | 'completion_not_found'
      | 'completions_of_two_projects'
      | 'concurrent_requests_exceeded'
      | 'content_length_mismatch'
      | 'context_length_exceeded'
      | 'csrf_token_invalid'
      | 'cursor_invalid'
      | 'dataset_not_found'
      | 'dataset_not_ready'
      | 'dataset_processed'
      | 'dataset_withheld'
      | 'deadline_exceeded'
      | 'entry_point_missing'
      | 'erasure_in_progress'
      | 'event_streams_exceeded'
      | 'feedback_not_found'
      | 'field_name_forbidden'
      | 'file_not_processed'
      | 'file_too_large'
      | 'headers_too_large'
      | 'http_malformed'
      | 'id_taken'
      | 'idempotency_key_invalid'
      | 'idempotency_key_reused'
      | 'image_invalid'
      | 'image_not_fetched'
      | 'image_not_found'
      | 'image_not_of_project'
      | 'image_too_large'
      | 'internal_error'
      | 'invalid_field'
      | 'invalid_message'
      | 'json_malformed'
      | 'json_not_an_object'
      | 'json_too_deep'
      | 'json_too_many_values'
      | 'key_taken'
      | 'lease_expired'
      | 'lease_limit'
      | 'manifest_not_found'
      | 'metric_kind_fixed'
      | 'metric_not_fit'
      | 'metric_not_found'
      | 'metric_value_invalid'
      | 'missing_field'
      | 'model_file_invalid'
      | 'model_file_missing'
      | 'model_not_capable'
      | 'model_not_found'
      | 'model_not_served'
      | 'not_acceptable'
      | 'not_supported_yet'
      | 'number_out_of_range'
      | 'object_incomplete'
      | 'object_not_found'
      | 'object_too_large'
      | 'part_lost'
      | 'part_number_out_of_range'
      | 'part_too_small'
      | 'permission_missing'
      | 'project_concurrent_requests_exceeded'
      | 'project_forbidden'
      | 'project_not_found'
      | 'project_required'
      | 'prompts_differ'
      | 'provider_failed'
      | 'provider_rate_limited'
      | 'provider_rejected'
      | 'provider_secret_unreadable'
      | 'provider_unavailable'
      | 'provider_unreachable'
      | 'query_too_broad'
      | 'queue_full'
      | 'quota_exceeded'
      | 'range_not_satisfiable'
      | 'recipe_invalid'
      | 'recipe_not_found'
      | 'record_too_large'
      | 'request_timeout'
      | 'requests_per_minute_exceeded'
      | 'review_invalid'
      | 'review_item_invalid'
      | 'review_item_not_found'
      | 'review_item_taken'
      | 'review_not_found'
      | 'review_queue_full'
      | 'review_queue_limit'
      | 'review_queue_not_found'
      | 'same_completion'
      | 'schema_not_supported'
      | 'service_unavailable'
      | 'session_ambiguous'
      | 'session_closed'
      | 'session_consumed'
      | 'session_incomplete'
      | 'session_not_found'
      | 'sign_in_required'
      | 'source_not_fit'
      | 'system_prompt_argument_missing'
      | 'system_prompt_failed'
      | 'system_prompts_busy'
      | 'template_too_expensive'
      | 'text_not_unicode'
      | 'tokens_per_minute_exceeded'
      | 'tool_name_taken'
      | 'tool_unknown'
      | 'ttft_exceeded'
      | 'unknown_field'
      | 'unsupported_media_type'
      | 'unsupported_parameter'
      | 'url_malformed'
      | 'worker_lost';
  };
  responses: never;
  parameters: {
    /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
    RequestId: string;
    /** @description Requests a byte range of the file (RFC 9110, section 14.2). Multiple ranges return the whole file. */
    Range: string;
    /** @description `ETag` of your copy. If the content is unchanged, the response is a 304 without a body. */
    IfNoneMatch: string;
    /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
    IdempotencyKey: string;
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  createChatCompletion: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChatInput'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChatResponse'];
          'text/event-stream': components['schemas']['ChatResponseChunk'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listAvailableModels: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ModelList'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  readAvailableModel: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListedModel'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  readAvailableModelOfProject: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the model. */
        model: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListedModel'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  addInteraction: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['InteractionInput'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AddInteractionsResponse'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  addInteractions: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-ndjson': string;
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listInteractions: {
    parameters: {
      query?: {
        /** @description Maximum number of entries. */
        limit?: number;
        /** @description `next_cursor` of the previous page. Default: the first page. */
        cursor?: string;
        /** @description Only interactions of this session. */
        session_id?: string;
        /** @description Only interactions of this user, named as in the request. */
        user?: string;
        /** @description Only of this model: id, key or `{project}/{model}`. */
        model?: string;
        /** @description Only interactions of this campaign. */
        ab_campaign?: string;
        /** @description Only interactions with this label, `name:value`. Repeat it to require several labels. */
        label?: string[];
        /** @description Only interactions with this tag. Repeat it to require several tags. */
        tag?: string[];
        /** @description Only interactions with this finish reason. */
        finish_reason?: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'error' | 'cancelled';
        /** @description Only interactions with these words in the first 8,000 characters of their completion. `"two words"` is a phrase, `or` an alternative, `-word` excludes beside other words. Case is ignored, word forms are not. */
        text?: string;
        /** @description Only interactions with a value of this metric, from `min` to `max`. */
        metric?: string;
        /** @description Start, inclusive: RFC 3339, or seconds or ms since 1970. */
        created_after?: string;
        /** @description End, exclusive. */
        created_before?: string;
        /** @description Minimum value of `metric`, with false as 0 and true as 1. */
        min?: number;
        /** @description Maximum value of `metric`. */
        max?: number;
      };
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListedInteractionPage'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  countInteractions: {
    parameters: {
      query?: {
        /** @description Only interactions of this session. */
        session_id?: string;
        /** @description Only interactions of this user, named as in the request. */
        user?: string;
        /** @description Only of this model: id, key or `{project}/{model}`. */
        model?: string;
        /** @description Only interactions of this campaign. */
        ab_campaign?: string;
        /** @description Only interactions with this label, `name:value`. Repeat it to require several labels. */
        label?: string[];
        /** @description Only interactions with this tag. Repeat it to require several tags. */
        tag?: string[];
        /** @description Only interactions with this finish reason. */
        finish_reason?: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'error' | 'cancelled';
        /** @description Only interactions with these words in the first 8,000 characters of their completion. `"two words"` is a phrase, `or` an alternative, `-word` excludes beside other words. Case is ignored, word forms are not. */
        text?: string;
        /** @description Only interactions with a value of this metric, from `min` to `max`. */
        metric?: string;
        /** @description Start, inclusive: RFC 3339, or seconds or ms since 1970. */
        created_after?: string;
        /** @description End, exclusive. */
        created_before?: string;
        /** @description Minimum value of `metric`, with false as 0 and true as 1. */
        min?: number;
        /** @description Maximum value of `metric`. */
        max?: number;
        /** @description Count what a dataset of this format takes: complete answers, or for `dpo` comparisons with a winner. Default: count all interactions. */
        format?: 'sft' | 'dpo' | 'kto';
      };
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InteractionCount'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  readInteractionStatistics: {
    parameters: {
      query?: {
        /** @description Start, inclusive: RFC 3339, or seconds or ms since 1970. Default: 24 h before `to`. */
        from?: string;
        /** @description End, exclusive. Default: now. */
        to?: string;
        /** @description Length of the intervals, which start at whole minutes, hours or days of UTC. At most 1,000 intervals, 366 with `group_by`. Default: minute for up to 3 h, hour for up to 14 days, else day. */
        interval?: 'minute' | 'hour' | 'day';
        /** @description Field to group by. Default: no groups. */
        group_by?: 'model' | 'ab_campaign' | 'finish_reason' | 'source';
        /** @description Only of this model: id, key or `{project}/{model}`. */
        model?: string;
        /** @description Only interactions of this campaign. */
        ab_campaign?: string;
        /** @description Only interactions of this origin. */
        source?: 'served' | 'imported' | 'comparison';
      };
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InteractionStatistics'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  readInteraction: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) of the completion. */
        completion: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Interaction'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  eraseInteraction: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) of the completion. */
        completion: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  eraseUser: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description User id as sent in requests: a uuid or any text. */
        user: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  streamEvents: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': components['schemas']['LiveEvent'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  initUpload: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['InitUpload'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UploadSession'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  uploadPart: {
    parameters: {
      query: {
        /** @description Id of the upload session, as returned by `init`. */
        session_id: string;
        /** @description Number of the part, from 1. */
        part_number: number;
      };
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/octet-stream': components['schemas']['PartBytes'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UploadedPart'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  readUpload: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UploadRef'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UploadSession'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  abortUpload: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UploadRef'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UploadSession'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listDatasets: {
    parameters: {
      query?: {
        /** @description Maximum number of entries. */
        limit?: number;
        /** @description `next_cursor` of the previous page. Default: the first page. */
        cursor?: string;
      };
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DatasetPage'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createDataset: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateDataset'];
      };
    };
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Dataset'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  readDataset: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the dataset. */
        dataset: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Dataset'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteDataset: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the dataset. */
        dataset: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  cancelDataset: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the dataset. */
        dataset: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Dataset'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  downloadDataset: {
    parameters: {
      query?: {
        /** @description `original`: the uploaded or created file, or the recipe format if only that is left. `recipe`: the recipe format. `manifest`: the source of each line of a dataset of interactions. */
        format?: 'original' | 'recipe' | 'manifest';
      };
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Requests a byte range of the file (RFC 9110, section 14.2). Multiple ranges return the whole file. */
        Range?: components['parameters']['Range'];
        /** @description `ETag` of your copy. If the content is unchanged, the response is a 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the dataset. */
        dataset: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': components['schemas']['DatasetFile'];
        };
      };
      /** @description The requested byte range. */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': components['schemas']['DatasetFile'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listRecipes: {
    parameters: {
      query?: {
        /** @description Maximum number of entries. */
        limit?: number;
        /** @description `next_cursor` of the previous page. Default: the first page. */
        cursor?: string;
      };
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RecipePage'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createRecipe: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateRecipe'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Recipe'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  readRecipe: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the recipe. */
        recipe: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Recipe'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteRecipe: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the recipe. */
        recipe: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  downloadRecipe: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Requests a byte range of the file (RFC 9110, section 14.2). Multiple ranges return the whole file. */
        Range?: components['parameters']['Range'];
        /** @description `ETag` of your copy. If the content is unchanged, the response is a 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the recipe. */
        recipe: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/zip': components['schemas']['RecipeFile'];
        };
      };
      /** @description The requested byte range. */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/zip': components['schemas']['RecipeFile'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listSharedRecipes: {
    parameters: {
      query?: {
        /** @description Maximum number of entries. */
        limit?: number;
        /** @description `next_cursor` of the previous page. Default: the first page. */
        cursor?: string;
      };
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RecipePage'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createSharedRecipe: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateRecipe'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Recipe'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  readSharedRecipe: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the recipe. */
        recipe: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Recipe'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteSharedRecipe: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id (uuid) or key of the recipe. */
        recipe: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  downloadSharedRecipe: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Requests a byte range of the file (RFC 9110, section 14.2). Multiple ranges return the whole file. */
        Range?: components['parameters']['Range'];
        /** @description `ETag` of your copy. If the content is unchanged, the response is a 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id (uuid) or key of the recipe. */
        recipe: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/zip': components['schemas']['RecipeFile'];
        };
      };
      /** @description The requested byte range. */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/zip': components['schemas']['RecipeFile'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listArtifacts: {
    parameters: {
      query?: {
        /** @description Maximum number of entries. */
        limit?: number;
        /** @description `next_cursor` of the previous page. Default: the first page. */
        cursor?: string;
      };
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ArtifactPage'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createArtifact: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateArtifact'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Artifact'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  readArtifact: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) of the artifact. */
        artifact: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Artifact'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteArtifact: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) of the artifact. */
        artifact: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  downloadArtifact: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Requests a byte range of the file (RFC 9110, section 14.2). Multiple ranges return the whole file. */
        Range?: components['parameters']['Range'];
        /** @description `ETag` of your copy. If the content is unchanged, the response is a 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id (uuid) of the artifact. */
        artifact: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': components['schemas']['ArtifactFile'];
        };
      };
      /** @description The requested byte range. */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': components['schemas']['ArtifactFile'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  downloadArtifact2: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Requests a byte range of the file (RFC 9110, section 14.2). Multiple ranges return the whole file. */
        Range?: components['parameters']['Range'];
        /** @description `ETag` of your copy. If the content is unchanged, the response is a 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      path: {
        /** @description Id (uuid) of the artifact. */
        artifact: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': components['schemas']['ArtifactFile'];
        };
      };
      /** @description The requested byte range. */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          '*/*': components['schemas']['ArtifactFile'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createFeedback: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['FeedbackInput'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FeedbackOutput'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createOutcome: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OutcomeInput'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OutcomeOutput'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createComparison: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ComparisonInput'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ComparisonOutput'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listFeedback: {
    parameters: {
      query?: {
        /** @description Maximum number of entries. */
        limit?: number;
        /** @description `next_cursor` of the previous page. Default: the first page. */
        cursor?: string;
        /** @description Only entries under this metric, by id or key. */
        metric?: string;
        /** @description Only entries of this session. */
        session_id?: string;
        /** @description Only entries of this user. */
        user_id?: string;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
        /** @description Only entries about this completion. */
        completion_id?: string;
      };
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FeedbackPage'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  readFeedbackStatistics: {
    parameters: {
      query?: {
        /** @description Start: a day (UTC) or a time, inclusive. Default: 24 hours before `to`. */
        from?: string;
        /** @description End: a day (UTC) or a time, exclusive. Default: now. */
        to?: string;
        /** @description Length of an interval, in UTC; at most 1,000 in the period. Default: `minute` up to 6 hours, `hour` up to 15 days. */
        interval?: 'minute' | 'hour' | 'day';
        /** @description Only entries under this metric, by id or key. */
        metric?: string;
        /** @description What the groups are. */
        group_by?: 'metric' | 'model';
      };
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FeedbackStatistics'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listOutcomes: {
    parameters: {
      query?: {
        /** @description Maximum number of entries. */
        limit?: number;
        /** @description `next_cursor` of the previous page. Default: the first page. */
        cursor?: string;
        /** @description Only entries under this metric, by id or key. */
        metric?: string;
        /** @description Only entries of this session. */
        session_id?: string;
        /** @description Only entries of this user. */
        user_id?: string;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
      };
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OutcomePage'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listComparisons: {
    parameters: {
      query?: {
        /** @description Maximum number of entries. */
        limit?: number;
        /** @description `next_cursor` of the previous page. Default: the first page. */
        cursor?: string;
        /** @description Only entries under this metric, by id or key. */
        metric?: string;
        /** @description Only entries of this session. */
        session_id?: string;
        /** @description Only entries of this user. */
        user_id?: string;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
        /** @description Only entries about this completion. */
        completion_id?: string;
      };
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ComparisonPage'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteFeedback: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) of the feedback. */
        feedback: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteComparison: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) of the comparison. */
        comparison: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listMetrics: {
    parameters: {
      query?: {
        /** @description Maximum number of entries. */
        limit?: number;
        /** @description `next_cursor` of the previous page. Default: the first page. */
        cursor?: string;
      };
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MetricPage'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createMetric: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateMetric'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Metric'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  readMetric: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the metric. */
        metric: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Metric'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteMetric: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the metric. */
        metric: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  updateMetric: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the metric. */
        metric: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateMetric'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Metric'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  summariseMetric: {
    parameters: {
      query?: {
        /** @description Start: a day (UTC) or a time, inclusive. */
        from?: string;
        /** @description End: a day (UTC) or a time, exclusive. */
        to?: string;
        /** @description Only of this model: id, key or `{project}/{model}`. */
        model?: string;
      };
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the metric. */
        metric: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MetricSummary'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listReviewQueues: {
    parameters: {
      query?: {
        /** @description Maximum number of entries. */
        limit?: number;
        /** @description `next_cursor` of the previous page. Default: the first page. */
        cursor?: string;
      };
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReviewQueuePage'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createReviewQueue: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateReviewQueue'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReviewQueue'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  readReviewQueue: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the review queue. */
        queue: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReviewQueue'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteReviewQueue: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the review queue. */
        queue: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  updateReviewQueue: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the review queue. */
        queue: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateReviewQueue'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReviewQueue'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  readReviewAgreement: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the review queue. */
        queue: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReviewAgreement'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listReviewItems: {
    parameters: {
      query?: {
        /** @description Maximum number of entries. */
        limit?: number;
        /** @description `next_cursor` of the previous page. Default: the first page. */
        cursor?: string;
        /** @description Only items of this status. */
        status?: 'waiting' | 'leased' | 'reviewed' | 'skipped';
      };
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the review queue. */
        queue: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReviewItemPage'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  addReviewItems: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the review queue. */
        queue: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AddReviewItems'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AddedReviewItems'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  leaseReviewItems: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the review queue. */
        queue: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LeaseReviewItems'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReviewLeases'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  releaseReviewLease: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the review queue. */
        queue: string;
        /** @description Id (uuid) of the lease. */
        lease: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createReview: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the review queue. */
        queue: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateReview'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Review'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  undoReview: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the review queue. */
        queue: string;
        /** @description Id (uuid) of the review. */
        review: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listAbCampaigns: {
    parameters: {
      query?: {
        /** @description Maximum number of entries. */
        limit?: number;
        /** @description `next_cursor` of the previous page. Default: the first page. */
        cursor?: string;
      };
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AbCampaignPage'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createAbCampaign: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateAbCampaign'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AbCampaign'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  readAbCampaign: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the A/B campaign. */
        campaign: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AbCampaign'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteAbCampaign: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the A/B campaign. */
        campaign: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description No Content */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  updateAbCampaign: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
        /** @description Makes the request safe to retry for 24 hours: the same key and body return the first response, another body is a 409. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the A/B campaign. */
        campaign: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateAbCampaign'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AbCampaign'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  reportAbCampaign: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the A/B campaign. */
        campaign: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AbCampaignReport'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  reportAbCampaignHistory: {
    parameters: {
      query?: {
        /** @description Maximum number of points. */
        limit?: number;
      };
      header?: {
        /** @description Your id of the request; the response repeats it. An invalid value is replaced by a new id. */
        'x-request-id'?: components['parameters']['RequestId'];
      };
      path: {
        /** @description Id (uuid) or key of the project. */
        project: string;
        /** @description Id (uuid) or key of the A/B campaign. */
        campaign: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AbCampaignHistory'];
        };
      };
      /** @description Error */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
}
