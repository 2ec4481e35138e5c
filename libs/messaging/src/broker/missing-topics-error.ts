/** Records were for topics that are not there. Those were not sent; all others were. */
export class MissingTopicsError extends Error {
  readonly topics: ReadonlySet<string>;

  constructor(topics: ReadonlySet<string>) {
    super(`there is no topic ${[...topics].join(', ')}`);
    this.name = 'MissingTopicsError';
    this.topics = topics;
  }
}

/** Whether this topic was the reason, or one of them. A failure of any other kind concerns every topic. */
export function concerns(failure: unknown, topic: string): boolean {
  return !(failure instanceof MissingTopicsError) || failure.topics.has(topic);
}
