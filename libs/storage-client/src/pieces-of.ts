/** The same bytes in pieces of one size, but for the last; none for no bytes. Holds one piece at a time. */
export async function* piecesOf(source: AsyncIterable<Uint8Array>, pieceBytes: number): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    let rest = chunk;
    while (size + rest.length >= pieceBytes) {
      const taken = pieceBytes - size;
      yield Buffer.concat([...held, rest.subarray(0, taken)]);
      [held, size, rest] = [[], 0, rest.subarray(taken)];
    }
    if (rest.length > 0) held.push(rest);
    size += rest.length;
  }
  if (size > 0) yield Buffer.concat(held);
}
