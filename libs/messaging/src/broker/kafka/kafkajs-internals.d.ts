declare module 'kafkajs/src/network/requestQueue/index.js' {
  const requestQueue: { readonly prototype: object };
  export = requestQueue;
}
