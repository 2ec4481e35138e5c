/**
 * The same bytes in pieces of one size, but for the last; none for no bytes. All of them lie in the same memory, one after the other: a piece is
 * good until the next one is asked for. (Memory for each would be given back only when the heap is collected, which large pieces hardly bring about.)
 */
export async function* piecesOf(source: AsyncIterable<Uint8Array>, pieceBytes: number): AsyncGenerator<Buffer> {
  const piece = Buffer.allocUnsafeSlow(pieceBytes);
  let size = 0;
  for await (const chunk of source) {
    for (let from = 0; from < chunk.length;) {
      const taken = Math.min(pieceBytes - size, chunk.length - from);
      piece.set(chunk.subarray(from, from + taken), size);
      from += taken;
      size += taken;
      if (size < pieceBytes) continue;
      yield piece;
      size = 0;
    }
  }
  if (size > 0) yield piece.subarray(0, size);
}
