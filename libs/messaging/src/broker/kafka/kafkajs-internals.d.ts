declare module 'kafkajs/src/network/requestQueue/index.js' {
  const requestQueue: { readonly prototype: object };
  export = requestQueue;
}

declare module 'kafkajs/src/protocol/requests/fetch/index.js' {
  /** `versions` are those from which the best one that the broker knows is chosen. */
  const fetchRequest: { versions: string[] };
  export = fetchRequest;
}

declare module 'kafkajs/src/protocol/requests/index.js' {
  const kafkaRequests: {
    readonly requests: { readonly Fetch: object };
    lookup(
      this: void,
      versions: Record<number, { minVersion: number; maxVersion: number }>,
    ): (
      apiKey: number,
      definition: object,
    ) => (options: object) => { readonly request: { readonly apiVersion: number } };
  };
  export = kafkaRequests;
}
