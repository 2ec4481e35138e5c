/** Returns a function that loads a value when it is first called, and then returns the same promise. */
export function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined;
  return () => (loaded ??= load());
}

/** Returns a function that loads the value of each key once. */
export function onceEach<Key, Value>(load: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const loaded = new Map<Key, Promise<Value>>();
  return (key) => {
    const known = loaded.get(key) ?? load(key);
    loaded.set(key, known);
    return known;
  };
}
